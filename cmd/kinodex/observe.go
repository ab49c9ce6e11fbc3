package main

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"kinodex/internal/ledger"
	"kinodex/internal/serve"
	"kinodex/internal/tracing"
)

// traceGrace is how long the last spans may take to be sent when the server stops.
const traceGrace = 2 * time.Second

// startTracing starts sending traces to endpoint, or to where the standard variables of
// OpenTelemetry say. It returns nil, which records nothing, when neither names a receiver.
func startTracing(ctx context.Context, endpoint string, log *slog.Logger) (*tracing.Tracer, error) {
	if !tracing.Configured(endpoint) {
		return nil, nil
	}
	return tracing.Start(context.WithoutCancel(ctx), tracing.Options{Endpoint: endpoint, Version: ServiceVersion, Log: log})
}

// stopTracing sends the last spans.
func stopTracing(tracer *tracing.Tracer, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), traceGrace)
	defer cancel()
	if err := tracer.Close(ctx); err != nil {
		log.Warn("the last traces could not be sent", "error", err)
	}
}

// observeLedger counts and traces operations of the ledger and the meters.
func observeLedger(metrics *serve.Metrics, tracer *tracing.Tracer) ledger.Observer {
	return func(ctx context.Context, operation string, took time.Duration, failure error) {
		metrics.Ledger(ctx, operation, took, failure)
		tracer.Record(ctx, "ledger "+operation, took, failure, attribute.String("db.operation.name", operation))
	}
}

// observeModel counts and traces calls of the language model.
func observeModel(metrics *serve.Metrics, tracer *tracing.Tracer) func(context.Context, time.Duration, error) {
	return func(ctx context.Context, took time.Duration, failure error) {
		metrics.Model(ctx, took, failure)
		tracer.Record(ctx, "language model", took, failure, attribute.String("gen_ai.operation.name", "chat"))
	}
}
