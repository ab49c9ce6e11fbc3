package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// HealthCheckCmd asks a server on this machine whether it is alive or ready: the health check of
// images, which have no other program.
type HealthCheckCmd struct {
	Addr    string        `help:"Address on which the server listens." default:"127.0.0.1:8080"`
	Ready   bool          `help:"Check readiness (/readyz) instead of liveness (/healthz)."`
	Timeout time.Duration `help:"Maximum time to wait for the answer." default:"3s"`
}

// Run succeeds when the server says yes.
func (c HealthCheckCmd) Run(ctx context.Context, g *Globals) error {
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	path := "/healthz"
	if c.Ready {
		path = "/readyz"
	}
	status, body, err := askHealth(ctx, "http://"+reachable(c.Addr)+path)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s answers %d: %s", path, status, body)
	}
	_, err = fmt.Fprintf(g.Out, "%s\n", body)
	return err
}

// reachable turns an address to listen on into one to connect to: one of every interface is reached
// over the loopback interface.
func reachable(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip.IsUnspecified()) {
		return net.JoinHostPort("localhost", port)
	}
	return addr
}

// askHealth asks once, on a connection of its own, and returns the status and the beginning of the body.
func askHealth(ctx context.Context, address string) (status int, body []byte, err error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, nil, err
	}
	q.Close = true
	resp, err := (&http.Transport{}).RoundTrip(q) // no proxy
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(io.LimitReader(resp.Body, 1<<10))
	return resp.StatusCode, bytes.TrimSpace(body), err
}
