package films

import (
	"cmp"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/atom"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/snapshot"
)

// entriesPerPage is how many films a page of the feed has: as many as a list as data shows to somebody
// who only reads (docs/decisions/0098).
const entriesPerPage = access.FewFilms

// factFields are the fields that facts needs, and those of the title.
const factFields = "title,original_title,year,release_date,runtime,genres,director,countries,overview"

// feedParams are the parameters of the feed.
type feedParams struct {
	wanted
	Offset int `query:"offset" minimum:"0" alias:"page,cursor,skip,start,next"`
}

// feedQuery reads feedParams.
var feedQuery = param.NewQuery[feedParams]()

// feed answers with the films of the list that are new or have changed, as an Atom feed.
func feed(v *page.View) error {
	var p feedParams
	if _, err := feedQuery.Read(v.Filled(), &p); err != nil {
		return err
	}
	query, err := p.query()
	if err != nil {
		return err
	}
	query.Sort = film.Sort{} // the feed's own
	version, err := v.Visit.NewsVersion(v.Context())
	if err != nil {
		return err
	}
	if v.Unchanged(v.Visit.BuiltAt(), version) {
		return nil
	}
	news, err := v.Visit.News(app.NewsQuestion{Query: query, Page: film.Page{Limit: entriesPerPage, Offset: p.Offset}, Fields: factFields}).Answer(v.Context())
	if err != nil {
		return err
	}
	films, err := news.Values(v.Base())
	if err != nil {
		return err
	}
	f := newFeed(v, &query, news)
	for i, one := range films {
		var change *snapshot.FilmChange
		if news.Changes != nil {
			change = &news.Changes[i]
		}
		f.Entries = append(f.Entries, entry(v, one, change))
		if change != nil && change.GeneratedAt.After(f.Updated) {
			f.Updated = change.GeneratedAt.UTC()
		}
	}
	b, err := f.Append(v.Body())
	if err != nil {
		return err
	}
	v.SendAs(atom.Media, http.StatusOK, b)
	return nil
}

// newFeed returns the feed of a page of news, without its entries.
func newFeed(v *page.View, q *film.Query, news *app.News) *atom.Feed {
	digest := q.Digest()
	f := &atom.Feed{
		Lang: "en", ID: urn("feed of films", hex.EncodeToString(digest[:])), Title: "Kinodex: new and changed films", Updated: v.Visit.BuiltAt().UTC(),
		Subtitle: "Films by when they were added to the library or last changed.",
		Author:   "Kinodex", Generator: atom.Generator{Name: "Kinodex", Version: v.App.Version()},
	}
	if set := words(v); set != "" {
		f.Title += " " + set
	}
	if news.Changes == nil {
		f.Subtitle = "The library knows of no change of these films. They are in the order of their releases, and dated by them: by the release date, " +
			"or by the first day of the year where only the year is known. A film that came out later than the library was built, or of which no year is known, is dated by the build."
	}
	link := func(rel, address string) {
		f.Links = append(f.Links, atom.Link{Rel: rel, Type: "application/atom+xml", Href: v.Base() + address})
	}
	link(atom.Self, v.As(page.Atom))
	f.Links = append(f.Links, atom.Link{Rel: atom.Alternate, Type: "text/html", Href: v.Base() + v.As(page.HTML, "offset", "")})
	if before := news.Offset - entriesPerPage; news.Offset > 0 {
		link(atom.First, v.As(page.Atom, "offset", ""))
		link(atom.Previous, v.As(page.Atom, "offset", strconv.Itoa(max(0, before))))
	}
	if news.HasMore {
		link(atom.Next, v.As(page.Atom, "offset", strconv.Itoa(news.Offset+entriesPerPage)))
	}
	return f
}

// entry returns the entry of a film. change is nil where none is known.
func entry(v *page.View, f *film.Film, change *snapshot.FilmChange) atom.Entry {
	e := atom.Entry{
		ID: urn("film", f.ID.String()), Title: part.Titled(cmp.Or(f.Title, f.ID.String()), f.Year), Updated: v.Visit.BuiltAt().UTC(),
		Links: []atom.Link{{Rel: atom.Alternate, Type: "text/html", Href: v.Base() + part.FilmPath(f.ID, f.Title)}},
	}
	for _, g := range f.Genres {
		e.Categories = append(e.Categories, atom.Category{Term: g})
	}
	told := ""
	switch {
	case change == nil:
		if day, ok := released(f); ok && day.Before(e.Updated) {
			e.Updated = day
		}
	case change.Kind == snapshot.Added:
		e.Updated, told = change.GeneratedAt.UTC(), "New in the library."
	default:
		e.Updated, told = change.GeneratedAt.UTC(), "Changed: "+strings.Join(labels(app.NewsFields(change)), ", ")+"."
	}
	e.Summary = sentences(told, facts(f), film.Value(f.AttributedOverview()))
	return e
}

// labels returns what people call fields, by their names.
func labels(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = strings.ReplaceAll(name, "_", " ")
		if at := slices.IndexFunc(film.Fields, func(f film.Field) bool { return f.Path == name }); at >= 0 {
			all[i] = strings.ToLower(film.Fields[at].Label)
		}
	}
	return all
}

// released returns the day of a film's first release, or the first day of its year where only that is
// known.
func released(f *film.Film) (day time.Time, ok bool) {
	if day, err := time.Parse(time.DateOnly, film.Value(f.ReleaseDate)); err == nil {
		return day, true
	}
	if f.Year == nil {
		return day, false
	}
	return film.NumberedDay(*f.Year*10_000 + 101)
}

// facts returns what is known of a film in short sentences.
func facts(f *film.Film) string {
	var all []string
	if f.OriginalTitle != nil {
		all = append(all, "Original title: "+*f.OriginalTitle+".")
	}
	if len(f.Genres) > 0 {
		all = append(all, strings.Join(f.Genres, ", ")+".")
	}
	if f.Director != nil {
		all = append(all, "Directed by "+*f.Director+".")
	}
	if len(f.Countries) > 0 {
		names := make([]string, len(f.Countries))
		for i, code := range f.Countries {
			names[i] = part.CountryName(code)
		}
		all = append(all, "Made in "+strings.Join(names, ", ")+".")
	}
	if f.Runtime != nil {
		all = append(all, fmt.Sprintf("%d minutes.", *f.Runtime))
	}
	if day, err := time.Parse(time.DateOnly, film.Value(f.ReleaseDate)); err == nil {
		all = append(all, "First release: "+part.Day(day)+".")
	}
	return strings.Join(all, " ")
}

// sentences joins texts that are not empty, a paragraph each.
func sentences(texts ...string) string {
	var all []string
	for _, s := range texts {
		if s != "" {
			all = append(all, s)
		}
	}
	return strings.Join(all, "\n\n")
}

// words returns the conditions of the address in words, in brackets; "" for none.
func words(v *page.View) string {
	var all []string
	for _, f := range conditions(v, v.Query()) {
		all = append(all, f.Words)
	}
	if len(all) == 0 {
		return ""
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// uuidSpace is the space of the names of uuid (RFC 9562, section 6.5), chosen once and for all.
var uuidSpace = [16]byte{0x6b, 0x69, 0x6e, 0x6f, 0x64, 0x65, 0x48, 0x78, 0x8d, 0x1c, 0x3f, 0x70, 0x9a, 0x2e, 0x51, 0xc4}

// uuid returns the identifier of something that parts name, a UUID of version 5: the same at every
// server and in every build.
func uuid(parts ...string) string {
	sum := sha1.Sum(append(uuidSpace[:], strings.Join(parts, "\x00")...))
	b := sum[:16]
	b[6], b[8] = b[6]&0x0f|0x50, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// urn returns uuid as an address.
func urn(parts ...string) string { return "urn:uuid:" + uuid(parts...) }

// feedsOf returns the feed and the calendar of the list that an address shows.
func feedsOf(v *page.View) []part.Feed {
	set, shown := words(v), []string{"cursor", "", "sort", "", "view", ""}
	return []part.Feed{
		{Name: "Feed of new and changed films (Atom)", Title: strings.TrimSpace("New and changed films " + set), Media: "application/atom+xml", Path: v.As(page.Atom, shown...)},
		{Name: "Calendar of releases", Title: strings.TrimSpace("Releases of films " + set), Media: "text/calendar", Path: v.As(page.Calendar, shown...)},
	}
}
