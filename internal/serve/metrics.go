package serve

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/wire"
)

// metrics are what /metrics tells: how many requests, how fast, with what
// result, and which library answers. Labels are routes, methods and statuses
// only, so that their number is bounded and no caller is told of.
type metrics struct {
	registry *prometheus.Registry
	inFlight prometheus.Gauge
	failures prometheus.Counter
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	calls    *prometheus.CounterVec

	// known keeps the counter and histogram of a label set, which are costly to
	// look up.
	known sync.Map // series -> measured
}

type series struct {
	route, method string
	status        int
}

type measured struct {
	count   prometheus.Counter
	seconds prometheus.Observer
}

func newMetrics(a *app.App, f *wire.Front) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "kinodex_http_requests_in_flight", Help: "Requests being answered.",
		}),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "kinodex_failures_total", Help: "Requests that failed through our fault.",
		}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kinodex_http_requests_total", Help: "Requests answered.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "kinodex_http_request_seconds", Help: "How long answers took, the writing of their bodies included.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60},
		}, []string{"route"}),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "kinodex_tool_calls_total", Help: "Calls of the connector's tools, by what they were answered with: OK or a code.",
		}, []string{"tool", "code"}),
	}
	m.registry.MustRegister(m.inFlight, m.failures, m.requests, m.seconds, m.calls, generation{a}, crowd{f},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{DisableCompression: true})
}

func (m *metrics) begin() { m.inFlight.Inc() }

func (m *metrics) failed(string, error) { m.failures.Inc() }

func (m *metrics) called(tool, code string) { m.calls.WithLabelValues(tool, code).Inc() }

// end counts a request. A path that is none of ours counts as "none", and a
// method that is none of ours as "other", so that strangers cannot add series.
func (m *metrics) end(route, method string, status int, took time.Duration) {
	m.inFlight.Dec()
	if route == "" {
		route = "none"
	}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default:
		method = "other"
	}
	of := series{route, method, status}
	found, ok := m.known.Load(of)
	if !ok {
		found, _ = m.known.LoadOrStore(of, measured{
			m.requests.WithLabelValues(route, method, strconv.Itoa(status)),
			m.seconds.WithLabelValues(route),
		})
	}
	found.(measured).count.Inc()
	found.(measured).seconds.Observe(took.Seconds())
}

// generation tells which library answers.
type generation struct{ app *app.App }

var (
	generationInfo = prometheus.NewDesc("kinodex_library_info",
		"Always 1; its label names the generation of the library that answers.", []string{"generation"}, nil)
	generationBuilt = prometheus.NewDesc("kinodex_library_built_timestamp_seconds",
		"When the library that answers was built.", nil, nil)
)

// Describe lists the metrics.
func (g generation) Describe(to chan<- *prometheus.Desc) {
	to <- generationInfo
	to <- generationBuilt
}

// Collect reads them.
func (g generation) Collect(to chan<- prometheus.Metric) {
	v := g.app.Visit(access.Caller{})
	defer v.Close()
	to <- prometheus.MustNewConstMetric(generationInfo, prometheus.GaugeValue, 1, v.Generation())
	to <- prometheus.MustNewConstMetric(generationBuilt, prometheus.GaugeValue, float64(v.BuiltAt().Unix()))
}

// crowd tells how many press at the gates.
type crowd struct{ front *wire.Front }

var (
	crowdWorking = prometheus.NewDesc("kinodex_gate_working", "Requests that hold a place.", []string{"gate"}, nil)
	crowdWaiting = prometheus.NewDesc("kinodex_gate_waiting", "Requests that wait for a place.", []string{"gate"}, nil)
	crowdTurned  = prometheus.NewDesc("kinodex_gate_turned_away_total", "Requests that were refused a place.", []string{"gate"}, nil)
)

// Describe lists the metrics.
func (c crowd) Describe(to chan<- *prometheus.Desc) {
	to <- crowdWorking
	to <- crowdWaiting
	to <- crowdTurned
}

// Collect reads them.
func (c crowd) Collect(to chan<- prometheus.Metric) {
	for name, gate := range map[string]*wire.Gate{"work": c.front.Work, "heavy": c.front.Heavy, "streams": c.front.Streams} {
		working, waiting, turned := gate.Load()
		to <- prometheus.MustNewConstMetric(crowdWorking, prometheus.GaugeValue, float64(working), name)
		to <- prometheus.MustNewConstMetric(crowdWaiting, prometheus.GaugeValue, float64(waiting), name)
		to <- prometheus.MustNewConstMetric(crowdTurned, prometheus.CounterValue, float64(turned), name)
	}
}
