package serve

import (
	"net/http"
	"slices"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// untraced are paths that are asked all the time and tell nothing of users.
var untraced = []string{"/healthz", "/readyz", "/metrics"}

// identify gives the request a context that has its id, for the log, and a span when requests are
// traced. A span belongs to the trace that a trusted proxy names; what others send in traceparent is
// ignored, so that strangers neither choose what is sampled nor add to traces.
func (s *service) identify(x *wire.Exchange) trace.Span {
	ctx := wire.WithRequestID(x.R.Context(), x.ID)
	span := trace.SpanFromContext(ctx)
	if s.tracer != nil && !slices.Contains(untraced, x.R.URL.Path) {
		if s.front.Proxies.Forwarded(x.R) {
			ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(x.R.Header))
		}
		ctx, span = s.tracer.Begin(ctx, knownMethod(x.R.Method), trace.SpanKindServer)
	}
	x.R = x.R.WithContext(ctx)
	return span
}

// endSpan tells of a request that ends: its route and result, and the caller's plan.
func endSpan(span trace.Span, x *wire.Exchange, cut bool) {
	if !span.IsRecording() {
		return
	}
	method, caller := knownMethod(x.R.Method), access.Caller{}
	if x.Visit != nil {
		caller = x.Visit.Caller()
	}
	if x.Route != "" {
		span.SetName(method + " " + x.Route)
		span.SetAttributes(attribute.String("http.route", x.Route))
	}
	span.SetAttributes(
		attribute.String("http.request.method", method),
		attribute.Int("http.response.status_code", x.Status()),
		attribute.Int64("http.response.body.size", x.Sent()),
		attribute.String("kinodex.request_id", x.ID),
		attribute.String("kinodex.plan", caller.PlanName()),
	)
	if cut || x.Status() >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// knownMethod returns a method of HTTP that the interface knows, and "other" for any other word,
// which is a stranger's.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return method
	}
	return "other"
}
