package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"go.opentelemetry.io/otel/trace"
)

// A line that is logged with a request's context names the request and its trace, once.
func TestLinesNameTheirRequest(t *testing.T) {
	in := WithRequestID(context.Background(), "req_12345678")
	traced := trace.ContextWithSpanContext(in, trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}}))
	for name, c := range map[string]struct {
		ctx   context.Context
		attrs []any
		want  string
	}{
		"outside of a request": {context.Background(), nil, `{"level":"INFO","msg":"m"}`},
		"in a request":         {in, nil, `{"level":"INFO","msg":"m","request_id":"req_12345678"}`},
		"that says so itself":  {in, []any{"request_id", "own"}, `{"level":"INFO","msg":"m","request_id":"own"}`},
		"in a traced request":  {traced, nil, `{"level":"INFO","msg":"m","request_id":"req_12345678","trace_id":"01000000000000000000000000000000"}`},
	} {
		t.Run(name, func(t *testing.T) {
			var to bytes.Buffer
			slog.New(RequestLog(slog.NewJSONHandler(&to, nil))).InfoContext(c.ctx, "m", c.attrs...)
			var line map[string]any
			if err := json.Unmarshal(to.Bytes(), &line); err != nil {
				t.Fatal(err)
			}
			delete(line, "time")
			if got, _ := json.Marshal(line); string(got) != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
