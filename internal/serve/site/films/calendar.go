package films

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/icalendar"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
)

// calendarParams are the parameters of the calendar.
type calendarParams struct {
	wanted
	ReleaseCountry string `query:"release_country" maxLength:"100" alias:"region"`
	ReleaseKind    string `query:"release_kind" maxLength:"100" alias:"kind,type,release_type"`
	DaysBack       int    `query:"days_back" minimum:"0" maximum:"3650" default:"90" alias:"from,past,days"`
	DaysAhead      int    `query:"days_ahead" minimum:"0" maximum:"3650" default:"365" alias:"to,future,days"`
}

// calendarQuery reads calendarParams.
var calendarQuery = param.NewQuery[calendarParams]()

// releaseKinds are what people call the kinds of releases.
var releaseKinds = map[string]string{
	"premiere": "premiere", "limited": "limited release", "theatrical": "theatrical release", "digital": "digital release",
	"physical": "release on disc", "television": "television broadcast", "": "release",
}

// readCountries returns the countries of a parameter, between commas.
func readCountries(list string) (all []string, err error) {
	for _, code := range param.Listed(list) {
		switch {
		case strings.EqualFold(code, app.UnknownRelease):
			all = append(all, app.UnknownRelease)
		case len(code) == 2 && strings.Trim(strings.ToLower(code), "abcdefghijklmnopqrstuvwxyz") == "":
			all = append(all, film.CountryCode(code))
		default:
			return nil, fault.Param("release_country", "two-letter ISO 3166-1 codes between commas, such as GB,US, or "+app.UnknownRelease)
		}
	}
	return all, nil
}

// readKinds returns the kinds of releases of a parameter, between commas.
func readKinds(list string) (all []string, err error) {
	for _, kind := range param.Listed(list) {
		kind = strings.ToLower(kind)
		if kind != app.UnknownRelease && !slices.Contains(film.ReleaseKinds, kind) {
			return nil, fault.Param("release_kind", "some of "+strings.Join(film.ReleaseKinds, ", ")+" and "+app.UnknownRelease+", between commas")
		}
		all = append(all, kind)
	}
	return all, nil
}

// calendar answers with the releases of the films of the list, as a calendar.
func calendar(v *page.View) error {
	var p calendarParams
	if _, err := calendarQuery.Read(v.Filled(), &p); err != nil {
		return err
	}
	q := app.ReleasesQuestion{Limit: app.MaxPage, Fields: factFields}
	var err error
	if q.Query, err = p.query(); err != nil {
		return err
	}
	q.Query.Sort = film.Sort{} // the calendar's own
	if q.Countries, err = readCountries(p.ReleaseCountry); err != nil {
		return err
	}
	if q.Kinds, err = readKinds(p.ReleaseKind); err != nil {
		return err
	}
	today := v.App.Now().UTC().Truncate(24 * time.Hour)
	q.First, q.Last, q.Near = today.AddDate(0, 0, -p.DaysBack), today.AddDate(0, 0, p.DaysAhead), today
	changed := v.Visit.BuiltAt()
	if today.After(changed) {
		changed = today
	}
	if v.Unchanged(changed, today.Format(time.DateOnly)) {
		return nil
	}
	found, err := v.Visit.Releases(q).Answer(v.Context())
	if err != nil {
		return err
	}
	films, err := found.Values(v.Base())
	if err != nil {
		return err
	}
	c := newCalendar(v, &q, found)
	for _, r := range found.All {
		c.Events = append(c.Events, event(v, films[r.Film], r))
	}
	v.SendAs(icalendar.Media, http.StatusOK, c.Append(v.Body()))
	return nil
}

// newCalendar returns the calendar of releases, without its events.
func newCalendar(v *page.View, q *app.ReleasesQuestion, found *app.Releases) *icalendar.Calendar {
	digest := q.Query.Digest()
	c := &icalendar.Calendar{
		Product: "-//Kinodex//Kinodex " + v.App.Version() + "//EN",
		UID:     uuid("calendar of films", hex.EncodeToString(digest[:]), strings.Join(q.Countries, ","), strings.Join(q.Kinds, ",")),
		Name:    "Releases of films", URL: v.Base() + v.As(page.HTML, "release_country", "", "release_kind", "", "days_back", "", "days_ahead", ""),
		Source:  v.Base() + v.As(page.Calendar),
		Changed: v.Visit.BuiltAt(), Refresh: 12 * time.Hour,
	}
	set := words(v)
	if set != "" {
		c.Name += " " + set
	}
	told := []string{fmt.Sprintf("Releases from %s to %s.", part.Day(q.First), part.Day(q.Last))}
	if len(q.Countries) > 0 {
		told = append(told, "Countries: "+strings.Join(q.Countries, ", ")+".")
	}
	if len(q.Kinds) > 0 {
		told = append(told, "Kinds: "+strings.Join(q.Kinds, ", ")+".")
	}
	if found.Total > len(found.All) {
		told = append(told, fmt.Sprintf("These are the %d of %d that are nearest to today; narrow the list for the others.", len(found.All), found.Total))
	}
	if !found.ByCountry {
		told = append(told, "This library has the first release of each film alone, without country and kind; one that is built anew has them.")
	}
	c.Description = strings.Join(told, " ")
	return c
}

// event returns the event of a release. Its identifier is that of the film, the country and the kind,
// so that a release that is put off moves in calendars.
func event(v *page.View, f *film.Film, r app.Release) icalendar.Event {
	title, what := part.Titled(cmp.Or(f.Title, f.ID.String()), f.Year), releaseKinds[r.Kind]
	e := icalendar.Event{
		UID: uuid("release", f.ID.String(), r.Country, r.Kind), Day: r.Day, Categories: f.Genres, URL: v.Base() + part.FilmPath(f.ID, f.Title),
	}
	switch {
	case r.Country != "":
		what += ", " + part.CountryName(r.Country)
	case r.Kind == "":
		what = "first release"
	}
	e.Summary = title + ": " + what
	e.Description = sentences(facts(f), film.Value(f.AttributedOverview()))
	return e
}
