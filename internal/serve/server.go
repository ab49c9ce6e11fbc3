package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Server is an http.Server with the time limits of the interface (REQ L-11):
// 5 seconds for the headers, 30 more for the body, 30 for the answer (a stream
// renews its own as it goes), 120 for a connection that is idle.
func Server(addr string, handler http.Handler) *http.Server {
	s := &http.Server{
		Addr:              addr,
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       35 * time.Second,
		WriteTimeout:      60 * time.Second, // counts from the end of the headers, so the body's 30 are in it
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    maxTransport,
	}
	if h, ok := handler.(*service); ok {
		s.ErrorLog = slog.NewLogLogger(h.front.Log.Handler(), slog.LevelWarn) // of connections, before they are requests
	}
	return s
}

// ShutdownTimes says how a server stops.
type ShutdownTimes struct {
	// Notice is how long /readyz says no while the listener is still open, so
	// that a load balancer sends nothing more before connections are refused.
	Notice time.Duration
	// Grace is how long the requests under way may take after that.
	Grace time.Duration
}

// Run serves on the listener until ctx ends. Then it gives notice, takes no more
// connections and lets the requests under way finish. It returns nil when all of
// them did.
// Requests that take longer than stop.Grace are cut off, which is an error. The
// listener is closed when it returns.
func Run(ctx context.Context, s *http.Server, on net.Listener, stop ShutdownTimes) error {
	stopped := make(chan error, 1)
	go func() { stopped <- s.Serve(on) }()
	select {
	case err := <-stopped:
		return err
	case <-ctx.Done():
	}
	if h, ok := s.Handler.(*service); ok {
		h.Drain()
	}
	select {
	case err := <-stopped:
		return err
	case <-time.After(stop.Notice):
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stop.Grace)
	defer cancel()
	err := s.Shutdown(late)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.Join(errors.New("requests were cut off: they took longer than the time to drain"), s.Close())
	}
	if serving := <-stopped; !errors.Is(serving, http.ErrServerClosed) {
		err = errors.Join(err, serving)
	}
	return err
}
