package serve_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
)

// totalOf returns how many films a list has.
func (s *site) totalOf(query string) int {
	s.t.Helper()
	var list struct{ Data struct{ Total int } }
	a := s.ask(request{path: "/films.json?" + query}).is(200)
	if err := json.Unmarshal(a.body, &list); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return list.Data.Total
}

// REQ F2-105: ranges of rating, votes and runtime narrow the list, the page names the call of the interface
// that does the same, and a least that is above the greatest is refused.
func TestRangesNarrowTheList(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.Key(access.Producer)
	all := s.totalOf("")
	for _, query := range []string{"max_runtime=100", "max_runtime=110&min_runtime=90", "min_runtime=100", "max_votes=50000", "max_rating=7", "genre=Drama&max_rating=8&min_rating=6", "max_runtime=999999999&min_runtime=1"} {
		n := s.totalOf(query)
		if n == 0 || n > all || n == all && !strings.Contains(query, "999") {
			t.Errorf("%s gives %d of %d films", query, n, all)
		}
		s.ask(request{path: "/films?" + query}).is(200).shows("/api/v2/films?" + query)
		var rest struct{ Meta struct{ Total int } }
		if err := json.Unmarshal(s.with(key, "GET", "/api/v2/films?"+query, "").is(200).body, &rest); err != nil || rest.Meta.Total != n {
			t.Errorf("%s: the interface finds %d films, the page %d: %v", query, rest.Meta.Total, n, err)
		}
		s.with(key, "GET", "/api/v1/films?"+query, "").is(200)
	}
	for _, query := range []string{"max_runtime=1", "max_rating=0", "max_votes=0", "max_votes=-5"} {
		if n := s.totalOf(query); n != 0 {
			t.Errorf("%s gives %d films", query, n)
		}
		s.ask(request{path: "/films?" + query}).is(200).shows("No film fits all of this")
	}
	for _, query := range []string{"max_runtime=long", "min_runtime=NaN", "max_votes=1e400", "min_runtime=500&max_runtime=100", "min_rating=10&max_rating=1", "min_votes=2&max_votes=1", "max_runtimes=100"} {
		s.ask(request{path: "/films.json?" + query}).is(400)
		s.with(key, "GET", "/api/v2/films?"+query, "").is(400)
		s.with(key, "GET", "/api/v2/films/random?"+query, "").is(400)
	}
	s.ask(request{path: "/films.json?min_votes=2&max_votes=1"}).is(400).shows("min_votes must be at most max_votes")
}

// Several genres can be chosen, and each is taken back alone; what is set stays when the form is sent.
func TestConditionsAreTakenBackAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films?genre=Drama,War&decade=1940s"}).is(200).
		shows(`aria-label="Remove: genre Drama"`, `href="/films?decade=1940s&genre=War"`, `href="/films?decade=1940s&genre=Drama"`,
			`<input type="hidden" name="genre" value="Drama,War">`, `<input type="hidden" name="decade" value="1940s">`, `>Clear all</a>`)
	hostile := url.QueryEscape(`"><script>alert(1)</script>`)
	s.ask(request{path: "/films?genre=" + hostile + "&q=" + hostile + "&decade=1940s"}).is(200).lacks("<script>alert")
}

// A decade that is set does not hide the others, and leads back to all.
func TestDecadesAreABarEach(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/films?decade=1940s"}).is(200).body)
	if !strings.Contains(page, `href="/films?decade=1950s"`) {
		t.Error("the other decades are not offered")
	}
	s.ask(request{path: "/films?decade=1940&language=xx&country=ZZ"}).is(200)
}
