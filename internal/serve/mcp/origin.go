package mcp

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/serve/wire"
)

// forbiddenOrigin returns why a request is refused for where it comes from; empty when it is
// not (REQ M-40). A web page anywhere can make its visitor's browser send requests to a
// service on the visitor's own machine or network, under a host name that was made to point
// there. So on this machine the connector answers only to the machine's own names, unless a
// trusted proxy or the base URL says otherwise, and a page must be our own or be named in
// Options.Origins. Requests without Origin, as programs send them, pass that second check.
func (c *Connector) forbiddenOrigin(x *wire.Exchange) string {
	_, host := x.Origin()
	if onLoopback(x.R) && !x.Forwarded() && !isLoopback(host) && !c.isOurs(host) {
		return "on this machine the connector answers to localhost only; behind a proxy set --base-url or --trusted-proxies"
	}
	origin := x.R.Header.Get("Origin")
	if origin == "" || slices.Contains(c.origins, origin) || slices.Contains(c.origins, "*") {
		return ""
	}
	if u, err := url.Parse(origin); err == nil && u.Host != "" {
		switch {
		case c.isOurs(u.Host):
			return ""
		case isLoopback(u.Host) && isLoopback(host):
			return ""
		case c.base == "" && strings.EqualFold(u.Host, host):
			return ""
		}
	}
	return "pages of this origin may not call the connector; --allowed-origins names those that may"
}

// isOurs reports whether a host is that of the base URL.
func (c *Connector) isOurs(host string) bool {
	u, err := url.Parse(c.base)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

// onLoopback reports whether a request came in by an address of this machine alone.
func onLoopback(r *http.Request) bool {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && isLoopback(at.String())
}

// isLoopback reports whether a host, with or without a port, is this machine: localhost or a
// loopback address. No name is looked up.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}
