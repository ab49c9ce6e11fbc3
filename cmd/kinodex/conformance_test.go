package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A run that a server keeps waiting says so, so that nobody takes it for one that hangs.
func TestConformanceTellsThatItWaits(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "30")
		if r.URL.Path != "/openapi.json" {
			time.AfterFunc(200*time.Millisecond, stop)
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, `{"openapi":"3.1.0","info":{},"paths":{"/api/v2/films":{"get":{}}},"components":{}}`)
	}))
	defer server.Close()
	var out, told bytes.Buffer
	if code := run(ctx, []string{"conformance", server.URL, "--key", "kdx_live_x"}, &Globals{Out: &out, Err: &told}); code == 0 {
		t.Errorf("ends with %d: %s", code, &out)
	}
	if !strings.Contains(told.String(), "waiting 30s") {
		t.Errorf("%s", &told)
	}
}
