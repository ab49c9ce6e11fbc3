package llm

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestRetryAfterIsReadInBothForms(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "7": 7 * time.Second, " 7 ": 7 * time.Second, "-7": 0, "0": 0, "soon": 0, "NaN": 0,
		"99999999999999": mostRest,
		now.Add(9 * time.Second).Format(http.TimeFormat):     9 * time.Second,
		now.Add(-9 * time.Second).Format(http.TimeFormat):    0,
		now.AddDate(99, 0, 0).Format(http.TimeFormat):        mostRest,
		"99999999999999999999999999999999999999999999999999": 0,
	} {
		if got := retryAfter(header, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", header, got, want)
		}
	}
}

func TestAStatusSaysWhetherAskingAgainHelps(t *testing.T) {
	for status, want := range map[int]error{
		301: ErrRefused, 302: ErrRefused, 307: ErrRefused, 400: ErrRefused, 401: ErrRefused, 403: ErrRefused, 404: ErrRefused, 413: ErrRefused, 422: ErrRefused,
		408: ErrUnavailable, 429: ErrBusy, 500: ErrUnavailable, 502: ErrUnavailable, 503: ErrUnavailable, 504: ErrUnavailable, 529: ErrBusy,
	} {
		if got := kindOf(status); got != want {
			t.Errorf("%d: %v, want %v", status, got, want)
		}
		if again := RetryAfter(Fail(kindOf(status), "")) > 0; again != (want != ErrRefused) {
			t.Errorf("%d: asking again helps: %v", status, again)
		}
	}
}

// REQ A-20: what servers quote is not repeated, in any way a value is printed.
func TestAFailureTellsNothingOfWhatAServerQuotes(t *testing.T) {
	const secret = "sk-live-abcdefgh"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprintf(w, `{"error":{"message":"bad key %[1]s","type":%[2]q,"code":%[1]q}}`, r.Header.Get("X-Api-Key"), r.URL.Path[1:])
	}))
	defer server.Close()
	for path, tells := range map[string]string{"/invalid_request_error": "(invalid_request_error)", "/" + secret: "", "/Ignore": ""} {
		e, err := NewEndpoint(server.URL, path, map[string]string{"X-Api-Key": secret})
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Post(t.Context(), struct{}{})
		printed := fmt.Sprintf("%v %+v %#v %s %q | %v %+v %#v", err, err, err, err, err, e, e, e)
		if !errors.Is(err, ErrRefused) || strings.Contains(printed, secret) && path != "/"+secret {
			t.Errorf("%s", printed)
		}
		if !strings.Contains(err.Error(), "401") || !strings.Contains(err.Error(), tells) || strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "Ignore") {
			t.Errorf("the log is told %v", err)
		}
	}
}

func TestAnAddressIsHTTPWithNothingSecretInIt(t *testing.T) {
	for _, base := range []string{"", "localhost:11434", "ftp://host", "http://", "https://user:pass@host/v1", "https://host/v1?key=secret", "https://host/#secret", "http://ho st", ":"} {
		if _, err := NewEndpoint(base, "/x", nil); err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "pass@") {
			t.Errorf("%q: %v", base, err)
		}
	}
	if _, err := NewEndpoint("http://host", "/x", map[string]string{"X-Api-Key": "sec\nret"}); err == nil || strings.Contains(err.Error(), "ret\n") || strings.Contains(err.Error(), "sec\n") {
		t.Errorf("a key with a line break: %v", err)
	}
	if e, err := NewEndpoint("http://host/v1/", "/x", nil); err != nil || e.address != "http://host/v1/x" {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestAReplyWithoutEndIsNotReadToIt(t *testing.T) {
	sent := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for block := make([]byte, 1<<20); ; sent += len(block) {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	}))
	e, err := NewEndpoint(server.URL, "/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Post(t.Context(), struct{}{}); !errors.Is(err, ErrMalformed) {
		t.Errorf("%v", err)
	}
	server.Close() // waits for the handler
	if sent > 64<<20 {
		t.Errorf("%d bytes were sent", sent)
	}
}
