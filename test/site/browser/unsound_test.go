package browser

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const soundPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sound</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/sound.css"></head><body><main><h1>Sound</h1>HERE</main></body></html>`

// serveOne serves one page, under the policy of the site, and a style sheet.
func serveOne(t *testing.T, page string) *httptest.Server {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'")
		w.Write([]byte(page))
	})
	mux.HandleFunc("GET /sound.css", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		w.Write([]byte("body { color: #111; background: #fff; } .pale { color: #ccc } @media (prefers-color-scheme: dark) { .dim { color: #111; background: #222 } } .wide { width: 900px } " +
			".bare { outline: none; box-shadow: none } .tiny { width: 12px; height: 12px; padding: 0 }"))
	})
	mux.HandleFunc("GET /throws.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(`console.warn("beware"); throw new Error("thrown")`))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// What is not found here would not be found on a page of the site either.
func TestFaultsOfAPageAreFound(t *testing.T) {
	faulty := []struct{ name, body, want string }{
		{"an inline style", `<p style="color:red">red</p>`, "policy: "},
		{"an inline script", `<script>1</script>`, "script-src"},
		{"an exception", `<script src="/throws.js"></script>`, "exception: Uncaught Error: thrown"},
		{"a warning", "", `console.warning: "beware"`},
		{"a request to elsewhere", `<img alt="" src="http://127.0.0.1:1/a.png">`, "a request to elsewhere: http://127.0.0.1:1/a.png"},
		{"a missing resource", `<img alt="" src="/none.png">`, "status 404 of /none.png"},
		{"pale text", `<p class="pale">pale</p>`, "axe color-contrast: "},
		{"text that is dim in the dark", `<p class="dim">dim</p>`, "px, dark)"},
		{"a field without label", `<input name="q">`, "axe label: "},
		{"what is too wide", `<p class="wide">wide</p>`, "px wide in 360 px: p.wide"},
		{"not a number", `<p>NaN min</p>`, `shows "NaN min" in p`},
		{"a missing value", `<p>by &lt;nil&gt;</p>`, `shows "by <nil>" in p`},
		{"a word of the program", `<p>null</p>`, `shows "null" in p`},
		{"such a word in an attribute", `<p><a href="/?year=undefined">a</a></p>`, `a has href="/?year=undefined"`},
		{"a picture of no number", `<svg><title>t</title><rect width="NaN" height="1"/></svg>`, `rect is drawn with width="NaN"`},
		{"an id twice", `<p id="a"></p><p id="a"></p>`, `id "a" stands 2 times`},
		{"a label of nothing", `<label for="b">b</label>`, `refers by for to "b"`},
		{"a link to nowhere", `<a href="#">a</a>`, "a link to nowhere (#)"},
		{"a link to a part that is not there", `<a href="#part">a</a>`, "a link to #part, which is not there"},
		{"a heading too deep", `<h3>deep</h3>`, `heading "deep" is of level 3 after level 1`},
		{"two headings of a page", `<h1>again</h1>`, "not one <h1>"},
		{"a table without caption", `<table><tr><th scope="col">a</th></tr></table>`, "a table without caption"},
		{"a heading of nothing", `<table><caption>c</caption><tr><th>a</th></tr></table>`, `th without scope in the table "c"`},
		{"a stack that is too wide", `<table class="stacks"><caption>stacked</caption><tr><th scope="row">a</th><td class="wide">b</td></tr></table>`, `the table "stacked" is to stack, and is too wide`},
		{"a picture without title", `<svg><rect/></svg>`, "a picture without title"},
		{"a small target", `<button class="tiny">b</button>`, "button.tiny (12 x 12)"},
		{"a focus that is not seen", `<button class="bare">b</button>`, "the focus on button.bare cannot be seen"},
		{"a secret in an address", `<form><label>p <input type="password" name="p" autocomplete="off"></label></form>`, "a form that puts a secret"},
	}
	var body strings.Builder
	for _, f := range faulty {
		body.WriteString(f.body)
	}
	faults := strings.Join(faultsOf(t, serveOne(t, strings.Replace(soundPage, "HERE", body.String(), 1))), "\n")
	for _, f := range faulty {
		if !strings.Contains(faults, f.want) {
			t.Errorf("%s: no fault has %q", f.name, f.want)
		}
	}
	if t.Failed() {
		t.Logf("found:\n%s", faults)
	}
}

func TestASoundPageHasNoFaults(t *testing.T) {
	body := `<p>Null, a film of 2021, <code>null</code></p><div><a href="#end">end</a></div><h2 id="end">End</h2>
		<table><caption>Films</caption><tr><th scope="col">Title</th></tr><tr><td>Heat</td></tr></table>`
	if faults := faultsOf(t, serveOne(t, strings.Replace(soundPage, "HERE", body, 1))); len(faults) > 0 {
		t.Errorf("faults of a sound page:\n%s", strings.Join(faults, "\n"))
	}
}

func faultsOf(t *testing.T, server *httptest.Server) []string {
	t.Helper()
	tab := personAt(t, server.URL)
	if _, err := tab.Open("/"); err != nil {
		t.Fatal(err)
	}
	faults, err := inspector(t, "").Page(tab, "")
	if err != nil {
		t.Fatal(err)
	}
	return faults
}
