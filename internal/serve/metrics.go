package serve

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/trace"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/buildinfo"
	"kinodex/internal/fault"
	"kinodex/internal/library"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/traffic"
	"kinodex/internal/serve/wire"
)

// Metrics are what /metrics tells: how many requests, how fast, with what result,
// whom the service refused and why, how its stores do, and which library answers.
// Labels are routes, methods, statuses, plans, codes and names of operations only,
// so that their number is bounded and no caller is told of. One Metrics serves one
// handler.
type Metrics struct {
	registry *prometheus.Registry
	inFlight prometheus.Gauge
	failures prometheus.Counter
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	calls    *prometheus.CounterVec
	refusals *prometheus.CounterVec

	ledgerSeconds *prometheus.HistogramVec
	ledgerErrors  *prometheus.CounterVec
	modelSeconds  prometheus.Histogram
	modelCalls    *prometheus.CounterVec

	updates       *prometheus.CounterVec
	updateSeconds *prometheus.GaugeVec

	hour *traffic.Hour // for operators without a Prometheus

	// known keeps the counters and histogram of a label set, which are costly to
	// look up.
	known sync.Map // series -> seriesMetrics
}

// series is what the counters of requests are told apart by.
type series struct {
	route, method string
	status        int
}

// seriesMetrics has the metrics of one series. The histogram and the hour are by route alone.
type seriesMetrics struct {
	count   prometheus.Counter
	seconds prometheus.Observer
	hour    *traffic.Route
}

// fine are buckets from 50 microseconds, for what answers from memory or a disk
// nearby; coarse from 100 milliseconds, for language models.
var (
	fine   = []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60}
	coarse = []float64{.1, .25, .5, 1, 2.5, 5, 10, 20, 40, 80, 160}
)

// durations describes a histogram in seconds: with the classic buckets for every scraper, and with
// those of a native histogram, each at most a tenth wider than the one before, for Prometheus where
// native histograms are enabled.
func durations(name, help string, classic []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{
		Name: name, Help: help, Buckets: classic,
		NativeHistogramBucketFactor: 1.1, NativeHistogramMaxBucketNumber: 100, NativeHistogramMinResetDuration: time.Hour,
	}
}

// NewMetrics makes metrics that have counted nothing yet.
// Each has a registry of its own.
func NewMetrics() *Metrics {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		hour:     traffic.New(),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kinodex_http_requests_in_flight", Help: "Requests being answered.",
		}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "kinodex_failures_total", Help: "Requests that failed through our fault.",
		}),
		requests: counter("kinodex_http_requests_total", "Requests answered.", "route", "method", "status"),
		seconds: prometheus.NewHistogramVec(durations("kinodex_http_request_duration_seconds",
			"How long answers took, the writing of their bodies included.", fine), []string{"route"}),
		calls:    counter("kinodex_tool_calls_total", "Calls of the connector's tools, by what they were answered with: OK or a code.", "tool", "code"),
		refusals: counter("kinodex_refusals_total", "Requests and calls that were refused, by the caller's plan and the error's code.", "plan", "reason"),
		ledgerSeconds: prometheus.NewHistogramVec(durations("kinodex_ledger_operation_duration_seconds",
			"How long operations of the ledger and the meters took.", fine), []string{"operation"}),
		ledgerErrors: counter("kinodex_ledger_errors_total", "Operations of the ledger and the meters that failed.", "operation"),
		modelSeconds: prometheus.NewHistogram(durations("kinodex_model_call_duration_seconds", "How long calls of the language model took.", coarse)),
		modelCalls:   counter("kinodex_model_calls_total", "Calls of the language model, by result: ok or failed.", "result"),
		updates:      counter("kinodex_updates_total", "Updates of the library by --update-every, by result: built, unchanged or failed.", "result"),
		updateSeconds: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "kinodex_update_duration_seconds", Help: "How long the last update of a result took.",
		}, []string{"result"}),
	}
	for _, result := range []UpdateResult{UpdateBuilt, UpdateUnchanged, UpdateFailed} {
		m.updates.WithLabelValues(string(result))
		m.updateSeconds.WithLabelValues(string(result))
	}
	m.registry.MustRegister(m.inFlight, m.failures, m.requests, m.seconds, m.calls, m.refusals,
		m.ledgerSeconds, m.ledgerErrors, m.modelSeconds, m.modelCalls, m.updates, m.updateSeconds,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	return m
}

// about adds what is read from the service when /metrics is asked.
// It must be called once.
func (m *Metrics) about(a *app.App, f *wire.Front) {
	ofBucket := libraryBucket{func() *library.BucketState { return a.Library().Bucket }}
	m.registry.MustRegister(libraryCollector{a}, ofBucket, admissionCollector{f}, buildInfo(a.Version()))
}

// buildInfo is the metric that names the program: its version, the revision it
// was built from, and the Go version.
func buildInfo(version string) prometheus.Collector {
	built := buildinfo.Read()
	labels := prometheus.Labels{"version": version, "revision": built.Revision, "goversion": built.Go}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "kinodex_build_info", Help: "Always 1; its labels name the program that answers.", ConstLabels: labels,
	})
	info.Set(1)
	return info
}

// Ledger counts an operation of the ledger; it is a ledger.Observer.
// failure is nil when the operation succeeded. It is safe for concurrent use.
func (m *Metrics) Ledger(_ context.Context, operation string, took time.Duration, failure error) {
	m.ledgerSeconds.WithLabelValues(operation).Observe(took.Seconds())
	if failure != nil {
		m.ledgerErrors.WithLabelValues(operation).Inc()
	}
}

// Model counts a call of the language model.
// failure is nil when the call succeeded. It is safe for concurrent use.
func (m *Metrics) Model(_ context.Context, took time.Duration, failure error) {
	result := "ok"
	if failure != nil {
		result = "failed"
	}
	m.modelSeconds.Observe(took.Seconds())
	m.modelCalls.WithLabelValues(result).Inc()
}

// UpdateResult is how an update of the library ended.
type UpdateResult string

// The results of updates.
const (
	UpdateBuilt     UpdateResult = "built"     // a new generation serves
	UpdateUnchanged UpdateResult = "unchanged" // no source changed
	UpdateFailed    UpdateResult = "failed"    // what served goes on
)

// Updated counts an update of the library and keeps how long it took.
func (m *Metrics) Updated(result UpdateResult, took time.Duration) {
	m.updates.WithLabelValues(string(result)).Inc()
	m.updateSeconds.WithLabelValues(string(result)).Set(took.Seconds())
}

// refused counts a refusal.
func (m *Metrics) refused(caller access.Caller, reason fault.Kind) {
	m.refusals.WithLabelValues(caller.PlanName(), string(reason)).Inc()
	m.hour.Refuse(time.Now(), traffic.Refused{Plan: caller.PlanName(), Code: string(reason), Account: caller.Account})
}

// handler serves the metrics in the format that the scraper asks for: Prometheus's text, OpenMetrics,
// which has exemplars, or the protocol buffers that native histograms need.
func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true, EnableOpenMetrics: true})
}

// begin counts a request that is under way until end is called.
func (m *Metrics) begin() { m.inFlight.Inc() }

// failed counts a failure of ours, whatever its route.
func (m *Metrics) failed(string, error) { m.failures.Inc() }

// called counts a call of a tool by its code, OK when it was answered.
func (m *Metrics) called(tool, code string) { m.calls.WithLabelValues(tool, code).Inc() }

// end counts a request. A path that is none of ours counts as "none", and a
// method that is none of ours as "other", so that strangers cannot add series.
// The observation of a request whose trace is kept has the trace's id as its exemplar.
// It must be called once for each begin.
func (m *Metrics) end(route, method string, status int, ended time.Time, took time.Duration, traced trace.SpanContext) {
	m.inFlight.Dec()
	if route == "" {
		route = "none"
	}
	of := series{route, knownMethod(method), status}
	found, ok := m.known.Load(of)
	if !ok {
		found, _ = m.known.LoadOrStore(of, seriesMetrics{
			m.requests.WithLabelValues(route, of.method, strconv.Itoa(status)),
			m.seconds.WithLabelValues(route),
			m.hour.Route(route),
		})
	}
	found.(seriesMetrics).count.Inc()
	found.(seriesMetrics).hour.Count(ended, status, took)
	seconds := found.(seriesMetrics).seconds
	if !traced.IsSampled() {
		seconds.Observe(took.Seconds())
		return
	}
	seconds.(prometheus.ExemplarObserver).ObserveWithExemplar(took.Seconds(), prometheus.Labels{"trace_id": traced.TraceID().String()})
}

// libraryCollector tells what answers: the library and the snapshot.
type libraryCollector struct{ app *app.App }

var (
	generationInfo = prometheus.NewDesc("kinodex_library_info",
		"Always 1; its label names the generation of the library that answers.", []string{"generation"}, nil)
	libraryDegraded = prometheus.NewDesc("kinodex_library_degraded",
		"1 while the generation that is named to serve cannot be read or fetched, whether another one serves in its place or none; 0 otherwise.", nil, nil)
	libraryFailedReads = prometheus.NewDesc("kinodex_library_failed_reads_total",
		"Reads of the library's mapped files that failed: a file was cut, or its disk fails.", nil, nil)
	generationBuilt = prometheus.NewDesc("kinodex_library_built_timestamp_seconds",
		"When the library that answers was built.", nil, nil)
	libraryFilms = prometheus.NewDesc("kinodex_library_films",
		"How many films the library that answers has.", nil, nil)
	snapshotMade = prometheus.NewDesc("kinodex_snapshot_generated_timestamp_seconds",
		"When the newest snapshot was made; absent while there is none.", nil, nil)
	bucketUp = prometheus.NewDesc("kinodex_bucket_up",
		"Whether the bucket answered when it was last asked.", nil, nil)
)

// Describe sends the descriptors, as prometheus.Collector asks.
func (s libraryCollector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{generationInfo, generationBuilt, libraryFilms, libraryDegraded, libraryFailedReads, snapshotMade, bucketUp} {
		to <- d
	}
}

// Collect sends the values of this moment. While no library answers, those of the
// generation are left out.
func (s libraryCollector) Collect(to chan<- prometheus.Metric) {
	state := s.app.Library()
	to <- prometheus.MustNewConstMetric(libraryFailedReads, prometheus.CounterValue, float64(state.FailedReads))
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	gauge(libraryDegraded, number(slices.Contains(s.app.Degraded(), app.WithoutLibrary)))
	gauge(bucketUp, number(!slices.Contains(s.app.Degraded(), app.WithoutBucket)))
	if made, ok := s.app.SnapshotMade(); ok {
		gauge(snapshotMade, float64(made.Unix()))
	}
	v, err := s.app.Visit(access.Caller{})
	if err != nil {
		return // no library answers
	}
	defer v.Close()
	gauge(generationInfo, 1, v.Generation())
	gauge(generationBuilt, float64(v.BuiltAt().Unix()))
	gauge(libraryFilms, float64(v.FilmCount()))
}

// number returns 1 when the condition holds, else 0.
func number(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// admissionCollector collects how many requests hold a place, wait for one and were refused one,
// and how many bytes of bodies are in memory.
type admissionCollector struct{ front *wire.Front }

var (
	admissionWorking = prometheus.NewDesc("kinodex_admission_in_progress", "Requests that were admitted and are being worked on.", []string{"limiter"}, nil)
	admissionWaiting = prometheus.NewDesc("kinodex_admission_waiting", "Requests that wait to be admitted.", []string{"limiter"}, nil)
	admissionBodies  = prometheus.NewDesc("kinodex_http_request_body_held_bytes", "Bytes of requests' bodies in memory, small ones aside.", nil, nil)
	admissionRefused = prometheus.NewDesc("kinodex_admission_rejected_total", "Requests that were turned away because there were too many.", []string{"limiter"}, nil)
)

// Describe sends the descriptors, as prometheus.Collector asks.
func (c admissionCollector) Describe(to chan<- *prometheus.Desc) {
	to <- admissionWorking
	to <- admissionWaiting
	to <- admissionRefused
	to <- admissionBodies
}

// Collect sends the values of this moment.
func (c admissionCollector) Collect(to chan<- prometheus.Metric) {
	to <- prometheus.MustNewConstMetric(admissionBodies, prometheus.GaugeValue, float64(c.front.Admission.Bodies.Held()))
	for name, l := range map[string]*admission.ConcurrencyLimiter{"work": c.front.Admission.Work, "heavy": c.front.Admission.Heavy, "streams": c.front.Admission.Streams} {
		working, waiting, turned := l.Load()
		to <- prometheus.MustNewConstMetric(admissionWorking, prometheus.GaugeValue, float64(working), name)
		to <- prometheus.MustNewConstMetric(admissionWaiting, prometheus.GaugeValue, float64(waiting), name)
		to <- prometheus.MustNewConstMetric(admissionRefused, prometheus.CounterValue, float64(turned), name)
	}
}
