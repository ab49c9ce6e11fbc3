package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/ledger"
	"kinodex/internal/serve/wire"
)

// broken serves a house with routes that spend and then fail in one way each.
func broken(t *testing.T) (*apptest.House, *service, *bytes.Buffer) {
	h := apptest.Open(t)
	var log bytes.Buffer
	handler, err := New(Options{App: h.App, Logger: slog.New(slog.NewJSONHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	s := handler.(*service)
	door := wire.API{App: h.App, Mux: s.mux, Doc: wire.NewDescription(info)}
	for name, fail := range map[string]func(x *wire.Exchange) error{
		"panic":      func(*wire.Exchange) error { panic("a secret") },
		"nil":        func(*wire.Exchange) error { var f *film.Film; return errors.New(f.Title) },
		"error":      func(*wire.Exchange) error { return errors.New("a secret") },
		"late":       func(x *wire.Exchange) error { x.Answer(append(x.Body(), `{"data":`...)); return errors.New("a secret") },
		"late-panic": func(x *wire.Exchange) error { x.WriteHeader(200); x.Write([]byte("{")); panic("a secret") },
	} {
		wire.Handle(door, wire.Route[wire.None]{
			Operation: huma.Operation{
				OperationID: name, Method: "GET", Path: "/api/v2/broken/" + name,
				Responses: map[string]*huma.Response{"200": {}},
			},
			Need: access.Needs.Film,
			Answer: func(x *wire.Exchange, _ *wire.None) error {
				if _, err := x.Visit.Film(apptest.Crossing, film.List).Answer(x.Context()); err != nil {
					return err
				}
				return fail(x)
			},
		})
	}
	return h, s, &log
}

// REQ E-08, Q-08: a panic or an error of ours is a 500 in the envelope that
// tells nothing, is logged with its cause, costs nothing, and the process
// lives.
func TestOurFailures(t *testing.T) {
	h, s, log := broken(t)
	server := httptest.NewServer(s)
	defer server.Close()
	ask := func(name string) (*http.Response, string, error) {
		req, _ := http.NewRequest("GET", server.URL+"/api/v2/broken/"+name, nil)
		req.Header.Set("X-API-Key", h.Key(access.Writer))
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return nil, "", err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return res, string(body), err
	}
	for range 5 { // more often than the budget would allow
		for _, name := range []string{"panic", "nil", "error"} {
			res, body, err := ask(name)
			if err != nil {
				t.Fatal(err)
			}
			var e wire.Error
			if json.Unmarshal([]byte(body), &e) != nil || e.Error.Code != "internal_error" || res.StatusCode != 500 {
				t.Fatalf("%s: status %d: %s", name, res.StatusCode, body)
			}
			if strings.Contains(body, "secret") || strings.Contains(body, "goroutine") {
				t.Errorf("%s tells too much: %s", name, body)
			}
			if res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: Cache-Control %q", name, res.Header.Get("Cache-Control"))
			}
		}
	}
	for _, name := range []string{"late", "late-panic"} {
		if res, body, err := ask(name); err == nil && (name == "late-panic" || res.ContentLength != int64(len(body))) {
			t.Errorf("%s: the client cannot tell that %q is not all", name, body)
		}
	}
	server.Close() // waits for the log
	used, err := h.Ledger.Used(t.Context(), h.Caller(h.Key(access.Writer)).Meter(), ledger.DayOf(h.Clock.Now()))
	if err != nil || used != 0 {
		t.Errorf("our failures cost %d, %v", used, err)
	}
	for _, told := range []string{"a secret", "front_test.go", `"status":500`} {
		if !strings.Contains(log.String(), told) {
			t.Errorf("the log does not tell %q", told)
		}
	}
}

// Liveness, readiness and metrics are public, and tell no secret.
func TestOperations(t *testing.T) {
	h := apptest.Open(t)
	handler, err := New(Options{App: h.App})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, key string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("X-API-Key", key)
		handler.ServeHTTP(w, r)
		return w
	}
	if w := ask("/healthz", ""); w.Code != 200 {
		t.Errorf("healthz: %d", w.Code)
	}
	lib, release, err := h.Holder.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if w := ask("/readyz", ""); w.Code != 200 || !strings.Contains(w.Body.String(), lib.Generation()) {
		t.Errorf("readyz: %d %s", w.Code, w.Body)
	}
	key := h.Key(access.Studio)
	for range 3 {
		ask("/api/v2/films?key="+key, "")
	}
	ask("/api/v2/films/"+apptest.Crossing, key)
	ask("/api/v2/films?limit=x", key)
	ask("/"+strings.Repeat("x", 20), key)
	metrics := ask("/metrics", "").Body.String()
	for _, line := range []string{
		`kinodex_http_requests_total{method="GET",route="/api/v2/films",status="200"} 3`,
		`kinodex_http_requests_total{method="GET",route="/api/v2/films",status="400"} 1`,
		`kinodex_http_requests_total{method="GET",route="/api/v2/films/{id}",status="200"} 1`,
		`kinodex_http_requests_total{method="GET",route="none",status="404"} 1`,
		`kinodex_http_request_duration_seconds_count{route="/api/v2/films"} 4`,
		`kinodex_library_info{generation="` + lib.Generation() + `"} 1`,
	} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("no %s", line)
		}
	}
	if strings.Contains(metrics, key) || strings.Contains(metrics, "tt0000101") || strings.Contains(metrics, "xxxx") {
		t.Error("the metrics tell what was asked, or by whom")
	}
}

// A ledger that does not answer is a 503 that says when to come back; a server
// that drains says the same of itself (REQ E-11).
func TestReadiness(t *testing.T) {
	h := apptest.Open(t)
	a, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: h.Ledger, Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := New(Options{App: a})
	if err != nil {
		t.Fatal(err)
	}
	handler.(*service).Drain()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	if w.Code != 503 || w.Header().Get("Retry-After") != "1" {
		t.Errorf("draining: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
}

// Run ends well: requests under way finish, new ones find nobody, readiness is
// withdrawn.
func TestRunDrains(t *testing.T) {
	began, finish := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(began)
		<-finish
		w.Write([]byte("done"))
	})
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, Server("", slow), on, ShutdownTimes{Grace: 5 * time.Second}) }()
	answer := make(chan string, 1)
	go func() {
		res, err := http.Get("http://" + on.Addr().String())
		if err != nil {
			answer <- err.Error()
			return
		}
		b, _ := io.ReadAll(res.Body)
		answer <- string(b)
	}()
	<-began
	stop()
	for { // until the listener is closed
		c, err := net.Dial("tcp", on.Addr().String())
		if err != nil {
			break
		}
		c.Close()
		time.Sleep(time.Millisecond)
	}
	select {
	case err := <-ended:
		t.Fatalf("Run returned %v with a request under way", err)
	default:
	}
	close(finish)
	if got := <-answer; got != "done" {
		t.Errorf("the request under way got %q", got)
	}
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
}

// What does not end in time is cut off, and Run says so.
func TestRunGivesUp(t *testing.T) {
	began := make(chan struct{})
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(began)
		<-r.Context().Done()
	})
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Run(ctx, Server("", stuck), on, ShutdownTimes{Grace: 10 * time.Millisecond}) }()
	go http.Get("http://" + on.Addr().String())
	<-began
	stop()
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "cut off") {
		t.Errorf("Run: %v", err)
	}
}

// REQ L-11: the time limits, and headers bounded above our own bound, so that
// ours is the one that answers.
func TestTimeLimits(t *testing.T) {
	s := Server("127.0.0.1:0", http.NotFoundHandler())
	if s.ReadHeaderTimeout != 5*time.Second || s.ReadTimeout != 35*time.Second || s.WriteTimeout != 60*time.Second || s.IdleTimeout != 120*time.Second {
		t.Errorf("limits: %v, %v, %v, %v", s.ReadHeaderTimeout, s.ReadTimeout, s.WriteTimeout, s.IdleTimeout)
	}
	if s.MaxHeaderBytes <= maxHeaders+maxURL {
		t.Errorf("net/http refuses headers of %d bytes before we can", s.MaxHeaderBytes)
	}
}

// A page is a dozen requests of a browser, which would bury what an operator looks for.
func TestRequestsOfPagesAreLoggedInDetailOnly(t *testing.T) {
	_, s, log := broken(t)
	for _, c := range []struct {
		method, path string
		logged       bool
	}{
		{"GET", "/", false},
		{"HEAD", "/", false},
		{"GET", "/films", false},
		{"GET", "/docs", false},
		{"GET", "/films.json", true},
		{"GET", "/films/tt9999999", true},
		{"POST", "/", true},
		{"GET", "/nowhere", true},
		{"GET", "/sign-in", true},
		{"GET", "/healthz", true},
		{"GET", "/openapi.json", true},
		{"GET", "/api/v2/films", true},
	} {
		for range 10 { // a page that takes longer than slowPage is logged, and a busy machine makes one
			log.Reset()
			started := time.Now()
			if s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(c.method, c.path, nil)); time.Since(started) < slowPage {
				break
			}
		}
		if logged := strings.Contains(log.String(), `"msg":"request"`); logged != c.logged {
			t.Errorf("%s %s is logged: %v", c.method, c.path, logged)
		}
	}
	x := s.front.Begin(httptest.NewRecorder(), httptest.NewRequest("GET", "/films", nil))
	defer x.End()
	x.Route = "/films"
	for took, want := range map[time.Duration]slog.Level{slowPage / 2: slog.LevelDebug, slowPage: slog.LevelInfo} {
		if got := s.levelOf(x, took, false); got != want {
			t.Errorf("a page that took %v is logged at %v", took, got)
		}
	}
	if got := s.levelOf(x, 0, true); got != slog.LevelInfo {
		t.Errorf("a page that was cut is logged at %v", got)
	}
}
