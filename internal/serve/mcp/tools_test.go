package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/tokens"
)

// described is a tool as tools/list tells of it.
type described struct {
	Name, Title, Description  string
	InputSchema, OutputSchema *jsonschema.Schema
	Annotations               map[string]any
}

func (d *door) list() (tools []described) {
	d.t.Helper()
	a := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var listed struct {
		Tools      []described
		NextCursor string
	}
	if err := json.Unmarshal(a.Result, &listed); err != nil || listed.NextCursor != "" {
		d.t.Fatalf("%v, next cursor %q: %.300s", err, listed.NextCursor, a.body)
	}
	return listed.Tools
}

// REQ M-14, M-15, M-16: the seventeen, in order, in every mode, as committed.
func TestTheSeventeenTools(t *testing.T) {
	d := open(t)
	names := []string{
		"search_films", "get_film", "get_similar_films", "get_poster_analysis", "recommend_films", "get_catalog_stats",
		"search_scripts", "get_script", "analyze_screenplay", "predict_project_outcome", "list_style_guides", "get_style_guide",
		"ai_script_coverage", "ai_rewrite_scene", "get_account_status", "search", "fetch",
	}
	if !slices.Equal(mcp.Toolbox(), names) {
		t.Errorf("tools are %q", mcp.Toolbox())
	}
	for _, key := range []string{"", d.Key(access.Free), d.studio()} {
		header := []string{"Authorization", "Bearer " + key}
		if key == "" {
			header = nil
		}
		a := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, header...)
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, a.Result, "", "  "); err != nil {
			t.Fatal(err)
		}
		golden(t, "tools_list.json", append(pretty.Bytes(), '\n'))
	}
	for i, tool := range d.list() {
		if tool.Name != names[i] || tool.Title == "" || len(tool.Description) < 60 {
			t.Errorf("%d: %s, %q, %q", i, tool.Name, tool.Title, tool.Description)
		}
		made := strings.HasPrefix(tool.Name, "ai_")
		if tool.Annotations["readOnlyHint"] != true || tool.Annotations["openWorldHint"] != false || tool.Annotations["idempotentHint"] != !made {
			t.Errorf("%s: annotations %v", tool.Name, tool.Annotations)
		}
		for what, schema := range map[string]*jsonschema.Schema{"input": tool.InputSchema, "output": tool.OutputSchema} {
			if schema.Type != "object" || what == "input" && !strings.Contains(schema.Schema, "2020-12") {
				t.Errorf("%s: %s schema is %s of %s", tool.Name, what, schema.Type, schema.Schema)
			}
			if _, err := schema.Resolve(nil); err != nil {
				t.Errorf("%s: %s schema: %v", tool.Name, what, err)
			}
		}
	}
}

// What tools/list may have in tokens: an agent reads names, descriptions and input schemas before
// each of its conversations, and some clients show it all.
const (
	mostRead   = 3000
	mostListed = 4500
)

// F2-126.
func TestWhatAnAgentReadsFirstIsShort(t *testing.T) {
	d := open(t)
	a := d.post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var listed struct {
		Tools []struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			InputSchema json.RawMessage `json:"input_schema"`
			Sent        json.RawMessage `json:"inputSchema,omitempty"`
		}
	}
	if err := json.Unmarshal(a.Result, &listed); err != nil {
		t.Fatal(err)
	}
	for i := range listed.Tools {
		one := &listed.Tools[i]
		one.InputSchema, one.Sent = one.Sent, nil
	}
	read, all := tokens.Count(jsonOf(listed.Tools)), tokens.Count(string(a.Result))
	t.Logf("%d tokens as a model reads it, %d of the whole list", read, all)
	if read <= mostRead && all <= mostListed {
		return
	}
	var longest []string // descriptions of arguments
	for _, found := range regexp.MustCompile(`"description":"((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(string(a.Result), -1) {
		longest = append(longest, found[1])
	}
	slices.SortFunc(longest, func(a, b string) int { return len(b) - len(a) })
	t.Errorf("tools/list has %d tokens, of which a model reads %d; want at most %d and %d: give the new argument a shorter tag brief, keep it from agents with brief:\"-\", or shorten one of the longest descriptions:\n%s",
		all, read, mostListed, mostRead, strings.Join(slices.Compact(longest)[:10], "\n"))
}

// Clients refuse a list of tools in which what has properties is not said to be an
// object, at whatever depth.
func TestWhatHasPropertiesIsAnObject(t *testing.T) {
	var listed struct {
		Tools []struct{ Name, InputSchema, OutputSchema any }
	}
	if err := json.Unmarshal(open(t).post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`).Result, &listed); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, tool := range listed.Tools {
		seen += holdsObjects(t, fmt.Sprint(tool.Name, ": input"), tool.InputSchema)
		seen += holdsObjects(t, fmt.Sprint(tool.Name, ": output"), tool.OutputSchema)
	}
	if seen != 2*len(listed.Tools) {
		t.Errorf("%d schemas have properties, want an input and an output of each tool", seen)
	}
}

// holdsObjects expects every schema in v that has properties to be of an object, and
// returns how many have.
func holdsObjects(t *testing.T, at string, v any) (seen int) {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for i, each := range v {
			seen += holdsObjects(t, fmt.Sprintf("%s/%d", at, i), each)
		}
	case map[string]any:
		properties, has := v["properties"].(map[string]any)
		if has {
			seen++
			if v["type"] != "object" {
				t.Errorf("%s has properties and is of type %v", at, v["type"])
			}
		}
		for name, property := range properties { // a property may be called properties
			seen += holdsObjects(t, at+"/properties/"+name, property)
		}
		for keyword, each := range v {
			if keyword != "properties" {
				seen += holdsObjects(t, at+"/"+keyword, each)
			}
		}
	}
	return seen
}

// golden compares with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("differs from testdata/%s; run go test -update and read the difference", name)
	}
}

// asked is what each tool is asked, in one way at least, by somebody who may.
func asked() map[string][]string {
	script := jsonText(apptest.Screenplay(40))
	return map[string][]string{
		"search_films": {`{}`, `{"query":"crossing","limit":100}`, `{"query":"crosing"}`, `{"query":"zzzz"}`, `{"limit":1,"sort":"year:asc"}`},
		"get_film": {`{"id":"` + apptest.Ensemble + `"}`, `{"id":"` + apptest.Bare + `"}`, `{"id":"` + apptest.Crossing + `"}`,
			`{"id":"` + apptest.Ensemble + `","part":"cast","offset":2}`, `{"id":"` + apptest.Crossing + `","part":"overview"}`},
		"get_similar_films":   {`{"id":"` + apptest.Crossing + `"}`, `{"id":"` + apptest.Crossing + `","limit":50}`},
		"get_poster_analysis": {`{"id":"` + apptest.Crossing + `"}`},
		"recommend_films": {`{"liked":["` + apptest.Crossing + `","Echo"],"disliked":["It","nonsense"],"limit":50}`,
			`{"liked":["` + apptest.Crossing + `"],"disliked":["It"],"with":["Echo","a drama, no war","zzyzx qwxq"],"limit":50}`, `{"liked":["` + apptest.Crossing + `"],"with":["no drama"]}`,
			`{"liked":["` + apptest.Crossing + `"],"prompt":"a quiet drama"}`, `{"liked":[],"prompt":"a war film","detail":"full"}`},
		"get_catalog_stats": {`{}`},
		"search_scripts":    {`{}`, `{"tier":"s"}`, `{"limit":100,"offset":3}`, `{"offset":1000}`},
		"get_script":        {`{"id":"` + apptest.Crossing + `"}`, `{"id":"` + apptest.Crossing + `","series":true}`, `{"id":"` + apptest.Ensemble + `","series":true}`},
		"analyze_screenplay": {`{"text":` + script + `}`, `{"text":` + script + `,"part":"scenes","offset":5}`,
			`{"text":` + script + `,"earlier":` + jsonText(apptest.Screenplay(30)) + `}`, `{"text":` + script + `,"earlier":` + script + `,"part":"comparison.scenes.cut"}`},
		"predict_project_outcome": {`{"title":"The Brass Key"}`, `{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":4e7,` +
			`"director":"Dan Whitlock","cast":["Joe Marsh"],"synopsis":"A train is robbed.","companies":["Acme"],"writers":["A. ` +
			`Penn"],"countries":["US"],"languages":["English"],"runtime":100,"year":2026,"month":5,"franchise":"Key","source_material":"Key"}`},
		"list_style_guides":  {`{"discipline":"writers"}`, `{"discipline":"directors"}`, `{"discipline":"cinematographers"}`},
		"get_style_guide":    {`{"discipline":"writers","name":"billy-wilder"}`, `{"discipline":"writers","name":"Billy Wilder"}`},
		"ai_script_coverage": {`{"text":` + script + `}`, `{"text":` + script + `,"focus":"dialogue"}`},
		"ai_rewrite_scene":   {`{"text":` + script + `,"style":"billy-wilder"}`},
		"get_account_status": {`{}`},
		"search":             {`{"query":"crossing"}`, `{"query":"zzzz"}`},
		"fetch":              {`{"id":"film:` + apptest.Ensemble + `"}`, `{"id":"script:` + apptest.Crossing + `"}`, `{"id":"film:` + apptest.Bare + `"}`},
	}
}

func jsonOf(v any) string { b, _ := json.Marshal(v); return string(b) }

func jsonText(s string) string { b, _ := json.Marshal(s); return string(b) }

// REQ M-16, M-17, M-39: every answer is as its tool describes it, twice over, and
// not too long.
func TestAnswersAreAsDescribed(t *testing.T) {
	both(t, func(t *testing.T, open func(...func(*mcp.Options)) *door) {
		d := open()
		for _, tool := range d.list() {
			schema, err := tool.OutputSchema.Resolve(nil)
			if err != nil {
				t.Fatal(err)
			}
			input, err := tool.InputSchema.Resolve(nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(asked()[tool.Name]) == 0 {
				t.Errorf("%s is not asked", tool.Name)
			}
			for _, arguments := range asked()[tool.Name] {
				var v any
				json.Unmarshal([]byte(arguments), &v)
				if err := input.Validate(v); err != nil && tool.Name != "search_scripts" { // its tiers may be in lower case
					t.Errorf("%s %.100s: %v", tool.Name, arguments, err)
				}
				r := d.call(d.studio(), tool.Name, arguments)
				r.into(t, &v)
				if err := schema.Validate(v); err != nil {
					t.Errorf("%s %.100s: %v", tool.Name, arguments, err)
				}
				for key := range v.(map[string]any) {
					if tool.OutputSchema.Properties[key] == nil && key != "truncated" && key != "rest" && !strings.Contains(arguments, `"part"`) {
						t.Errorf("%s %.100s: the schema does not tell of %s", tool.Name, arguments, key)
					}
				}
				if len(r.payload) > mcp.AnswerBytes {
					t.Errorf("%s %.100s: %d bytes", tool.Name, arguments, len(r.payload))
				}
			}
		}
	})
}

// REQ M-19: a walk by cursor finds every film once.
func TestSearchIsWalkedByCursor(t *testing.T) {
	d := open(t)
	for _, limit := range []string{"1", "7", "13", "100"} {
		seen, total, cursor := map[string]bool{}, 0, ""
		for {
			arguments := `{"limit":` + limit + `,"sort":"year:desc"`
			if cursor != "" {
				arguments += `,"cursor":"` + cursor + `"`
			}
			var page struct {
				Data []struct {
					FilmdbID string `json:"filmdb_id"`
				}
				Meta struct {
					Count, Total int
					NextCursor   *string `json:"next_cursor"`
				}
			}
			d.call(d.studio(), "search_films", arguments+`}`).into(t, &page)
			if page.Meta.Count != len(page.Data) {
				t.Errorf("count %d of %d", page.Meta.Count, len(page.Data))
			}
			for _, f := range page.Data {
				if seen[f.FilmdbID] {
					t.Errorf("%s comes twice", f.FilmdbID)
				}
				seen[f.FilmdbID] = true
			}
			if total = page.Meta.Total; page.Meta.NextCursor == nil {
				break
			}
			cursor = *page.Meta.NextCursor
		}
		if len(seen) != total || total != len(apptest.Films()) {
			t.Errorf("limit %s: %d of %d found, there are %d", limit, len(seen), total, len(apptest.Films()))
		}
	}
}

// REQ M-20: the record, with the first of its cast; the rest can be read.
func TestGetFilm(t *testing.T) {
	d := open(t)
	var film struct {
		FilmdbID            string `json:"filmdb_id"`
		Cast                []struct{ Name string }
		CastTotal           int            `json:"cast_total"`
		CrewSummary         map[string]any `json:"crew_summary"`
		ProductionCompanies []any          `json:"production_companies"`
		BoxOffice           struct{ ROI *float64 }
		Awards, Poster      map[string]any
		Keywords            []string
		Links               map[string]*string
	}
	d.call(d.studio(), "get_film", `{"id":"`+apptest.Ensemble+`","detail":"full"}`).into(t, &film)
	if len(film.Cast) != 15 || film.CastTotal <= 15 || film.CrewSummary["directing"] == nil || len(film.ProductionCompanies) != 2 || film.Poster == nil {
		t.Errorf("%+v", film)
	}
	base := strings.TrimSuffix(d.url, mcp.Path)
	if self := film.Links["self"]; self == nil || *self != base+"/api/v2/films/"+apptest.Ensemble {
		t.Errorf("links %v", film.Links)
	}
	var part struct {
		Part          string
		Offset, Total int
		Items         []struct{ Name string }
		NextOffset    *int `json:"next_offset"`
	}
	d.call(d.studio(), "get_film", `{"id":"`+apptest.Ensemble+`","part":"cast"}`).into(t, &part)
	if part.Total != film.CastTotal || len(part.Items) != part.Total || part.Items[14] != film.Cast[14] || part.NextOffset != nil {
		t.Errorf("the whole cast: %+v", part)
	}
	d.call(d.studio(), "get_film", `{"id":"TT101"}`).into(t, &film)
	if film.FilmdbID != apptest.Crossing {
		t.Errorf("TT101 is %s (G-12)", film.FilmdbID)
	}
	for _, tool := range []string{"get_film", "get_similar_films", "get_poster_analysis", "get_script"} {
		for _, id := range []string{apptest.Absent, "abc", "tt"} {
			d.call(d.studio(), tool, `{"id":"`+id+`"}`).failed(t, "NOT_FOUND")
		}
	}
	d.call(d.studio(), "get_poster_analysis", `{"id":"`+apptest.CrossingTwin+`"}`).failed(t, "NOT_FOUND")
	d.call(d.studio(), "get_style_guide", `{"discipline":"writers","name":"nobody"}`).failed(t, "NOT_FOUND")
	d.call(d.studio(), "ai_rewrite_scene", `{"text":"`+strings.Repeat("word ", 40)+`","style":"nobody"}`).failed(t, "NOT_FOUND")
}

// REQ M-34, M-35: whatever search gives can be fetched, under the address it gave.
func TestEveryCitationCanBeFetched(t *testing.T) {
	d := open(t)
	base := strings.TrimSuffix(d.url, mcp.Path)
	kinds := map[string]int{}
	for _, query := range []string{"crossing", "echo", "river", "drama", "lake summer", "detective", "it"} {
		var found struct {
			Results []struct{ ID, Title, URL string }
		}
		d.call(d.studio(), "search", `{"query":"`+query+`"}`).into(t, &found)
		ids := map[string]bool{}
		for _, one := range found.Results {
			kind, id, _ := strings.Cut(one.ID, ":")
			kinds[kind]++
			if ids[one.ID] {
				t.Errorf("%s: %s comes twice", query, one.ID)
			}
			ids[one.ID] = true
			var doc struct {
				ID, Title, Text, URL string
				Metadata             map[string]string
			}
			d.call(d.studio(), "fetch", `{"id":"`+one.ID+`"}`).into(t, &doc)
			if doc.ID != one.ID || doc.Title != one.Title || doc.URL != one.URL || len(doc.Text) < 30 || doc.Metadata["filmdb_id"] != id {
				t.Errorf("%s: %+v is fetched as %+v", query, one, doc)
			}
			path := map[string]string{"film": "/films/", "script": "/scripts/"}[kind]
			if one.URL != base+path+id {
				t.Errorf("%s has the address %s", one.ID, one.URL)
			}
		}
	}
	if kinds["film"] == 0 || kinds["script"] == 0 {
		t.Errorf("found %v", kinds)
	}
	d.call(d.studio(), "fetch", `{"id":"film:`+apptest.Absent+`"}`).failed(t, "NOT_FOUND")
	d.call(d.studio(), "fetch", `{"id":"script:`+apptest.Bare+`"}`).failed(t, "NOT_FOUND")
	// A key of the right form names something, were it there: another kind, or a
	// number that no film can have (REQ M-35).
	for _, id := range []string{"show:tt0000101", "book:tt0000101", "film:tt99999999999999999999", "FILM:TT0999999999", "script:tt0", "film:tt0000000"} {
		d.call(d.studio(), "fetch", `{"id":"`+id+`"}`).failed(t, "NOT_FOUND")
	}
}

// REQ M-27: the analysis in the words of the connector, the same every time.
func TestAnalyzeScreenplay(t *testing.T) {
	d := open(t)
	arguments := asked()["analyze_screenplay"][0]
	var a struct {
		Comparisons map[string]map[string]float64
		Features    map[string]float64
		Length      int `json:"script_length"`
	}
	first := d.call(d.studio(), "analyze_screenplay", arguments)
	first.into(t, &a)
	if len(a.Comparisons) != 20 || len(a.Features) != 20 {
		t.Errorf("%d comparisons of %d features", len(a.Comparisons), len(a.Features))
	}
	for feature, c := range a.Comparisons {
		if len(c) != 4 || c["value"] != a.Features[feature] {
			t.Errorf("%s: %v", feature, c)
		}
		for _, key := range []string{"value", "dataset_mean", "z_score", "percentile"} {
			if _, there := c[key]; !there {
				t.Errorf("%s has no %s", feature, key)
			}
		}
	}
	if again := d.call(d.studio(), "analyze_screenplay", arguments); !bytes.Equal(first.payload, again.payload) {
		t.Error("another answer for the same text (M-36)")
	}
}

// docs/connector.md lists the tools there are, with what they take and how much of
// it is needed.
func TestTheToolsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/connector.md")
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(text)) {
		if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "`"); ok && strings.HasPrefix(line, "| `") && slices.Contains(mcp.Toolbox(), name) {
			rows = append(rows, line)
		}
	}
	for i, tool := range open(t).list() {
		if i >= len(rows) || !strings.HasPrefix(rows[i], "| `"+tool.Name+"`") {
			t.Fatalf("%s is not the tool of row %d: %.60q", tool.Name, i, rows)
		}
		takes := strings.Split(strings.ReplaceAll(rows[i], `\|`, "/"), "|")[2]
		for name := range tool.InputSchema.Properties {
			needed := slices.Contains(tool.InputSchema.Required, name)
			if !strings.Contains(takes, name) || strings.Contains(takes, "**"+name+"**") != needed {
				t.Errorf("%s: %s (required: %v) is told as %s", tool.Name, name, needed, takes)
			}
		}
	}
}
