package mcp_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
)

// REQ M-18 to M-38, L-06: what is not what it may be is refused, by name, and never
// clamped or guessed at.
func TestArgumentsAreWhatTheyMayBe(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		long := strings.Repeat("a", 501)
		many := `["` + strings.Repeat(`x","`, 201) + `x"]`
		for _, c := range []struct{ tool, arguments, field, allowed string }{
			{"search_films", `[]`, "arguments", "an object"},
			{"search_films", `"x"`, "arguments", "an object"},
			{"search_films", `5`, "arguments", "an object"},
			{"get_catalog_stats", `[{}]`, "arguments", "an object"},
			{"get_account_status", `true`, "arguments", "an object"},
			{"search_films", `{"query":5}`, "query", "text of at most 500 characters"},
			{"search_films", `{"query":["x"]}`, "query", "text of at most 500 characters"},
			{"search_films", `{"query":"` + long + `"}`, "query", "text of at most 500 characters"},
			{"search_films", `{"query":"a\u0000b"}`, "query", "valid UTF-8 text without NUL characters"},
			{"search_films", `{"genre":["Drama"]}`, "genre", "text of at most 500 characters"},
			{"search_films", `{"decade":"nineties"}`, "decade", "a decade such as 1990s or 1990"},
			{"search_films", `{"decade":true}`, "decade", "a decade such as 1990s or 1990"},
			{"search_films", `{"year_min":"1990"}`, "year_min", "an integer"},
			{"search_films", `{"year_min":1990.5}`, "year_min", "an integer"},
			{"search_films", `{"year_max":true}`, "year_max", "an integer"},
			{"search_films", `{"year_min":2000,"year_max":1990}`, "year_min", "at most year_max"},
			{"search_films", `{"min_rating":11}`, "min_rating", "a number from 0 to 10"},
			{"search_films", `{"min_rating":-0.1}`, "min_rating", "a number from 0 to 10"},
			{"search_films", `{"min_rating":"7"}`, "min_rating", "a number from 0 to 10"},
			{"search_films", `{"min_rating":1e400}`, "min_rating", "a number from 0 to 10"},
			{"search_films", `{"min_score":101}`, "min_score", "a number from 0 to 100"},
			{"search_films", `{"language":"english"}`, "language", "a two-letter ISO 639-1 code, such as en"},
			{"search_films", `{"sort":"year:sideways"}`, "sort", "field:asc or field:desc"},
			{"search_films", `{"sort":"filmdb_votes:desc"}`, "sort", "runtime"},
			{"search_films", `{"limit":0}`, "limit", "an integer from 1 to 100"},
			{"search_films", `{"limit":101}`, "limit", "an integer from 1 to 100"},
			{"search_films", `{"limit":"20"}`, "limit", "an integer from 1 to 100"},
			{"search_films", `{"limit":2.5}`, "limit", "an integer from 1 to 100"},
			{"search_films", `{"cursor":7}`, "cursor", "text of at most 2000 characters"},
			{"search_films", `{"cursor":"tampered"}`, "cursor", ""},
			{"get_film", `{}`, "id", "text of 1 to 100 characters"},
			{"get_film", `{"id":null}`, "id", "text of 1 to 100 characters"},
			{"get_film", `{"id":""}`, "id", "text of 1 to 100 characters"},
			{"get_film", `{"id":5}`, "id", "text of 1 to 100 characters"},
			{"get_film", `{"id":"` + apptest.Ensemble + `","part":"nonsense"}`, "part", "a part that the rest of a truncated answer names"},
			{"get_film", `{"id":"` + apptest.Ensemble + `","part":"cast","offset":-1}`, "offset", "an integer from 0 to 1000000"},
			{"get_similar_films", `{}`, "id", "text of 1 to 100 characters"},
			{"get_similar_films", `{"id":"x","limit":51}`, "limit", "an integer from 1 to 50"},
			{"get_poster_analysis", `{"id":[]}`, "id", "text of 1 to 100 characters"},
			{"recommend_films", `{}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":[]}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":"tt0000101"}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":[5]}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":[null]}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":` + many + `}`, "liked", "a list of 1 to 200 texts, or an empty one beside a prompt"},
			{"recommend_films", `{"liked":[""]}`, "liked[0]", "a film id or title of 1 to 500 characters"},
			{"recommend_films", `{"liked":["no such film at all"]}`, "liked", "film ids (tt0111161), titles, or titles with a year (Heat (1995))"},
			{"recommend_films", `{"liked":["tt0000101"],"limit":0}`, "limit", "an integer from 1 to 50"},
			{"search_scripts", `{"tier":"F"}`, "tier", "one of S, A, B, C, D, E"},
			{"search_scripts", `{"tier":1}`, "tier", "one of S, A, B, C, D, E"},
			{"search_scripts", `{"offset":-1}`, "offset", "an integer from 0 to 1000000000"},
			{"search_scripts", `{"limit":101}`, "limit", "an integer from 1 to 100"},
			{"get_script", `{}`, "id", "text of 1 to 100 characters"},
			{"analyze_screenplay", `{}`, "text", "text of at least 500 characters"},
			{"analyze_screenplay", `{"text":"` + strings.Repeat("é", 499) + `"}`, "text", "text of at least 500 characters"},
			{"analyze_screenplay", `{"text":"` + strings.Repeat(" ", 600) + `"}`, "text", "a screenplay of at least 500 characters that are not all blank"},
			{"analyze_screenplay", `{"text":"` + long + `","earlier":"short"}`, "earlier", "text of at least 500 characters"},
			{"analyze_screenplay", `{"text":"` + long + `","earlier":"` + strings.Repeat(" ", 600) + `"}`, "earlier", "a screenplay of at least 500 characters that are not all blank"},
			{"analyze_screenplay", `{"text":"` + long + `","earlier":["a"]}`, "earlier", "text of at least 500 characters"},
			{"predict_project_outcome", `{}`, "title", "a title of 1 to 500 characters"},
			{"predict_project_outcome", `{"title":"  "}`, "title", "a title of 1 to 500 characters"},
			{"predict_project_outcome", `{"title":"x","budget":0}`, "budget", "a number of US dollars from $1,000 to $1,000,000,000"},
			{"predict_project_outcome", `{"title":"x","budget":"40m"}`, "budget", "a number of US dollars from $1,000"},
			{"predict_project_outcome", `{"title":"x","genres":"Drama"}`, "genres", "a list of at most 30 texts"},
			{"predict_project_outcome", `{"title":"x","month":13}`, "month", "a month from 1 to 12"},
			{"predict_project_outcome", `{"title":"x","runtime":10}`, "runtime", "a number of minutes from 40 to 600"},
			{"predict_project_outcome", `{"title":"x","cast":[` + strings.TrimSuffix(strings.Repeat(`"a",`, 51), ",") + `]}`, "cast", "a list of at most 50 texts"},
			{"list_style_guides", `{}`, "discipline", "one of writers, directors, cinematographers"},
			{"list_style_guides", `{"discipline":"actors"}`, "discipline", "one of writers, directors, cinematographers"},
			{"get_style_guide", `{"discipline":"writers"}`, "name", "text of 1 to 200 characters"},
			{"get_style_guide", `{"discipline":"writers","name":"  "}`, "name", "a name or slug from the list of style guides"},
			{"ai_script_coverage", `{"text":"short"}`, "text", "text of at least 500 characters"},
			{"ai_script_coverage", `{"text":"` + long + `","focus":"plot"}`, "focus", "one of structure, dialogue, all"},
			{"ai_rewrite_scene", `{"text":"` + strings.Repeat("a", 99) + `","style":"x"}`, "text", "text of at least 100 characters"},
			{"ai_rewrite_scene", `{"text":"` + long + `"}`, "style", "text of 1 to 200 characters"},
			{"search", `{}`, "query", "text of 1 to 500 characters"},
			{"search", `{"query":" x "}`, "query", "text of 2 to 500 characters"},
			{"search", `{"query":5}`, "query", "text of 1 to 500 characters"},
			{"fetch", `{}`, "id", "text of 1 to 100 characters"},
			{"fetch", `{"id":"tt0000101"}`, "id", "film:tt0000101 or script:tt0000101"},
			{"fetch", `{"id":"film:"}`, "id", "film:tt0041959 or script:tt0041959"},
			{"fetch", `{"id":"film:Heat"}`, "id", "film:tt0041959 or script:tt0041959"},
		} {
			key := d.studio()
			before := d.used(key)
			no := d.call(key, c.tool, c.arguments).failed(t, "INVALID_INPUT")
			if no.Field != c.field || !strings.Contains(no.Allowed, c.allowed) || c.field != "cursor" && !strings.Contains(no.Message, c.field) {
				t.Errorf("%s %.80s: field %q, allowed %q, %q; want %q, %q", c.tool, c.arguments, no.Field, no.Allowed, no.Message, c.field, c.allowed)
			}
			if d.used(key) != before {
				t.Errorf("%s %.80s was counted (Q-08)", c.tool, c.arguments)
			}
		}
	})
}

// REQ M-16: what has no value changes nothing: nulls, whatever their name, whole numbers
// written with a point, and what clients add for themselves.
func TestArgumentsAreForgiving(t *testing.T) {
	d := open(t)
	var plain, odd struct {
		Data []json.RawMessage
		Meta json.RawMessage
	}
	d.call(d.studio(), "search_films", `{"limit":3}`).into(t, &plain)
	d.call(d.studio(), "search_films", `{"limit":3.0,"query":null,"sort":"","flavour":null,"_extra":{"a":[1]},"_":1}`).into(t, &odd)
	if fmt.Sprintf("%s", plain) != fmt.Sprintf("%s", odd) {
		t.Errorf("%s\n%s", plain, odd)
	}
	for _, arguments := range []string{`{}`, `null`} {
		d.call(d.studio(), "get_catalog_stats", arguments).into(t, &struct{}{})
	}
	r := d.read(d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_account_status"}}`))
	r.into(t, &struct{}{})
}

// REQ M-16, Q-08: no tool answers a call with an argument that it does not have: it names
// the nearest one that it has, before anything else of the arguments, and costs nothing.
func TestArgumentsThatAToolDoesNotHave(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		type unknown struct{ tool, arguments, field, allowed string }
		cases := []unknown{
			{"search_films", `{"title":"heat"}`, "title", "query"},
			{"search_films", `{"Query":"heat"}`, "Query", "query"},
			{"search_films", `{"year":1995}`, "year", "year_min, year_max"},
			{"search_films", `{"genres":["Drama"]}`, "genres", "genre"},
			{"search_films", `{"category":"Drama"}`, "category", "genre"},
			{"search_films", `{"offset":20}`, "offset", "cursor"},
			{"search_films", `{"per_page":20}`, "per_page", "limit"},
			{"search_films", `{"year_from":1990}`, "year_from", "year_min"},
			{"search_films", `{"order_by":"year"}`, "order_by", "sort"},
			{"search_films", `{"filters":{"genre":"Drama"}}`, "filters", "query, match, genre"},
			{"search_films", `{"":1}`, "", "query, match, genre"},
			{"search_films", `{"limit":"x","zz":1,"limits":3}`, "limits", "limit"},
			{"get_film", `{"filmdb_id":"` + apptest.Ensemble + `"}`, "filmdb_id", "id"},
			{"get_film", `{"film_id":"` + apptest.Ensemble + `","part":5}`, "film_id", "id"},
			{"get_similar_films", `{"id":"` + apptest.Ensemble + `","count":5}`, "count", "limit"},
			{"get_similar_films", `{"id":"` + apptest.Ensemble + `","__proto":5,"limt":{"a":{"b":[null]}}}`, "limt", "limit"},
			{"get_poster_analysis", `{"ids":["` + apptest.Ensemble + `"]}`, "ids", "id"},
			{"recommend_films", `{"likes":["` + apptest.Ensemble + `"]}`, "likes", "liked"},
			{"get_catalog_stats", `{"genre":"Drama"}`, "genre", "detail"},
			{"get_account_status", `{"verbose":true}`, "verbose", "no arguments"},
			{"search", `{"query":"crossing","limit":5}`, "limit", "query"},
			{"fetch", `{"ID":"film:` + apptest.Ensemble + `"}`, "ID", "id"},
			{"search", `{"query":"crossing","max_results":5}`, "max_results", "query"},
			{"search_films", `{"max_results":5}`, "max_results", "limit"},
			{"get_similar_films", `{"id":"x","max_results":5}`, "max_results", "limit"},
			{"recommend_films", `{"liked":["x"],"max_results":5}`, "max_results", "limit"},
			{"search_scripts", `{"max_results":5}`, "max_results", "limit"},
			{"analyze_screenplay", `{"script":"x"}`, "script", "text"},
			{"analyze_screenplay", `{"content":"x"}`, "content", "text"},
			{"ai_script_coverage", `{"screenplay":"x"}`, "screenplay", "text"},
			{"ai_rewrite_scene", `{"scene":"x"}`, "scene", "text"},
			{"ai_rewrite_scene", `{"writer":"x"}`, "writer", "style"},
			{"get_style_guide", `{"discipline":"writers","slug":"x"}`, "slug", "name"},
			{"get_style_guide", `{"discipline":"writers","writer":"x"}`, "writer", "name"},
			{"predict_project_outcome", `{"title":"x","actors":["x"]}`, "actors", "cast"},
			{"predict_project_outcome", `{"title":"x","stars":["x"]}`, "stars", "cast"},
			{"predict_project_outcome", `{"title":"x","country":"US"}`, "country", "countries"},
			{"predict_project_outcome", `{"title":"x","company":"x"}`, "company", "companies"},
			{"predict_project_outcome", `{"title":"x","plot":"x"}`, "plot", "synopsis"},
			{"predict_project_outcome", `{"title":"x","logline":"x"}`, "logline", "synopsis"},
		}
		for tool, questions := range asked() { // each tool has one here, whatever it takes
			cases = append(cases, unknown{tool, strings.Replace(strings.Replace(questions[0], "{", `{"flavour_of_ice":[{}],`, 1), ",}", "}", 1), "flavour_of_ice", ""})
		}
		for _, c := range cases {
			key := d.studio()
			before := d.used(key)
			no := d.call(key, c.tool, c.arguments).failed(t, "INVALID_INPUT")
			if no.Field != c.field || !strings.HasPrefix(no.Allowed, c.allowed) || no.Allowed == "" || !strings.Contains(no.Message, "there is no argument "+c.field) || no.Details.Kind != "unknown_parameter" {
				t.Errorf("%s %.80s: field %q, allowed %q, %q; want %q, %q", c.tool, c.arguments, no.Field, no.Allowed, no.Message, c.field, c.allowed)
			}
			if d.used(key) != before {
				t.Errorf("%s %.80s was counted (Q-08)", c.tool, c.arguments)
			}
		}
	})
}

// REQ M-16, R-16: a name by which REST takes an argument is taken here too, with the same
// effect; the argument's own name wins. It is not described.
func TestNamesThatRESTTakes(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for _, c := range []struct{ tool, rest, own string }{
			{"search_films", `{"q":"crossing"}`, `{"query":"crossing"}`},
			{"search_films", `{"q":"crossing","query":null}`, `{"query":"crossing"}`},
			{"search_films", `{"q":"zzzz","query":"crossing"}`, `{"query":"crossing"}`},
			{"search_films", `{"q":null}`, `{}`},
			{"search", `{"q":"crossing"}`, `{"query":"crossing"}`},
			{"predict_project_outcome", `{"title":"The Brass Key","genre":"Crime, ,Thriller"}`, `{"title":"The Brass Key","genres":["Crime","Thriller"]}`},
			{"predict_project_outcome", `{"title":"The Brass Key","genre":"Drama","genres":["Crime"]}`, `{"title":"The Brass Key","genres":["Crime"]}`},
		} {
			var rest, own json.RawMessage
			d.call(d.studio(), c.tool, c.rest).into(t, &rest)
			d.call(d.studio(), c.tool, c.own).into(t, &own)
			if string(rest) != string(own) {
				t.Errorf("%s %s answers %.300s, want %.300s", c.tool, c.rest, rest, own)
			}
		}
		for _, c := range []struct{ tool, arguments, field string }{
			{"search_films", `{"q":5}`, "q"},
			{"search", `{"q":{"text":"crossing"}}`, "q"},
			{"search", `{"q":null}`, "query"},
			{"predict_project_outcome", `{"title":"x","genre":["Crime"]}`, "genre"},
			{"predict_project_outcome", `{"title":"x","genre":"` + strings.Repeat("a,", 31) + `"}`, "genre"},
		} {
			if no := d.call(d.studio(), c.tool, c.arguments).failed(t, "INVALID_INPUT"); no.Field != c.field || !strings.Contains(no.Message, c.field) {
				t.Errorf("%s %.60s: field %q, %q; want %q", c.tool, c.arguments, no.Field, no.Message, c.field)
			}
		}
	})
	for _, tool := range open(t).list() {
		for _, name := range []string{"q", "genre"} {
			if tool.InputSchema.Properties[name] != nil && tool.Name != "search_films" {
				t.Errorf("%s describes %s", tool.Name, name)
			}
		}
		if tool.InputSchema.AdditionalProperties == nil {
			t.Errorf("%s allows arguments that it does not have", tool.Name)
		}
	}
}

// REQ M-12, M-37, A-14, A-15: who may call what, and which refusal comes first.
func TestWhoMay(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		sandbox := d.NewKey(access.Studio, access.Studio.DefaultScopes(), true)
		producerAI := d.NewKey(access.Producer, access.Scopes(access.Read|access.AI), false)
		noRead := d.NewKey(access.Studio, access.Scopes(access.AI), false)
		for _, c := range []struct{ name, key, tool, code string }{
			{"nobody, AI", "", "ai_rewrite_scene", "SCOPE_NOT_LICENSED"},
			{"nobody, a tool", "", "search_films", ""},
			{"a free key", d.Key(access.Free), "search_films", "TIER_NOT_LICENSED"},
			{"a free key, AI", d.Key(access.Free), "ai_rewrite_scene", "TIER_NOT_LICENSED"},
			{"a writer, AI", d.Key(access.Writer), "ai_script_coverage", "SCOPE_NOT_LICENSED"},
			{"a producer, AI", d.Key(access.Producer), "ai_script_coverage", "SCOPE_NOT_LICENSED"},
			{"a producer with the scope, AI", producerAI, "ai_script_coverage", "TIER_NOT_LICENSED"},
			{"a sandbox key, AI", sandbox, "ai_rewrite_scene", "SCOPE_NOT_LICENSED"},
			{"a sandbox key, a tool", sandbox, "search_films", ""},
			{"without read", noRead, "search_films", "SCOPE_NOT_LICENSED"},
			{"without read, its status", noRead, "get_account_status", ""},
		} {
			t.Log(c.name)
			if c.code == "" {
				d.call(c.key, c.tool, `{"limit":null}`).into(t, &struct{}{})
				continue
			}
			// The arguments are nonsense: that comes later.
			d.call(c.key, c.tool, `{"limit":null,"text":5,"nonsense":true}`).failed(t, c.code)
		}
	})
}
