package serve_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/blob/disk"
	"kinodex/internal/serve"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// site is the house served over HTTP.
type site struct {
	*apptest.House
	t      testing.TB
	url    string
	log    *journal
	server *http.Server
}

// journal is a log that is read while it is written. A line is written after
// its answer is sent, so tests wait for it.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// tells waits until one of these texts is in the log.
func (j *journal) tells(texts ...string) bool {
	for range 1000 {
		said := j.String()
		if slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(said, text) }) {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// open serves a house of its own, with options changed by the functions given.
func open(t testing.TB, change ...func(*serve.Options)) *site {
	t.Helper()
	return openHouse(t, apptest.Open(t), change...)
}

// openHouse is open for a house that is not the usual one.
func openHouse(t testing.TB, house *apptest.House, change ...func(*serve.Options)) *site {
	t.Helper()
	s := &site{House: house, t: t, log: &journal{}}
	o := serve.Options{
		App: s.App, Logger: slog.New(slog.NewJSONHandler(s.log, nil)), ObjectsAt: disk.Prefix,
		Objects: func(refuse serve.Refuse) http.Handler { return s.Bucket.Server(s.Clock.Now, refuse) },
	}
	for _, c := range change {
		c(&o)
	}
	handler, err := serve.New(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config = serve.Server("", handler)
	server.Start()
	s.url, s.server = server.URL, server.Config
	// A parallel test and its cleanups stay in memory until all tests have ended, a handler of
	// megabytes need not.
	t.Cleanup(func() { server.Close(); server = nil })
	return s
}

// answer is what came back.
type answer struct {
	t      testing.TB
	what   string
	status int
	header http.Header
	body   []byte
}

// request is what a test varies.
type request struct {
	method, path, body string
	header             map[string]string
}

// ask sends a request as it is, without a key of its own and without following
// redirects.
func (s *site) ask(r request) *answer {
	s.t.Helper()
	if r.method == "" {
		r.method = http.MethodGet
	}
	req, err := http.NewRequest(r.method, s.url+r.path, strings.NewReader(r.body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for k, v := range r.header {
		req.Header.Set(k, v)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return &answer{s.t, r.method + " " + r.path, res.StatusCode, res.Header, body}
}

// get asks with the key of a Studio account.
func (s *site) get(path string) *answer {
	s.t.Helper()
	return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio)}})
}

// post sends JSON with the key of a Studio account.
func (s *site) post(path, body string) *answer {
	s.t.Helper()
	return s.ask(request{method: http.MethodPost, path: path, body: body,
		header: map[string]string{"X-API-Key": s.Key(access.Studio), "Content-Type": "application/json"}})
}

// data reads the data of the body into v.
func (a *answer) data(v any) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &struct{ Data any }{v}); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.body)
	}
}

// is expects a status.
func (a *answer) is(status int) *answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d: %.300s", a.what, a.status, status, a.body)
	}
	return a
}

// has expects a header.
func (a *answer) has(name, value string) *answer {
	a.t.Helper()
	if got := a.header.Get(name); got != value {
		a.t.Errorf("%s: %s is %q, want %q", a.what, name, got, value)
	}
	return a
}

// page reads the body as an answer with films in it.
func (a *answer) page() (p page) {
	a.t.Helper()
	a.is(200)
	if err := json.Unmarshal(a.body, &p); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.body)
	}
	return p
}

type page struct {
	Data []map[string]any
	Meta struct {
		Total, Limit, Offset int
		NextCursor           *string `json:"next_cursor"`
		HasMore              bool    `json:"has_more"`
		Sandbox              bool
		DidYouMean           string `json:"did_you_mean"`
		Facets               map[string][]struct {
			Value string
			Count int
		}
	}
}

// ids are the ids of the page's films.
func (p page) ids() (ids []string) {
	for _, f := range p.Data {
		ids = append(ids, f["filmdb_id"].(string))
	}
	return ids
}

// problem is the error of an answer.
type problem struct {
	Code, Message, Param, Allowed string
	Status                        int
	RequestID                     string `json:"request_id"`
	DocsURL                       string `json:"docs_url"`
}

// fails expects an error in the envelope of the interface (REQ E-01, E-04).
func (a *answer) fails(status int, code string) problem {
	a.t.Helper()
	a.is(status)
	var e struct{ Error problem }
	decoder := json.NewDecoder(bytes.NewReader(a.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e); err != nil {
		a.t.Fatalf("%s: not the envelope: %v: %.300s", a.what, err, a.body)
	}
	p := e.Error
	if p.Code != code || p.Status != status || p.Message == "" {
		a.t.Errorf("%s: error %+v, want code %s and status %d", a.what, p, code, status)
	}
	if p.RequestID == "" || p.RequestID != a.header.Get("X-Request-Id") {
		a.t.Errorf("%s: request_id %q, X-Request-Id %q", a.what, p.RequestID, a.header.Get("X-Request-Id"))
	}
	if !strings.HasSuffix(p.DocsURL, "/docs/errors#"+code) {
		a.t.Errorf("%s: docs_url %q", a.what, p.DocsURL)
	}
	a.has("Content-Type", "application/json; charset=utf-8")
	return p
}
