package serve_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/blob"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
)

// outage is a ledger and a bucket that can be taken away. A bucket that hangs
// answers nobody until its test ends.
type outage struct {
	ledger.Ledger
	blob.Bucket
	mu          sync.Mutex
	gone, hangs bool
	asked       int
}

// hanging is how long a bucket that hangs says nothing.
const hanging = time.Minute

var errGone = errors.New("connection refused")

func (o *outage) set(gone, hangs bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.gone, o.hangs = gone, hangs
}

func (o *outage) away() (gone, hangs bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.gone, o.hangs
}

// calls returns how often the bucket was asked for an object. It locks, since a request
// that ran out of time leaves its call behind.
func (o *outage) calls() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.asked
}

// Spend fails while the ledger is gone.
func (o *outage) Spend(ctx context.Context, meter string, day ledger.Day, cost, limit int) (int, bool, error) {
	if gone, _ := o.away(); gone {
		return 0, false, errGone
	}
	return o.Ledger.Spend(ctx, meter, day, cost, limit)
}

// Get hangs while the bucket does, whatever ctx says.
func (o *outage) Get(ctx context.Context, key string) (*blob.Object, error) {
	o.mu.Lock()
	o.asked++
	o.mu.Unlock()
	if _, hangs := o.away(); hangs {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(hanging):
			return nil, errGone
		}
	}
	return o.Bucket.Get(ctx, key)
}

// without serves a house whose ledger and bucket can be taken away.
func without(t *testing.T) (*site, *outage) {
	t.Helper()
	var o *outage
	s := open(t, func(options *serve.Options) {})
	o = &outage{Ledger: s.Ledger, Bucket: s.Bucket}
	metrics := serve.NewMetrics()
	a, err := app.New(t.Context(), app.Options{Holder: s.Holder, Ledger: o, Observe: metrics.Ledger, Bucket: o, Now: s.Clock.Now, Version: apptest.Version})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := serve.New(serve.Options{App: a, Metrics: metrics, Logger: slog.New(slog.NewJSONHandler(s.log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s, o
}

// A ledger that is away is a 503 with Retry-After in every version, is told by
// /readyz and /metrics, and ends when the ledger is back (REQ E-10, E-11).
func TestAnOutageOfTheLedgerIsAnsweredWith503(t *testing.T) {
	t.Parallel()
	s, o := without(t)
	s.get("/readyz").is(200)
	o.set(true, false)
	for _, path := range []string{"/api/v1/films", "/api/v2/films", "/api/v2/films/" + apptest.Crossing} {
		a := s.get(path)
		a.fails(503, "upstream_error")
		a.has("Retry-After", "5")
		a.has("Cache-Control", "no-store")
	}
	called := s.ask(request{method: "POST", path: "/mcp", header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + s.Key(access.Studio)},
		body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films","arguments":{}}}`})
	if !strings.Contains(string(called.body), "UPSTREAM_ERROR") {
		t.Errorf("the connector says %s", called.body)
	}
	time.Sleep(150 * time.Millisecond) // what the last probe said is told for a tenth of a second
	not := s.ask(request{path: "/readyz"})
	not.fails(503, "upstream_error")
	not.has("Retry-After", "1")
	if said := string(not.body); !strings.Contains(said, "the ledger (accounts and budgets) does not take writes") || strings.Contains(said, errGone.Error()) {
		t.Errorf("/readyz does not name the store, or tells its error: %s", said)
	}
	told := string(s.ask(request{path: "/metrics"}).body)
	for _, line := range []string{
		`kinodex_ledger_errors_total{operation="Spend"}`, `kinodex_ledger_operation_duration_seconds_count{operation="Spend"}`,
		`kinodex_refusals_total{plan="studio",reason="upstream_error"}`,
	} {
		if !strings.Contains(told, line) {
			t.Errorf("/metrics has no %s", line)
		}
	}
	s.ask(request{path: "/readyz"}).is(503)
	o.set(false, false)
	s.get("/api/v2/films").is(200)
	time.Sleep(150 * time.Millisecond)
	s.ask(request{path: "/readyz"}).is(200)
	s.ask(request{path: "/readyz"}).is(200)
	for line, want := range map[string]int{`"msg":"not ready"`: 1, `"msg":"ready again"`: 1, `"msg":"request failed","route":"GET /readyz"`: 0} {
		if n := strings.Count(s.log.String(), line); n != want {
			t.Errorf("%s is logged %d times, want %d", line, n, want)
		}
	}
}

// A bucket that hangs holds up a few requests for seconds and then none, takes
// nothing from films, and is told by /readyz, which stays ready.
func TestABucketThatHangsHoldsUpNobodyForLong(t *testing.T) {
	t.Parallel()
	s, o := without(t)
	var film struct {
		Full *string `json:"poster_full_url"`
	}
	s.get("/api/v2/films/" + apptest.Crossing).data(&film)
	if film.Full == nil {
		t.Fatal("the film has no stored poster")
	}
	picture := (*film.Full)[strings.Index(*film.Full, "/posters/"):]
	s.ask(request{path: picture}).is(200)
	o.set(false, true)
	began := time.Now()
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			a := s.ask(request{path: picture})
			if a.status != 503 || a.header.Get("Retry-After") == "" {
				t.Errorf("a picture: %d, Retry-After %q", a.status, a.header.Get("Retry-After"))
			}
		})
	}
	s.get("/api/v2/films").is(200)
	all.Wait()
	if took := time.Since(began); took >= hanging {
		t.Errorf("30 askers waited %v, as long as the bucket hangs", took)
	}
	before := o.calls()
	s.ask(request{path: picture}).fails(503, "upstream_error")
	if o.calls() != before {
		t.Error("a bucket that has just failed is asked again at once")
	}
	ready := s.ask(request{path: "/readyz"}).is(200)
	if said := string(ready.body); !strings.Contains(said, `"degraded":["bucket"]`) || !strings.Contains(said, "the bucket of stored posters and snapshots does not answer") {
		t.Errorf("/readyz says %s", ready.body)
	}
	if told := string(s.ask(request{path: "/metrics"}).body); !strings.Contains(told, "kinodex_bucket_up 0\n") {
		t.Error("/metrics does not tell that the bucket is away")
	}
}

// Every metric of ours is in the table of docs/operations.md.
func TestMetricsAreDocumented(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.get("/api/v2/films").is(200)
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(s.ask(request{path: "/metrics"}).body)) {
		name, ours := strings.CutPrefix(line, "# TYPE kinodex_")
		if !ours {
			continue
		}
		found++
		name, _, _ = strings.Cut(name, " ")
		if suffix, gate := strings.CutPrefix(name, "gate_"); gate && suffix != "working" {
			name = suffix // told in one row
		}
		if !strings.Contains(string(text), name) {
			t.Errorf("docs/operations.md does not tell of kinodex_%s", name)
		}
	}
	if found < 12 {
		t.Errorf("%d metrics", found)
	}
}
