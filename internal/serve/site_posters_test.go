package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// Posters are chosen by what was read of them; pictures that are not stored here are drawn.
func TestPostersAreChosenByTheirReading(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := string(s.ask(request{path: "/posters"}).is(200).body)
	for _, want := range []string{"<h1>Posters</h1>", "Tone", "Harmony of colours", "posters read so far", "All posters together"} {
		if !strings.Contains(all, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(all, "https://") {
		t.Error("the page has an address of another host")
	}
	_, link, found := strings.Cut(all, `href="/posters?tone=`)
	tone, _, _ := strings.Cut(link, `"`)
	if !found {
		t.Fatal("there is no tone to choose")
	}
	chosen := string(s.ask(request{path: "/posters?tone=" + tone}).is(200).body)
	if !strings.Contains(chosen, `aria-current="true"`) {
		t.Error("the choice is not marked")
	}
	none := string(s.ask(request{path: "/posters?tone=sour"}).is(200).body)
	if !strings.Contains(none, "No poster fits all of this") {
		t.Error("a tone that no poster has")
	}
	s.ask(request{path: "/posters.csv"}).is(200).has("Content-Type", "text/csv; charset=utf-8")
	s.ask(request{path: "/posters.json?offset=1"}).is(200)
	s.ask(request{path: "/posters?offset=many"}).is(400)
	s.ask(request{path: "/posters?offset=-1"}).is(400)
}

// Whoever may sends a poster of their own and gets what was measured in it, for one request;
// what is no picture costs nothing and is explained.
func TestAPosterOfOnesOwnIsRead(t *testing.T) {
	t.Parallel()
	s := open(t)
	stranger := string(s.ask(request{path: "/posters/read"}).is(200).body)
	if !strings.Contains(stranger, "/sign-in?next=%2Fposters%2Fread") || strings.Contains(stranger, `name="picture"`) {
		t.Errorf("the page for strangers: %s", stranger)
	}
	writer := s.browser()
	writer.signUp("wren@example.com", access.Writer)
	if p := string(writer.get("/posters/read").is(200).body); !strings.Contains(p, "part of the Studio plan") || strings.Contains(p, `name="picture"`) {
		t.Errorf("the page for a plan without pictures: %s", p)
	}
	b := s.browser()
	account := b.signUp("ida@example.com", access.Studio)
	picture := formPart{"picture", "mine.png", string(apptest.Picture(1))}
	read := string(b.sendFiles("/posters/read", "/posters/read", picture).is(200).body)
	for _, want := range []string{"What the poster shows", "What was measured", "Design score", "What would make it clearer", "Posters like it"} {
		if !strings.Contains(read, want) {
			t.Errorf("the answer does not say %q", want)
		}
	}
	if n := s.spent(account); n != 1 {
		t.Errorf("%d requests for a picture", n)
	}
	b.sendFiles("/posters/read", "/posters/read.csv?table=scores", picture).is(200).has("Content-Type", "text/csv; charset=utf-8")
	b.sendFiles("/posters/read", "/posters/read.json", picture).is(200)
	for name, wrong := range map[string]formPart{
		"nothing":        {"picture", "", ""},
		"a text":         {"picture", "poster.txt", "INT. KITCHEN - NIGHT"},
		"half a picture": {"picture", "mine.png", picture.text[:len(picture.text)/2]},
	} {
		p := string(b.sendFiles("/posters/read", "/posters/read", wrong).is(400).body)
		if !strings.Contains(p, `role="alert"`) || !strings.Contains(p, "JPEG, PNG or WebP") {
			t.Errorf("%s is not explained: %s", name, p)
		}
	}
	if n := s.spent(account); n != 3 {
		t.Errorf("%d requests for three pictures and what are none", n)
	}
}
