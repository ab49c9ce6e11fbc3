package connector

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// F2-133: sixty questions and twenty with a mistake, in which every tool but two has its turn.
func TestTheBookHasItsQuestions(t *testing.T) {
	all, err := Book()
	if err != nil {
		t.Fatal(err)
	}
	count, tools := map[bool]int{}, map[string]int{}
	for _, q := range all {
		count[q.Mistake]++
		for i, s := range q.Steps {
			tools[s.Tool]++
			if len(s.Needs) == 0 || s.Arguments == nil {
				t.Errorf("%s: step %d needs nothing or says nothing", q.Text, i+1)
			}
			for _, v := range s.Arguments {
				if from, ok := v.(string); ok && strings.HasPrefix(from, "$") && (i == 0 || !strings.HasPrefix(from, "$1.")) {
					t.Errorf("%s: step %d takes %s", q.Text, i+1, from)
				}
			}
		}
	}
	if count[false] != 60 || count[true] != 20 || len(tools) != 15 {
		t.Errorf("%d questions, %d with a mistake, of %d tools", count[false], count[true], len(tools))
	}
	for _, bad := range []string{"", "question\tx", "guess\tx\tsearch {}", "question\tx\tsearch [1]", "question\tx\tsearch"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// played answers calls of a tool from a list, one after another, and remembers what was sent.
type played struct {
	answers map[string][]string
	sent    []string
}

func (p *played) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m struct {
		Method string
		Params struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	json.NewDecoder(r.Body).Decode(&m)
	if m.Method == "tools/list" {
		fmt.Fprint(w, `{"result":{"tools":[{"name":"get_film","description":"A film.","inputSchema":{"properties":{"id":{},"detail":{}}}},`+
			`{"name":"search_films","inputSchema":{"properties":{"query":{},"limit":{},"year_min":{},"year_max":{},"genre":{}}}}]}}`)
		return
	}
	p.sent = append(p.sent, m.Params.Name+" "+string(m.Params.Arguments))
	left := p.answers[m.Params.Name]
	if len(left) == 0 {
		fmt.Fprint(w, `{"error":{"message":"nothing left to say"}}`)
		return
	}
	p.answers[m.Params.Name] = left[1:]
	text, _ := json.Marshal(left[0])
	fmt.Fprintf(w, `{"result":{"content":[{"type":"text","text":%s}],"isError":%v}}`, text, strings.Contains(left[0], `"code"`))
}

func TestThePolicyHeedsWhatItIsTold(t *testing.T) {
	const film = `{"filmdb_id":"tt1","title":"Heat","director":"Michael Mann","provenance":null}`
	refuse := func(kind, field, allowed, message string) string {
		return fmt.Sprintf(`{"code":"INVALID_INPUT","message":%q,"field":%q,"allowed":%q,"details":{"kind":%q}}`, message, field, allowed, kind)
	}
	for what, c := range map[string]struct {
		step    Step
		answers map[string][]string
		sent    []string
		lacked  string
	}{
		"an answer at once": {
			Step{"get_film", map[string]any{"id": "tt1"}, []string{"director=Mann"}}, map[string][]string{"get_film": {film}},
			[]string{`get_film {"id":"tt1"}`}, "",
		},
		"the full answer where the concise one lacks something": {
			Step{"get_film", map[string]any{"id": "tt1"}, []string{"provenance"}}, map[string][]string{"get_film": {film, `{"provenance":{"a":1}}`}},
			[]string{`get_film {"id":"tt1"}`, `get_film {"detail":"full","id":"tt1"}`}, "",
		},
		"not even the full one": {
			Step{"get_film", map[string]any{"id": "tt1"}, []string{"provenance"}}, map[string][]string{"get_film": {film, film}},
			[]string{`get_film {"id":"tt1"}`, `get_film {"detail":"full","id":"tt1"}`}, "no provenance",
		},
		"a title for an id": {
			Step{"get_film", map[string]any{"id": "Heat"}, []string{"director"}},
			map[string][]string{"get_film": {`{"code":"NOT_FOUND","message":"no film has the id \"Heat\"; search_films with query \"Heat\" finds ids"}`, film}, "search_films": {`{"data":[` + film + `]}`}},
			[]string{`get_film {"id":"Heat"}`, `search_films {"query":"Heat"}`, `get_film {"id":"tt1"}`}, "",
		},
		"another name": {
			Step{"search_films", map[string]any{"title": "Heat"}, []string{"title"}},
			map[string][]string{"search_films": {refuse("unknown_parameter", "title", "query", "there is no argument title here"), film}},
			[]string{`search_films {"title":"Heat"}`, `search_films {"query":"Heat"}`}, "",
		},
		"one name for two": {
			Step{"search_films", map[string]any{"year": 1994}, []string{"title"}},
			map[string][]string{"search_films": {refuse("unknown_parameter", "year", "year_min, year_max", "there is no argument year here"), film}},
			[]string{`search_films {"year":1994}`, `search_films {"year_max":1994,"year_min":1994}`}, "",
		},
		"a name for nothing": {
			Step{"search_films", map[string]any{"mood": "dark"}, []string{"title"}},
			map[string][]string{"search_films": {refuse("unknown_parameter", "mood", "query, limit, year_min, year_max, genre", "there is no argument mood here"), film}},
			[]string{`search_films {"mood":"dark"}`, `search_films {}`}, "",
		},
		"too much": {
			Step{"search_films", map[string]any{"limit": 500.0}, []string{"title"}},
			map[string][]string{"search_films": {refuse("invalid_parameter", "limit", "an integer from 1 to 100", "limit must be an integer"), film}},
			[]string{`search_films {"limit":500}`, `search_films {"limit":100}`}, "",
		},
		"a genre that is none": {
			Step{"search_films", map[string]any{"genre": "Romantic"}, []string{"title"}},
			map[string][]string{"search_films": {`{"data":[],"meta":{"unknown_genres":[{"genre":"Romantic","nearest":["Romance"]}]}}`, film}},
			[]string{`search_films {"genre":"Romantic"}`, `search_films {"genre":"Romance"}`}, "",
		},
		"refused for good": {
			Step{"get_film", map[string]any{"id": "tt1"}, []string{"director"}}, map[string][]string{"get_film": {`{"code":"QUOTA_EXCEEDED","message":"used up"}`}},
			[]string{`get_film {"id":"tt1"}`}, "used up",
		},
		"refused again and again": {
			Step{"search_films", map[string]any{"limit": 500.0}, []string{"title"}},
			map[string][]string{"search_films": {
				refuse("invalid_parameter", "limit", "an integer from 1 to 100", "no"), refuse("invalid_parameter", "limit", "an integer from 1 to 50", "no"),
				refuse("invalid_parameter", "limit", "an integer from 1 to 20", "no"), refuse("invalid_parameter", "limit", "an integer from 1 to 5", "no"), film}},
			[]string{`search_films {"limit":500}`, `search_films {"limit":100}`, `search_films {"limit":50}`, `search_films {"limit":20}`}, "search_films: not after 4 calls",
		},
	} {
		t.Run(what, func(t *testing.T) {
			there := &played{answers: c.answers}
			server := httptest.NewServer(there)
			defer server.Close()
			p := &policy{client: client{Server{Name: "x", URL: server.URL}, "2025-11-25"}}
			list, err := p.list(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			p.takes = list.takes()
			var spent Spent
			lacked, err := p.ask(t.Context(), &Question{Steps: []Step{c.step}}, &spent)
			if err != nil || lacked != c.lacked {
				t.Errorf("%q, %v; want %q", lacked, err, c.lacked)
			}
			if got, want := strings.Join(there.sent, "\n"), strings.Join(c.sent, "\n"); got != want {
				t.Errorf("sent\n%s\nwant\n%s", got, want)
			}
			if spent.Calls != len(c.sent) || spent.Read == 0 || spent.Sent == 0 || spent.Longest > spent.Read {
				t.Errorf("spent %+v", spent)
			}
		})
	}
}

func TestAServerThatSaysNothingIsAnError(t *testing.T) {
	for _, said := range []string{"", "<html>", `{"error":{"message":"no"}}`, `{"result":{"content":[]}}`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, said) }))
		p := &policy{client: client{Server{Name: "x", URL: server.URL}, modern}}
		if _, err := p.spend(t.Context(), "search_films", map[string]any{}, &Spent{}); err == nil {
			t.Errorf("%q is an answer", said)
		}
		server.Close()
	}
}
