package tracing

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// The variables of OpenTelemetry's specification say where spans go and how; those for traces
// alone come first, and the flag before both.
func TestTheVariablesNameTheReceiver(t *testing.T) {
	for name, c := range map[string]struct {
		flag      string
		variables map[string]string
		address   string
	}{
		"flag":                        {"http://a:4318", nil, "http://a:4318/v1/traces"},
		"flag with a slash":           {"http://a:4318/", nil, "http://a:4318/v1/traces"},
		"flag with the path":          {"https://a/otlp/v1/traces", nil, "https://a/otlp/v1/traces"},
		"variable":                    {"", map[string]string{"ENDPOINT": "http://b:1/x"}, "http://b:1/x/v1/traces"},
		"variable for traces":         {"", map[string]string{"ENDPOINT": "http://b:1", "TRACES_ENDPOINT": "http://c:2/own"}, "http://c:2/own"},
		"the flag before all of them": {"http://a:4318", map[string]string{"TRACES_ENDPOINT": "http://c:2/own"}, "http://a:4318/v1/traces"},
		"no scheme":                   {"localhost:4318", nil, ""},
		"another scheme":              {"ftp://a", nil, ""},
		"no host":                     {"http:///x", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"ENDPOINT", "TRACES_ENDPOINT"} {
				t.Setenv("OTEL_EXPORTER_OTLP_"+variable, c.variables[variable])
			}
			u, err := newUpload(c.flag)
			if (err == nil) != (c.address != "") || err == nil && u.address != c.address {
				t.Errorf("%+v, %v; want %q", u, err, c.address)
			}
		})
	}
}

func TestHeadersAreReadAsTheSpecificationWritesThem(t *testing.T) {
	got := headersOf("Authorization=Basic%20a%3D, x-team = films ,broken,=none,bad=%zz")
	if len(got) != 2 || got["Authorization"] != "Basic a=" || got["x-team"] != "films" {
		t.Errorf("%q", got)
	}
}

// receiver counts requests and answers them as it is told.
func receiver(t *testing.T, answer func(n int, w http.ResponseWriter, body []byte)) *httptest.Server {
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		n++
		var from io.Reader = q.Body
		if q.Header.Get("Content-Encoding") == "gzip" {
			from, _ = gzip.NewReader(q.Body)
		}
		body, err := io.ReadAll(from)
		if err != nil {
			t.Error(err)
		}
		answer(n, w, body)
	}))
	t.Cleanup(s.Close)
	return s
}

var batch = []*spans.ResourceSpans{{ScopeSpans: []*spans.ScopeSpans{{Spans: []*spans.Span{{Name: "GET /films"}}}}}}

func TestABatchIsCompressedAndSentAgainToABusyReceiver(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
	var got spans.TracesData
	s := receiver(t, func(n int, w http.ResponseWriter, body []byte) {
		if n == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if err := proto.Unmarshal(body, &got); err != nil {
			t.Error(err)
		}
	})
	u, err := newUpload(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	if err := u.UploadTraces(t.Context(), batch); err != nil || len(got.ResourceSpans) != 1 || got.ResourceSpans[0].ScopeSpans[0].Spans[0].Name != "GET /films" {
		t.Errorf("%v, %v", err, &got)
	}
}

// What cannot be helped by asking again is an error at once, and a wait ends with its context.
func TestFailuresOfAReceiver(t *testing.T) {
	partial := protowire.AppendTag(nil, 1, protowire.BytesType)
	partial = protowire.AppendBytes(partial, protowire.AppendString(protowire.AppendTag(protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 3), 2, protowire.BytesType), "too old"))
	for name, c := range map[string]struct {
		answer func(w http.ResponseWriter)
		want   string
	}{
		"unauthorized":  {func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }, "401"},
		"elsewhere":     {func(w http.ResponseWriter) { w.Header().Set("Location", "http://127.0.0.1:1/"); w.WriteHeader(307) }, "307"},
		"some refused":  {func(w http.ResponseWriter) { w.Write(partial) }, "refused 3 spans: too old"},
		"no protobuf":   {func(w http.ResponseWriter) { io.WriteString(w, "\xff\xff\xff thanks") }, ""},
		"long busyness": {func(w http.ResponseWriter) { w.Header().Set("Retry-After", "3600"); w.WriteHeader(429) }, "429"},
		"always busy":   {func(w http.ResponseWriter) { w.WriteHeader(503) }, "deadline"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := receiver(t, func(_ int, w http.ResponseWriter, _ []byte) { c.answer(w) })
			u, err := newUpload(s.URL)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
			defer cancel()
			if name != "always busy" {
				ctx = t.Context()
			}
			err = u.UploadTraces(ctx, batch)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v; want %q", err, c.want)
			}
		})
	}
}

// A receiver that is not there is an error at once, so that the log tells of it.
func TestAReceiverThatIsAwayIsNotWaitedFor(t *testing.T) {
	s := receiver(t, nil)
	s.Close()
	u, err := newUpload(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := u.UploadTraces(t.Context(), batch); err == nil || time.Since(begun) > firstRetry/2 {
		t.Errorf("%v after %s", err, time.Since(begun))
	}
}

func TestACertificateThatIsNoneIsSaid(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{file, file + ".gone"} {
		t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", at)
		if _, err := newUpload("https://a"); err == nil || !strings.Contains(err.Error(), at) {
			t.Errorf("%v", err)
		}
	}
}
