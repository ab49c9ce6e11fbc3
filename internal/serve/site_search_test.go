package serve_test

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

// One box finds films, people, screenplays and guides.
func TestOneBoxFindsEverything(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/search?q=crossing"}).is(200).
		shows(`<h2 id="films">Films</h2>`, "/films/"+apptest.Crossing+"-the-crossing", `<span class="name"><bdi>The Crossing</bdi>`, "Measured screenplays", "/scripts/"+apptest.Crossing)
	s.ask(request{path: "/search?q=wehner"}).is(200).shows(`<h2 id="people">People</h2>`, "/people/karl-wehner", `<span class="hidden">cast: </span>`, "Karl Wehner", "known for", "/docs/search?q=wehner")
	s.ask(request{path: "/search?q=agnes+varda"}).is(200).shows(`<h2 id="guides">Guides</h2>`, "/guides/directors/agnes-varda")
	s.ask(request{path: "/search?q=crosing"}).is(200).shows("Did you mean <a href=\"/search?q=", "No film has <bdi>“crosing”</bdi>")
	s.ask(request{path: "/search?q=qqqqq+zzzzz"}).is(200).shows("Nothing fits <bdi>“qqqqq zzzzz”</bdi>", "Well-known films")
	s.ask(request{path: "/search"}).is(200).lacks("Nothing fits")
	s.ask(request{path: "/search?q=" + strings.Repeat("a", 501)}).is(200).shows("Use 1 to 500 characters.")
	s.ask(request{path: "/search?q=%00%ff"}).is(200)
	s.ask(request{path: "/search?q=" + url.QueryEscape(`"><script>alert(1)</script>`)}).is(200).lacks("<script>alert")
}

// One letter finds the films that the list of films finds, since a film may be called so; what no film has, and
// no text at all, lead to examples that find something.
func TestASearchHelpsOn(t *testing.T) {
	t.Parallel()
	s := open(t)
	films := regexp.MustCompile(`class="film-card" href="([^"]*)"`)
	for _, letter := range []string{"a", "m", "9", "%C3%9F"} {
		found := films.FindAllStringSubmatch(string(s.ask(request{path: "/search?q=" + letter}).is(200).body), -1)
		list := films.FindAllStringSubmatch(string(s.ask(request{path: "/films?q=" + letter}).is(200).body), -1)
		for i, f := range found[:min(len(found), len(list))] {
			if f[1] != list[i][1] {
				t.Errorf("%s: %s in the place of %s", letter, f[1], list[i][1])
			}
		}
		if len(list) > 0 && len(found) == 0 {
			t.Errorf("%s: no film, and the list has %d", letter, len(list))
		}
	}
	for _, path := range []string{"/search", "/search?q=qqqqq+zzzzz"} {
		page := string(s.ask(request{path: path}).is(200).body)
		ways := regexp.MustCompile(`class="chip" href="(/search\?q=[^"]*)"`).FindAllStringSubmatch(page, -1)
		if len(ways) != 3 {
			t.Fatalf("%s: %q", path, ways)
		}
		for _, way := range ways {
			s.ask(request{path: html.UnescapeString(way[1])}).is(200).shows(`class="film-card"`).lacks("Nothing fits")
		}
	}
}

// REQ F2-83: what was understood of a kind of films is shown, each part with a link that removes it.
func TestAKindOfFilmsCanBeNarrowed(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/search?q=German+war+dramas+from+the+40s"}).is(200).
		shows("/films/"+apptest.Crossing, "1940 to 1949", `aria-label="Remove: country Germany"`, "/search?q=war+dramas+from+the+40s")
	s.ask(request{path: "/films?match=auto&q=German+war+dramas+from+the+40s"}).is(200).
		shows("/films/"+apptest.Crossing, `aria-label="Remove: years 1940 to 1949"`, "q=German+war+dramas")
	s.ask(request{path: "/search?q=" + url.QueryEscape(`comedies from the 80s "><script>alert(1)</script>`)}).is(200).lacks("<script>alert")
}

// The id of a film leads to the film; one that no film has is searched for like any word.
func TestAnIDLeadsToItsFilm(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/search?q=+" + apptest.Crossing + "+"}).is(302).has("Location", "/films/"+apptest.Crossing)
	s.ask(request{path: "/search?q=" + apptest.Absent}).is(200).shows("Nothing fits")
}

// What is suggested while one types are rows that lead somewhere.
func TestSuggestionsLeadSomewhere(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, q := range []string{"crossing", "karl", "varda", "", "a", "no such thing at all"} {
		var suggested struct {
			Data []struct{ Text, Href string }
		}
		a := s.ask(request{path: "/search.json?q=" + url.QueryEscape(q)}).is(200)
		if err := json.Unmarshal(a.body, &suggested); err != nil || suggested.Data == nil {
			t.Fatalf("%q: %s, %v", q, a.body, err)
		}
		if few := len(q) < 2 || strings.Contains(q, "such"); few != (len(suggested.Data) == 0) {
			t.Errorf("%q suggests %+v", q, suggested.Data)
		}
		for _, row := range suggested.Data {
			if !strings.HasPrefix(row.Href, "/scripts/") { // a page of another family
				s.ask(request{path: row.Href}).is(200)
			}
		}
	}
}

// A director is found by a part of the name, and suggested.
func TestDirectorsAreFound(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/search?q=brandt"}).is(200).shows(`<h2 id="people">People</h2>`, `href="/directors?name=Ilse+Brandt"`, "director, known for")
	s.ask(request{path: "/search.json?q=brandt"}).is(200).shows("Ilse Brandt, director", "/directors?name=Ilse+Brandt")
	s.ask(request{path: "/search?q=nobody+such"}).is(200).lacks("director, known for")
}
