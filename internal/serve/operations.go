package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/library"
	"kinodex/internal/serve/wire"
)

// registerOperations adds what those who run the service ask: is it alive, does it
// serve, what does it count, unless that is told elsewhere. They are public, not
// counted and tell no secrets.
func (s *service) registerOperations(metrics bool) {
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.(*wire.Exchange).Send(http.StatusOK, []byte(`{"status":"alive"}`))
	})
	s.mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		body, err := s.ready(r.Context())
		if err != nil && (r.Context().Err() != nil || s.draining.Load()) {
			x.Fail(err)
			return
		}
		s.readiness.log(r.Context(), s.front.Log, err, time.Now())
		if err != nil {
			x.Refuse(wire.AsFault(err))
			return
		}
		x.Send(http.StatusOK, body)
	})
	if metrics {
		s.mux.HandleFunc("GET /metrics", s.metrics.handler().ServeHTTP)
	}
}

// ready returns the body of /readyz, or an error that says why the service is not
// ready.
func (s *service) ready(ctx context.Context) ([]byte, error) {
	if s.draining.Load() {
		return nil, fault.New(fault.Overloaded, "the service is shutting down").After(time.Second)
	}
	if err := s.app.Ready(ctx); err != nil {
		return nil, err
	}
	v, err := s.app.Visit(access.Caller{})
	if err != nil {
		return nil, fault.New(fault.Upstream, "the service is not ready: %s", libraryDetail(s.app.Library())).After(time.Second).Because(err)
	}
	defer v.Close()
	without := s.app.Degraded()
	return json.Marshal(struct {
		Status     string    `json:"status"`
		Version    string    `json:"version"`
		Generation string    `json:"generation"`
		BuiltAt    time.Time `json:"built_at"`
		Degraded   []string  `json:"degraded"`
		Detail     string    `json:"detail,omitempty"`
	}{"ready", s.app.Version(), v.Generation(), v.BuiltAt().UTC(), without, join(objectsDetail(without), libraryDetail(s.app.Library()))})
}

// readiness logs what /readyz answers. Load balancers ask every few seconds, so that only
// changes are logged, and each minute that the service is still not ready. Its zero value
// may be used.
type readiness struct {
	mu     sync.Mutex
	failed bool
	logged time.Time
}

// log logs that the service is not ready, because of err, or ready again if err is nil.
func (r *readiness) log(ctx context.Context, log *slog.Logger, err error, now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil && (!r.failed || now.Sub(r.logged) >= time.Minute):
		log.LogAttrs(ctx, slog.LevelError, "not ready", slog.String("error", wire.AsFault(err).Error()))
		r.logged = now
	case err == nil && r.failed:
		log.LogAttrs(ctx, slog.LevelInfo, "ready again")
	}
	r.failed = err != nil
}

// libraryDetail says what keeps the library from serving as it should, empty when
// nothing does. The paths that the cause names are for the log.
func libraryDetail(state library.State) string {
	return join(holderDetail(state), bucketDetail(state))
}

// join puts those of several details together that say something.
func join(details ...string) string {
	return strings.Join(slices.DeleteFunc(details, func(s string) bool { return s == "" }), "; ")
}

// objectsDetail says what is missing without the bucket of posters and snapshots.
func objectsDetail(without []string) string {
	if slices.Contains(without, app.WithoutBucket) {
		return "the bucket of stored posters and snapshots does not answer"
	}
	return ""
}

// bucketDetail says what the library waits for of its bucket, if it has one.
func bucketDetail(state library.State) string {
	b := state.Bucket
	switch {
	case b == nil:
		return ""
	case b.Problem != "":
		return b.Problem
	case b.Away:
		return "the bucket of the library does not answer"
	case b.Missing > 0:
		return fmt.Sprintf("generation %s is being fetched, %d MB are missing", b.Wanted, b.Missing>>20+1)
	case !b.NotBefore.IsZero():
		return fmt.Sprintf("generation %s serves from %s on", b.Wanted, b.NotBefore.UTC().Format(time.RFC3339))
	}
	return ""
}

// holderDetail says why the generation that the data directory names does not serve.
func holderDetail(state library.State) string {
	switch {
	case state.Err == nil:
		return ""
	case state.Generation == "" && errors.Is(state.Err, library.ErrEmpty):
		return "there is no generation of the library yet"
	case state.Generation == "":
		return "no generation of the library can be read"
	case state.Current == "":
		return "no generation is named to serve; " + state.Generation + " serves"
	}
	return "generation " + state.Current + ", which is named to serve, cannot be read; " + state.Generation + " serves in its place"
}

// Drain makes /readyz say no, so that no new requests are sent here.
// Requests that come all the same are answered. It is safe for concurrent use.
func (s *service) Drain() { s.draining.Store(true) }
