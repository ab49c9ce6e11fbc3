package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// Who comes to where nothing is learns so in plain words, can search, and is shown some films. Names
// of errors are for programs.
func TestMissingPagesOfferAWayOn(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/nowhere", "/films/" + apptest.Absent, "/people/nobody-at-all", "/scripts/" + apptest.Absent, "/films/%3Cscript%3E"} {
		page := s.ask(request{path: path, header: map[string]string{"Accept": "text/html"}}).is(404).has("Cache-Control", "no-store").
			shows("<h1>Nothing is here</h1>", `role="alert"`, `data-search="/search.json"`, `href="/"`).
			lacks("_not_found", "/docs/errors#", "For programs", "<script>")
		if n := strings.Count(string(page.body), `role="search"`); n != 1 {
			t.Errorf("%s has %d search boxes", path, n)
		}
		if films := strings.Contains(string(page.body), `src="/covers/`); films == strings.HasPrefix(path, "/scripts/") {
			t.Errorf("%s: films to go on with: %v", path, films)
		}
	}
	s.ask(request{path: "/films?min_rating=high"}).is(400).shows("<h1>This address has a mistake</h1>", ">min_rating must be", `<a class="button second" href="/films">Films</a>`).lacks("invalid_parameter", `src="/covers/`)
}

// A site for those who are signed in shows strangers no films where nothing is.
func TestMissingPagesShowStrangersNoFilmsOfAClosedSite(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.Site.Mode = "signed-in" })
	s.ask(request{path: "/nowhere", header: map[string]string{"Accept": "text/html"}}).lacks("/covers/", "film-card")
}
