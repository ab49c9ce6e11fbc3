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

const (
	axeInView = `axe.run(document, {runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}, resultTypes: ["violations"]})
		.then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ")).slice(0, 3).join(", ")))`
	fitsItsFrame = `(({ scrollWidth, scrollHeight }) => scrollWidth > innerWidth || scrollHeight > innerHeight + 1
		? [scrollWidth + " by " + scrollHeight + " in a frame of " + innerWidth + " by " + innerHeight] : [])(document.documentElement)`
)

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
				for _, question := range []string{"(" + checks + ")(false)", string(axe) + ";" + axeInView, fitsItsFrame} {
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

// hosts shows a result that a test wrote, and returns the tab.
func (v *viewer) hosts(result, more string) *Tab {
	v.t.Helper()
	v.answers["written"] = shownAnswer{map[string]any{}, json.RawMessage(result)}
	return v.shows("written", 720, Light, more+"&sandbox=allow-scripts+allow-same-origin")
}

// answered has the host ask the view, and returns the answer as JSON.
func answered(t *testing.T, tab *Tab, message string) string {
	t.Helper()
	said, err := Eval[string](tab, `new Promise((done) => { const before = answers.length; send(`+message+`);
		const look = () => answers.length > before ? done(JSON.stringify(answers.at(-1))) : setTimeout(look, 20); look(); })`)
	if err != nil {
		t.Fatal(err)
	}
	return said
}

// tall makes a fragment as high as a view that the tests wait for.
var tall = strings.Repeat("<p>A line.</p>", 12)

// Whatever stands in the HTML of an answer, a view runs nothing of it and asks nobody (REQ F2-160).
func TestAViewRunsNothingOfAnAnswer(t *testing.T) {
	v := newViewer(t)
	const mark = `document.documentElement.dataset.ran=1`
	html := `<script>` + mark + `</script><svg onload="` + mark + `"><a xlink:href="javascript:` + mark + `"><text>a</text></a><script>` + mark + `</script></svg>
		<img src="/picture.png" onerror="` + mark + `"><iframe srcdoc="<script>parent.` + mark + `</script>"></iframe><p onclick="` + mark + `" style="position:fixed" id="pressed">press</p>
		<a href="javascript:` + mark + `" id="bad">bad</a><a href="//elsewhere.example/" id="elsewhere">x</a><a href="data:text/html,x">d</a>
		<form action="/x"><button>send</button></form><base href="https://elsewhere.example/"><meta http-equiv="refresh" content="0;url=/x"><link rel="stylesheet" href="/x.css">
		<details open ontoggle="` + mark + `"><summary>s</summary></details><style>body{display:none}</style><math><mtext><script>` + mark + `</script></mtext></math>` + tall
	result, _ := json.Marshal(map[string]any{"content": []any{}, "isError": false, "_meta": map[string]any{"kinodex/view": html}})
	tab := v.hosts(string(result), "&links")
	if _, err := inView[any](tab, `document.getElementById("pressed").click(); document.querySelectorAll("a").forEach((a) => a.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })))`); err != nil {
		t.Fatal(err)
	}
	tab.Allow("inline event handler|inline style|kInlineViolation|base-uri") // the policy tells of them when they are read
	left, err := inView[[]string](tab, `[document.documentElement.dataset.ran, ...[...document.querySelectorAll("main script, main img, main iframe, main form, base, main meta, main link, main style, main a")].map((e) => e.outerHTML),
		...[...document.querySelectorAll("main *")].flatMap((e) => [...e.attributes]).filter((a) => /^on|style|src/.test(a.name)).map((a) => a.name)].filter(Boolean)`)
	if err != nil || len(left) > 0 {
		t.Errorf("%q, %v", left, err)
	}
	if heard, err := Eval[string](tab, `JSON.stringify(heard.filter((m) => m.method === "ui/open-link"))`); err != nil || heard != "[]" {
		t.Errorf("asked to open %s, %v", heard, err)
	}
	if faults := tab.Problems(); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
}

// A view speaks the protocol: it opens links through the host, where that opens any, follows the theme of the
// host, becomes as low as what it shows, and answers what it is asked (REQ F2-160).
func TestAViewSpeaksToItsHost(t *testing.T) {
	v := newViewer(t)
	html := `<p><a href="https://films.example/films/tt1" id="out">a film</a> <a href="#there" id="in">below</a> <a href="#nowhere">nowhere</a></p><details><summary>more</summary><p id="there">there</p></details>` + tall
	result, _ := json.Marshal(map[string]any{"content": []any{}, "isError": false, "_meta": map[string]any{"kinodex/view": html}})
	tab := v.hosts(string(result), "&links")
	if n, err := inView[int](tab, `document.getElementById("out").click(); document.getElementById("in").click(); document.querySelectorAll("main a").length`); err != nil || n != 2 {
		t.Errorf("%d links, want 2: %v", n, err)
	}
	if in, err := inView[string](tab, `document.activeElement.id + document.querySelector("details").open`); err != nil || in != "theretrue" {
		t.Errorf("a link within leads to %q, %v", in, err)
	}
	if opened, err := Eval[string](tab, `JSON.stringify(heard.filter((m) => m.method === "ui/open-link").map((m) => m.params))`); err != nil || opened != `[{"url":"https://films.example/films/tt1"}]` {
		t.Errorf("opened %s, %v", opened, err)
	}
	for message, want := range map[string]string{
		`{ id: "p", method: "ping" }`:                           `{"jsonrpc":"2.0","id":"p","result":{}}`,
		`{ id: 7, method: "ui/resource-teardown", params: {} }`: `{"jsonrpc":"2.0","id":7,"result":{}}`,
		`{ id: 8, method: "tools/call", params: {} }`:           `"code":-32601`,
	} {
		if said := answered(t, tab, message); !strings.Contains(said, want) {
			t.Errorf("%s is answered %s", message, said)
		}
	}
	ground := func() string {
		colour, err := inView[string](tab, `getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme`)
		if err != nil {
			t.Fatal(err)
		}
		return colour
	}
	light := ground()
	if _, err := Eval[any](tab, `send({ method: "ui/notifications/host-context-changed", params: { theme: "dark" } }), new Promise((done) => setTimeout(done, 200))`); err != nil || ground() == light || !strings.HasSuffix(ground(), "dark") {
		t.Errorf("in light %s, in dark %s, %v", light, ground(), err)
	}
	const shrunk = `send({ method: "ui/notifications/tool-result", params: %s }), new Promise((done) => setTimeout(() => done(heard.filter((m) => m.params?.height).at(-1).params.height), 400))`
	for _, c := range []struct{ result, says string }{
		{`{ content: [{ type: "text", text: '{"code":"INVALID_INPUT","message":"title is a title"}' }], isError: true }`, "The service refused: title is a title."},
		{`{ content: [], isError: false }`, "There is nothing to show of this answer."},
		{`{ content: [{ type: "text", text: "<b>no JSON</b>" }], isError: true }`, "<b>no JSON</b>"},
	} {
		height, err := Eval[float64](tab, fmt.Sprintf(shrunk, c.result))
		text, unread := inView[string](tab, `document.body.innerText`)
		if err != nil || unread != nil || height > 150 || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, %v px high, %v, %v", c.says, text, height, err, unread)
		}
	}
	if faults := tab.Problems(); len(faults) > 0 {
		t.Errorf("%q", faults)
	}
	closed := v.hosts(string(result), "")
	if n, err := inView[int](closed, `document.querySelectorAll("main a").length`); err != nil || n != 1 {
		t.Errorf("%d links where the host opens none, want 1: %v", n, err)
	}
}
