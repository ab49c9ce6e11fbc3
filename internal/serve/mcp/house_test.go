package mcp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/wire"
)

var slogDiscard = slog.New(slog.DiscardHandler)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

// door is the connector of a house, over HTTP.
type door struct {
	*apptest.House
	*mcp.Connector
	t   testing.TB
	url string
	// codes counts what calls were answered with.
	codes chan string
}

// mux is the least that finds the connector.
type mux struct{ http.ServeMux }

func (m *mux) HandleFunc(pattern string, handler func(http.ResponseWriter, *http.Request)) {
	m.ServeMux.HandleFunc(pattern, handler)
}

// open serves the connector of a house of its own, with options changed by the
// functions given.
func open(t testing.TB, change ...func(*mcp.Options)) *door {
	t.Helper()
	return openIn(t, apptest.Open(t), change...)
}

func openIn(t testing.TB, house *apptest.House, change ...func(*mcp.Options)) *door {
	t.Helper()
	d := &door{House: house, t: t, codes: make(chan string, 10_000)}
	o := mcp.Options{App: d.App, Called: func(_, code string) {
		select {
		case d.codes <- code:
		default:
		}
	}}
	for _, c := range change {
		c(&o)
	}
	var err error
	if d.Connector, err = mcp.New(o); err != nil {
		t.Fatal(err)
	}
	front := &wire.Front{Failures: wire.Failures{Log: slogDiscard}, Version: apptest.Version, Deadline: 30 * time.Second, BaseURL: o.BaseURL}
	front.Bound(admission.Limits{})
	paths := &mux{}
	d.Register(paths)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		x := front.Begin(w, r)
		x.Dialect = mcp.Dialect
		defer x.End()
		paths.ServeHTTP(x, r)
	}))
	t.Cleanup(server.Close)
	d.url = server.URL + mcp.Path
	return d
}

// both runs a test of each way into the connector: our own, and through the SDK.
func both(t *testing.T, test func(t *testing.T, open func(...func(*mcp.Options)) *door)) {
	t.Run("directly", func(t *testing.T) {
		test(t, func(change ...func(*mcp.Options)) *door { t.Helper(); return open(t, change...) })
	})
	t.Run("through the SDK", func(t *testing.T) {
		test(t, func(change ...func(*mcp.Options)) *door {
			t.Helper()
			d := open(t, change...)
			d.ThroughSDK()
			return d
		})
	})
}

// said is what came back.
type said struct {
	status int
	header http.Header
	body   []byte
	rpc
}

type rpc struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int             `json:"code"`
		Message string          `json:"message"`
		Data    json.RawMessage `json:"data"`
	} `json:"error"`
}

// post sends a body as it is, with headers in pairs.
func (d *door) post(body string, header ...string) *said {
	d.t.Helper()
	r, err := http.NewRequest(http.MethodPost, d.url, strings.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer res.Body.Close()
	a := &said{status: res.StatusCode, header: res.Header}
	if a.body, err = io.ReadAll(res.Body); err != nil {
		d.t.Fatal(err)
	}
	if len(a.body) > 0 {
		if err := json.Unmarshal(a.body, &a.rpc); err != nil {
			d.t.Fatalf("not JSON: %v: %.300s", err, a.body)
		}
		if a.JSONRPC != "2.0" {
			d.t.Errorf("not JSON-RPC: %.300s", a.body)
		}
	}
	return a
}

// result is that of a tool.
type result struct {
	*said
	Content []struct{ Type, Text string }
	IsError *bool
	// Structured is what came as structuredContent, nil when nothing did.
	Structured json.RawMessage `json:"structuredContent"`
	payload    []byte
	// summary is the line that stands beside structuredContent where an answer stands once.
	summary string
}

// spoken is the version of the protocol that tests speak unless they say otherwise.
const spoken = "2025-11-25"

// call calls a tool with arguments as JSON, with a key unless it is empty.
func (d *door) call(key, tool, arguments string) *result {
	d.t.Helper()
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	header := []string{"MCP-Protocol-Version", spoken}
	if key != "" {
		header = append(header, "Authorization", "Bearer "+key)
	}
	r := d.read(d.post(body, header...))
	if *r.IsError != (r.Structured == nil) {
		d.t.Errorf("isError %v, structuredContent %.100s (M-17)", *r.IsError, r.Structured)
	}
	return r
}

func (d *door) read(a *said) *result {
	d.t.Helper()
	r := &result{said: a}
	if a.status != 200 || a.Error != nil {
		d.t.Fatalf("status %d: %.500s", a.status, a.body)
	}
	if err := json.Unmarshal(a.Result, r); err != nil {
		d.t.Fatalf("%v: %.300s", err, a.Result)
	}
	if len(r.Content) != 1 || r.Content[0].Type != "text" || r.IsError == nil {
		d.t.Fatalf("not one text and isError (M-02): %.500s", a.Result)
	}
	r.payload = []byte(r.Content[0].Text)
	if !json.Valid(r.payload) {
		d.t.Fatalf("the text is no JSON: %.300s", r.payload)
	}
	var line struct{ Summary *string }
	if json.Unmarshal(r.payload, &line); line.Summary != nil && r.Structured != nil {
		r.payload, r.summary = r.Structured, *line.Summary
	}
	if *r.IsError && r.Structured != nil {
		d.t.Errorf("refused, with structuredContent %.100s (M-17)", r.Structured)
	}
	return r
}

// into reads the payload of a success.
func (r *result) into(t testing.TB, v any) {
	t.Helper()
	if *r.IsError {
		t.Fatalf("refused: %s", r.payload)
	}
	text, structured := any(nil), any(nil)
	json.Unmarshal(r.payload, &text)
	if r.Structured == nil {
		structured = text
	}
	json.Unmarshal(r.Structured, &structured)
	if a, b := canonical(text), canonical(structured); !bytes.Equal(a, b) {
		t.Errorf("the text and structuredContent differ (M-17):\n%.300s\n%.300s", a, b)
	}
	if err := json.Unmarshal(r.payload, v); err != nil {
		t.Fatalf("%v: %.300s", err, r.payload)
	}
}

func canonical(v any) []byte { b, _ := json.Marshal(v); return b }

// toolError is a refusal.
type toolError struct {
	Code, Message, Field, Allowed string
	Retryable                     bool
	ResetsAt                      string `json:"resets_at"`
	Details                       struct {
		Kind       string
		RetryAfter int `json:"retry_after_seconds"`
	}
}

// denied expects a refusal (REQ M-09, M-11).
func (r *result) failed(t testing.TB, code string) toolError {
	t.Helper()
	var d toolError
	if !*r.IsError {
		t.Fatalf("answered, want %s: %.300s", code, r.payload)
	}
	dec := json.NewDecoder(bytes.NewReader(r.payload))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		t.Fatalf("%v: %s", err, r.payload)
	}
	if d.Code != code || d.Message == "" {
		t.Errorf("%s, want %s: %s", d.Code, code, r.payload)
	}
	if d.Retryable != (code == "UPSTREAM_ERROR") {
		t.Errorf("%s: retryable is %v", code, d.Retryable)
	}
	return d
}

// used is how much of a key's budget is spent.
func (d *door) used(key string) int {
	d.t.Helper()
	v := apptest.Visit(d.t, d.App, d.Caller(key))
	defer v.Close()
	me, err := v.Identity().Me(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	return me.UsedToday
}

// studio is a key that may do everything.
func (d *door) studio() string { return d.Key(access.Studio) }
