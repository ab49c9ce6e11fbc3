package serve

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"go.opentelemetry.io/otel/trace"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/library"
	"kinodex/internal/snapshot"
)

// documentedMetric finds a row of the table of metrics: name, labels, type.
var documentedMetric = regexp.MustCompile("(?m)^\\| `(kinodex_[a-z_]+)(?:\\{([a-z_,]+)\\})?` \\| (counter|gauge|histogram) \\| .+ \\|$")

// tableOfMetrics reads docs/operations.md: type and labels by name.
func tableOfMetrics(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[string]string{}
	for _, row := range documentedMetric.FindAllStringSubmatch(string(page), -1) {
		if table[row[1]] != "" {
			t.Errorf("%s has two rows", row[1])
		}
		labels := strings.Split(row[2], ",")
		slices.Sort(labels)
		table[row[1]] = row[3] + "{" + strings.Join(labels, ",") + "}"
	}
	return table
}

// measuredService is a service in which everything that is measured has happened once.
func measuredService(t *testing.T) *service {
	t.Helper()
	h := apptest.Open(t)
	m := NewMetrics()
	handler, err := New(Options{App: h.App, Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := h.App.BuildSnapshot(t.Context(), snapshot.Options{Scratch: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/api/v2/films", nil)
	r.Header.Set("X-API-Key", h.Key(access.Studio))
	handler.ServeHTTP(httptest.NewRecorder(), r)
	m.Ledger(context.Background(), "Spend", time.Millisecond, errors.New("away"))
	m.Model(context.Background(), time.Second, nil)
	m.called("search_films", "OK")
	m.refused(access.Caller{Mode: access.WithKey, Plan: access.Studio, Account: "acc_1"}, fault.RateLimited)
	return handler.(*service)
}

// printed asks /metrics in a format and returns the families of our own.
func printed(t *testing.T, s *service, accept string) map[string]*dto.MetricFamily {
	t.Helper()
	r := httptest.NewRequest("GET", "/metrics", nil)
	r.Header.Set("Accept", accept)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	families := map[string]*dto.MetricFamily{}
	from := expfmt.NewDecoder(w.Body, expfmt.ResponseFormat(w.Header()))
	for {
		var f dto.MetricFamily
		if from.Decode(&f) != nil {
			return families
		}
		if strings.HasPrefix(f.GetName(), "kinodex_") {
			families[f.GetName()] = &f
		}
	}
}

// The table of docs/operations.md is what /metrics prints: names, types, labels.
func TestTheDocumentedMetricsAreThePrintedOnes(t *testing.T) {
	table, real := tableOfMetrics(t), printed(t, measuredService(t), "text/plain")
	replica := prometheus.NewRegistry() // what a server with --library prints besides
	replica.MustRegister(libraryBucket{func() *library.BucketState { return &library.BucketState{Wanted: "000007-5f2c9a01"} }})
	more, err := replica.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range more {
		if real[f.GetName()] != nil {
			t.Errorf("%s is printed without a bucket of the library", f.GetName())
		}
		real[f.GetName()] = f
	}
	for name, f := range real {
		var labels []string
		for _, l := range f.Metric[0].Label {
			labels = append(labels, l.GetName())
		}
		slices.Sort(labels)
		if is := strings.ToLower(f.GetType().String()) + "{" + strings.Join(labels, ",") + "}"; table[name] != is {
			t.Errorf("/metrics prints %s as %s; the table of docs/operations.md says %q", name, is, table[name])
		}
		if f.GetHelp() == "" {
			t.Errorf("%s has no help", name)
		}
	}
	for name := range table {
		if real[name] == nil {
			t.Errorf("docs/operations.md has %s, which /metrics does not print", name)
		}
	}
}

// A Prometheus that asks for native histograms gets them, by route, beside the classic buckets.
func TestDurationsAreNativeHistograms(t *testing.T) {
	families := printed(t, measuredService(t), string(expfmt.NewFormat(expfmt.TypeProtoDelim)))
	for _, name := range []string{"kinodex_http_request_duration_seconds", "kinodex_ledger_operation_duration_seconds", "kinodex_model_call_duration_seconds"} {
		f := families[name]
		if f == nil {
			t.Fatalf("no %s", name)
		}
		h := f.Metric[0].GetHistogram()
		if h.Schema == nil || len(h.PositiveSpan) == 0 || len(h.Bucket) == 0 {
			t.Errorf("%s has no native buckets, or no classic ones: %v", name, h)
		}
	}
}

// The duration of a request whose trace is kept leads to the trace; others do not.
func TestADurationLeadsToItsTrace(t *testing.T) {
	h := apptest.Open(t)
	m := NewMetrics()
	handler, err := New(Options{App: h.App, Metrics: m})
	if err != nil {
		t.Fatal(err)
	}
	kept := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1, 2}, SpanID: trace.SpanID{3}, TraceFlags: trace.FlagsSampled})
	m.end("/traced", "GET", 200, time.Now(), time.Millisecond, kept)
	m.end("/dropped", "GET", 200, time.Now(), time.Millisecond, kept.WithTraceFlags(0))
	r := httptest.NewRequest("GET", "/metrics", nil)
	r.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "kinodex_http_request_duration_seconds_bucket") && strings.Contains(line, `# {trace_id="`) != strings.Contains(line, `/traced",le="0.001"`) {
			t.Errorf("exemplar: %s", line)
		}
	}
	if !strings.Contains(w.Body.String(), kept.TraceID().String()) {
		t.Error("no exemplar has the trace's id")
	}
}
