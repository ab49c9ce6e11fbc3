// Package tracing sends OpenTelemetry spans over OTLP.
//
// Spans name routes, operations and results. They never hold what a caller sent: no key, no
// address with its query, no text of a question or an answer. Nothing is sent unless Start is
// called. The package imports no other package of the program. Start reading at Start.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options say where spans go. The standard variables OTEL_EXPORTER_OTLP_*, OTEL_SERVICE_NAME,
// OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and OTEL_BSP_* hold besides.
type Options struct {
	// Endpoint is the address of a receiver, such as http://localhost:4318; spans go to
	// /v1/traces there. When it is empty the variables name the receiver.
	Endpoint string
	// Version is the version of the service.
	Version string
	// Log is told when spans cannot be sent, and when they can again. Required.
	Log *slog.Logger
}

// endpoints are the variables that name a receiver, by OpenTelemetry's specification.
var endpoints = []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"}

// Configured reports whether spans are wanted: an endpoint is given, here or in the
// environment, and OTEL_SDK_DISABLED is not true.
func Configured(endpoint string) bool {
	if os.Getenv("OTEL_SDK_DISABLED") == "true" {
		return false
	}
	for _, name := range endpoints {
		if os.Getenv(name) != "" {
			return true
		}
	}
	return endpoint != ""
}

// Tracer starts and records spans. A nil Tracer records nothing, so that callers need not ask
// whether tracing is on. It is safe for concurrent use.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Start makes a tracer. It does not connect: spans are sent in the background in batches, tried
// again for a while when the receiver does not take them, and then dropped. Close sends the last.
func Start(ctx context.Context, o Options) (*Tracer, error) {
	to, err := newUpload(o.Endpoint)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	sender, err := otlptrace.New(ctx, to)
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "kinodex"), attribute.String("service.version", o.Version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv())
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, fmt.Errorf("traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&loggedExporter{SpanExporter: sender, log: o.Log}), sdk.WithResource(about))
	return &Tracer{provider, provider.Tracer("kinodex", trace.WithInstrumentationVersion(o.Version))}, nil
}

// Close sends the spans that were not sent yet, as long as ctx allows. The last call.
func (t *Tracer) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Begin starts a span that the caller ends. Without a tracer, and for a request that is not
// sampled, the span records nothing. The parent is that of ctx.
func (t *Tracer) Begin(ctx context.Context, name string, kind trace.SpanKind, attributes ...attribute.KeyValue) (context.Context, trace.Span) {
	if t == nil {
		return ctx, trace.SpanFromContext(context.Background())
	}
	return t.tracer.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
}

// Record tells of an operation on another system that has just ended and took that long, as a
// part of the span of ctx. What failed it is for the log; the span tells only that it did.
// Operations outside a traced request are not recorded.
func (t *Tracer) Record(ctx context.Context, name string, took time.Duration, failure error, attributes ...attribute.KeyValue) {
	if t == nil || !trace.SpanFromContext(ctx).IsRecording() {
		return
	}
	end := time.Now()
	_, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(end.Add(-took)), trace.WithAttributes(attributes...))
	if failure != nil {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(end))
}

// loggedExporter is an exporter whose failures are logged when they begin and when they end, and
// not for every batch.
type loggedExporter struct {
	sdk.SpanExporter
	log     *slog.Logger
	failing atomic.Bool
}

// ExportSpans sends a batch. It returns nil also when the batch is lost, which was logged.
func (r *loggedExporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := r.SpanExporter.ExportSpans(ctx, spans)
	switch failed := err != nil; {
	case failed && !r.failing.Swap(true):
		r.log.Warn("traces cannot be sent and are dropped until they can", "error", err)
	case !failed && r.failing.Swap(false):
		r.log.Info("traces are sent again")
	}
	return nil
}
