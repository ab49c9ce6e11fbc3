package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// What is open is read without a key and without a budget, in every form.
func TestPagesAreReadWithoutAKey(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, media := range map[string]string{
		"/": "text/html; charset=utf-8", "/films": "text/html; charset=utf-8", "/films?q=crossing&view=table": "text/html; charset=utf-8",
		"/films.csv?decade=1940s": "text/csv; charset=utf-8", "/films.json?sort=year:asc": "application/json; charset=utf-8",
	} {
		a := s.ask(request{path: path}).is(200).has("Content-Type", media)
		if a.header.Get("Cache-Control") != "public, max-age=60" || a.header.Get("X-RateLimit-Limit") != "" {
			t.Errorf("%s: Cache-Control %q, a budget of %q", path, a.header.Get("Cache-Control"), a.header.Get("X-RateLimit-Limit"))
		}
		tag := a.header.Get("Etag")
		s.ask(request{path: path, header: map[string]string{"If-None-Match": tag}}).is(http.StatusNotModified)
	}
}

// A page's policy lets nothing in from elsewhere, and pages have nothing inline.
func TestPagesHaveNothingInline(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/", "/films", "/films?q=nothing+has+these+words"} {
		a := s.ask(request{path: path}).is(200)
		page := string(a.body)
		for _, not := range []string{" style=", "<style", "<script>", "onclick=", "javascript:", "http://www.w3.org/1999/xlink", "NaN", "&lt;nil&gt;"} {
			if strings.Contains(page, not) {
				t.Errorf("%s has %q", path, not)
			}
		}
		if !strings.Contains(a.header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("%s: policy %q", path, a.header.Get("Content-Security-Policy"))
		}
	}
}

// Whoever asks for too much gets a page that says so, or the interface's error as data.
func TestPagesRefuseInWords(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.ask(request{path: "/films?min_rating=good"}).is(400).has("Content-Type", "text/html; charset=utf-8")
	if !strings.Contains(string(a.body), "min_rating must be a number") {
		t.Errorf("the page says %s", a.body)
	}
	s.ask(request{path: "/films.json?min_rating=good"}).fails(400, "invalid_parameter")
	s.ask(request{path: "/films?decade=long+ago"}).is(400)
}

// One reader has so many pages a minute; another has its own.
func TestPagesAreBoundedForEachReader(t *testing.T) {
	t.Parallel()
	s := open(t)
	for range access.SitePages {
		s.ask(request{path: "/films?q=" + apptest.Crossing}).is(200)
	}
	a := s.ask(request{path: "/films"}).is(429)
	if a.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.ask(request{path: "/healthz"}).is(200)
}

// The files of the site never change at their address.
func TestStaticFilesAreImmutable(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/"}).is(200).body)
	_, rest, found := strings.Cut(page, `rel="stylesheet" href="`)
	address, _, _ := strings.Cut(rest, `"`)
	if !found {
		t.Fatal("the page has no style sheet")
	}
	s.ask(request{path: address}).is(200).has("Cache-Control", "public, max-age=31536000, immutable").has("Content-Type", "text/css; charset=utf-8")
	s.ask(request{path: "/static/site.000000000000.css"}).is(404)
}

// A browser at an address that has nothing sees a page; a program gets the interface's error.
func TestAnUnknownAddressIsAPageForBrowsers(t *testing.T) {
	t.Parallel()
	s := open(t)
	browser := map[string]string{"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
	a := s.ask(request{path: "/flims", header: browser}).is(404).has("Content-Type", "text/html; charset=utf-8")
	if !strings.Contains(string(a.body), "There is no page at this address") {
		t.Errorf("the page says %s", a.body)
	}
	s.ask(request{path: "/flims"}).fails(404, "not_found")
	s.ask(request{path: "/api/v2/flims", header: browser}).fails(404, "not_found")
	s.ask(request{method: "POST", path: "/flims", header: browser}).fails(404, "not_found")
}
