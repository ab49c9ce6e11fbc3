package tracing

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	spans "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// How a batch of spans is sent, by OpenTelemetry's specification of the OTLP exporter: how long
// a receiver may take, and how long and how often it is asked again.
const (
	answerWithin = 10 * time.Second
	retryFor     = time.Minute
	firstRetry   = 5 * time.Second
	lastRetry    = 30 * time.Second
	// mostAnswer is how much of an answer is read, in bytes.
	mostAnswer = 64 << 10
)

// upload sends spans over OTLP, as protocol buffers over HTTP. It is the half of an exporter
// that otlptrace leaves to its caller: otlptracehttp, which has one, takes gRPC along. The zero
// value cannot be used; see newUpload.
type upload struct {
	http     *http.Client
	address  string
	headers  map[string]string
	compress bool
}

// setting returns the value of OTEL_EXPORTER_OTLP_TRACES_name, else that of
// OTEL_EXPORTER_OTLP_name.
func setting(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}

// newUpload returns an upload to a receiver such as http://localhost:4318, or to that of the
// variables where endpoint is empty. ENDPOINT, HEADERS, TIMEOUT, COMPRESSION, CERTIFICATE,
// CLIENT_CERTIFICATE and CLIENT_KEY of OTEL_EXPORTER_OTLP_* and OTEL_EXPORTER_OTLP_TRACES_* hold
// (opentelemetry.io/docs/specs/otel/protocol/exporter).
func newUpload(endpoint string) (*upload, error) {
	u := &upload{http: &http.Client{
		Timeout: answerWithin,
		// The headers may hold a secret, which is for the receiver that was named.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	// The variable for traces alone is the whole address; the others are what it begins with.
	u.address = os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := cmp.Or(endpoint, os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")); endpoint != "" || u.address == "" {
		at, err := url.JoinPath(strings.TrimSuffix(strings.TrimSuffix(base, "/"), "/v1/traces"), "v1", "traces")
		if err != nil {
			return nil, err
		}
		u.address = at
	}
	if at, err := url.Parse(u.address); err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
		return nil, errors.New("the receiver's address must begin with http:// or https://, as http://localhost:4318")
	}
	if ms, err := strconv.Atoi(setting("TIMEOUT")); err == nil && ms > 0 {
		u.http.Timeout = time.Duration(ms) * time.Millisecond
	}
	u.compress = setting("COMPRESSION") == "gzip"
	u.headers = headersOf(setting("HEADERS"))
	security, err := certificates()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = security
	u.http.Transport = transport
	return u, nil
}

// headersOf reads headers as the variables hold them: name=value, with commas between, and
// percent signs as in addresses. What cannot be read is left out.
func headersOf(list string) map[string]string {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(list, ",") {
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); ok && err == nil && name != "" {
			headers[name] = value
		}
	}
	return headers
}

// certificates returns what the files of the variables say of TLS, nil when they name none.
func certificates() (*tls.Config, error) {
	authority, own, key := setting("CERTIFICATE"), setting("CLIENT_CERTIFICATE"), setting("CLIENT_KEY")
	if authority == "" && own == "" {
		return nil, nil
	}
	security := &tls.Config{}
	if authority != "" {
		pem, err := os.ReadFile(authority)
		if err != nil {
			return nil, fmt.Errorf("the receiver's certificate: %w", err)
		}
		if security.RootCAs = x509.NewCertPool(); !security.RootCAs.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("the receiver's certificate: %s has none", authority)
		}
	}
	if own != "" {
		pair, err := tls.LoadX509KeyPair(own, key)
		if err != nil {
			return nil, fmt.Errorf("the certificate shown to the receiver: %w", err)
		}
		security.Certificates = []tls.Certificate{pair}
	}
	return security, nil
}

// Start is part of otlptrace.Client; nothing is opened before there are spans.
func (u *upload) Start(context.Context) error { return nil }

// Stop closes connections that are not used.
func (u *upload) Stop(context.Context) error {
	u.http.CloseIdleConnections()
	return nil
}

// UploadTraces sends a batch. A receiver that is busy or slow is asked again, for retryFor, or as
// long as ctx allows; one that cannot be reached is not.
func (u *upload) UploadTraces(ctx context.Context, batch []*spans.ResourceSpans) error {
	// The request of the protocol has the batch as its only field, as this message has.
	body, err := proto.Marshal(&spans.TracesData{ResourceSpans: batch})
	if err != nil {
		return fmt.Errorf("encode spans: %w", err)
	}
	if u.compress {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write(body)
		if err := errors.Join(err, w.Close()); err != nil {
			return fmt.Errorf("compress spans: %w", err)
		}
		body = packed.Bytes()
	}
	last := time.Now().Add(retryFor)
	for pause := firstRetry; ; pause = min(2*pause, lastRetry) {
		wait, err := u.send(ctx, body)
		var busy *busyError
		if err == nil || !errors.As(err, &busy) {
			return err
		}
		if wait == 0 {
			wait = pause/2 + rand.N(pause)
		}
		if time.Now().Add(wait).After(last) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(wait):
		}
	}
}

// busyError is a failure that may be gone when the receiver is asked again.
type busyError struct{ cause error }

func (e *busyError) Error() string { return e.cause.Error() }
func (e *busyError) Unwrap() error { return e.cause }

// send makes one attempt. After a busyError it returns how long the receiver wants to be left
// alone, 0 when it does not say.
func (u *upload) send(ctx context.Context, body []byte) (time.Duration, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, u.address, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	for name, value := range u.headers {
		q.Header.Set(name, value)
	}
	q.Header.Set("Content-Type", "application/x-protobuf")
	if u.compress {
		q.Header.Set("Content-Encoding", "gzip")
	}
	a, err := u.http.Do(q)
	if err != nil {
		// One that is slow may answer the next time. One that is not there is said at once.
		if failure := (*url.Error)(nil); ctx.Err() == nil && errors.As(err, &failure) && failure.Timeout() {
			return 0, &busyError{err}
		}
		return 0, err
	}
	defer a.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(a.Body, mostAnswer))
	switch {
	case a.StatusCode == http.StatusTooManyRequests, a.StatusCode == http.StatusBadGateway,
		a.StatusCode == http.StatusServiceUnavailable, a.StatusCode == http.StatusGatewayTimeout:
		seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
		return time.Duration(max(seconds, 0)) * time.Second, &busyError{fmt.Errorf("the receiver answers %s", a.Status)}
	case a.StatusCode/100 != 2:
		return 0, fmt.Errorf("the receiver answers %s", a.Status)
	case err != nil:
		return 0, fmt.Errorf("read the receiver's answer: %w", err)
	}
	if n, why := refused(answer); n > 0 {
		return 0, fmt.Errorf("the receiver refused %d spans: %s", n, why)
	}
	return 0, nil
}

// refused returns how many spans of a batch a receiver refused, and why: the fields
// rejected_spans and error_message of partial_success, of an ExportTraceServiceResponse.
func refused(answer []byte) (n uint64, why string) {
	partial := field(answer, 1)
	for b := partial; len(b) > 0; {
		number, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			break
		}
		b = b[size:]
		value := protowire.ConsumeFieldValue(number, kind, b)
		if value < 0 {
			break
		}
		switch {
		case number == 1 && kind == protowire.VarintType:
			n, _ = protowire.ConsumeVarint(b)
		case number == 2 && kind == protowire.BytesType:
			text, _ := protowire.ConsumeBytes(b)
			why = string(text)
		}
		b = b[value:]
	}
	return n, why
}

// field returns the bytes of a message's field of that number, nil when it has none.
func field(message []byte, wanted protowire.Number) []byte {
	for b := message; len(b) > 0; {
		number, kind, size := protowire.ConsumeTag(b)
		if size < 0 {
			return nil
		}
		if number == wanted && kind == protowire.BytesType {
			value, _ := protowire.ConsumeBytes(b[size:])
			return value
		}
		value := protowire.ConsumeFieldValue(number, kind, b[size:])
		if value < 0 {
			return nil
		}
		b = b[size+value:]
	}
	return nil
}
