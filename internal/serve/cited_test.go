package serve_test

import (
	"encoding/json"
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

// Every address that the connector cites opens in a browser, for everybody, and
// shows the text that was cited (REQ M-34, M-35).
func TestCitationsOpenForPeopleWithoutAKey(t *testing.T) {
	t.Parallel()
	s := open(t)
	cited := map[string]bool{}
	for _, key := range []string{"film:" + apptest.Ensemble, "film:" + apptest.Bare, "script:" + apptest.Crossing} {
		var reply struct {
			Result struct{ Content []struct{ Text string } }
		}
		var doc struct{ Title, Text, URL string }
		a := s.post("/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fetch","arguments":{"id":"`+key+`"}}}`)
		if err := json.Unmarshal(a.is(200).body, &reply); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(reply.Result.Content[0].Text), &doc); err != nil {
			t.Fatal(err)
		}
		path, ours := strings.CutPrefix(doc.URL, s.url)
		if !ours || cited[path] {
			t.Fatalf("%s is cited as %s", key, doc.URL)
		}
		cited[path] = true
		p := s.ask(request{path: path}).is(200).has("Content-Type", "text/html; charset=utf-8").has("X-Content-Type-Options", "nosniff")
		page := string(p.body)
		if !strings.Contains(p.header.Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(page, "<script>") {
			t.Errorf("%s: policy %q", path, p.header.Get("Content-Security-Policy"))
		}
		page = strings.NewReplacer("<bdi>", "", "</bdi>", "").Replace(page)
		for line := range strings.Lines(doc.Text) {
			if line = strings.TrimSpace(line); line != "" && !strings.Contains(page, escaped(line)) {
				t.Errorf("%s does not show %q:\n%s", path, line, page)
			}
		}
		if !strings.Contains(page, "<h1>"+escaped(doc.Title)+"</h1>") || !strings.Contains(page, "/api/v") {
			t.Errorf("%s has no title, or no way to the data: %s", path, page)
		}
		s.ask(request{path: path + "/"}).is(200)
		if head := s.ask(request{method: "HEAD", path: path}).is(200); len(head.body) != 0 {
			t.Errorf("HEAD %s has a body", path)
		}
	}
	for _, path := range []string{"/films/" + apptest.Absent, "/films/Heat", "/scripts/" + apptest.Bare, "/films/tt99999999999"} {
		p := s.ask(request{path: path}).is(404).has("Content-Type", "text/html; charset=utf-8").has("Cache-Control", "no-store")
		if !strings.Contains(string(p.body), "<h1>") {
			t.Errorf("%s: %s", path, p.body)
		}
	}
	if left := s.get("/api/v2/films?limit=1").header.Get("X-RateLimit-Remaining"); left != "9996" {
		t.Errorf("%s requests are left: pages were counted", left)
	}
}

// escaped is a text as HTML has it.
func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;").Replace(s)
}
