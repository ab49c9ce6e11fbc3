package serve_test

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/serve"
	pages "kinodex/internal/serve/site"
	"kinodex/internal/serve/site/cover"
)

var coverAddress = regexp.MustCompile(`<img src="(/covers/(tt\d+)\.svg\?v=[-\w]{12})"`)

// A film without a stored poster is shown by its cover, whose address is good for ever (REQ F2-98).
func TestAFilmWithoutAPosterHasACover(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/", "/films", "/films/" + apptest.Crossing} {
		found := coverAddress.FindAllStringSubmatch(string(s.ask(request{path: path}).is(200).body), -1)
		if len(found) == 0 {
			t.Fatalf("%s shows no cover", path)
		}
		for _, one := range found {
			a := s.ask(request{path: one[1]}).is(200).has("Content-Type", "image/svg+xml").has("Cache-Control", "public, max-age=31536000, immutable").
				has("X-Content-Type-Options", "nosniff").has("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
			if !strings.HasPrefix(string(a.body), "<svg ") || a.header.Get("ETag") == "" {
				t.Errorf("%s: %.80s", one[1], a.body)
			}
			s.ask(request{path: one[1], header: map[string]string{"If-None-Match": a.header.Get("ETag")}}).is(304)
		}
	}
	// A stored poster takes its place, in the same frame.
	page := string(s.ask(request{path: "/films?has_poster=true"}).is(200).body)
	if !strings.Contains(page, `/posters/`) || !strings.Contains(page, `width="200" height="300"`) {
		t.Error("no stored poster is shown")
	}
	s.ask(request{path: "/films/" + apptest.Crossing}).shows(`alt="Poster of The Crossing (1948)"`)
	s.ask(request{path: "/films/" + apptest.Bare}).shows(`drawn by Kinodex"`, `src="/covers/`+apptest.Bare+`.svg?v=`)
}

// Without the seal that pages give, a cover is answered all the same and kept for a minute; what is
// no film is not.
func TestACoverWithoutItsSeal(t *testing.T) {
	t.Parallel()
	s := open(t)
	seal := func(id string) string {
		v := s.Visit(s.Key(access.Writer))
		defer v.Close()
		n, _ := film.ParseID(id)
		return v.CoverSeal(n, cover.Version)
	}
	right := s.ask(request{path: "/covers/" + apptest.Crossing + ".svg?v=" + seal(apptest.Crossing)}).is(200).has("Cache-Control", "public, max-age=31536000, immutable")
	for _, query := range []string{"", "?v=", "?v=AAAAAAAAAAAA", "?v=" + seal(apptest.Bare), "?v=" + strings.Repeat("x", 2000), "?w=1", "?v=%00"} {
		a := s.ask(request{path: "/covers/" + apptest.Crossing + ".svg" + query}).is(200).has("Cache-Control", "public, max-age=60")
		if string(a.body) != string(right.body) {
			t.Errorf("%s gives another picture", query)
		}
	}
	for _, name := range []string{"tt9999999.svg", "tt.svg", ".svg", "x", apptest.Crossing, apptest.Crossing + ".gif", "secret.svg", "tt99999999999999999999.svg"} {
		s.ask(request{path: "/covers/" + name}).is(404).has("Cache-Control", "no-store")
	}
	s.ask(request{method: "POST", path: "/covers/" + apptest.Crossing + ".svg"}).is(405)
	if seal(apptest.Crossing) == seal(apptest.Bare) || seal("tt9999999") != "" {
		t.Error("seals of two films are the same, or one of no film")
	}
}

// A cover says a film's title, year and director. So covers are no way around what strangers share a
// day (REQ A-22, F2-98): each that no page gave counts as its film. One that a page gave costs nothing.
func TestCoversAreNoWayAroundTheShare(t *testing.T) {
	t.Parallel()
	c := openCatalogue(t)
	share := (*access.Policy)(nil).Share(catalogueFilms)
	most := access.NeighbourhoodFilms + share/access.ShareParts + 48 // which another page shows
	sealed := coverAddress.FindStringSubmatch(c.get("2001:db8:99::1", "/films").Body.String())
	if sealed == nil {
		t.Fatal("no cover in the list")
	}
	from, shown := in48(1), 0
	for i := range 2 * most {
		w := c.get(from(), fmt.Sprintf("/covers/%s.svg", film.ID(100+i)))
		switch {
		case w.Code == http.StatusOK:
			shown++
		case w.Code != http.StatusNotFound && !c.refused(w):
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
	}
	if shown < access.NeighbourhoodFilms || shown > most {
		t.Errorf("one /48 was shown %d covers, may be shown %d", shown, most)
	}
	if w := c.get(from(), html.UnescapeString(sealed[1])); w.Code != http.StatusOK {
		t.Errorf("a cover that a page gave: %d", w.Code)
	}
	// One reader has no more of them in a minute than pages.
	var last int
	for range access.SitePages + 1 {
		last = c.get("2001:db8:77::1", "/covers/"+sealed[2]+".svg").Code
	}
	if last != http.StatusTooManyRequests {
		t.Errorf("one cover too many: %d", last)
	}
}

// Where pages are for those who are signed in, so are covers, but for those that a page gave.
func TestCoversOfPagesForTheSignedIn(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.Site.Mode = pages.SignedIn })
	for _, id := range []string{apptest.Crossing, "tt9999999"} {
		s.ask(request{path: "/covers/" + id + ".svg"}).is(401)
	}
	v := s.Visit(s.Key(access.Writer))
	defer v.Close()
	n, _ := film.ParseID(apptest.Crossing)
	s.ask(request{path: "/covers/" + apptest.Crossing + ".svg?v=" + v.CoverSeal(n, cover.Version)}).is(200)
	off := open(t, func(o *serve.Options) { o.Site.Mode = pages.Off })
	off.ask(request{path: "/covers/" + apptest.Crossing + ".svg"}).is(404)
}

// A cover changes its address when what it shows changes, and with nothing else.
func TestTheAddressOfACoverFollowsFromWhatItShows(t *testing.T) {
	t.Parallel()
	house := apptest.Open(t)
	films := apptest.Films()
	seal := func(version string) string {
		v := house.Visit(house.Key(access.Writer))
		defer v.Close()
		return v.CoverSeal(films[0].ID, version)
	}
	publish := func() {
		house.PublishFilms(films)
		if _, err := house.Holder.Reload(); err != nil {
			t.Fatal(err)
		}
	}
	before := seal("1")
	if seal("1") != before || seal("2") == before {
		t.Error("the seal does not follow from the version")
	}
	votes := 7
	films[0].Ratings.FilmdbVotes = &votes
	publish()
	if seal("1") != before {
		t.Error("other votes make another address")
	}
	films[0].Title += "!"
	publish()
	if seal("1") == before {
		t.Error("another title leaves the address")
	}
}
