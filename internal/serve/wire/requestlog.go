package wire

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

// requestIDKey is the context's key of a request's id.
type requestIDKey struct{}

// WithRequestID returns a context of the request with this id, for the log.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID returns the id that WithRequestID put into ctx, empty when there is none.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// NewRequestID names a request that came without a name.
func NewRequestID() string { return newID() }

// RequestLog adds to each line that is logged with a request's context request_id and, when
// the request is traced, trace_id, unless the line has them.
func RequestLog(h slog.Handler) slog.Handler { return requestLog{h} }

type requestLog struct{ slog.Handler }

// Handle adds the attributes and passes the line on.
func (h requestLog) Handle(ctx context.Context, line slog.Record) error {
	id, span := RequestID(ctx), trace.SpanContextFromContext(ctx)
	if id == "" && !span.HasTraceID() {
		return h.Handler.Handle(ctx, line)
	}
	hasID, hasTrace := false, false
	line.Attrs(func(a slog.Attr) bool {
		hasID, hasTrace = hasID || a.Key == "request_id", hasTrace || a.Key == "trace_id"
		return true
	})
	line = line.Clone()
	if id != "" && !hasID {
		line.AddAttrs(slog.String("request_id", id))
	}
	if span.HasTraceID() && !hasTrace {
		line.AddAttrs(slog.String("trace_id", span.TraceID().String()))
	}
	return h.Handler.Handle(ctx, line)
}

// WithAttrs keeps adding to the lines of the logger that it makes.
func (h requestLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(attrs)}
}

// WithGroup keeps adding to the lines of the logger that it makes.
func (h requestLog) WithGroup(name string) slog.Handler {
	return requestLog{h.Handler.WithGroup(name)}
}
