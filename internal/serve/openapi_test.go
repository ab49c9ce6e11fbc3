package serve_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// REQ G-02, G-03: the description is public, not counted, of version 2.0.0,
// and what is committed.
func TestTheDescriptionIsPublicAndCommitted(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.ask(request{path: "/openapi.json"}).is(200).has("Cache-Control", "public, max-age=300")
	golden(t, "testdata/openapi.json", a.body)
	var doc struct {
		OpenAPI string
		Info    struct{ Version string }
	}
	if err := json.Unmarshal(a.body, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "2.0.0" {
		t.Errorf("OpenAPI %s, description %s", doc.OpenAPI, doc.Info.Version)
	}
	if a.header.Get("X-RateLimit-Limit") != "" {
		t.Error("the description was counted")
	}
}

// REQ G-03: it is valid OpenAPI 3.1, and so is every example in it.
func TestTheDescriptionAndItsExamplesAreValid(t *testing.T) {
	t.Parallel()
	doc := load(t, open(t))
	if err := doc.Validate(t.Context(), openapi3.EnableExamplesValidation()); err != nil {
		t.Fatal(err)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			success := op.Responses.Value(success(op)).Value
			if media := success.Content["application/json"]; media != nil && strings.HasPrefix(path, "/api/") {
				if media.Example == nil {
					t.Errorf("%s %s: no example", method, path)
					continue
				}
				if err := doc.ValidateSchemaJSON(media.Schema.Value, media.Example); err != nil {
					t.Errorf("%s %s: example: %v", method, path, err)
				}
			}
			for _, p := range op.Parameters {
				for _, e := range p.Value.Schema.Value.Examples {
					if err := doc.ValidateSchemaJSON(p.Value.Schema.Value, e); err != nil {
						t.Errorf("%s %s: parameter %s: %v", method, path, p.Value.Name, err)
					}
				}
			}
		}
	}
}

// REQ G-23: every field and every parameter has an example, that is what its schema says.
func TestEveryFieldAndParameterHasAnExample(t *testing.T) {
	t.Parallel()
	doc := load(t, open(t))
	check := func(where string, s *openapi3.SchemaRef) {
		if s.Ref != "" || len(s.Value.OneOf)+len(s.Value.AnyOf)+len(s.Value.AllOf) > 0 || s.Value.Type.Is("object") || s.Value.Items != nil && (s.Value.Items.Ref != "" || len(s.Value.Items.Value.AnyOf) > 0) || s.Value.MinLength >= 500 {
			return // its parts have, or, of texts that are long, the operation
		}
		if len(s.Value.Examples) == 0 {
			t.Errorf("%s (%v) has no example: give it one in serve/openapi/members.json, or by a tag", where, s.Value.Type.Slice())
		}
		for _, e := range s.Value.Examples {
			if err := doc.ValidateSchemaJSON(s.Value, e); err != nil {
				t.Errorf("%s: example %v: %v", where, e, err)
			}
		}
	}
	for name, s := range doc.Components.Schemas {
		for member, p := range s.Value.Properties {
			check(name+"."+member, p)
		}
	}
	for name, given := range openapi.Members() {
		of, member, _ := strings.Cut(name, ".")
		var want any
		if err := json.Unmarshal(given, &want); err != nil || doc.Components.Schemas[of] == nil || doc.Components.Schemas[of].Value.Properties[member] == nil ||
			!slices.ContainsFunc(doc.Components.Schemas[of].Value.Properties[member].Value.Examples, func(e any) bool { return reflect.DeepEqual(e, want) }) {
			t.Errorf("nobody needs the example of %s, %v", name, err)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for _, p := range op.Parameters {
				if p.Value.Name == "cursor" {
					continue // of a page that was answered: none that stands here would be taken
				}
				check(method+" "+path+" "+p.Value.Name, p.Value.Schema)
			}
		}
	}
}

// REQ G-23: programs can generate clients from it.
func TestTheDescriptionIsOneToGenerateFrom(t *testing.T) {
	t.Parallel()
	doc := load(t, open(t))
	ids, method := map[string]bool{}, regexp.MustCompile(`^[a-z]+([A-Z][a-z]+)*(V1)?$`)
	for path, item := range doc.Paths.Map() {
		for name, op := range item.Operations() {
			if !method.MatchString(op.OperationID) || ids[op.OperationID] {
				t.Errorf("%s %s: operation id %q", name, path, op.OperationID)
			}
			ids[op.OperationID] = true
			for _, p := range op.Parameters {
				formatted(t, path+" "+p.Value.Name, p.Value.Schema)
				if strings.HasPrefix(p.Value.Name, "year") && !p.Value.Schema.Value.Type.Is("integer") {
					t.Errorf("%s: %s is no integer", path, p.Value.Name)
				}
			}
		}
	}
	for name, s := range doc.Components.Schemas {
		formatted(t, name, s)
	}
	all := doc.Components.Schemas
	if codes := all["ErrorCode"].Value.Enum; len(codes) != len(wire.Codes()) {
		t.Errorf("%d codes of errors", len(codes))
	}
	for name, required := range map[string]int{"Film": len(all["Film"].Value.Properties), "FilmDetail": len(all["FilmDetail"].Value.Properties), "PartialFilm": 1} {
		if got := len(all[name].Value.Required); got != required {
			t.Errorf("%s requires %d fields", name, got)
		}
	}
	if title := all["Film"].Value.Properties["title"].Value; len(title.Examples) == 0 {
		t.Error("a film's title has no example")
	}
}

// formatted checks that all numbers of a schema have a format.
func formatted(t *testing.T, where string, ref *openapi3.SchemaRef) {
	t.Helper()
	if ref == nil || ref.Ref != "" {
		return
	}
	s := ref.Value
	if s.Type != nil && (s.Type.Includes("integer") || s.Type.Includes("number")) && !slices.Contains([]string{"int32", "int64", "double"}, s.Format) {
		t.Errorf("%s: a number of the format %q", where, s.Format)
	}
	formatted(t, where+"[]", s.Items)
	formatted(t, where+"{}", s.AdditionalProperties.Schema)
	for name, p := range s.Properties {
		formatted(t, where+"."+name, p)
	}
	for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
		formatted(t, where, one)
	}
}

// REQ G-21, G-22: what the catalogue has goes through no states, and nobody is
// called back. A key may be revoked, and the service ready or not.
func TestNothingHasStatesOrCallsBack(t *testing.T) {
	t.Parallel()
	doc := load(t, open(t))
	if len(doc.Webhooks) > 0 || len(doc.Components.Callbacks) > 0 {
		t.Error("webhooks or callbacks are described")
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if len(op.Callbacks) > 0 {
				t.Errorf("%s %s calls back", method, path)
			}
		}
	}
	for name, schema := range doc.Components.Schemas {
		if slices.Contains([]string{"ErrorDetail", "ServiceHealth", "APIKey"}, name) {
			continue
		}
		for _, state := range []string{"state", "status", "phase", "stage"} {
			if schema.Value.Properties[state] != nil {
				t.Errorf("%s has a %s", name, state)
			}
		}
	}
}

// success is the status of an operation that goes well.
func success(op *openapi3.Operation) string {
	if op.Responses.Value("201") != nil {
		return "201"
	}
	return "200"
}

// REQ G-01, G-03: what is described is served.
func TestWhatIsDescribedIsServed(t *testing.T) {
	t.Parallel()
	s := open(t)
	bodies := map[string]string{
		"/api/v2/films/batch": `{"films":["tt1"]}`, "/api/v2/films/search": `{}`, "/api/v1/admin/keys": `{"name":"a","tier":"writer"}`, "/api/v1/admin/keys/{id}": `{"name":"b"}`,
		analyzePath: texts("text"), advicePath: texts("text"), reportsPath: texts("text"), comparePath: texts("before", "after"),
		"/api/v1/recommend": `{"liked":["tt0000101"]}`, "/api/v2/recommend": `{"prompt":"drama"}`, togetherPath: `{"people":[{"liked":["tt0000101"]},{"prompt":"drama"}]}`,
		posterAnalyzePath: picture(apptest.Picture(1), "image/png"),
		"/api/v1/predict": `{"title":"A new film","genres":["Drama"],"budget":20000000}`,
		scenariosPath:     `{"scenarios":[{"title":"A new film","genres":["Drama"],"budget":20000000}]}`,
	}
	for _, tool := range aiTools {
		bodies[tool.path()] = tool.body
	}
	snapshot := s.snapshot(t)
	queries := map[string]string{
		"/api/v1/search": "?q=crossing", "/api/v2/catalog/changes": "?since=" + snapshot.Version, "/api/v2/films/changes": "?since=" + snapshot.Version,
		"/api/v2/catalog/snapshot": "?format=json", "/api/v2/films/find": "?external_id=" + apptest.Crossing,
	}
	files := map[string]string{ // addresses that the service gives out whole
		"/posters/{name}": s.picture(), "/objects/{key}": s.local(s.get("/api/v2/catalog/snapshot").is(302).header.Get("Location")),
	}
	for path, item := range load(t, s).Paths.Map() {
		for method, op := range item.Operations() {
			key, id := s.Key(access.Studio), apptest.Crossing
			if strings.HasPrefix(path, "/api/v1/admin") {
				key = s.admin()
				id = s.made(key, `{"name":"a","tier":"writer"}`).ID
			}
			if strings.HasPrefix(path, actorsPath) {
				id = "ann-pell"
			}
			at := strings.ReplaceAll(path, "{id}", id) + queries[path]
			if file, ok := files[path]; ok {
				at = file
			}
			a := s.ask(request{method: method, path: at, body: bodies[path], header: map[string]string{
				"X-API-Key": key, "Content-Type": "application/json"}})
			if strconv.Itoa(a.status) != success(op) {
				t.Errorf("%s %s: status %d: %.200s", method, path, a.status, a.body)
			}
		}
	}
}

// REQ G-04, G-05: actual answers of every route validate against the description, made strict:
// a key that it does not list is an error.
func TestAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := load(t, s)
	for _, c := range []struct{ method, route, path, body string }{
		{"GET", "/api/v1/films", "/api/v1/films?limit=200", ""},
		{"GET", "/api/v1/films", "/api/v1/films?fields=title,ir", ""},
		{"GET", "/api/v1/films", "/api/v1/films?limit=x", ""},
		{"GET", "/api/v1/films/{id}", "/api/v1/films/" + apptest.Ensemble, ""},
		{"GET", "/api/v1/films/{id}", "/api/v1/films/" + apptest.Bare, ""},
		{"GET", "/api/v1/films/{id}", "/api/v1/films/" + apptest.Absent, ""},
		{"GET", "/api/v1/health", "/api/v1/health", ""},
		{"GET", "/api/v1/scripts", "/api/v1/scripts?limit=200", ""},
		{"GET", "/api/v1/scripts/{id}", "/api/v1/scripts/" + apptest.Crossing, ""},
		{"GET", "/api/v2/films/{id}/script", "/api/v2/films/" + apptest.Crossing + "/script", ""},
		{"GET", "/api/v2/films/{id}/script", "/api/v2/films/" + apptest.Ensemble + "/script", ""},
		{"GET", "/api/v2/films/{id}/script", "/api/v2/films/" + apptest.Bare + "/script", ""},
		{"GET", "/api/v2/films/{id}/comparable-of", "/api/v2/films/" + apptest.Crossing + "/comparable-of", ""},
		{"GET", "/api/v2/films/{id}/comparable-of", "/api/v2/films/" + apptest.Bare + "/comparable-of?limit=1", ""},
		{"GET", "/api/v2/films/{id}/comparable-of", "/api/v2/films/" + apptest.Absent + "/comparable-of", ""},
		{"GET", "/api/v1/model", "/api/v1/model", ""},
		{"GET", actorsPath, actorsPath + "?limit=200", ""},
		{"GET", actorsPath + "/{id}", actorsPath + "/ann-pell", ""},
		{"GET", actorsPath + "/{id}", actorsPath + "/nobody", ""},
		{"GET", "/api/v1/styles/writers", "/api/v1/styles/writers", ""},
		{"GET", "/api/v1/styles/directors", "/api/v1/styles/directors", ""},
		{"GET", "/api/v1/styles/cinematographers", "/api/v1/styles/cinematographers", ""},
		{"GET", "/api/v1/correlations", "/api/v1/correlations", ""},
		{"POST", analyzePath, analyzePath, texts("text")},
		{"POST", comparePath, comparePath, texts("before", "after")},
		{"GET", "/api/v2/films", "/api/v2/films?limit=500", ""},
		{"GET", "/api/v2/films", "/api/v2/films?limit=1&facets=genres,decades,languages,countries", ""},
		{"GET", "/api/v2/films", "/api/v2/films?fields=title,ratings.filmdb,crew_summary.directing,links.self", ""},
		{"GET", "/api/v2/films", "/api/v2/films?q=evreyone+came", ""},
		{"GET", "/api/v2/films", "/api/v2/films?sort=nothing", ""},
		{"GET", "/api/v2/films", "/api/v2/films?limit=0&facets=genres", ""},
		{"GET", "/api/v2/films", "/api/v2/films?ids=tt0000101,tt9999999&fields=@card,@people", ""},
		{"POST", "/api/v2/films/search", "/api/v2/films/search", `{"genre":"Drama","fields":["@money"]}`},
		{"POST", "/api/v2/films/search", "/api/v2/films/search", `{"genres":"Drama"}`},
		{"GET", "/api/v2/films/find", "/api/v2/films/find?external_id=moviedb:520", ""},
		{"GET", "/api/v2/films/find", "/api/v2/films/find?title=The+Crossing&year=1948&fields=@money", ""},
		{"GET", "/api/v2/films/find", "/api/v2/films/find?external_id=tt9999999", ""},
		{"GET", "/api/v2/films/random", "/api/v2/films/random?genre=Drama&seed=1", ""},
		{"GET", "/api/v2/films/random", "/api/v2/films/random?fields=@card", ""},
		{"GET", "/api/v2/films/random", "/api/v2/films/random?genre=nothing", ""},
		{"GET", "/api/v2/films/{id}", "/api/v2/films/" + apptest.Ensemble, ""},
		{"GET", "/api/v2/films/{id}", "/api/v2/films/" + apptest.Bare, ""},
		{"GET", "/api/v2/films/{id}", "/api/v2/films/" + apptest.Absent, ""},
		{"POST", "/api/v2/films/batch", "/api/v2/films/batch", `{"films":["tt0000101","tt9999999",{"moviedb_id":510}]}`},
		{"POST", "/api/v2/films/batch", "/api/v2/films/batch", `{"films":["tt0000101"],"fields":"ratings.filmdb"}`},
		{"POST", "/api/v2/films/batch", "/api/v2/films/batch", `{"films":[]}`},
		{"POST", "/api/v1/keys/self-generate", "/api/v1/keys/self-generate", ""},
		{"POST", "/api/v1/keys/self-generate", "/api/v1/keys/self-generate", `{"name":5}`},
		{"GET", "/api/v1/me", "/api/v1/me", ""},
		{"GET", "/readyz", "/readyz", ""},
		{"GET", "/healthz", "/healthz", ""},
	} {
		for _, sandbox := range []string{"0", "1"} {
			a := s.ask(request{method: c.method, path: c.path, body: c.body, header: map[string]string{
				"X-API-Key": s.Key(access.Studio), "Content-Type": "application/json", "X-Sandbox": sandbox}})
			described(t, doc, c.method, c.route, a)
		}
	}
	described(t, doc, "GET", "/api/v1/me", s.ask(request{path: "/api/v1/me", header: map[string]string{"X-Sandbox": "1"}}).is(200))
	all := open(t).get("/api/v2/films/stream")
	schema := doc.Paths.Find("/api/v2/films/stream").Get.Responses.Value("200").Value.Content["application/x-ndjson"].Schema.Value
	for line := range bytes.Lines(all.body) {
		var film any
		if err := json.Unmarshal(line, &film); err != nil {
			t.Fatal(err)
		}
		if err := doc.ValidateSchemaJSON(schema, film); err != nil {
			t.Errorf("stream: %v", err)
		}
	}
}

// REQ K-03, G-03: so do those of the admin group, refusals included.
func TestAdministrationIsAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc, admin := load(t, s), s.admin()
	id := s.made(admin, `{"name":"a","tier":"writer","expires_at":"2030-01-31T00:00:00Z"}`).ID
	s.with(admin, "GET", "/api/v1/admin/audit", "").is(200)
	for _, c := range []struct{ method, route, path, body string }{
		{"GET", adminKeys, adminKeys, ""},
		{"GET", adminKeys, adminKeys + "?limit=0", ""},
		{"POST", adminKeys, adminKeys, `{"name":"a","tier":"studio"}`},
		{"POST", adminKeys, adminKeys, `{"name":"a","account":"` + s.Caller(admin).Account + `","tier":"free"}`},
		{"GET", adminKeys + "/{id}", adminKeys + "/" + id, ""},
		{"GET", adminKeys + "/{id}", adminKeys + "/none", ""},
		{"PATCH", adminKeys + "/{id}", adminKeys + "/" + id, `{"expires_at":null}`},
		{"PATCH", adminKeys + "/{id}", adminKeys + "/" + id, `{}`},
		{"POST", adminKeys + "/{id}/rotate", adminKeys + "/" + id + "/rotate", ""},
		{"DELETE", adminKeys + "/{id}", adminKeys + "/" + id, ""},
		{"PATCH", adminKeys + "/{id}", adminKeys + "/" + id, `{"name":"b"}`}, // of a revoked key
		{"POST", adminKeys + "/{id}/rotate", adminKeys + "/" + id + "/rotate", ""},
		{"GET", "/api/v1/admin/audit", "/api/v1/admin/audit?limit=2", ""},
		{"GET", "/api/v1/admin/audit", "/api/v1/admin/audit?before=0", ""},
	} {
		described(t, doc, c.method, c.route, s.with(admin, c.method, c.path, c.body))
		described(t, doc, c.method, c.route, s.with(s.Key(access.Studio), c.method, c.path, c.body))
	}
}

func described(t *testing.T, doc *openapi3.T, method, route string, a *answer) {
	t.Helper()
	response := doc.Paths.Find(route).GetOperation(method).Responses.Value(strconv.Itoa(a.status))
	if response == nil {
		t.Errorf("%s: status %d is not described", a.what, a.status)
		return
	}
	var body any
	if err := json.Unmarshal(a.body, &body); err != nil {
		t.Fatalf("%s: %v", a.what, err)
	}
	if err := doc.ValidateSchemaJSON(response.Value.Content["application/json"].Schema.Value, body); err != nil {
		t.Errorf("%s: %v", a.what, err)
	}
	for name := range response.Value.Headers {
		if a.status < 300 && a.header.Get(name) == "" && !strings.HasPrefix(name, "X-RateLimit") &&
			!strings.HasPrefix(name, "RateLimit") && name != "Cache-Control" && name != "Link" && name != "X-Total-Count" && name != "X-Next-Cursor" &&
			name != "Idempotent-Replayed" && name != "X-Did-You-Mean" && name != "X-Match" && !strings.HasPrefix(name, "X-Unknown-") {
			t.Errorf("%s: no %s", a.what, name)
		}
	}
}

// REQ G-06: no identifier of the interface carries a third party's name.
func TestNamesAreNeutral(t *testing.T) {
	t.Parallel()
	text := strings.ToLower(string(open(t).ask(request{path: "/openapi.json"}).body))
	for _, name := range []string{"imdb", "tmdb", "rotten", "metacritic", "letterboxd", "omdb"} {
		if strings.Contains(text, name) {
			t.Errorf("the description names %s", name)
		}
	}
}

// A base URL that is none stops the start.
func TestABaseURLMustBeOne(t *testing.T) {
	t.Parallel()
	h := apptest.Open(t)
	for _, base := range []string{"kinodex.example", "ftp://kinodex.example", "https://", "https://kinodex.example/?q=1", "://"} {
		if _, err := serve.New(serve.Options{App: h.App, BaseURL: base}); err == nil {
			t.Errorf("%q was taken", base)
		}
	}
	if _, err := serve.New(serve.Options{}); err == nil {
		t.Error("a front without an app")
	}
}

// The error table is the committed page and has every code (REQ G-20, E-03).
func TestTheErrorTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.ask(request{path: "/docs/errors"}).is(200).has("Content-Type", "text/plain; charset=utf-8")
	golden(t, "../../docs/api/errors.md", a.body)
	s.ask(request{path: "/docs/migration"}).is(200)
}

// The history lists every release of the interface, and what is promised to
// those who are on version 1 (REQ V-01, V-03, V-06, V-07).
func TestTheChangelog(t *testing.T) {
	t.Parallel()
	s := open(t)
	page := string(s.ask(request{path: "/changelog"}).is(200).has("Content-Type", "text/plain; charset=utf-8").body)
	last := len(page)
	for _, release := range []string{"2.0.0", "2.0.1", "2.1.0", "2.2.0", "2.3.0", "2.3.1", "2.4.0"} {
		at := strings.Index(page, "| "+release+" |")
		if at < 0 || at > last {
			t.Errorf("release %s is missing or out of order", release)
		}
		last = at
	}
	for _, promise := range []string{"at least 12 months", "at least 90 days"} {
		if !strings.Contains(page, promise) {
			t.Errorf("nothing is said of %q", promise)
		}
	}
}

// load reads the description, with every object closed to unknown keys.
func load(t *testing.T, s *site) *openapi3.T {
	t.Helper()
	var raw any
	if err := json.Unmarshal(s.ask(request{path: "/openapi.json"}).is(200).body, &raw); err != nil {
		t.Fatal(err)
	}
	closeObjects(raw.(map[string]any)["components"])
	strict, err := json.Marshal(raw)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(strict)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, ok := v["properties"]; ok && v["type"] == "object" && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			closeObjects(v[key])
		}
	case []any:
		for _, each := range v {
			closeObjects(each)
		}
	}
}

// golden compares with a committed file, or writes it with -update.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("differs from %s; run go test -update and read the difference", path)
	}
}
