package serve_test

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/catalog"
)

// cutLibrary empties the catalogue's files while they are mapped: reading them is a
// memory fault from then on, as when a disk fails.
func (s *site) cutLibrary() {
	s.t.Helper()
	dir := filepath.Join(s.House.Library, s.Holder.Generation())
	for _, name := range []string{"list.pack", "detail.pack", "flat.pack", "columns.pack", "text.pack", catalog.CompressedFile} {
		if err := os.Truncate(filepath.Join(dir, name), 0); err != nil {
			s.t.Fatal(err)
		}
	}
}

// REQ E-08, E-11, Q-08: a library that cannot be read is a 503 that says when to
// come back, in the words of each door, and costs nothing; another generation then
// serves, and whoever runs the service is told.
func TestALibraryThatCannotBeReadIsAnsweredAndReplaced(t *testing.T) {
	t.Parallel()
	const tool = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_film","arguments":{"id":"` + apptest.Crossing + `"}}}`
	const resource = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"film://` + apptest.Crossing + `"}}`
	for _, c := range []struct {
		name, method, path, body string
		status                   int // with which the door says it
		says                     []string
	}{
		{"v1", "GET", "/api/v1/films?limit=5", "", 503, []string{`"code":"upstream_error"`, `"status":503`}},
		{"v2 list", "GET", "/api/v2/films?q=crossing", "", 503, []string{`"code":"upstream_error"`, `"status":503`}},
		{"v2 film", "GET", "/api/v2/films/" + apptest.Crossing, "", 503, []string{`"code":"upstream_error"`}},
		{"batch", "POST", "/api/v2/films/batch", `{"films":["` + apptest.Crossing + `"]}`, 503, []string{`"code":"upstream_error"`}},
		{"tool", "POST", "/mcp", tool, 200, []string{`UPSTREAM_ERROR`, `retry_after_seconds`, `"isError":true`}},
		{"resource", "POST", "/mcp", resource, 200, []string{`UPSTREAM_ERROR`, `retry_after_seconds`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			s.Publish()
			if _, err := s.Holder.Reload(); err != nil {
				t.Fatal(err)
			}
			key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
			ask := func() *answer {
				return s.ask(request{method: c.method, path: c.path, body: c.body, header: map[string]string{
					"X-API-Key": key, "Content-Type": "application/json"}})
			}
			broken := s.Holder.Generation()
			s.cutLibrary()
			for n := range 2 { // the read that fails, and one that finds nothing serving
				a := ask()
				want := c.status
				if n == 1 {
					want = 503
				}
				if a.is(want); want == 503 && a.header.Get("Retry-After") == "" {
					t.Error("it does not say when to come back")
				}
				for _, text := range c.says {
					if n == 0 && !strings.Contains(string(a.body), text) && !strings.Contains(string(a.body), strings.ReplaceAll(text, `"`, `\"`)) {
						t.Errorf("no %s in %s", text, a.body)
					}
				}
			}
			s.ask(request{path: "/readyz"}).is(503).has("Retry-After", "1")
			if metrics := string(s.ask(request{path: "/metrics"}).is(200).body); !strings.Contains(metrics, "kinodex_library_degraded 1\n") ||
				!strings.Contains(metrics, "kinodex_library_failed_reads_total 1\n") {
				t.Error("the metrics do not tell of it")
			}
			s.ask(request{path: "/healthz"}).is(200)

			s.Holder.Reload() // as Watch does
			ask().is(200)
			var ready struct{ Status, Generation, Detail string }
			if err := json.Unmarshal(s.ask(request{path: "/readyz"}).is(200).body, &ready); err != nil {
				t.Fatal(err)
			}
			if ready.Status != "ready" || ready.Generation == broken || !strings.Contains(ready.Detail, broken) || strings.Contains(ready.Detail, "/") {
				t.Errorf("ready says %+v", ready)
			}
			var me struct {
				Data struct {
					Used int `json:"used_today"`
				}
			}
			mine := s.ask(request{path: "/api/v1/me", header: map[string]string{"X-API-Key": key}}).is(200)
			if err := json.Unmarshal(mine.body, &me); err != nil || me.Data.Used != 1 {
				t.Errorf("%d were billed for one answer: %s", me.Data.Used, mine.body)
			}
			if n := strings.Count(s.log.String(), "its generation is verified"); n > 1 {
				t.Errorf("logged %d times", n)
			}
		})
	}
}

// An answer under way is cut, so that nobody takes it for the whole.
func TestAStreamOfALibraryThatCannotBeReadIsCut(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.cutLibrary()
	req, err := http.NewRequest("GET", s.url+"/api/v2/films/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-API-Key", s.Key(access.Studio))
	res, err := http.DefaultClient.Do(req)
	if err == nil {
		_, err = io.ReadAll(res.Body)
		res.Body.Close()
	}
	if err == nil {
		t.Error("a stream that was cut ends as if it were whole")
	}
	s.ask(request{path: "/healthz"}).is(200)
}
