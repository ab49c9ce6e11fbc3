package serve_test

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

// The aggregates stand on pages, and as data in every form.
func TestAggregatesArePages(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, wants := range map[string][]string{
		"/statistics":                       {"<h1>Statistics</h1>", "Films by decade", "Films by genre", "US dollars of their time", "Directors of at least"},
		"/coverage":                         {"What is known and what is missing", "box_office.budget", "by decade"},
		"/atlas":                            {"<h1>Atlas</h1>", "Country stated", "United Kingdom"},
		"/atlas?country=GB&decade_min=1900": {`id="country"`, "The best by master score"},
		"/atlas?decade_min=3000":            {"No film fits"},
	} {
		page := string(s.ask(request{path: path}).is(200).body)
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("%s does not say %q", path, want)
			}
		}
	}
	for path, first := range map[string]string{
		"/statistics.csv": "Decade,", "/statistics.csv?table=genres": "Genre,", "/coverage.csv?table=decades": "Decade,", "/atlas.csv": "Country,",
	} {
		if got := string(s.ask(request{path: path}).is(200).body); !strings.HasPrefix(got, first) {
			t.Errorf("%s begins %.40q, want %q", path, got, first)
		}
	}
	for _, path := range []string{"/statistics.json", "/coverage.json", "/atlas.json"} {
		s.ask(request{path: path}).is(200).has("Content-Type", "application/json; charset=utf-8")
	}
	s.ask(request{path: "/statistics.csv?table=none"}).fails(400, "invalid_parameter")
	s.ask(request{path: "/atlas?band=Z"}).is(400)
	s.ask(request{path: "/atlas?decade_min=long+ago"}).is(400)
	s.ask(request{path: "/atlas?country=ZZ"}).is(400)
}

// REQ F2-106: every picture of the pages of figures says in which unit it is, where its data come from, and
// has them as a file.
func TestEveryPictureHasUnitSourceAndFile(t *testing.T) {
	t.Parallel()
	s := open(t)
	figure := regexp.MustCompile(`(?s)<figure class="picture.*?</figure>`)
	file := regexp.MustCompile(`<a href="([^"]+)" download>`)
	for path, least := range map[string]int{"/statistics": 4, "/coverage": 1, "/atlas": 1, "/research": 3, "/posters": 3} {
		found := figure.FindAllString(string(s.ask(request{path: path}).is(200).body), -1)
		if len(found) < least {
			t.Errorf("%s has %d pictures", path, len(found))
		}
		for _, f := range found {
			title, _, _ := strings.Cut(f, "</h2>")
			if !strings.Contains(f, `class="unit"`) || !strings.Contains(f, "Source: ") {
				t.Errorf("%s: no unit or source beside %.200s", path, title)
			}
			if at := file.FindStringSubmatch(f); at == nil {
				t.Errorf("%s: no file of %.200s", path, title)
			} else if a := s.ask(request{path: html.UnescapeString(at[1])}).is(200); !strings.HasPrefix(a.header.Get("Content-Type"), "text/csv") {
				t.Errorf("%s leads to %s", path, a.header.Get("Content-Type"))
			}
		}
	}
}
