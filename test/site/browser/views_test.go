package browser

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// hostPolicy is what a host of views allows a view that asks for nothing (MCP Apps, restrictive default).
const hostPolicy = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

// shownAnswer is a call of a tool, as a host hands it to the view.
type shownAnswer struct {
	Input  any             `json:"input"`
	Result json.RawMessage `json:"result"`
}

// viewer calls the connector as a client that shows views, and hosts the views of what it answers.
type viewer struct {
	t        *testing.T
	key      string
	document string
	answers  map[string]shownAnswer
	site     *httptest.Server
}

func newViewer(t *testing.T) *viewer {
	t.Helper()
	out, err := theService(t).Run("", "key", "create", "--tier", "studio", "--name", "views", "--json")
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{t: t, key: regexp.MustCompile(`kdx_live_\w+`).FindString(out), answers: map[string]shownAnswer{}}
	var read struct{ Contents []struct{ Text string } }
	v.ask("resources/read", "ui://kinodex/answer", `"uri":"ui://kinodex/answer"`, &read)
	v.document = read.Contents[0].Text
	v.site = httptest.NewServer(http.HandlerFunc(v.serve))
	t.Cleanup(v.site.Close)
	return v
}

// ask sends a message of the modern protocol, and reads its result.
func (v *viewer) ask(method, name, params string, into any) {
	v.t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
		"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":
		{"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}}}}}`
	r, err := http.NewRequest(http.MethodPost, theService(v.t).URL+"/mcp", strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name, "Authorization": "Bearer " + v.key} {
		r.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	var said struct{ Result json.RawMessage }
	text, err := io.ReadAll(resp.Body)
	if err != nil || json.Unmarshal(text, &said) != nil || said.Result == nil || json.Unmarshal(said.Result, into) != nil {
		v.t.Fatalf("%s: %v %.500s", method, err, text)
	}
}

// calls calls a tool; what it answers is shown under a name.
func (v *viewer) calls(name, tool string, arguments map[string]any) {
	v.t.Helper()
	var result json.RawMessage
	v.ask("tools/call", tool, `"name":"`+tool+`","arguments":`+quotedJSON(arguments), &result)
	v.answers[name] = shownAnswer{arguments, result}
}

func quotedJSON(value any) string {
	out, _ := json.Marshal(value) // maps of texts and numbers can always be written
	return string(out)
}

func (v *viewer) serve(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/view.html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", hostPolicy)
		io.WriteString(w, v.document)
	case strings.HasPrefix(path, "/call/"):
		json.NewEncoder(w).Encode(v.answers[strings.TrimSuffix(filepath.Base(path), ".json")])
	case path == "/":
		http.ServeFile(w, r, "testdata/host.html")
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}

// inView evaluates an expression in the frame of the view that a tab's host shows.
func inView[T any](t *Tab, expression string) (value T, err error) {
	tree, err := chromedp.Call(t.ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return value, err
	}
	if len(tree.FrameTree.ChildFrames) != 1 {
		return value, fmt.Errorf("%d frames, want one", len(tree.FrameTree.ChildFrames))
	}
	world, err := chromedp.Call(t.ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.ChildFrames[0].Frame.ID})
	if err != nil {
		return value, err
	}
	await, byValue := true, true
	said, err := chromedp.Call(t.ctx, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, ContextID: world.ExecutionContextID, AwaitPromise: &await, ReturnByValue: &byValue})
	if err != nil {
		return value, err
	}
	if said.ExceptionDetails != nil {
		return value, fmt.Errorf("%s: %v", said.ExceptionDetails.Text, said.ExceptionDetails.Exception)
	}
	if said.Result.Value == nil {
		return value, nil
	}
	return value, json.Unmarshal(said.Result.Value, &value)
}

// shows opens the host with a view, and waits until the view is as high as what it shows.
func (v *viewer) shows(name string, width Width, theme Theme, more string) *Tab {
	v.t.Helper()
	tab := personAt(v.t, v.site.URL)
	tab.Allow("can escape its sandboxing") // the tests look into the frame
	if err := tab.View(width, theme); err != nil {
		v.t.Fatal(err)
	}
	if _, err := tab.Open("/?view=" + name + "&theme=" + string(theme) + more); err != nil {
		v.t.Fatal(err)
	}
	const settled = `heard.some(m => m.method === "ui/notifications/size-changed" && m.params.height > 200)`
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if shown, err := Eval[bool](tab, settled); err == nil && shown {
			break
		}
		if time.Now().After(end) {
			said, _ := Eval[string](tab, `JSON.stringify(heard)`)
			v.t.Fatalf("%s is not shown: %.1000s; %v", name, said, tab.Problems())
		}
	}
	if err := tab.settle(); err != nil {
		v.t.Fatal(err)
	}
	return tab
}

// The answers that have views are shown by a host that knows nothing of this service: without a fault of
// the page, in both themes, in a narrow and a wide conversation (REQ F2-159, F2-160).
func TestViewsAreShownByAHost(t *testing.T) {
	v := newViewer(t)
	first, err := os.ReadFile(draft)
	if err != nil {
		t.Fatal(err)
	}
	second, err := os.ReadFile(secondDraft)
	if err != nil {
		t.Fatal(err)
	}
	v.calls("forecast", "predict_project_outcome", map[string]any{"title": "The Brass Key", "genres": []string{"Crime", "Thriller"}, "budget": 4e7, "synopsis": "A locksmith is made to open a vault."})
	v.calls("screenplay", "analyze_screenplay", map[string]any{"text": string(second)})
	v.calls("drafts", "analyze_screenplay", map[string]any{"text": string(second), "earlier": string(first)})
	axe, err := os.ReadFile(axePath)
	if err != nil {
		t.Fatal(err)
	}
	for name, reads := range map[string]string{"forecast": "Estimated worldwide gross", "screenplay": "What stands out most", "drafts": "What changed since the earlier draft"} {
		for _, width := range []Width{Narrow, 720} {
			for _, theme := range []Theme{Light, Dark} {
				at := fmt.Sprintf("view-%s-%d-%s", name, width, theme)
				tab := v.shows(name, width, theme, "&links&sandbox=allow-scripts+allow-same-origin")
				text, err := inView[string](tab, `document.body.innerText`)
				if err != nil || !strings.Contains(text, reads) {
					t.Errorf("%s: %v: %.500s", at, err, text)
				}
				for _, question := range []string{
					"(" + checks + ")(false)",
					string(axe) + `; axe.run(document, {runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}, resultTypes: ["violations"]}).then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ")).slice(0, 3).join(", ")))`,
					`document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight + 1 ? ["it is larger than its frame: " + document.documentElement.scrollWidth + " of " + innerWidth + ", " + document.documentElement.scrollHeight + " of " + innerHeight] : []`,
				} {
					faults, err := inView[[]string](tab, question)
					for _, f := range faults {
						t.Errorf("%s: %s", at, f)
					}
					if err != nil {
						t.Errorf("%s: %v", at, err)
					}
				}
				if faults := tab.Problems(); len(faults) > 0 {
					t.Errorf("%s: %q", at, faults)
				}
				if pictures != "" {
					shot, err := tab.Shot()
					if err == nil {
						err = os.WriteFile(filepath.Join(pictures, at+".png"), shot, 0o600)
					}
					if err != nil {
						t.Error(err)
					}
				}
				tab.Close()
			}
		}
	}
}
