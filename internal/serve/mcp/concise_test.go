package mcp_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/tokens"
)

// What concise answers may have in tokens (F2-126).
const (
	mostOfFilm     = 1200
	mostOfForecast = 1000
	mostOfNothing  = 200
)

// told expects an answer of at most so many tokens, and returns its payload.
func (d *door) told(tool, arguments string, most int) []byte {
	d.t.Helper()
	r := d.call(d.studio(), tool, arguments)
	r.into(d.t, &struct{}{})
	if n := tokens.Count(string(r.payload)); n > most {
		d.t.Errorf("%s %.80s: %d tokens, want at most %d: %.500s", tool, arguments, n, most, r.payload)
	}
	return r.payload
}

// F2-126: who does not ask for more gets the concise answer.
func TestAnswersAreConcise(t *testing.T) {
	d := open(t)
	d.told("search_films", `{"query":"zxqvjk wqqt"}`, mostOfNothing)
	d.told("search_films", `{"director":"nobody at all","genre":"Westernn"}`, mostOfNothing)
	d.told("search_films", `{"genre":"`+strings.TrimSuffix(strings.Repeat("Cyberpunk,Solarpunk,Whatever,", 17), ",")+`"}`, mostOfNothing)
	for _, id := range []string{apptest.Ensemble, apptest.Bare, apptest.Crossing} {
		d.told("get_film", `{"id":"`+id+`"}`, mostOfFilm)
	}
	names := strings.TrimSuffix(strings.Repeat(`"Somebody With A Rather Long Name And Another",`, 20), ",")
	for _, project := range []string{asked()["predict_project_outcome"][1],
		`{"title":"` + strings.Repeat("Key ", 120) + `","cast":[` + names + `],"companies":[` + names + `],"writers":[` + names + `],"genres":[` + names + `],"franchise":"` + strings.Repeat("Key ", 120) + `"}`} {
		d.told("predict_project_outcome", project, mostOfForecast)
	}
	for tool, most := range map[string]int{"get_catalog_stats": 1500, "recommend_films": 3500, "search_scripts": 1500, "analyze_screenplay": 2400} {
		d.told(tool, asked()[tool][0], most)
	}
	long := strings.ReplaceAll(apptest.Screenplay(120), "EXT. STATION", "EXT. "+strings.Repeat("A STATION WITH A LONG NAME ", 8))
	for _, earlier := range []string{apptest.Screenplay(30), apptest.Screenplay(119)} {
		d.told("analyze_screenplay", `{"text":`+jsonText(long)+`,"earlier":`+jsonText(earlier)+`}`, 2400)
	}
}

// REQ F2-161: the concise comparison is part of the full one, and has what changed.
func TestTheConciseComparisonIsPartOfTheFullOne(t *testing.T) {
	d := open(t)
	var brief, full struct{ Comparison map[string]any }
	arguments := strings.TrimSuffix(asked()["analyze_screenplay"][2], "}")
	d.call(d.studio(), "analyze_screenplay", arguments+`}`).into(t, &brief)
	d.call(d.studio(), "analyze_screenplay", arguments+`,"detail":"full"}`).into(t, &full)
	for name, value := range brief.Comparison {
		if !within(value, full.Comparison[name]) {
			t.Errorf("%s is %.200s, and in full %.200s", name, jsonOf(value), jsonOf(full.Comparison[name]))
		}
	}
	for _, name := range strings.Fields("before after changes class_changed class_exceeds_noise scenes note") {
		if brief.Comparison[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	if len(brief.Comparison) >= len(full.Comparison) || full.Comparison["receipt"] == nil {
		t.Errorf("%d members of %d", len(brief.Comparison), len(full.Comparison))
	}
}

// REQ M-55: the concise analysis names the classes that the votes do not tell apart.
func TestTheConciseAnalysisHasTheRangeOfClasses(t *testing.T) {
	d := open(t)
	var brief map[string]any
	d.call(d.studio(), "analyze_screenplay", asked()["analyze_screenplay"][0]).into(t, &brief)
	if told, _ := brief["class_range"].(string); told == "" {
		t.Errorf("class_range is %v beside the class %v", brief["class_range"], brief["predicted_class"])
	}
}

// REQ M-20, F2-126: the concise record of a film has what the contract names, as the full one has it.
func TestTheConciseFilmIsPartOfTheFullOne(t *testing.T) {
	d := open(t)
	for _, id := range []string{apptest.Ensemble, apptest.Bare, apptest.Crossing} {
		var brief, whole map[string]any
		d.call(d.studio(), "get_film", `{"id":"`+id+`"}`).into(t, &brief)
		d.call(d.studio(), "get_film", `{"id":"`+id+`","detail":"full"}`).into(t, &whole)
		for _, name := range strings.Fields("filmdb_id title year genres director ratings cast crew_summary keywords poster production_companies box_office awards cast_total") {
			if _, there := brief[name]; !there {
				t.Errorf("%s has no %s", id, name)
			}
		}
		for name, value := range brief {
			if !within(value, whole[name]) {
				t.Errorf("%s: %s is %.200s, and in full %.200s", id, name, jsonOf(value), jsonOf(whole[name]))
			}
		}
		if len(brief) >= len(whole) || brief["provenance"] != nil {
			t.Errorf("%s: %d members of %d", id, len(brief), len(whole))
		}
	}
}

// within reports whether a value is another one or part of it: fewer members, fewer items, a shorter
// text.
func within(part, whole any) bool {
	switch p := part.(type) {
	case map[string]any:
		w, ok := whole.(map[string]any)
		for name := range p {
			ok = ok && within(p[name], w[name])
		}
		return ok
	case []any:
		w, ok := whole.([]any)
		for _, item := range p {
			ok = ok && slices.ContainsFunc(w, func(other any) bool { return within(item, other) })
		}
		return ok
	case string:
		w, ok := whole.(string)
		return ok && strings.HasPrefix(w, strings.TrimSuffix(p, "…"))
	}
	return part == whole
}

// Decision 127: who declares no version of the protocol is answered as REST answers, whole.
func TestWhoDeclaresNoVersionIsAnsweredAsREST(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		key := "Bearer " + d.studio()
		ask := func(tool, arguments string, header ...string) map[string]any {
			t.Helper()
			r := d.read(d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`,
				append([]string{"Authorization", key}, header...)...))
			var v map[string]any
			r.into(t, &v)
			return v
		}
		film := ask("get_film", `{"id":"`+apptest.Ensemble+`"}`)
		if film["provenance"] == nil || film["links"] == nil {
			t.Errorf("get_film has only %v", slices.Sorted(maps.Keys(film)))
		}
		if brief := ask("get_film", `{"id":"`+apptest.Ensemble+`","detail":"concise"}`); brief["provenance"] != nil {
			t.Error("detail concise is not heeded")
		}
		liked := ask("recommend_films", `{"liked":["`+apptest.Crossing+`"]}`)
		if liked["recommendations"] == nil || liked["taste_profile"] == nil {
			t.Errorf("recommend_films has %v", slices.Sorted(maps.Keys(liked)))
		}
		if script := ask("get_script", `{"id":"`+apptest.Crossing+`"}`); script["filmdb_rating"] == nil {
			t.Errorf("get_script has %v", slices.Sorted(maps.Keys(script)))
		}
		if stats := ask("get_catalog_stats", `{}`); stats["yearTrend"] == nil {
			t.Errorf("get_catalog_stats has %v", slices.Sorted(maps.Keys(stats)))
		}
	})
}

// F2-127: in the modern era an answer stands once, beside one line about it; what research assistants
// read stands as text in every version.
func TestAnAnswerStandsOnceInTheModernEra(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for tool, want := range map[string]string{
			"search_films": "The Crossing (1948) tt0000101", "get_film": "(", "predict_project_outcome": "The Brass Key: no estimate, confidence low",
			"get_catalog_stats": "summary", "list_style_guides": "Billy Wilder", "recommend_films": "tt0",
		} {
			arguments := asked()[tool][0]
			if tool == "search_films" {
				arguments = `{"query":"crossing"}`
			}
			a := d.modern("tools/call", `"name":"`+tool+`","arguments":`+arguments, "Mcp-Name", tool, "Authorization", "Bearer "+d.studio())
			r := d.read(a)
			if !strings.Contains(r.summary, want) || strings.Contains(r.summary, "\n") || len(r.summary) > 500 {
				t.Errorf("%s: the line is %q", tool, r.summary)
			}
			if again := d.call(d.studio(), tool, arguments); string(canonicalOf(again.Structured)) != string(canonicalOf(r.Structured)) {
				t.Errorf("%s: another answer than in the old era:\n%.300s\n%.300s", tool, again.Structured, r.Structured)
			}
		}
		for _, tool := range []string{"search", "fetch"} {
			r := d.read(d.modern("tools/call", `"name":"`+tool+`","arguments":`+asked()[tool][0], "Mcp-Name", tool))
			if r.summary != "" || !strings.Contains(r.Content[0].Text, `"url"`) {
				t.Errorf("%s: the text is %.200s", tool, r.Content[0].Text)
			}
		}
	})
}

func TestTheLineOfAForecastHasItsEstimates(t *testing.T) {
	for _, c := range []struct{ prediction, want string }{
		{`{"estimated_worldwide_gross":84300000,"estimated_filmdb_rating":6.7,"confidence":"medium"}`, "Echo: worldwide gross about $84.3M, rating about 6.7, confidence medium"},
		{`{"estimated_worldwide_gross":84300000,"estimated_filmdb_rating":null,"confidence":"low"}`, "Echo: worldwide gross about $84.3M, confidence low"},
		{`{"estimated_worldwide_gross":null,"estimated_filmdb_rating":6.7,"confidence":"low"}`, "Echo: rating about 6.7, confidence low"},
		{`{"estimated_worldwide_gross":null,"estimated_filmdb_rating":null,"confidence":"low"}`, "Echo: no estimate, confidence low"},
	} {
		if got := mcp.Summary([]byte(`{"project":{"title":"Echo","year":null},"prediction":` + c.prediction + `}`)); got != c.want {
			t.Errorf("%s: %q, want %q", c.prediction, got, c.want)
		}
	}
}

func canonicalOf(raw json.RawMessage) []byte {
	var v any
	json.Unmarshal(raw, &v)
	return canonical(v)
}

// F2-117: an analysis ends with advice, in few words or whole, but not for who is answered as REST answers.
func TestAnAnalysisHasAdvice(t *testing.T) {
	type said struct {
		Advice *struct {
			Caution string
			Points  []struct {
				Feature, Suggestion string
				Scenes              []struct{ Heading string }
				Near                struct{ Scripts []struct{ Title string } }
				Guide               *struct{ Name, Text string }
			}
		}
	}
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		text := `{"text":` + jsonText(apptest.Screenplay(30))
		var brief, full, asREST said
		d.call(d.studio(), "analyze_screenplay", text+`}`).into(t, &brief)
		d.call(d.studio(), "analyze_screenplay", text+`,"detail":"full"}`).into(t, &full)
		d.read(d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"analyze_screenplay","arguments":`+text+`}}}`, "Authorization", "Bearer "+d.studio())).into(t, &asREST)
		if asREST.Advice != nil || brief.Advice == nil || full.Advice == nil || len(brief.Advice.Points) == 0 || len(brief.Advice.Points) != len(full.Advice.Points) {
			t.Fatalf("%+v, %+v, as REST %+v", brief.Advice, full.Advice, asREST.Advice)
		}
		for i, p := range brief.Advice.Points {
			whole := full.Advice.Points[i]
			if p.Feature != whole.Feature || p.Suggestion == "" || len(p.Scenes) == 0 || len(p.Near.Scripts) == 0 || brief.Advice.Caution != advice.Caution {
				t.Errorf("%+v of %+v", p, whole)
			}
		}
	})
}

// F2-128: a film has its year as a number and its ratings under the same names in every tool.
func TestAFilmHasOneShapeInAllTools(t *testing.T) {
	d := open(t)
	films := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(at, item)
			}
		case map[string]any:
			for name, value := range v {
				walk(at+"."+name, value)
			}
			if v["filmdb_id"] == nil || v["title"] == nil || strings.HasSuffix(at, ".films") || strings.Contains(at, ".advice.") {
				return // films of a guide have nothing more, scripts of advice their value
			}
			films++
			ratings, _ := v["ratings"].(map[string]any)
			_, year := v["year"].(float64)
			_, score := ratings["master_score"]
			if !year && v["year"] != nil || !score || v["filmdb_rating"] != nil || v["master_score"] != nil || v["vote_average"] != nil {
				t.Errorf("%s: %.300s", at, jsonOf(v))
			}
		}
	}
	for tool, questions := range asked() {
		if tool == "get_poster_analysis" || tool == "fetch" || tool == "get_catalog_stats" {
			continue // nothing of a film but its title
		}
		for _, arguments := range questions {
			for _, detail := range []string{"", "full"} {
				if detail != "" {
					if !slices.Contains([]string{"get_film", "recommend_films", "predict_project_outcome", "analyze_screenplay"}, tool) || strings.Contains(arguments, "detail") {
						continue
					}
					arguments = strings.TrimSuffix(arguments, "}") + `,"detail":"full"}`
				}
				var v any
				d.call(d.studio(), tool, arguments).into(t, &v)
				walk(tool, v)
			}
		}
	}
	if films < 50 {
		t.Errorf("%d films were looked at", films)
	}
}

// F2-129: what is wanted may be said in words, beside films that were liked.
func TestRecommendFilmsForAPrompt(t *testing.T) {
	d := open(t)
	var got struct {
		Data []struct {
			Film    struct{ Title string }
			Reasons []string
		}
		Meta struct {
			Liked, Disliked int
			Unresolved      []string
			Understood      map[string]any
		}
	}
	ask := func(arguments string) {
		t.Helper()
		got.Data, got.Meta.Understood, got.Meta.Unresolved = nil, nil, nil
		d.call(d.studio(), "recommend_films", arguments).into(t, &got)
	}
	ask(`{"liked":["` + apptest.Crossing + `","no such film at all"],"disliked":["Echo"],"prompt":"a drama, no horror","limit":5}`)
	if len(got.Data) == 0 || len(got.Data) > 5 || got.Meta.Liked != 1 || got.Meta.Disliked != 1 || len(got.Meta.Unresolved) != 1 || got.Meta.Understood == nil {
		t.Errorf("%+v", got)
	}
	for _, one := range got.Data {
		if one.Film.Title == "Echo" || len(one.Reasons) != 1 || one.Reasons[0] == "" {
			t.Errorf("%+v", one)
		}
	}
	ask(`{"liked":[],"prompt":"a war film"}`)
	if len(got.Data) == 0 || got.Meta.Liked != 0 {
		t.Errorf("without films that were liked: %+v", got)
	}
	ask(`{"liked":["` + apptest.Crossing + `"],"prompt":"a drama","with":["no war"]}`)
	if len(got.Data) == 0 {
		t.Error("nothing for a group whose first person says a prompt")
	}
	for arguments, field := range map[string]string{
		`{"prompt":"a drama"}`:                                                "liked",
		`{"liked":[],"prompt":""}`:                                            "liked",
		`{"liked":[],"prompt":"  "}`:                                          "prompt",
		`{"liked":[],"prompt":["a drama"]}`:                                   "prompt",
		`{"liked":[],"prompt":"` + strings.Repeat("é", 2001) + `"}`:           "prompt",
		`{"liked":["` + apptest.Absent + `"],"prompt":"a drama"}`:             "liked[0]",
		`{"liked":[],"disliked":["` + apptest.Absent + `"],"prompt":"drama"}`: "disliked[0]",
		`{"liked":[""],"prompt":"a drama"}`:                                   "liked[0]",
		`{"liked":["Echo"],"detail":"some"}`:                                  "detail",
	} {
		if e := d.call(d.studio(), "recommend_films", arguments).failed(t, "INVALID_INPUT"); e.Field != field {
			t.Errorf("%.80s: field %q, want %q", arguments, e.Field, field)
		}
	}
	d.call(d.Key(access.Writer), "recommend_films", `{"liked":["Echo"],"prompt":"a drama"}`).failed(t, "TIER_NOT_LICENSED")
}
