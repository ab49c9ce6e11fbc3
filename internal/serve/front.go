package serve

import (
	"log/slog"
	"net/http"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/wire"
)

// The bounds of what comes before a body (REQ L-09). Beyond maxTransport
// bytes of headers net/http refuses in its own words.
const (
	maxURL       = 8 << 10
	maxHeaders   = 16 << 10
	maxTransport = 64 << 10
)

// ServeHTTP answers every request there is.
// Every request is counted and logged once. An answer that cannot be completed ends
// in a panic with http.ErrAbortHandler, by which net/http cuts the connection.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	query := r.URL.RawQuery
	s.readdress(r)
	x := s.front.Begin(w, r)
	span := s.identify(x)
	r = x.R
	s.metrics.begin()
	defer func() {
		cut := s.caught(x, recover())
		ended := time.Now()
		took := ended.Sub(began)
		s.metrics.end(x.Route, r.Method, x.Status(), ended, took, span.SpanContext())
		s.log(x, query, took, cut)
		endSpan(span, x, cut)
		if !cut {
			x.Drain()
		}
		x.End()
		if cut {
			panic(http.ErrAbortHandler)
		}
	}()
	for _, d := range s.dialects {
		if d.Covers(r.URL.Path) {
			x.Dialect = d
		}
	}
	if err := bounded(r); err != nil {
		x.Fail(err)
		return
	}
	if s.demo && !shown(r) {
		x.Fail(errDemonstration)
		return
	}
	s.mux.ServeHTTP(x, r)
}

// caught turns a panic into an answer, or, when the answer has begun, says that
// the connection must be cut (REQ E-08).
// panicked is what recover returned: nil when nothing panicked.
func (s *service) caught(x *wire.Exchange, panicked any) (cut bool) {
	defer func() {
		if recover() != nil { // Fail found the answer begun
			cut = true
		}
	}()
	switch panicked {
	case nil:
		return false
	case http.ErrAbortHandler:
		return true
	}
	x.Fail(s.front.Recovered(x.Context(), wire.Occasion{RequestID: x.ID, Route: x.Route}, s.app, panicked))
	return false
}

// errDemonstration refuses what a demonstration does not do.
var errDemonstration = fault.New(fault.SandboxForbidden,
	"this server is a demonstration: it has no accounts, and nothing on it can be changed. Read with GET and the sandbox key, or use the connector at "+mcp.Path)

// shown reports whether a demonstration answers a request: one that reads. A POST reads at the
// connector, whose tools change nothing, and at the page that takes an export of ratings.
func shown(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return true
	}
	return r.Method == http.MethodPost && (r.URL.Path == mcp.Path || r.URL.Path == "/recommend")
}

// bounded refuses a request whose address or headers are too large.
// The fault is URITooLong or HeadersTooLarge. A header counts with its name, its
// value and four bytes.
func bounded(r *http.Request) error {
	if len(r.RequestURI) > maxURL || len(r.URL.RawQuery) > maxURL {
		return fault.New(fault.URITooLong, "the address may have at most %d bytes", maxURL)
	}
	size := 0
	for name, values := range r.Header {
		for _, v := range values {
			size += len(name) + len(v) + len(": \r\n")
		}
	}
	if size > maxHeaders {
		return fault.New(fault.HeadersTooLarge, "the headers may have at most %d bytes", maxHeaders)
	}
	return nil
}

// slowPage is how long a page may take before its request stands in every log.
const slowPage = time.Second

// levelOf returns the level at which a request is logged. To show one page a browser makes a dozen
// requests, which would bury all else: they are for who wants the detail, unless one was refused,
// failed or took long.
func (s *service) levelOf(x *wire.Exchange, took time.Duration, cut bool) slog.Level {
	if s.mux.shows(x.Route, x.R) && x.Status() < http.StatusBadRequest && !cut && took < slowPage {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// log writes the line of a request. Keys are never in it: headers are not logged,
// the query is redacted by names, and all of it by form (REQ A-02); where the query is
// what somebody submits, only the names of its parameters are.
// query is the query as it was sent, before anything changed the request.
func (s *service) log(x *wire.Exchange, query string, took time.Duration, cut bool) {
	level := s.levelOf(x, took, cut)
	if !s.front.Log.Enabled(x.Context(), level) {
		return
	}
	key := ""
	if x.Visit != nil {
		key = x.Visit.Caller().Key
	}
	shown := wire.Redacted(query)
	if x.Submitted {
		shown = wire.RedactedValues(query)
	}
	s.front.Log.LogAttrs(x.Context(), level, "request", append([]slog.Attr{
		slog.String("request_id", x.ID),
		slog.String("method", x.R.Method),
		slog.String("route", x.Route),
		slog.String("path", x.R.URL.Path),
		slog.String("query", shown),
		slog.Int("status", x.Status()),
		slog.Int64("bytes", x.Sent()),
		slog.Float64("duration_ms", float64(took.Microseconds())/1000),
		slog.String("client", s.clients.of(s.front.Proxies.Client(x.R))),
		slog.String("key_id", key),
		slog.Bool("cut", cut), // whether the connection was cut before the end
	}, x.Notes...)...)
}
