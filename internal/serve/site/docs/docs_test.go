package docs_test

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/site"
	"kinodex/internal/serve/wire"
)

// served is the house with its pages, over HTTP.
type served struct {
	t    *testing.T
	url  string
	from int // the last address that a request came from
}

func open(t *testing.T, mode site.Mode, base string) *served {
	t.Helper()
	handler, err := serve.New(serve.Options{
		App: apptest.Open(t).App, Site: site.Options{Mode: mode}, BaseURL: base,
		TrustedProxies: wire.Proxies{netip.MustParsePrefix("127.0.0.0/8")},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &served{t: t, url: server.URL}
}

// get asks as a browser does, or with the Accept header that is given. Each request comes
// from an address of its own, since pages are bounded for each.
func (s *served) get(path string, accept ...string) (status int, h http.Header, body string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.from++
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.%d.%d", s.from/250, s.from%250+1))
	req.Header.Set("Accept", strings.Join(append(accept, "text/html,application/xhtml+xml,*/*;q=0.8")[:1], ""))
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(b)
}

var (
	hrefs    = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	ids      = regexp.MustCompile(` id="([^"]*)"`)
	headings = regexp.MustCompile(`<h([1-6])[ >]`)
)

// Every page of the documentation can be reached from its first one, every link on it leads
// to a page and every anchor to a place on it. Each page has one heading of the first level,
// skips none, and has nothing inline.
func TestEveryLinkOfTheDocumentationLeadsSomewhere(t *testing.T) {
	s := open(t, site.Public, "")
	pages := map[string]string{}
	type link struct{ from, to string }
	var links []link
	for next := []string{"/docs", "/docs/search?q=sandbox+key"}; len(next) > 0; next = next[1:] {
		path := next[0]
		if _, seen := pages[path]; seen {
			continue
		}
		status, _, body := s.get(path)
		if status != 200 {
			t.Errorf("%s: status %d", path, status)
		}
		pages[path] = body
		for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
			to := html.UnescapeString(m[1])
			address, _, _ := strings.Cut(to, "#")
			links = append(links, link{path, to})
			if own := strings.HasPrefix(address, "/docs") || address == "/changelog"; own && !strings.HasSuffix(address, ".csv") && !strings.HasSuffix(address, ".json") {
				next = append(next, address)
			}
		}
	}
	if len(pages) < 100 {
		t.Errorf("%d pages are reached", len(pages))
	}
	for path, body := range pages {
		wellMade(t, path, body)
	}
	for _, l := range links {
		address, anchor, anchored := strings.Cut(l.to, "#")
		if address == "" {
			address = l.from
		}
		if anchor, _ = url.PathUnescape(anchor); anchored && pages[address] != "" && !strings.Contains(pages[address], ` id="`+html.EscapeString(anchor)+`"`) {
			t.Errorf("%s links to %s, where there is no such place", l.from, l.to)
		}
	}
	t.Logf("%d pages, %d links", len(pages), len(links))
}

// wellMade checks the form of a page.
func wellMade(t *testing.T, path, body string) {
	t.Helper()
	last := 0
	ones := 0
	for _, m := range headings.FindAllStringSubmatch(body, -1) {
		level := int(m[1][0] - '0')
		if level > last+1 {
			t.Errorf("%s: a heading of level %d after one of %d", path, level, last)
		}
		if last = level; level == 1 {
			ones++
		}
	}
	if ones != 1 {
		t.Errorf("%s has %d headings of the first level", path, ones)
	}
	var seen []string
	for _, m := range ids.FindAllStringSubmatch(body, -1) {
		if slices.Contains(seen, m[1]) {
			t.Errorf("%s has two places named %q", path, m[1])
		}
		seen = append(seen, m[1])
	}
	for _, bad := range []string{" style=", "<style", "<script>", "&lt;nil&gt;", "NaN", "%!", "templ: "} {
		if strings.Contains(body, bad) && (bad != "NaN" || !strings.HasPrefix(path, "/docs/manual/")) { // documents tell of NaN
			t.Errorf("%s has %q", path, bad)
		}
	}
}

// REQ E-04, G-20: the docs_url of every error leads to its place in the table, also when
// the service is reached under a path.
func TestEveryErrorHasItsPlace(t *testing.T) {
	s := open(t, site.Public, "")
	_, _, page := s.get("/docs/errors")
	for _, c := range wire.Codes() {
		if !strings.Contains(page, ` id="`+string(c.Kind)+`"`) {
			t.Errorf("the table has no place named %s", c.Kind)
		}
	}
	_, _, refused := s.get("/api/v2/films")
	var e struct {
		Error struct {
			DocsURL string `json:"docs_url"`
		}
	}
	if err := json.Unmarshal([]byte(refused), &e); err != nil || e.Error.DocsURL != "http://"+strings.TrimPrefix(s.url, "http://")+"/docs/errors#missing_api_key" {
		t.Errorf("docs_url %q, %v", e.Error.DocsURL, err)
	}
	below := open(t, site.Public, "https://example.com/kinodex")
	if _, _, page := below.get("/docs/manual/connector"); strings.Contains(page, ` href="/docs`) || !strings.Contains(page, ` href="/kinodex/docs/manual/signin"`) {
		t.Error("below a path, links of a document lead past it")
	}
}

// REQ G-20: programs get what answers lead to as text, browsers as pages; without pages
// everybody gets the text.
func TestTextsForProgramsPagesForPeople(t *testing.T) {
	s, off := open(t, site.Public, ""), open(t, site.Off, "")
	for _, path := range []string{"/docs/errors", "/docs/migration", "/changelog"} {
		for _, accept := range []string{"*/*", "text/plain", "application/json", "text/plain, text/html;q=0.5", "text/html;q=0"} {
			if status, h, body := s.get(path, accept); status != 200 || h.Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(body, "# ") {
				t.Errorf("%s for %s: %d, %s", path, accept, status, h.Get("Content-Type"))
			} else if !strings.Contains(h.Get("Vary"), "Accept,") {
				t.Errorf("%s: Vary %q", path, h.Get("Vary"))
			}
		}
		if status, h, _ := s.get(path); status != 200 || h.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(h.Get("Vary"), "Accept,") {
			t.Errorf("%s for a browser: %d, %s, Vary %q", path, status, h.Get("Content-Type"), h.Get("Vary"))
		}
		for _, s := range []*served{s, off} {
			if status, h, _ := s.get(path + ".md"); status != 200 || h.Get("Content-Type") != "text/plain; charset=utf-8" {
				t.Errorf("%s.md: %d, %s", path, status, h.Get("Content-Type"))
			}
		}
		if status, h, _ := off.get(path); status != 200 || h.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s without pages: %d, %s", path, status, h.Get("Content-Type"))
		}
	}
	if status, _, _ := off.get("/docs"); status != 404 {
		t.Errorf("/docs without pages: %d", status)
	}
}

// What is not there is said in words.
func TestWhatTheDocumentationHasNot(t *testing.T) {
	s := open(t, site.Public, "")
	for path, says := range map[string]string{
		"/docs/reference/film-s": "films", "/docs/manual/nothing": "no document", "/docs/manual/../../etc/passwd": "", "/docs/manual/api/nothing": "no document",
	} {
		if status, _, body := s.get(path); status != 404 || !strings.Contains(body, says) {
			t.Errorf("%s: %d, and does not say %q", path, status, says)
		}
	}
}

// REQ: limits are those of the table of plans, on the page and as data.
func TestLimitsAreThoseOfThePlans(t *testing.T) {
	s := open(t, site.Public, "")
	_, _, page := s.get("/docs/limits")
	for _, want := range []string{"10,000", "no limit", "999", "25 calls"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	var data struct {
		Data struct {
			Plans []struct {
				Plan  string
				Daily *int `json:"requests_a_day"`
			}
			Operations []struct{ Operation string }
		}
	}
	_, _, body := s.get("/docs/limits.json")
	if err := json.Unmarshal([]byte(body), &data); err != nil {
		t.Fatal(err)
	}
	for i, p := range access.Plans() {
		got := data.Data.Plans[i]
		if got.Plan != p.String() || (got.Daily == nil) != (p.Daily() == access.Unlimited) || got.Daily != nil && *got.Daily != p.Daily() {
			t.Errorf("plan %+v, want %s with %d", got, p, p.Daily())
		}
	}
	if len(data.Data.Operations) < 15 {
		t.Errorf("%d operations", len(data.Data.Operations))
	}
	if _, h, body := s.get("/docs/limits.csv?table=operations"); h.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.Contains(body, "films,writer,read,1") {
		t.Errorf("as a file: %s: %.200s", h.Get("Content-Type"), body)
	}
}

// The search finds sections, operations and codes by the beginnings of words, and shows what
// was asked as text.
func TestTheSearchFindsPassages(t *testing.T) {
	s := open(t, site.Public, "")
	for question, want := range map[string]string{
		"quota_exceeded": `href="/docs/errors#quota_exceeded"`, "similar films": `href="/docs/reference/listSimilarFilms"`,
		"restore backup": `href="/docs/manual/ledger`, "Claude Code": `href="/docs/manual/connector#connect"`, "CURSOR limit": "/docs/reference/listFilms",
		"noSuchWordAnywhere": "Nothing here has all", "": "Search the documentation", "<script>noSuchWord(1)</script>": "Nothing here has all", `"><b x="`: "Search",
	} {
		status, _, body := s.get("/docs/search?q=" + url.QueryEscape(question))
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("%q: %d, without %s", question, status, want)
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, `<b x="`) {
			t.Errorf("%q gets into the page", question)
		}
	}
	if status, _, _ := s.get("/docs/search?q=" + strings.Repeat("%C3%A4", 1000)); status != 200 {
		t.Errorf("a long question: %d", status)
	}
}

// What users of the service look for is found in pages for users first: in the first three
// passages, before whatever is for those who change the program, which comes last.
func TestTheSearchFindsGuidesFirst(t *testing.T) {
	s := open(t, site.Public, "")
	link := regexp.MustCompile(`<a href="(/docs/[^"]+)">[^<]*</a>\s*<span class="dim">in `)
	for question, want := range map[string]string{
		"rate limit": "/docs/limits", "import letterboxd": "/docs/manual/api/recommend#", "get api key": "/docs/start", "error codes": "/docs/errors",
		"connect claude": "/docs/connect", "download dataset": "/docs/manual/bulk", "reset password": "/docs/manual/signin#", "next page cursor": "/docs/manual/api/films",
		"backup": "/docs/manual/operations#backup-and-restore", "sort by rating": "/docs/manual/api/films", "search films": "/docs/manual/api/search", "poster colours": "/docs/manual/posters#colours",
	} {
		_, _, body := s.get("/docs/search?q=" + url.QueryEscape(question))
		var found []string
		for _, m := range link.FindAllStringSubmatch(body, -1) {
			found = append(found, m[1])
		}
		if !slices.ContainsFunc(found[:min(3, len(found))], func(at string) bool { return strings.HasPrefix(at, want) }) {
			t.Errorf("%q finds %.300q, without %s among the first three", question, found, want)
		}
		last := func(at string) bool {
			for _, of := range []string{"decisions/", "changelog", "contributing", "style", "house", "requirements", "dependencies"} {
				if strings.HasPrefix(at, "/docs/manual/"+of) {
					return true
				}
			}
			return false
		}
		if first := slices.IndexFunc(found, last); first >= 0 && slices.ContainsFunc(found[first:], func(at string) bool { return !last(at) }) {
			t.Errorf("%q finds %q, with pages for users behind %s", question, found, found[first])
		}
	}
}

// The page that tells how to connect has the service's own address in it.
func TestAgentsAreConnectedToThisService(t *testing.T) {
	s := open(t, site.Public, "")
	_, _, page := s.get("/docs/connect")
	if !strings.Contains(page, s.url+"/mcp") || strings.Contains(page, "films.example.com") || strings.Contains(page, "YOUR-HOST") {
		t.Error("the page does not name the service's own address")
	}
	for _, agent := range []string{"Claude Code", "Cursor", "VS Code", "ChatGPT"} {
		if !strings.Contains(page, agent) {
			t.Errorf("nothing is said of %s", agent)
		}
	}
}

// A newcomer's first call works as it stands, without an account.
func TestTheFirstCallOfTheStartPageWorks(t *testing.T) {
	s := open(t, site.Public, "")
	_, _, page := s.get("/docs/start")
	if !strings.Contains(page, access.Playground) || !strings.Contains(page, s.url+"/api/v2/films?") {
		t.Error("the first call has no key or no address")
	}
	if status, h, body := s.get("/docs/examples/draft.fountain"); status != 200 || h.Get("Content-Type") != "text/plain; charset=utf-8" || !strings.Contains(body, "INT. ") {
		t.Errorf("the screenplay to try: %d, %s", status, h.Get("Content-Type"))
	}
	if !strings.Contains(page, s.url+"/docs/examples/draft.fountain") {
		t.Error("no screenplay to try is named")
	}
}
