package wire

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks whose X-Forwarded-* headers are believed (TRACE
// None are, unless they are named.
type Proxies []netip.Prefix

// trusts reports whether a peer is one of the proxies.
func (p Proxies) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(net netip.Prefix) bool { return net.Contains(a.Unmap()) })
}

// Client is the address a request comes from: the peer, or, behind trusted
// proxies, the last address in X-Forwarded-For that is not one of them. It is
// invalid when the peer has none.
func (p Proxies) Client(r *http.Request) netip.Addr {
	peer := peer(r)
	if !p.trusts(peer) {
		return peer
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		a, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		if peer = a.Unmap(); !p.trusts(peer) {
			break
		}
	}
	return peer
}

func peer(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap()
}

// Origin is the scheme and host the service is reached at: those of the
// request, or what a trusted proxy says they were.
func (p Proxies) Origin(r *http.Request) (scheme, host string) {
	scheme, host = "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if len(p) > 0 && p.trusts(peer(r)) {
		if s := r.Header.Get("X-Forwarded-Proto"); s == "http" || s == "https" {
			scheme = s
		}
		if h := r.Header.Get("X-Forwarded-Host"); h != "" {
			host = h
		}
	}
	if !isHost(host) {
		host = "localhost"
		if at, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
			host = at.String()
		}
	}
	return scheme, host
}

// origin is where a request reached the service.
type origin struct{ scheme, host, base string }

// origin joins scheme and host, mostly by remembering what they were last time.
func (f *Front) origin(r *http.Request) string {
	scheme, host := f.Proxies.Origin(r)
	o := f.asked.Load()
	if o == nil || o.scheme != scheme || o.host != host {
		o = &origin{scheme, host, scheme + "://" + host}
		f.asked.Store(o)
	}
	return o.base
}

// isHost keeps out what cannot stand in a URL, or in JSON without escapes.
func isHost(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c >= 0x7f || c != '.' && c != '-' && c != ':' && c != '[' && c != ']' && c != '_' &&
			(c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return s != "" && len(s) <= 255
}
