package serve_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/tracing"
)

// traceReceiver is a receiver of OTLP over HTTP, as protocol buffers. It refuses the first batches when it
// is told to.
type traceReceiver struct {
	*httptest.Server
	mu    sync.Mutex
	spans []*otlp.Span
	raw   bytes.Buffer // all that was received, decompressed
	busy  int          // how many batches are still to be refused
}

func receiveTraces(t *testing.T) *traceReceiver {
	r := &traceReceiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		var body io.Reader = q.Body
		if q.Header.Get("Content-Encoding") == "gzip" {
			body, _ = gzip.NewReader(q.Body)
		}
		sent, err := io.ReadAll(body)
		var batch collector.ExportTraceServiceRequest
		switch {
		case q.URL.Path != "/v1/traces" || q.Header.Get("Content-Type") != "application/x-protobuf" || err != nil || proto.Unmarshal(sent, &batch) != nil:
			t.Errorf("no OTLP at %s: %v", q.URL, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		case r.busy > 0:
			r.busy--
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		r.raw.Write(sent)
		for _, of := range batch.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				r.spans = append(r.spans, scope.Spans...)
			}
		}
		w.Header().Set("Content-Type", "application/x-protobuf")
		answer, _ := proto.Marshal(&collector.ExportTraceServiceResponse{})
		w.Write(answer)
	}))
	t.Cleanup(r.Close)
	return r
}

// named returns the first span of a name.
func (r *traceReceiver) named(name string) *otlp.Span {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.spans {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// attribute returns an attribute of a span as text.
func attribute(s *otlp.Span, key string) string {
	for _, a := range s.GetAttributes() {
		if a.Key == key {
			return strings.Trim(strings.SplitN(a.Value.String(), ":", 2)[1], `" `)
		}
	}
	return ""
}

// tracedSite serves a house that sends traces to a receiver, and trusts its own machine as a proxy when
// it is to. flush sends what was not sent yet.
func tracedSite(t *testing.T, to *traceReceiver, proxies ...netip.Prefix) (s *site, flush func()) {
	t.Helper()
	log := &journal{}
	tracer, err := tracing.Start(t.Context(), tracing.Options{Endpoint: to.URL, Version: "1", Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	metrics := serve.NewMetrics()
	house := apptest.OpenWith(t, func(o *app.Options) {
		o.Observe = func(ctx context.Context, operation string, took time.Duration, failure error) {
			tracer.Record(ctx, "ledger "+operation, took, failure)
		}
	})
	s = openHouse(t, house, func(o *serve.Options) {
		o.Tracer, o.Metrics, o.TrustedProxies, o.Compat = tracer, metrics, proxies, []string{"stremio"}
	})
	return s, func() {
		s.server.Shutdown(t.Context())
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := tracer.Close(ctx); err != nil {
			t.Errorf("the last traces: %v", err)
		}
	}
}

// A request is a span with its route and result, and what it asked of the ledger is a part of it. A
// A receiver that is busy gets the spans later.
func TestARequestIsTraced(t *testing.T) {
	t.Parallel()
	to := receiveTraces(t)
	to.busy = 1
	s, flush := tracedSite(t, to)
	a := s.ask(request{path: "/api/v2/films/" + apptest.Crossing, header: map[string]string{"X-API-Key": s.Key(access.Studio),
		"Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}})
	a.is(200)
	s.ask(request{path: "/readyz"}).is(200)
	flush()
	span, spent := to.named("GET /api/v2/films/{id}"), to.named("ledger Spend")
	if span == nil || spent == nil {
		t.Fatalf("spans: %v", to.spans)
	}
	for key, want := range map[string]string{"http.route": "/api/v2/films/{id}", "http.response.status_code": "200",
		"kinodex.request_id": a.header.Get("X-Request-Id"), "kinodex.plan": "studio"} {
		if got := attribute(span, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	if !bytes.Equal(spent.ParentSpanId, span.SpanId) || !bytes.Equal(spent.TraceId, span.TraceId) {
		t.Error("the spending is no part of the request")
	}
	if len(span.ParentSpanId) != 0 {
		t.Error("a stranger has put a request into a trace of theirs")
	}
	if to.named("GET /readyz") != nil {
		t.Error("readiness is traced")
	}
	if !s.log.tells(`"trace_id":"`) {
		t.Error("the request's line does not name its trace")
	}
}

// A trusted proxy's trace goes on.
func TestATrustedProxyNamesTheTrace(t *testing.T) {
	t.Parallel()
	to := receiveTraces(t)
	s, flush := tracedSite(t, to, netip.MustParsePrefix("127.0.0.0/8"))
	s.ask(request{path: "/api/v2/films", header: map[string]string{"X-API-Key": s.Key(access.Studio),
		"Traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}).is(200)
	flush()
	if span := to.named("GET /api/v2/films"); span == nil || span.TraceId[0] != 0x0a || span.ParentSpanId[0] != 0xb7 {
		t.Errorf("the span is %v", span)
	}
}

// Nothing of what a caller sent is in what is exported: no key, no query, no text, no path that is
// none of ours, no method of theirs.
func TestSpansTellNothingOfCallers(t *testing.T) {
	t.Parallel()
	to := receiveTraces(t)
	s, flush := tracedSite(t, to)
	key := s.Key(access.Studio)
	header := map[string]string{"X-API-Key": key, "User-Agent": "whispering-agent/1", "X-Forwarded-For": "203.0.113.7"}
	for _, r := range []request{
		{path: "/api/v2/films?q=whisperedquery&key=" + key},
		{path: "/whisperedpath/" + key},
		{path: "/stremio/" + key + "/catalog/movie/search/search=whisperedtitle.json"},
		{path: "/stremio/whisperedkey/manifest.json"},
		{path: "/api/v2/films/whisperedfilm"},
		{method: "POST", path: "/api/v1/analyze", body: `{"text":"INT. WHISPEREDROOM - NIGHT\n\nA whispered line.","title":"whisperedtitle"}`},
		{method: "WHISPER", path: "/api/v2/films"},
		{method: "POST", path: "/mcp", body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_films","arguments":{"query":"whisperedtool"}}}`},
	} {
		r.header = map[string]string{"Content-Type": "application/json"}
		for name, value := range header {
			r.header[name] = value
		}
		s.ask(r)
	}
	flush()
	if len(to.spans) < 6 {
		t.Fatalf("only %d spans", len(to.spans))
	}
	sent := strings.ToLower(to.raw.String())
	for _, hidden := range []string{"whisper", strings.ToLower(key), "203.0.113.7", "127.0.0.1"} {
		if strings.Contains(sent, hidden) {
			t.Errorf("%q was exported", hidden)
		}
	}
}

// A receiver that is away is told of once in the log, and holds up nobody.
func TestAReceiverThatIsAwayHoldsUpNobody(t *testing.T) {
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "10")
	t.Setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "300")
	to := receiveTraces(t)
	to.Close()
	log := &journal{}
	tracer, err := tracing.Start(t.Context(), tracing.Options{Endpoint: to.URL, Version: "1", Log: slog.New(slog.NewJSONHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, func(o *serve.Options) { o.Tracer = tracer })
	began := time.Now()
	for range 3 {
		s.ask(request{path: "/api/v2/films", header: map[string]string{"X-API-Key": s.Key(access.Studio)}}).is(200)
		time.Sleep(20 * time.Millisecond)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("three requests took %v", took)
	}
	if !log.tells("traces cannot be sent") {
		t.Error("nobody is told")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	tracer.Close(ctx) // its spans are lost
	if n := strings.Count(log.String(), "traces cannot be sent"); n != 1 {
		t.Errorf("told %d times", n)
	}
}
