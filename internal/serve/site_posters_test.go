package serve_test

import (
	"strings"
	"testing"
)

// Posters are chosen by what was read of them; pictures that are not stored here are drawn.
func TestPostersAreChosenByTheirReading(t *testing.T) {
	s := open(t)
	all := string(s.ask(request{path: "/posters"}).is(200).body)
	for _, want := range []string{"<h1>Posters</h1>", "Tone", "Harmony of colours", "posters were read", "All posters together"} {
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
