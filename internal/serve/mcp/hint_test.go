package mcp_test

import (
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

// Who sends a title for an id, or finds nothing, is told which tool helps.
func TestRefusalsAndEmptyAnswersNameTheToolThatHelps(t *testing.T) {
	d := open(t)
	for _, c := range []struct {
		tool, arguments string
		says            []string
	}{
		{"get_film", `{"id":"Heat"}`, []string{`"Heat"`, `search_films with query "Heat"`}},
		{"get_film", `{"id":"` + apptest.Absent + `"}`, []string{apptest.Absent, "search_films"}},
		{"get_similar_films", `{"id":"The Crossing"}`, []string{`search_films with query "The Crossing"`}},
		{"get_poster_analysis", `{"id":"Heat"}`, []string{"search_films"}},
		{"get_script", `{"id":"Heat"}`, []string{`"Heat"`, "search_scripts"}},
		{"fetch", `{"id":"film:` + apptest.Absent + `"}`, []string{"search"}},
		{"get_style_guide", `{"discipline":"writers","name":"nobody"}`, []string{"list_style_guides"}},
	} {
		no := d.call(d.studio(), c.tool, c.arguments).failed(t, "NOT_FOUND")
		for _, words := range c.says {
			if !strings.Contains(no.Message, words) {
				t.Errorf("%s %s: %q does not say %s", c.tool, c.arguments, no.Message, words)
			}
		}
	}
	for _, tool := range []string{"get_film", "get_similar_films", "get_poster_analysis", "get_script", "fetch"} {
		finder := map[string]string{"fetch": "search"}[tool]
		if finder == "" {
			finder = "search_films"
		}
		for _, name := range []string{"title", "query", "q", "name", "Title"} {
			no := d.call(d.studio(), tool, `{"`+name+`":"Heat"}`).failed(t, "INVALID_INPUT")
			if want := "there is no argument " + name + ` here; ` + finder + ` with query "Heat" finds ids`; no.Message != want || no.Field != name || no.Allowed != "id" {
				t.Errorf("%s by %s: %+v, want %q", tool, name, no, want)
			}
		}
	}
	if no := d.call(d.studio(), "search", `{"zz":1}`).failed(t, "INVALID_INPUT"); no.Message != "there is no argument zz here; there is only query" {
		t.Errorf("of one argument: %q", no.Message)
	}
	no := d.call(d.studio(), "fetch", `{"id":"Heat"}`).failed(t, "INVALID_INPUT")
	if !strings.Contains(no.Message+no.Allowed, "search") {
		t.Errorf("fetch of a title: %+v", no)
	}
	var films struct{ Meta struct{ Hint string } }
	d.call(d.studio(), "search_films", `{"query":"zzzz"}`).into(t, &films)
	var cited struct{ Hint string }
	d.call(d.studio(), "search", `{"query":"zzzz"}`).into(t, &cited)
	if !strings.Contains(films.Meta.Hint, "get_catalog_stats") || !strings.Contains(cited.Hint, "search_films") {
		t.Errorf("nothing found: %q and %q", films.Meta.Hint, cited.Hint)
	}
	d.call(d.studio(), "search_films", `{"query":"crossing"}`).into(t, &films)
	d.call(d.studio(), "search", `{"query":"crossing"}`).into(t, &cited)
}
