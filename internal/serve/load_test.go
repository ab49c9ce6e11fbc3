package serve_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/ledger"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// held is a ledger that writes no spending down before it is let go.
type held struct {
	ledger.Ledger
	arrived chan string // the meter
	letGo   chan struct{}
}

func (h *held) Spend(ctx context.Context, meter string, day ledger.Day, cost, limit int) (int, bool, error) {
	h.arrived <- meter
	select {
	case <-h.letGo:
	case <-ctx.Done():
		return 0, false, ctx.Err()
	}
	return h.Ledger.Spend(ctx, meter, day, cost, limit)
}

// openHeld serves a house whose ledger is held.
func openHeld(t *testing.T, limits admission.Limits, deadline time.Duration) (*site, *held) {
	t.Helper()
	house := apptest.Open(t)
	h := &held{Ledger: house.Ledger, arrived: make(chan string, 100), letGo: make(chan struct{})}
	a, err := app.New(t.Context(), app.Options{Holder: house.Holder, Ledger: h, Now: house.Clock.Now, Version: apptest.Version})
	if err != nil {
		t.Fatal(err)
	}
	house.App = a
	s := &site{House: house, t: t, log: &journal{}}
	handler, err := serve.New(serve.Options{App: a, Logger: slog.New(slog.NewJSONHandler(s.log, nil)), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	if deadline > 0 {
		serve.SetDeadline(handler, deadline)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s, h
}

// gate reads what /metrics tells of a gate.
func (s *site) gate(line string) bool {
	for range 200 {
		if strings.Contains(string(s.ask(request{path: "/metrics"}).body), line+"\n") {
			return true
		}
		time.Sleep(5 * time.Millisecond)
	}
	return false
}

// REQ, E-10, E-11: beyond what it can take on the service turns
// requests away, Studio's last; they cost nothing; what is free is answered all
// the same.
func TestOverload(t *testing.T) {
	s, h := openHeld(t, admission.Limits{AtWork: 4, Waiting: 2, Patience: time.Minute, Streams: 4}, 0)
	producer, studio, writer := s.Key(access.Producer), s.Key(access.Studio), s.Key(access.Writer)
	var wg sync.WaitGroup
	var mu sync.Mutex
	answers := map[string][]*answer{}
	send := func(name, key string) {
		wg.Go(func() {
			a := s.with(key, "GET", "/api/v2/films?limit=1", "")
			mu.Lock()
			defer mu.Unlock()
			answers[name] = append(answers[name], a)
		})
	}
	for range 3 { // the other quarter is Studio's
		send("at work", producer)
		<-h.arrived
	}
	send("waiting", writer)
	if !s.gate(`kinodex_admission_waiting{limiter="work"} 1`) {
		t.Fatal("nobody waits")
	}
	send("displaced", writer)
	if !s.gate(`kinodex_admission_waiting{limiter="work"} 2`) {
		t.Fatal("one waits")
	}
	for _, version := range []string{"/api/v1/films", "/api/v2/films"} {
		p := s.with(producer, "GET", version, "")
		p.fails(503, "overloaded")
		p.has("Retry-After", "1").has("Cache-Control", "no-store").has("X-RateLimit-Limit", "")
	}
	send("studio at work", studio)
	<-h.arrived
	send("studio waiting", studio)
	if !s.gate(`kinodex_admission_rejected_total{limiter="work"} 3`) {
		t.Fatal("nobody gave way to Studio")
	}
	// What is free is for everyone at any time, and so is the way to revoke.
	for _, path := range []string{"/healthz", "/metrics", "/api/v1/me", "/api/v1/health", "/openapi.json", "/docs/errors"} {
		s.with(producer, "GET", path, "").is(200)
	}
	admin := s.admin()
	k := s.made(admin, `{"name":"stolen","tier":"writer"}`)
	s.with(admin, "DELETE", adminKeys+"/"+k.ID, "").is(200)
	// Order goes on: who may not or asks nonsense is told so first.
	s.with(s.Key(access.Free), "GET", "/api/v2/films", "").fails(403, "tier_not_allowed")
	s.with(producer, "GET", "/api/v2/films?limit=x", "").fails(400, "invalid_parameter")
	close(h.letGo)
	wg.Wait()
	for name, list := range answers {
		for _, a := range list {
			switch name {
			case "displaced":
				a.fails(503, "overloaded")
			default:
				a.is(200)
			}
		}
	}
	if len(answers["at work"]) != 3 || len(answers["displaced"]) != 1 || s.used(producer) != 3 || s.used(writer) != 1 || s.used(studio) != 2 {
		t.Errorf("answers %d, %d; spent %d, %d, %d", len(answers["at work"]), len(answers["displaced"]), s.used(producer), s.used(writer), s.used(studio))
	}
	if strings.Contains(s.log.String(), "request failed") {
		t.Error("turning requests away is logged as a failure")
	}
}

// REQ Q-15: streams have places of their own, and take none of the others'.
func TestStreamsAreCountedApart(t *testing.T) {
	s, h := openHeld(t, admission.Limits{AtWork: 1, Waiting: 1, Patience: time.Millisecond, Streams: 4}, 0)
	var wg sync.WaitGroup
	stream := func(key string) { wg.Go(func() { s.with(key, "GET", "/api/v2/films/stream", "").is(200) }) }
	for range 3 {
		stream(s.Key(access.Producer))
		<-h.arrived
	}
	s.with(s.Key(access.Producer), "GET", "/api/v2/films/stream", "").has("Retry-After", "10").fails(503, "overloaded")
	stream(s.Key(access.Studio))
	<-h.arrived
	s.with(s.Key(access.Studio), "GET", "/api/v2/films/stream", "").fails(503, "overloaded")
	wg.Go(func() { s.with(s.Key(access.Producer), "GET", "/api/v2/films", "").is(200) })
	<-h.arrived // a list is at work beside them
	close(h.letGo)
	wg.Wait()
}

// REQ L-11, E-08, Q-08: an answer that takes too long is a 503 that costs
// nothing, and is logged as ours.
func TestAnswersHaveADeadline(t *testing.T) {
	s, _ := openHeld(t, admission.Limits{}, 50*time.Millisecond)
	a := s.with(s.Key(access.Producer), "GET", "/api/v2/films", "")
	a.fails(503, "overloaded")
	a.has("Retry-After", "60")
	a = s.with(s.Key(access.Producer), "POST", selfGenerate, "")
	a.fails(503, "overloaded")
	if !s.log.tells("deadline exceeded") || s.used(s.Key(access.Producer)) != 0 {
		t.Errorf("spent %d", s.used(s.Key(access.Producer)))
	}
}

// REQ Q-12: no pace is set unless it is; then 429 says rate_limited, costs
// nothing, and what is free stays so.
func TestAPaceIsKept(t *testing.T) {
	free := open(t)
	key := free.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	for range 100 {
		free.with(key, "GET", "/api/v2/films?limit=1", "").is(200)
	}
	s := open(t, func(o *serve.Options) { o.Limits = admission.Limits{PerSecond: 0.01, Burst: 2} })
	first, second := s.Key(access.Producer), s.Key(access.Writer)
	for _, path := range []string{"/api/v1/films", "/api/v2/films"} { // one pace for both
		s.with(first, "GET", path, "").is(200)
	}
	for _, path := range []string{"/api/v1/films", "/api/v2/films", "/api/v2/films/stream"} {
		a := s.with(first, "GET", path, "")
		a.fails(429, "rate_limited")
		if wait := a.header.Get("Retry-After"); wait != "100" && wait != "99" {
			t.Errorf("%s: Retry-After %s", path, wait)
		}
	}
	s.ask(request{path: "/api/v2/films", header: map[string]string{"X-API-Key": first, "X-Sandbox": "1"}}).fails(429, "rate_limited")
	s.with(second, "GET", "/api/v2/films", "").is(200)
	s.with(first, "GET", "/api/v1/me", "").is(200)
	s.with(first, "GET", "/api/v2/films?limit=x", "").fails(400, "invalid_parameter")
	if used := s.used(first); used != 2 {
		t.Errorf("spent %d", used)
	}
}

// REQ G-13, E-04: a request's name is the client's, if it gave a proper one,
// in the header, the error and the log.
func TestAClientMayNameItsRequest(t *testing.T) {
	s := open(t)
	const mine = "5f0c7a1e-1c9a-4b6e-9a53-0e8f6f4b7d21"
	a := s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Request-Id": mine}})
	if a.fails(401, "missing_api_key").RequestID != mine || !s.log.tells(mine) {
		t.Error("the name is not kept")
	}
	key := s.Key(access.Studio)
	for _, bad := range []string{`"}{"level":"ERROR`, key} {
		a := s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Request-Id": bad, "X-API-Key": key}}).is(200)
		if id := a.header.Get("X-Request-Id"); len(id) != 20 || !s.log.tells(id) {
			t.Errorf("named %q", id)
		}
	}
	if strings.Contains(s.log.String(), key) {
		t.Error("a key was logged as the name of a request")
	}
}

// stuck is a client that reads nothing of what it is sent.
type stuck struct {
	header        http.Header
	began, resume chan struct{}
}

func (s *stuck) Header() http.Header { return s.header }
func (s *stuck) WriteHeader(int)     {}
func (s *stuck) Write(p []byte) (int, error) {
	close(s.began)
	<-s.resume
	return len(p), nil
}

// REQ Q-15: a place is held for the work alone, not for as long as the client
// reads, and is given back however the work ends.
func TestPlacesAreGivenBack(t *testing.T) {
	h := apptest.Open(t)
	handler, err := serve.New(serve.Options{App: h.App, Limits: admission.Limits{AtWork: 1, Streams: 1, Waiting: 1, Patience: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(w http.ResponseWriter, path, tag string) {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("X-API-Key", h.Key(access.Studio))
		r.Header.Set("If-None-Match", tag)
		handler.ServeHTTP(w, r)
	}
	status := func(path, tag string, want int) http.Header {
		t.Helper()
		w := httptest.NewRecorder()
		if ask(w, path, tag); w.Code != want {
			t.Fatalf("%s: status %d, want %d: %.200s", path, w.Code, want, w.Body)
		}
		return w.Header()
	}
	slow := &stuck{http.Header{}, make(chan struct{}), make(chan struct{})}
	var wg sync.WaitGroup
	wg.Go(func() { ask(slow, "/api/v2/films", "") })
	<-slow.began
	list := status("/api/v2/films", "", 200).Get("ETag")
	close(slow.resume)
	wg.Wait()
	stream := status("/api/v2/films/stream", "", 200).Get("ETag")
	for range 2 {
		status("/api/v2/films", list, 304)
		status("/api/v2/films/stream", stream, 304)
		status("/api/v2/films/"+apptest.Absent, "", 404)
		status("/api/v2/films?cursor=x", "", 400)
		status("/api/v2/films", "", 200)
		status("/api/v2/films/stream", "", 200)
	}
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	for _, path := range []string{"/api/v2/films", "/api/v2/films/stream"} {
		func() {
			defer func() { recover() }() // the connection is cut
			r := httptest.NewRequestWithContext(gone, "GET", path, nil)
			r.Header.Set("X-API-Key", h.Key(access.Studio))
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}()
		status(path, "", 200)
	}
}
