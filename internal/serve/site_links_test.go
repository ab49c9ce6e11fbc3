package serve_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

var hrefs = regexp.MustCompile(`href="(/[^"#]*)`)

// family returns what pages have in common of which a few stand for all: the path without what names
// one thing, and the names of its parameters.
func family(link *url.URL) string {
	parts := strings.Split(link.Path, "/")
	if last := parts[len(parts)-1]; strings.ContainsAny(last, "0123456789-") {
		parts[len(parts)-1] = "*"
	}
	names := strings.Join(parts, "/") + "?"
	for name := range link.Query() {
		names += name + "&"
	}
	return names
}

// Every page that links lead somebody to who is signed in and runs the service is there, in
// each of its forms, and knows the parameters that its links send.
func TestLinksOfSignedInPagesLeadSomewhere(t *testing.T) {
	t.Parallel()
	s := open(t)
	boss := s.browser()
	boss.signUp("boss@example.com", access.Operator)
	s.browser().signUp("ida@example.com", access.Writer)
	queue, seen, families := []string{"/", "/account", "/admin"}, map[string]bool{}, map[string]int{}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		link, err := url.Parse(html.UnescapeString(path))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		address := link.RequestURI()
		for _, not := range []string{"/static/", "/api/", "/posters/tt", "/openapi.json", "/objects/"} {
			if strings.HasPrefix(address, not) {
				seen[address] = true
			}
		}
		if seen[address] || families[family(link)] >= 3 {
			continue
		}
		seen[address] = true
		families[family(link)]++
		page := boss.get(address)
		if page.status != 200 && page.status != 302 && page.status != 301 {
			t.Errorf("%s answers %d: %.300s", address, page.status, page.body)
			continue
		}
		if strings.Contains(string(page.body), "There is no parameter") {
			t.Errorf("%s is sent parameters that it does not have", address)
		}
		for _, m := range hrefs.FindAllStringSubmatch(string(page.body), -1) {
			queue = append(queue, m[1])
		}
	}
	for _, path := range []string{"/account/keys", "/account/log", "/admin/accounts", "/admin/keys", "/admin/log", "/admin/libraries", "/admin/servers", "/films", "/people", "/scripts", "/atlas", "/docs"} {
		if !seen[path] {
			t.Errorf("no link leads to %s", path)
		}
	}
}

// A page says which parameters it does not have, and its data is refused.
func TestUnknownParametersOfPagesAreSaid(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films?gnere=drama&utm_source=x"}).is(200).shows("There is no parameter gnere here; did you mean genre? It was ignored.")
	s.ask(request{path: "/films?year=1948"}).is(200).shows("did you mean year_min or year_max?")
	s.ask(request{path: "/films.json?gnere=drama"}).fails(400, "unknown_parameter")
	s.ask(request{path: "/films.csv?table=films"}).is(200)
	s.ask(request{path: "/films.json?table=films"}).fails(400, "unknown_parameter")
	s.ask(request{path: "/statistics?top=5"}).is(200).shows("There is no parameter top here")
	if a := s.ask(request{path: "/films?genre=drama&min_rating=&country="}).is(200); strings.Contains(string(a.body), "There is no parameter") {
		t.Error("a form that is left empty in places is no mistake")
	}
}

// A country leads from the atlas to its films, which the list filters as REST does.
func TestACountryLeadsToItsFilms(t *testing.T) { // REQ F2-59
	s := open(t)
	s.ask(request{path: "/atlas?country=DE&decade_min=1940&decade_max=1949"}).is(200).shows(`href="/films?country=DE&year_max=1949&year_min=1940"`)
	s.ask(request{path: "/films?country=DE&year_max=1949&year_min=1940"}).is(200).shows("made in Germany", apptest.Crossing)
}

// The column by which a table is sorted stands behind the title.
func TestTheSortedColumnIsSeen(t *testing.T) {
	t.Parallel()
	s := open(t)
	for order, column := range map[string]string{
		"filmdb_votes:desc": `<th scope="col">Title</th><th scope="col" class="num" aria-sort="descending">Votes</th>`,
		"budget:asc":        `<th scope="col">Title</th><th scope="col" class="num" aria-sort="ascending">Budget (US dollars of its year)</th>`,
		"oscar_wins:desc":   `<th scope="col">Title</th><th scope="col" class="num" aria-sort="descending">Academy Awards</th>`,
	} {
		s.ask(request{path: "/films?view=table&sort=" + order}).is(200).shows(column)
	}
	s.ask(request{path: "/scripts?sort=scene_count:asc"}).is(200).shows(`aria-sort="ascending">Number of scenes</th>`)
}

// Pages that were read show in the usage of who is signed in, and cost nothing.
func TestPagesThatWereReadAreInUsage(t *testing.T) {
	t.Parallel()
	s := open(t)
	b := s.browser()
	b.signUp("ida@example.com", access.Writer)
	for range 3 {
		b.get("/films").is(200)
	}
	b.get("/account.json").is(200).shows(`{"operation":"pages","requests":3,"units":0,"refused":0}`, `"used_today":0`)
}
