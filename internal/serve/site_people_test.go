package serve_test

import (
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

// People are listed by popularity, with filters and pages; each leads to a career.
func TestPeopleAreListed(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/people"}).is(200).shows("<h1>People</h1>", "Popularity (of 100)", "/people/karl-wehner").lacks("NaN", "&lt;nil&gt;", " style=")
	s.ask(request{path: "/people?q=wehner"}).is(200).shows("Karl Wehner", ">1<").lacks("Rosa Lindt")
	s.ask(request{path: "/people?q=nobody+at+all"}).is(200).shows("Nobody fits all of this")
	s.ask(request{path: "/people.csv?q=wehner"}).is(200).has("Content-Type", "text/csv; charset=utf-8").shows("Name,Popularity (of 100)", "Karl Wehner,")
	s.ask(request{path: "/people.json?q=wehner"}).is(200).shows(`"id":"karl-wehner"`)
	for _, wrong := range []string{"?min_popularity=high", "?offset=x", "?offset=-1", "?min_popularity=NaN"} {
		s.ask(request{path: "/people" + wrong}).is(400).has("Content-Type", "text/html; charset=utf-8")
		s.ask(request{path: "/people.json" + wrong}).fails(400, "invalid_parameter")
	}
}

// A person has films with characters and covers, figures with units, and those they work with. No
// picture of a third party's is shown. Other ids lead to the address.
func TestAPersonHasAPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/people/karl-wehner"}).is(200).
		shows("<bdi>Karl Wehner</bdi></h1>", "The Crossing", "The Ferryman", "Ilse Brandt", "of 10", "$2,150,000", `class="monogram"`, "film here", `class="film-card"`, "<img").lacks("NaN", "&lt;nil&gt;", " style=", "images.example")
	record := s.get("/api/v1/actors/karl-wehner").is(200)
	if data := s.ask(request{path: "/people/karl-wehner.json"}).is(200); string(data.body) != string(record.body) {
		t.Errorf("the page has %s\nthe interface %s", data.body, record.body)
	}
	s.ask(request{path: "/people/karl-wehner.csv"}).is(200).shows("Title,Year,Character,Director", "The Crossing,1948,The Ferryman,Ilse Brandt,")
	s.ask(request{path: "/people/Karl-Wehner"}).is(301).has("Location", "/people/karl-wehner")
	s.ask(request{path: "/people/nobody-at-all"}).is(404).has("Cache-Control", "no-store")
	s.ask(request{path: "/people/nobody-at-all.json"}).fails(404, "actor_not_found")
}

// Guides are read with the films they cite.
func TestGuidesAreRead(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/guides"}).is(200).shows("<h1>Guides</h1>", "/guides/directors/agnes-varda", "Cinematographers")
	for _, d := range []string{"writers", "directors", "cinematographers", "actors"} {
		s.ask(request{path: "/guides/" + d}).is(200).shows("Guides to " + d)
		s.ask(request{path: "/guides/" + d + ".csv"}).is(200).shows("Name,Active,Summary,Films cited")
	}
	guide := s.ask(request{path: "/guides/directors/agnes-varda"}).is(200).shows("Agnès Varda", "<h2 id=\"in-one-page\">In one page</h2>", "Techniques", "Films cited")
	if strings.Contains(string(guide.body), "film:/") || strings.Contains(string(guide.body), "](") {
		t.Errorf("a link is left as Markdown: %s", guide.body)
	}
	s.ask(request{path: "/guides/directors/Agnès-Varda"}).is(301).has("Location", "/guides/directors/agnes-varda")
	s.ask(request{path: "/guides/directors/agnes-varda.json"}).is(200).shows(`"slug":"agnes-varda"`)
	for _, path := range []string{"/guides/editors", "/guides/directors/nobody", "/guides/editors/agnes-varda"} {
		s.ask(request{path: path}).is(404)
	}
}

// A director's name leads to their films, and a name that is half known to the whole one.
func TestDirectorsHaveTheirFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := s.ask(request{path: "/directors"}).is(200).shows("<h1>Directors</h1>", `name="name"`)
	if strings.Contains(string(all.body), `role="alert"`) {
		t.Error("the form begins with a problem")
	}
	var whole string
	for _, f := range apptest.Films() {
		if f.Director != nil && strings.Contains(*f.Director, " ") && !strings.Contains(*f.Director, ",") {
			whole = *f.Director
		}
	}
	part, _, _ := strings.Cut(whole, " ")
	address := "/directors?" + url.Values{"name": {strings.ToLower(whole)}}.Encode()
	s.ask(request{path: address}).is(200).shows("<bdi>"+whole+"</bdi></h1>", "Director", `href="/films?director=`)
	s.ask(request{path: strings.Replace(address, "?", ".csv?", 1)}).is(200).shows("Title,Year,With")
	s.ask(request{path: strings.Replace(address, "?", ".json?", 1)}).is(200).shows(`"films":[{"filmdb_id":"tt`)
	s.ask(request{path: "/directors?name=" + url.QueryEscape(part)}).is(200).shows(`role="alert"`, `href="/directors?name=`+url.QueryEscape(whole)+`"`)
	s.ask(request{path: "/directors?name=%20.%20"}).is(200).shows(`role="alert"`)
	s.ask(request{path: "/directors.json?name=" + url.QueryEscape(part)}).fails(404, "not_found")
	s.ask(request{path: "/directors?nmae=x"}).is(200).shows("did you mean name?")
}

// A name in a key department of a film leads to the films that it is in the crew of, another
// one to what is found by it.
func TestTheCrewHasItsFilms(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.ask(request{path: "/films/" + apptest.Ensemble}).is(200).shows(`href="/crew?name=Vera+Lenz"`, `href="/films?q=Tilda+Rowe"`)
	s.ask(request{path: "/crew?name=vera+lenz"}).is(200).shows("<bdi>Vera Lenz</bdi></h1>", "Director of Photography", "/films/"+apptest.Ensemble, `href="/films?q=Vera+Lenz"`)
	s.ask(request{path: "/crew?name=Ilse+Brandt"}).is(200).shows("Director, Screenplay", "The Crossing").lacks("NaN", "&lt;nil&gt;", " style=")
	s.ask(request{path: "/crew.csv?name=Vera+Lenz"}).is(200).shows("Title,Year,As", "Director of Photography")
	s.ask(request{path: "/crew.json?name=Vera+Lenz"}).is(200).shows(`"jobs":["Director of Photography"]`)
	if form := s.ask(request{path: "/crew"}).is(200).shows("<h1>Crew</h1>", `name="name"`); strings.Contains(string(form.body), `role="alert"`) {
		t.Error("the form begins with a problem")
	}
	for _, name := range []string{"Vera", "Tilda+Rowe", "nobody+at+all", "%20.%20", strings.Repeat("x", 3000)} {
		s.ask(request{path: "/crew?name=" + name}).is(200).shows(`role="alert"`)
	}
	s.ask(request{path: "/crew.json?name=Vera"}).fails(404, "not_found")
	s.ask(request{path: "/search?q=vera+lenz"}).is(200).shows(`href="/crew?name=Vera+Lenz"`)
	s.ask(request{path: "/search?q=lenz"}).is(200).lacks(`href="/crew?`)
}
