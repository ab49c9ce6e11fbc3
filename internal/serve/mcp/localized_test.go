package mcp_test

import (
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

// REQ F2-162: tools that tell films give them the titles of a language, by the rule of REST. The films and their
// order stay.
func TestToolsGiveTitlesOfALanguage(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		key := d.studio()
		type row struct {
			ID    string `json:"filmdb_id"`
			Title string
			Film  struct {
				ID    string `json:"filmdb_id"`
				Title string
			}
		}
		ask := func(tool, arguments, language string) (told struct {
			row
			Data []row
		}) {
			t.Helper()
			if language != "" {
				arguments = strings.Replace(arguments, "{", `{"title_language":"`+language+`",`, 1)
			}
			d.call(key, tool, arguments).into(t, &told)
			return told
		}
		for _, c := range []struct{ tool, arguments string }{
			{"search_films", `{"query":"everyone came"}`}, {"search_films", `{"limit":100}`},
			{"get_film", `{"id":"` + apptest.Ensemble + `"}`}, {"get_film", `{"id":"` + apptest.Ensemble + `","detail":"full"}`}, {"get_film", `{"id":"` + apptest.Ensemble + `","part":"titles"}`},
			{"recommend_films", `{"liked":["` + apptest.Crossing + `"],"limit":50}`}, {"recommend_films", `{"liked":["` + apptest.Crossing + `"],"limit":50,"detail":"full"}`},
			{"recommend_films", `{"liked":[],"prompt":"a film","limit":50}`}, {"recommend_films", `{"liked":["` + apptest.Crossing + `"],"with":["Echo"],"limit":50}`},
		} {
			if strings.Contains(c.arguments, "part") {
				ask(c.tool, c.arguments, "it") // a part has no title
				continue
			}
			plain, italian, other := ask(c.tool, c.arguments, ""), ask(c.tool, c.arguments, "it"), ask(c.tool, c.arguments, "sw")
			titles := func(told []row, first row) (all []string) {
				for _, r := range append([]row{first}, told...) {
					if r.Film.ID != "" {
						r.ID, r.Title = r.Film.ID, r.Film.Title
					}
					all = append(all, r.ID+" "+r.Title)
				}
				return all
			}
			before, now, same := titles(plain.Data, plain.row), titles(italian.Data, italian.row), titles(other.Data, other.row)
			found := false
			for i := range before {
				want := before[i]
				if strings.HasPrefix(want, apptest.Ensemble+" ") {
					found, want = true, apptest.Ensemble+" Tutti al tavolo"
				}
				if len(now) != len(before) || now[i] != want || same[i] != before[i] {
					t.Errorf("%s %s: %q and %q, want %q", c.tool, c.arguments, now[i], same[i], want)
				}
			}
			if !found && c.tool != "recommend_films" {
				t.Errorf("%s %s: the film is not there", c.tool, c.arguments)
			}
		}
		for _, tool := range []string{"search_films", "get_film", "recommend_films"} {
			for _, language := range []string{"klingon", "p", "pt_", "<script>"} {
				arguments := map[string]string{"search_films": `{`, "get_film": `{"id":"` + apptest.It + `",`, "recommend_films": `{"liked":["Echo"],`}[tool]
				before := d.used(key)
				if no := d.call(key, tool, arguments+`"title_language":"`+language+`"}`).failed(t, "INVALID_INPUT"); no.Field != "title_language" || d.used(key) != before {
					t.Errorf("%s %s: %+v", tool, language, no)
				}
			}
		}
	})
}
