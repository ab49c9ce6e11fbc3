package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/serve"
)

// catalogue is a service with more films than strangers may take in a day.
type catalogue struct {
	*apptest.House
	t       testing.TB
	handler http.Handler
}

// catalogueFilms is how many films a catalogue has, years from 1900 on, 100 a year, all released
// around the day of the house.
const catalogueFilms = 8_000

func openCatalogue(t testing.TB) *catalogue {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a library of 8,000 films")
	}
	house, known := apptest.Open(t), apptest.Films()
	films := make([]*film.Film, catalogueFilms)
	for i := range films {
		f := *known[i%len(known)]
		f.ID, f.Year = film.ID(1000+i), new(1900+i/100)
		f.ReleaseDate = new(time.Date(2026, 1, 1+i%300, 0, 0, 0, 0, time.UTC).Format(time.DateOnly))
		f.BoxOffice.WorldwideGross = nil // nothing to learn forecasts from, which takes longer than all else here
		films[i] = &f
	}
	house.PublishFilms(films)
	if _, err := house.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: house.App})
	if err != nil {
		t.Fatal(err)
	}
	return &catalogue{house, t, handler}
}

// get asks from an address, with pairs of names and values as headers.
func (c *catalogue) get(from, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", "http://kinodex.example"+path, nil)
	r.RemoteAddr = "[" + from + "]:1"
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	c.handler.ServeHTTP(w, r)
	return w
}

// reads asks for a page that must be answered.
func (c *catalogue) reads(from, path string, header ...string) *httptest.ResponseRecorder {
	c.t.Helper()
	w := c.get(from, path, header...)
	if w.Code != http.StatusOK {
		c.t.Errorf("%s from %s: %d %.300s", path, from, w.Code, w.Body)
	}
	return w
}

// refused tells whether an answer says that strangers may not have more, how long to wait and
// what else to do.
func (c *catalogue) refused(w *httptest.ResponseRecorder) bool {
	c.t.Helper()
	switch w.Code {
	case http.StatusOK:
		return false
	case http.StatusTooManyRequests:
		if w.Header().Get("Retry-After") == "" || !strings.Contains(w.Body.String(), "key") {
			c.t.Errorf("a refusal that does not help: %v %s", w.Header(), w.Body)
		}
	case http.StatusForbidden:
		if !strings.Contains(w.Body.String(), "sign in") && !strings.Contains(w.Body.String(), "key") {
			c.t.Errorf("a refusal that does not help: %s", w.Body)
		}
	default:
		c.t.Errorf("%d %.300s", w.Code, w.Body)
	}
	return true
}

// walk follows a list from as many addresses as address gives, a page each, until a page is refused
// or the list ends. It adds the ids it got to taken.
func (c *catalogue) walk(path string, address func() string, taken map[string]bool, header ...string) {
	for {
		w := c.get(address(), path, header...)
		if c.refused(w) {
			return
		}
		var page struct {
			Data json.RawMessage
			Meta struct {
				Next *string `json:"next_cursor"`
			}
		}
		var list struct {
			Films json.RawMessage
			Next  *string `json:"next_cursor"`
		}
		json.Unmarshal(w.Body.Bytes(), &page)
		if json.Unmarshal(page.Data, &list) != nil { // the interface, whose data is the list
			list.Films, list.Next = page.Data, page.Meta.Next
		}
		var films []struct {
			ID string `json:"filmdb_id"`
		}
		if err := json.Unmarshal(list.Films, &films); err != nil || len(films) == 0 {
			c.t.Fatalf("%s: %v %.200s", path, err, w.Body)
		}
		for _, f := range films {
			taken[f.ID] = true
		}
		if list.Next == nil {
			return
		}
		base, query, _ := strings.Cut(path, "?")
		q, _ := url.ParseQuery(query)
		q.Set("cursor", *list.Next)
		path = base + "?" + q.Encode()
	}
}

// in48 gives another /64 of a /48 each time.
func in48(site int) func() string {
	n := 0
	return func() string { n++; return fmt.Sprintf("2001:db8:%x:%x::1", site, n) }
}

// Whoever has many addresses cannot take the catalogue that plans sell: not with all addresses of a
// /48, not with many of them, not with the filters that make many lists of one, by no door (REQ A-22).
func TestStrangersTakeAShareOfTheCatalogueADay(t *testing.T) {
	t.Parallel()
	c := openCatalogue(t)
	share := (*access.Policy)(nil).Share(catalogueFilms)
	year := func(i int) string { return fmt.Sprint("year_min=", 1900+i%80, "&year_max=", 1900+i%80) }
	taken := map[string]bool{}
	for i := range 20 {
		c.walk("/films.json?"+year(i), in48(1), taken)
	}
	if n := len(taken); n < 1000 || n > share/access.ShareParts {
		t.Errorf("one /48 took %d films", n)
	}
	for site := range 10 {
		for i := range 6 {
			c.walk("/films.json?"+year(20+site*6+i), in48(2+site), taken)
		}
		for i := range 4 {
			c.walk("/api/v2/films?limit=500&"+year(4*site+i), in48(2+site), taken, "X-Sandbox", "1")
			c.walk("/api/v2/films?limit=500&"+year(4*site+40+i), in48(2+site), taken, "X-API-Key", access.Playground)
		}
	}
	if n := len(taken); n < share*9/10 || n > share {
		t.Errorf("strangers took %d of %d films, the share is %d", n, catalogueFilms, share)
	}
	for _, path := range []string{"/films.csv?year_min=1970", "/films.json?year_min=1970&sort=title:asc"} {
		if !c.refused(c.get("2001:db8:ffff::1", path)) {
			t.Errorf("%s is answered beyond the share", path)
		}
	}

	t.Run("a visitor goes on reading", func(t *testing.T) {
		visitor := "2001:db8:abcd:1::1"
		c := &catalogue{c.House, t, c.handler}
		for i := range 15 {
			c.reads(visitor, "/films?"+year(i*3))
			c.reads(visitor, fmt.Sprint("/films/", film.ID(1000+500*i)))
		}
		for _, path := range []string{"/", "/films", "/films?sort=year:desc", "/search.json?q=cross", "/people", "/posters", "/scripts", "/statistics.json", "/films/" + film.ID(8500).String() + ".json"} {
			c.reads(visitor, path)
		}
		c.reads(visitor, "/api/v2/films?limit=10&sort=title:desc", "X-Sandbox", "1")
	})
	t.Run("a key goes on", func(t *testing.T) {
		c := &catalogue{c.House, t, c.handler}
		taken := map[string]bool{}
		for i := range 8 {
			c.walk("/api/v2/films?limit=500&"+year(i), in48(1), taken, "X-API-Key", c.Key(access.Writer))
		}
		if len(taken) != 800 {
			t.Errorf("%d films", len(taken))
		}
	})
	t.Run("tomorrow there is another share", func(t *testing.T) {
		c := &catalogue{c.House, t, c.handler}
		c.Clock.Set(c.Clock.Now().Add(24 * time.Hour))
		c.reads("2001:db8:1::1", "/films.json")
		for i := range 56 {
			c.walk("/films.json?"+year(i), in48(2000+i/5), map[string]bool{})
		}
		if !c.refused(c.get("2001:db8:1::1", "/films.json?year_min=1975&sort=title:desc")) {
			t.Error("the share of tomorrow has no end")
		}
	})
}

// A list ends for strangers at a stated depth, by every door, and an account goes on (REQ A-22).
func TestListsOfStrangersEnd(t *testing.T) {
	t.Parallel()
	c := openCatalogue(t)
	for door, path := range []string{"/films.json", "/api/v2/films?limit=500"} {
		taken := map[string]bool{}
		c.walk(path, in48(door), taken, "X-Sandbox", "1")
		if n := len(taken); n < access.DeepestFilm || n > access.DeepestFilm+48 {
			t.Errorf("%s goes on to %d films", path, n)
		}
	}
	at := fmt.Sprint("/api/v1/films?limit=5&offset=", access.DeepestFilm)
	w := c.get("2001:db8::1", at, "X-Sandbox", "1")
	if left := w.Header().Get("X-RateLimit-Remaining"); w.Code != http.StatusForbidden || left != "25" {
		t.Errorf("film %d without a key: %d, %s calls left, %s", access.DeepestFilm, w.Code, left, w.Body)
	}
	c.reads("2001:db8::1", at, "X-API-Key", c.Key(access.Writer))
}

// feedLinks are the pages of films that a feed or a calendar leads to.
var feedLinks = regexp.MustCompile(`/films/(tt\d+)`)

// subscribe asks for a feed or a calendar from an address and adds the films that it got to taken. It
// reports whether it was answered.
func (c *catalogue) subscribe(from, path string, taken map[string]bool) bool {
	c.t.Helper()
	w := c.get(from, path)
	if c.refused(w) {
		return false
	}
	for _, m := range feedLinks.FindAllStringSubmatch(strings.ReplaceAll(w.Body.String(), "\r\n ", ""), -1) {
		taken[m[1]] = true
	}
	return true
}

// Feeds and calendars are no way to take more of the catalogue than pages are: not page by page, not
// by the filters and windows that make many of one, not from many addresses (REQ F2-94, A-22).
func TestFeedsAreNoWayAroundTheBoundsOfPages(t *testing.T) {
	t.Parallel()
	c := openCatalogue(t)
	share := (*access.Policy)(nil).Share(catalogueFilms)
	depth := map[string]bool{}
	for offset, next := 0, in48(9); ; offset += access.FewFilms {
		if !c.subscribe(next(), fmt.Sprint("/films.atom?offset=", offset), depth) {
			break
		}
	}
	if n := len(depth); n < access.FewFilms || n > access.DeepestFilm {
		t.Errorf("a feed goes on to %d films", n)
	}
	year := func(i int) string { return fmt.Sprint("year_min=", 1900+i, "&year_max=", 1900+i) }
	taken := map[string]bool{}
	for site := range 20 {
		next := in48(100 + site)
		for i := range 80 {
			c.subscribe(next(), "/films.ics?days_ahead=3650&"+year(i), taken)
		}
	}
	if n := len(taken); n < share*8/10 || n > share {
		t.Errorf("strangers took %d of %d films by calendars, the share is %d", n, catalogueFilms, share)
	}
	for _, path := range []string{"/films.json?sort=title:asc", "/films.ics?q=crossing", "/films.atom?offset=20&director=zzz&q=echo", "/films.ics?year_min=1979&days_ahead=3650&release_kind=unknown"} {
		if got := map[string]bool{}; c.subscribe("2001:db8:ffff::1", path, got) {
			for id := range got {
				if !taken[id] && !depth[id] {
					t.Fatalf("%s gives %s beyond the share", path, id)
				}
			}
		}
	}
	// What is few is reading: of it each reader has its own, and each neighbourhood.
	before := len(taken)
	for i := range 80 {
		for _, genre := range []string{"drama", "comedy", "thriller", "documentary"} {
			c.subscribe("2001:db8:77:1::1", "/films.atom?genre="+genre+"&"+year(i), taken)
			c.subscribe("2001:db8:77:1::1", "/films.ics?days_ahead=20&genre="+genre+"&"+year(i), taken)
		}
	}
	if n := len(taken) - before; n > access.OwnFilms {
		t.Errorf("one reader took %d films beyond the share", n)
	}
	for i := range 80 {
		for offset := range 5 {
			next := in48(0x77)
			c.subscribe(next(), fmt.Sprint("/films.atom?", year(i), "&offset=", offset*access.FewFilms), taken)
			c.subscribe(next(), fmt.Sprint("/films.ics?days_back=0&days_ahead=", 3*offset, "&", year(i)), taken)
		}
	}
	if n := len(taken) - before; n > access.NeighbourhoodFilms {
		t.Errorf("one neighbourhood took %d films beyond the share", n)
	}
}

// Asking again for a feed that one holds costs nothing.
func TestAFeedThatIsHeldCostsNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	tag := s.ask(request{path: "/films.atom"}).is(200).header.Get("Etag")
	for range access.SitePages + 10 {
		s.ask(request{path: "/films.atom", header: map[string]string{"If-None-Match": tag}}).is(http.StatusNotModified)
	}
	s.ask(request{path: "/films.ics"}).is(200)
}
