// Package serve is the HTTP server: one handler for everything that is
// reached over HTTP.
//
// What happens to a request: the front names it, bounds it, logs it, counts it
// and answers for panics (front.go); the mux finds its path and method
// (mux.go); the dialect of its version names the caller, reads the parameters and
// asks the application (serve/v1, serve/v2, with what they share in serve/wire). Here
// are also the description at /openapi.json (openapi.go), /healthz, /readyz and
// /metrics (operations.go, metrics.go). The package imports the dialects, app and what lies below.
// Start reading at New.
package serve

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/mcp"
	"kinodex/internal/serve/signin"
	"kinodex/internal/serve/site"
	"kinodex/internal/serve/site/views"
	"kinodex/internal/serve/v1"
	"kinodex/internal/serve/v2"
	"kinodex/internal/serve/wire"
	"kinodex/internal/tracing"
)

// Options are what the front is made of. App is required.
type Options struct {
	App *app.App
	// Logger gets a line for every request and every failure; nil for none.
	Logger *slog.Logger
	// BaseURL is where the service is reached, such as https://kinodex.example;
	// links in answers start with it. Empty takes it from each request.
	BaseURL string
	// TrustedProxies are those whose X-Forwarded-For, -Proto and -Host are
	// believed.
	TrustedProxies wire.Proxies
	// PrivateCache is set when no cache but the caller's own may keep an answer to
	// a key, and none a link that opens without one (REQ F2-50).
	PrivateCache bool
	// Origins are those of web pages that may call the connector, besides the
	// service's own; * for all (REQ M-40).
	Origins []string
	// Limits bound what is answered at once (REQ ). Health, metrics
	// and whatever costs nothing are not bounded.
	Limits admission.Limits
	// Objects serves the links of a bucket that serves its own, at ObjectsAt;
	// nil for none.
	Objects   Objects
	ObjectsAt string
	// Compat are the interfaces of others that are answered too: TMDb, OMDb, Stremio. They are not
	// described.
	Compat []string
	// Demonstration is set for a server that everybody may read and nobody may change
	// (REQ F2-142): it has no accounts.
	Demonstration bool
	// Site is what the operator decides of the pages.
	Site site.Options
	// SignIn is what the operator decides of the sign-in.
	SignIn signin.Options
	// Metrics are told of every request; new ones when nil. They are served at
	// /metrics, unless HideMetrics says that operators alone get them (see Admin).
	Metrics     *Metrics
	HideMetrics bool
	// LogClients says how much of clients' addresses the log tells.
	LogClients ClientLog
	// Tracer records a span of each request; nil for none.
	Tracer *tracing.Tracer
}

// service is the handler New makes.
type service struct {
	front     wire.Front
	app       *app.App
	mux       *mux
	metrics   *Metrics
	dialects  []*wire.Dialect
	foreign   []foreign // those that are answered
	clients   ClientLog
	tracer    *tracing.Tracer // nil when requests are not traced
	demo      bool            // whether it is a demonstration
	draining  atomic.Bool
	readiness readiness
}

// New makes the handler. It fails on a BaseURL or Limits that are none.
func New(o Options) (http.Handler, error) {
	if o.App == nil {
		return nil, errors.New("serve: no app")
	}
	base, err := ParseBase(o.BaseURL)
	if err == nil {
		err = errors.Join(o.Limits.Check(), o.Site.Check())
	}
	if err == nil {
		err = checkCompat(o.Compat)
	}
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Logger = slog.New(wire.RequestLog(access.RedactingHandler(o.Logger.Handler())))
	s := &service{
		app: o.App, mux: newMux(), clients: o.LogClients, tracer: o.Tracer, demo: o.Demonstration,
		dialects: []*wire.Dialect{v1.Dialect, v2.Dialect, mcp.Dialect},
	}
	if s.metrics = o.Metrics; s.metrics == nil {
		s.metrics = NewMetrics()
	}
	s.metrics.about(o.App, &s.front)
	s.front = wire.Front{
		Failures: wire.Failures{Log: o.Logger, Failed: s.metrics.failed, Refused: s.metrics.refused},
		Proxies:  o.TrustedProxies, BaseURL: base, PrivateCache: o.PrivateCache,
		Version: o.App.Version(), Patience: patience, Deadline: deadline,
	}
	s.front.Bound(o.Limits)
	api := wire.API{App: o.App, Mux: s.mux, Doc: wire.NewDescription(info)}
	v1.Register(api)
	v2.Register(api)
	shownInClients, err := views.New()
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	connector, err := mcp.New(mcp.Options{
		App: o.App, Failures: s.front.Failures, BaseURL: base, Origins: o.Origins, Views: shownInClients, Called: s.metrics.called,
	})
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	connector.Register(s.mux)
	s.registerCompat(o.Compat, o.Site.Mode)
	complete := completion(api.Doc)
	o.Site.Traffic = s.metrics.hour
	shown, err := site.Register(o.App, pages{s.mux}, complete, o.Site)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if o.Site.Mode != site.Off {
		s.mux.nowhere = shown.ShowNowhere
	}
	o.SignIn.Assets, o.SignIn.Pages, o.SignIn.Demonstration = shown.Assets, o.Site.Mode != site.Off, o.Demonstration
	signin.Register(api, o.SignIn)
	s.registerOperations(!o.HideMetrics)
	s.registerCited(api.Doc)
	s.registerPictures(api.Doc)
	if o.Objects != nil {
		s.registerObjects(api.Doc, o.ObjectsAt, o.Objects)
	}
	s.registerDescription(api.Doc, complete)
	return s, nil
}

// patience is how long one write of a stream may take (REQ SN-06), deadline
// how long all of another answer may (L-11).
const (
	patience = 30 * time.Second
	deadline = 30 * time.Second
)

// ParseBase checks the address of the service, such as https://kinodex.example, and
// drops its trailing slash. An empty one stays empty.
// The scheme must be http or https; a query or a fragment is an error.
func ParseBase(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("base URL %q is not an address such as https://kinodex.example", address)
	}
	return strings.TrimRight(address, "/"), nil
}
