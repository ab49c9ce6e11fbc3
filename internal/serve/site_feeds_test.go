package serve_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/serve"
	pages "kinodex/internal/serve/site"
)

// atomFeed is what a reader of feeds reads of one.
type atomFeed struct {
	XMLName   xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	IDs       []string    `xml:"http://www.w3.org/2005/Atom id"`
	Titles    []string    `xml:"http://www.w3.org/2005/Atom title"`
	Subtitles []string    `xml:"http://www.w3.org/2005/Atom subtitle"`
	Updated   []string    `xml:"http://www.w3.org/2005/Atom updated"`
	Authors   []string    `xml:"http://www.w3.org/2005/Atom author>name"`
	Links     []atomLink  `xml:"http://www.w3.org/2005/Atom link"`
	Entries   []atomEntry `xml:"http://www.w3.org/2005/Atom entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	IDs        []string   `xml:"http://www.w3.org/2005/Atom id"`
	Titles     []string   `xml:"http://www.w3.org/2005/Atom title"`
	Updated    []string   `xml:"http://www.w3.org/2005/Atom updated"`
	Links      []atomLink `xml:"http://www.w3.org/2005/Atom link"`
	Summaries  []string   `xml:"http://www.w3.org/2005/Atom summary"`
	Categories []struct {
		Term string `xml:"term,attr"`
	} `xml:"http://www.w3.org/2005/Atom category"`
}

// link returns the address of a relation, "" for none.
func (f *atomFeed) link(rel string) string {
	for _, l := range f.Links {
		if l.Rel == rel {
			return l.Href
		}
	}
	return ""
}

// titles are those of the entries.
func (f *atomFeed) titles() (all []string) {
	for i := range f.Entries {
		all = append(all, f.Entries[i].Titles[0])
	}
	return all
}

var urnUUID = regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// feed reads an answer as a feed, and holds it against what RFC 4287 says a feed must be.
func (a *answer) feed() *atomFeed {
	a.t.Helper()
	a.is(200).has("Content-Type", "application/atom+xml; charset=utf-8")
	f := new(atomFeed)
	if err := xml.Unmarshal(a.body, f); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.body)
	}
	seen := map[string]bool{}
	once := func(what string, ids, titles, updated []string, links []atomLink) {
		a.t.Helper()
		if len(ids) != 1 || !urnUUID.MatchString(ids[0]) || seen[ids[0]] {
			a.t.Errorf("%s: %s has the ids %q", a.what, what, ids)
		}
		seen[ids[0]] = true
		if len(titles) != 1 || titles[0] == "" || len(updated) != 1 {
			a.t.Errorf("%s: %s has the titles %q and was updated %q", a.what, what, titles, updated)
		}
		if _, err := time.Parse(time.RFC3339, updated[0]); err != nil || !strings.HasSuffix(updated[0], "Z") {
			a.t.Errorf("%s: %s was updated %s", a.what, what, updated[0])
		}
		rels := map[string]bool{}
		for _, l := range links {
			if u, err := url.Parse(l.Href); err != nil || !u.IsAbs() || u.Host == "" || rels[l.Rel+l.Type] {
				a.t.Errorf("%s: %s has the link %+v", a.what, what, l)
			}
			rels[l.Rel+l.Type] = true
		}
		if !rels["alternatetext/html"] {
			a.t.Errorf("%s: %s has no page: %+v", a.what, what, links)
		}
	}
	once("the feed", f.IDs, f.Titles, f.Updated, f.Links)
	if len(f.Authors) != 1 || f.Authors[0] == "" || f.link("self") == "" {
		a.t.Errorf("%s: authors %q, self %q", a.what, f.Authors, f.link("self"))
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		once(fmt.Sprint("entry ", i), e.IDs, e.Titles, e.Updated, e.Links)
	}
	return f
}

// component is an event of a calendar, by the names of its properties.
type component map[string]string

// calendar reads an answer as a calendar, holds the form of its lines against RFC 5545, and returns
// its properties and its events.
func (a *answer) calendar() (of component, events []component) {
	a.t.Helper()
	a.is(200).has("Content-Type", "text/calendar; charset=utf-8")
	body := string(a.body)
	for _, line := range strings.SplitAfter(strings.TrimSuffix(body, "\r\n"), "\r\n") {
		if len(strings.TrimSuffix(line, "\r\n")) > 75 || strings.ContainsAny(strings.TrimSuffix(line, "\r\n"), "\r\n") {
			a.t.Errorf("%s: the line %q", a.what, line)
		}
	}
	of = component{}
	into, seen, plain := of, map[string]bool{}, strings.NewReplacer(`\\`, `\`, `\;`, ";", `\,`, ",", `\n`, "\n")
	for _, line := range strings.Split(strings.TrimSuffix(strings.ReplaceAll(body, "\r\n ", ""), "\r\n"), "\r\n") {
		name, value, ok := strings.Cut(line, ":")
		switch {
		case !ok:
			a.t.Fatalf("%s: the line %q", a.what, line)
		case line == "BEGIN:VEVENT":
			into = component{}
		case line == "END:VEVENT":
			if into["UID"] == "" || seen[into["UID"]] || into["DTSTAMP"] == "" || into["DTSTART;VALUE=DATE"] == "" || into["SUMMARY"] == "" {
				a.t.Errorf("%s: the event %v", a.what, into)
			}
			seen[into["UID"]] = true
			events, into = append(events, into), of
		default:
			if into[name] != "" && name != "BEGIN" && name != "END" {
				a.t.Errorf("%s: %s twice", a.what, name)
			}
			into[name] = plain.Replace(value)
		}
	}
	if of["VERSION"] != "2.0" || of["PRODID"] == "" || !strings.HasPrefix(body, "BEGIN:VCALENDAR\r\n") || !strings.HasSuffix(body, "END:VCALENDAR\r\n") || strings.Count(body, "BEGIN:VCALENDAR") != 1 {
		a.t.Errorf("%s: no calendar: %.300s", a.what, body)
	}
	return of, events
}

// told writes events in short: the day and the summary.
func told(events []component) (all []string) {
	for _, e := range events {
		all = append(all, e["DTSTART;VALUE=DATE"]+" "+e["SUMMARY"])
	}
	return all
}

// republish makes another generation of films current, an hour later.
func (s *site) republish(films []*film.Film) {
	s.t.Helper()
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	s.PublishFilms(films)
	if _, err := s.Holder.Reload(); err != nil {
		s.t.Fatal(err)
	}
}

// While no change of a film is known, a feed has the films in the order of their releases, and says so
// (REQ F2-92).
func TestAFeedWithoutKnownChangesIsInOrderOfReleases(t *testing.T) {
	t.Parallel()
	s := open(t)
	f := s.ask(request{path: "/films.atom?genre=war,drama"}).feed()
	if !strings.Contains(f.Subtitles[0], "knows of no change") || f.Titles[0] != "Kinodex: new and changed films (genre war, genre drama)" || f.Updated[0] != "2026-03-14T15:09:26Z" {
		t.Errorf("%+v", f)
	}
	f = s.ask(request{path: "/films.atom?q=crossing&sort=title:asc&view=table&utm_source=x&key=secret"}).feed()
	if got := f.titles(); !slices.Equal(got, []string{"The Crossing (1984)", "The Crossing (1948)", "The Crossing (2011)"}) {
		t.Errorf("%q", got)
	}
	var dates []string
	for _, e := range f.Entries {
		dates = append(dates, e.Updated[0])
	}
	if !slices.Equal(dates, []string{"1984-05-18T00:00:00Z", "1948-10-02T00:00:00Z", "2011-01-01T00:00:00Z"}) {
		t.Errorf("%q", dates)
	}
	e := f.Entries[0]
	if e.Links[0].Href != s.url+"/films/tt0000102-the-crossing" || e.Categories[0].Term != "Thriller" || !strings.Contains(e.Summaries[0], "Directed by Dan Whitlock") {
		t.Errorf("%+v", e)
	}
	if f.link("self") != s.url+"/films.atom?q=crossing&sort=title%3Aasc&view=table" || strings.Contains(fmt.Sprint(f), "secret") {
		t.Errorf("%+v", f.Links)
	}
	bare := s.ask(request{path: "/films.atom?q=bare"}).feed()
	if at := slices.Index(bare.titles(), "Bare"); at < 0 || bare.Entries[at].Updated[0] != bare.Updated[0] {
		t.Errorf("a film without a year: %+v", bare.Entries)
	}
	if none := s.ask(request{path: "/films.atom?q=nothing+has+these+words"}).feed(); len(none.Entries) != 0 {
		t.Errorf("%+v", none)
	}
}

// A feed has the films that were added or changed, the latest first, and forgets those that are gone.
// What differs in every build is no change (REQ F2-92).
func TestAFeedHasNewAndChangedFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := apptest.Films()
	byID := func(id string) *film.Film {
		return all[slices.IndexFunc(all, func(f *film.Film) bool { return f.ID.String() == id })]
	}
	late := all[len(all)-1]
	s.republish(all[:len(all)-1])
	s.snapshot(t)
	before := s.ask(request{path: "/films.atom"}).feed()
	tag := s.ask(request{path: "/films.atom"}).header.Get("Etag")

	byID(apptest.It).Overview = film.Known("Told anew.")
	byID(apptest.Bare).Ratings.MasterScore = 45
	s.republish(all[:len(all)-1])
	// The library is another one, the snapshot not yet: nothing is known of changes.
	if f := s.ask(request{path: "/films.atom"}).feed(); !strings.Contains(f.Subtitles[0], "no change") || !slices.Equal(f.IDs, before.IDs) {
		t.Errorf("%+v", f)
	}
	s.snapshot(t)
	after := s.ask(request{path: "/films.atom", header: map[string]string{"If-None-Match": tag}}).feed()
	if got := after.titles(); !slices.Equal(got, []string{"It (2001)"}) || !strings.HasPrefix(after.Entries[0].Summaries[0], "Changed: overview.\n\n") || !strings.Contains(after.Entries[0].Summaries[0], "Told anew.") {
		t.Errorf("%q %+v", got, after.Entries)
	}
	second := s.Clock.Now()

	byID(apptest.Crossing).Genres = []string{"Drama"}
	s.republish(slices.DeleteFunc(slices.Clone(all), func(f *film.Film) bool { return f.ID.String() == apptest.CrossingTwin }))
	s.snapshot(t)
	f := s.ask(request{path: "/films.atom"}).feed()
	if got := f.titles(); len(got) != 3 || got[2] != "It (2001)" || !slices.Contains(got, "The Crossing (1948)") || got[0] != fmt.Sprintf("%s (%d)", late.Title, *late.Year) {
		t.Errorf("%q", got)
	}
	if e := f.Entries[0]; e.Updated[0] != s.Clock.Now().Format(time.RFC3339) || !strings.HasPrefix(e.Summaries[0], "New in the library.\n\n") || f.Updated[0] != e.Updated[0] {
		t.Errorf("what was added: %+v", e)
	}
	if e := f.Entries[2]; e.Updated[0] != second.Format(time.RFC3339) || e.IDs[0] != after.Entries[0].IDs[0] {
		t.Errorf("what changed before: %+v", e)
	}
	// By any filter of the list, and where no film that matches changed, all of them.
	if got := s.ask(request{path: "/films.atom?genre=drama&year_max=1950"}).feed().titles(); !slices.Equal(got, []string{"The Crossing (1948)"}) {
		t.Errorf("%q", got)
	}
	if f := s.ask(request{path: "/films.atom?director=reed"}).feed(); len(f.Entries) != 0 && !strings.Contains(f.Subtitles[0], "no change") {
		t.Errorf("%+v", f)
	}
	// A wish is read as the list reads it, among all films and not among those that changed.
	if got := s.ask(request{path: "/films.atom?match=auto&q=horror+films"}).feed().titles(); !slices.Equal(got, []string{"It (2001)"}) {
		t.Errorf("%q", got)
	}
}

// The pages of a feed lead from one to the next, and each film is on one of them (REQ F2-92).
func TestThePagesOfAFeedHaveEachFilmOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	walk := func() (films []string, pages int) {
		t.Helper()
		ids := map[string]bool{}
		for path := "/films.atom"; path != ""; pages++ {
			f := s.ask(request{path: path}).feed()
			if f.link("self") != s.url+path || (f.link("previous") == "") != (pages == 0) || (f.link("first") == "") != (pages == 0) {
				t.Errorf("page %d: %+v", pages, f.Links)
			}
			ids[f.IDs[0]] = true
			for _, e := range f.Entries {
				films = append(films, e.IDs[0])
			}
			path = strings.TrimPrefix(f.link("next"), s.url)
		}
		if len(ids) != 1 {
			t.Errorf("the pages are of %d feeds", len(ids))
		}
		return films, pages
	}
	all := len(apptest.Films())
	once := func(films []string, pages int) {
		t.Helper()
		slices.Sort(films)
		if len(films) != all || len(slices.Compact(films)) != all || pages != (all+access.FewFilms-1)/access.FewFilms {
			t.Errorf("%d films on %d pages, want %d", len(films), pages, all)
		}
	}
	once(walk())
	s.snapshot(t)
	changed := apptest.Films()
	for _, f := range changed {
		f.Tagline = film.Known("Changed")
	}
	s.republish(changed)
	s.snapshot(t)
	once(walk())
	if f := s.ask(request{path: "/films.atom?offset=100000"}).feed(); len(f.Entries) != 0 || f.link("next") != "" {
		t.Errorf("behind the end: %+v", f)
	}
}

// premieres returns the films of the house, of which some are released around a day.
func premieres(day time.Time) []*film.Film {
	all := apptest.Films()
	on := func(days int) *string { return film.Known(day.AddDate(0, 0, days).Format(time.DateOnly)) }
	for _, f := range all {
		switch f.ID.String() {
		case apptest.Crossing:
			f.ReleaseDate = on(10)
			f.Releases = []film.Release{
				{Country: "GB", Date: on(12), Kind: film.Known("theatrical"), Source: "s"}, {Country: "US", Date: on(10), Kind: film.Known("premiere"), Source: "s"},
				{Country: "US", Date: on(400), Kind: film.Known("physical"), Source: "s"}, {Country: "FR", Source: "s", Certification: film.Known("U")},
			}
		case apptest.It:
			f.ReleaseDate = on(-90)
			f.Releases = []film.Release{{Country: "US", Date: on(-91), Kind: film.Known("theatrical"), Source: "s"}, {Country: "US", Date: on(365), Source: "s"}}
		}
	}
	return all
}

// A calendar has the releases of the films of a list around today, by country and kind (REQ F2-93).
func TestACalendarHasReleases(t *testing.T) {
	t.Parallel()
	s := open(t)
	today := s.Clock.Now()
	s.republish(premieres(today))
	day := func(days int) string { return today.AddDate(0, 0, days).Format("20060102") }
	crossing := []string{day(10) + " The Crossing (1948): premiere, United States", day(12) + " The Crossing (1948): theatrical release, United Kingdom"}
	it := []string{day(-90) + " It (2001): first release", day(365) + " It (2001): release, United States"}
	for path, want := range map[string][]string{
		"":                                                {it[0], crossing[0], crossing[1], it[1]},
		"?genre=horror":                                   it,
		"?genre=war&days_ahead=11":                        crossing[:1],
		"?genre=war&days_ahead=400":                       {crossing[0], crossing[1], day(400) + " The Crossing (1948): release on disc, United States"},
		"?genre=horror&days_back=91":                      {day(-91) + " It (2001): theatrical release, United States", it[0], it[1]},
		"?days_back=89&days_ahead=9":                      nil,
		"?release_country=uk":                             crossing[1:],
		"?release_country=GB,us&days_ahead=20":            crossing,
		"?release_kind=Theatrical":                        crossing[1:],
		"?release_kind=unknown":                           {it[0], it[1]},
		"?release_country=unknown":                        it[:1],
		"?release_country=US&release_kind=unknown":        it[1:],
		"?q=crossing&match=auto&sort=year:asc&view=table": crossing,
		"?released=upcoming":                              crossing,
	} {
		of, events := s.ask(request{path: "/films.ics" + path}).calendar()
		if got := told(events); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		if of["SOURCE;VALUE=URI"] == "" || !strings.HasPrefix(of["URL"], s.url+"/films") || of["REFRESH-INTERVAL;VALUE=DURATION"] != "PT720M" || of["NAME"] != of["X-WR-CALNAME"] {
			t.Errorf("%s: %v", path, of)
		}
	}
	_, events := s.ask(request{path: "/films.ics?genre=war"}).calendar()
	if e := events[0]; e["URL"] != s.url+"/films/tt0000101-the-crossing" || e["CATEGORIES"] != "Drama,War" || !strings.Contains(e["DESCRIPTION"], "Directed by Ilse Brandt") ||
		e["DTSTAMP"] != s.Clock.Now().Format("20060102T150405Z") || e["TRANSP"] != "TRANSPARENT" {
		t.Errorf("%v", e)
	}
}

// A release keeps its identifier in every build, also when it is put off, and the window moves with
// the day (REQ F2-93).
func TestAReleaseKeepsItsIdentifier(t *testing.T) {
	t.Parallel()
	s := open(t)
	today := s.Clock.Now()
	s.republish(premieres(today))
	a := s.ask(request{path: "/films.ics"})
	of, before := a.calendar()
	s.republish(premieres(today.AddDate(0, 0, 3)))
	of2, after := s.ask(request{path: "/films.ics?days_ahead=368&days_back=87"}).calendar()
	if len(before) != len(after) || of["UID"] != of2["UID"] {
		t.Fatalf("%q, %q", told(before), told(after))
	}
	for i := range before {
		if before[i]["UID"] != after[i]["UID"] || before[i]["DTSTART;VALUE=DATE"] == after[i]["DTSTART;VALUE=DATE"] {
			t.Errorf("%v became %v", before[i], after[i])
		}
	}
	// Tomorrow is another calendar, although the library is the same.
	held := map[string]string{"If-None-Match": s.ask(request{path: "/films.ics"}).header.Get("Etag")}
	s.ask(request{path: "/films.ics", header: held}).is(http.StatusNotModified)
	s.Clock.Set(s.Clock.Now().Add(24 * time.Hour))
	next := s.ask(request{path: "/films.ics", header: held}).is(200)
	if got := next.header.Get("Last-Modified"); got != s.Clock.Now().Truncate(24*time.Hour).Format(http.TimeFormat) {
		t.Errorf("Last-Modified %s", got)
	}
}

// A calendar has as many releases as one answer may, the nearest to today, and says so.
func TestACalendarHasTheNearestReleases(t *testing.T) {
	t.Parallel()
	s := open(t)
	today := s.Clock.Now()
	var films []*film.Film
	for i := range 600 {
		f := *apptest.Films()[0]
		f.ID, f.Releases = film.ID(5000+i), nil
		f.ReleaseDate = film.Known(today.AddDate(0, 0, i-80).Format(time.DateOnly))
		films = append(films, &f)
	}
	s.republish(films)
	of, events := s.ask(request{path: "/films.ics?days_ahead=3650", header: map[string]string{}}).calendar()
	if len(events) != 500 || events[0]["DTSTART;VALUE=DATE"] != today.AddDate(0, 0, -80).Format("20060102") || !strings.Contains(of["DESCRIPTION"], "the 500 of 600") {
		t.Errorf("%d events from %s: %s", len(events), events[0]["DTSTART;VALUE=DATE"], of["DESCRIPTION"])
	}
}

// Titles that would end what they stand in are text, in feeds and in calendars (REQ F2-92, F2-93).
func TestHostileTitlesAreText(t *testing.T) {
	t.Parallel()
	s := open(t)
	var films []*film.Film
	day := "2026-03-20"
	for i, title := range []string{
		"]]></title><entry><id>x</id></entry>", "A\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:B", "\x00\x01\x1b", "\u2028ATTACH:x", `\;,"<>&'`, strings.Repeat("語", 300), "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;", "",
	} {
		f := *apptest.Films()[0]
		f.ID, f.Title, f.Overview, f.Director, f.Genres, f.Releases = film.ID(1+i), title, &title, &title, []string{title}, nil
		f.ReleaseDate = &day
		films = append(films, &f)
	}
	s.republish(append(films, apptest.Films()...))
	if f := s.ask(request{path: "/films.atom?released_after=2026"}).feed(); len(f.Entries) != len(films) {
		t.Errorf("%q", f.titles())
	} else if got := f.titles(); !slices.Contains(got, "]]></title><entry><id>x</id></entry> (1948)") || !slices.Contains(got, "<!DOCTYPE x [<!ENTITY a 'b'>]>&a; (1948)") {
		t.Errorf("%q", got)
	}
	_, events := s.ask(request{path: "/films.ics"}).calendar()
	if got := told(events); len(got) != len(films) || !slices.Contains(got, `20260320 \;,"<>&' (1948): first release`) || !slices.Contains(got, "20260320 A\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:B (1948): first release") {
		t.Errorf("%q", got)
	}
	// What is asked is in the answer, too.
	s.ask(request{path: "/films.atom?q=" + url.QueryEscape("]]></title>\x1b\r\n<entry/>") + "&collection=" + url.QueryEscape("\"><x>\n\u0085")}).feed()
	of, _ := s.ask(request{path: "/films.ics?q=" + url.QueryEscape("x\r\nEND:VCALENDAR\r\n\u2028;") + "&director=" + url.QueryEscape("\r\nATTACH:x")}).calendar()
	if of["ATTACH"] != "" {
		t.Errorf("%v", of)
	}
	s.ask(request{path: "/films.atom", header: map[string]string{"X-Forwarded-Host": `"><x>`}}).feed()
}

// Feeds are read without a key, are not sent again while they are the same, and stand on the page of
// the list (REQ F2-94).
func TestFeedsAreReadWithoutAKey(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/films.atom", "/films.atom?decade=1940s&offset=1", "/films.ics", "/films.ics?days_back=3650&release_kind=theatrical"} {
		a := s.ask(request{path: path}).is(200).has("Cache-Control", "public, max-age=60").has("X-RateLimit-Limit", "")
		tag, at := a.header.Get("Etag"), a.header.Get("Last-Modified")
		for _, c := range []struct {
			tag, since string
			status     int
		}{
			{tag, "", 304}, {"W/" + tag, "", 304}, {"", at, 304}, {`"other"`, at, 200}, {"", "Thu, 01 Jan 2099 00:00:00 GMT", 200}, {"", "x", 200},
		} {
			header := map[string]string{}
			if c.tag != "" {
				header["If-None-Match"] = c.tag
			}
			if c.since != "" {
				header["If-Modified-Since"] = c.since
			}
			b := s.ask(request{path: path, header: header}).is(c.status).has("Etag", tag).has("Last-Modified", at)
			if c.status == 304 && len(b.body) > 0 {
				t.Errorf("%s: a body with 304", path)
			}
		}
		s.ask(request{path: path, method: "HEAD"}).is(200).has("Etag", tag)
		s.ask(request{path: path, method: "POST"}).is(405)
	}
	list := string(s.ask(request{path: "/films?genre=drama&sort=year:asc&view=table&min_rating="}).is(200).body)
	for _, want := range []string{
		`<link rel="alternate" type="application/atom+xml" title="New and changed films (genre drama)" href="/films.atom?genre=drama">`,
		`<link rel="alternate" type="text/calendar" title="Releases of films (genre drama)" href="/films.ics?genre=drama">`,
		`<a href="/films.atom?genre=drama" `, `<a href="/films.ics?genre=drama" `,
	} {
		if !strings.Contains(list, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if people := string(s.ask(request{path: "/people"}).is(200).body); strings.Contains(people, "atom") {
		t.Error("people have a feed")
	}
	for path, param := range map[string]string{
		"/films.atom?gnere=drama": "gnere", "/films.atom?cursor=x": "cursor", "/films.atom?table=films": "table", "/films.atom?days_back=3": "days_back",
		"/films.ics?offset=3": "offset", "/films.ics?region=US": "region", "/films.ics?release_kinds=x": "release_kinds", "/people.atom": "", "/films/tt0000101.atom": "", "/films/tt0000101.ics": "",
	} {
		if param == "" {
			s.ask(request{path: path}).is(404)
		} else if p := s.ask(request{path: path}).fails(400, "unknown_parameter"); p.Param != param {
			t.Errorf("%s: %+v", path, p)
		}
	}
	for path, param := range map[string]string{
		"/films.atom?min_rating=good": "min_rating", "/films.atom?sort=luck": "sort", "/films.atom?offset=-1": "offset", "/films.atom?offset=2000000000": "offset", "/films.atom?q=a%00b": "q",
		"/films.ics?days_back=-1": "days_back", "/films.ics?days_ahead=3651": "days_ahead", "/films.ics?release_country=USA": "release_country", "/films.ics?release_country=%C3%A9": "release_country",
		"/films.ics?release_kind=cinema": "release_kind", "/films.ics?release_kind=digital&release_kind=digital": "release_kind", "/films.ics?year_min=2000&year_max=1990": "year_min",
	} {
		if p := s.ask(request{path: path}).fails(400, "invalid_parameter"); p.Param != param {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

// Feeds are for whom pages are (REQ F2-94).
func TestFeedsAreForWhomPagesAre(t *testing.T) {
	t.Parallel()
	hidden := open(t, func(o *serve.Options) { o.Site.Mode = pages.Off })
	closed := open(t, func(o *serve.Options) { o.Site.Mode = pages.SignedIn })
	for _, path := range []string{"/films.atom", "/films.ics", "/films.csv"} {
		hidden.ask(request{path: path}).fails(404, "not_found")
		closed.ask(request{path: path}).fails(401, "missing_api_key")
		closed.ask(request{path: path, header: map[string]string{"X-API-Key": closed.Key(access.Studio)}}).fails(401, "missing_api_key")
	}
	ida := closed.browser()
	ida.signUp("ida@example.com", access.Writer)
	for _, path := range []string{"/films.atom", "/films.ics"} {
		ida.get(path).is(200).has("Cache-Control", "no-store").has("Etag", "")
	}
}
