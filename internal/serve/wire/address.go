package wire

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies are the networks whose X-Forwarded-* headers are believed (REQ
// None are, unless they are named.
type Proxies []netip.Prefix

// trusts reports whether a peer is one of the proxies.
func (p Proxies) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(net netip.Prefix) bool { return net.Contains(a.Unmap()) })
}

// Forwarded reports whether a request comes from one of the proxies.
func (p Proxies) Forwarded(r *http.Request) bool { return len(p) > 0 && p.trusts(peer(r)) }

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
		a, ok := parseHop(strings.TrimSpace(hop))
		if !ok {
			break
		}
		if peer = a.Unmap(); !p.trusts(peer) {
			break
		}
	}
	return peer
}

// parseHop reads an address in X-Forwarded-For; some proxies add the port.
func parseHop(hop string) (a netip.Addr, ok bool) {
	a, err := netip.ParseAddr(hop)
	if err == nil {
		return a, true
	}
	if at, err := netip.ParseAddrPort(hop); err == nil {
		return at.Addr(), true
	}
	if inside, open := strings.CutPrefix(hop, "["); open && strings.HasSuffix(inside, "]") {
		a, err = netip.ParseAddr(strings.TrimSuffix(inside, "]"))
	}
	return a, err == nil
}

// peer returns the address of the other end of the connection, the zero one when it is
// no IP address.
func peer(r *http.Request) netip.Addr {
	a, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return a.Addr().Unmap()
}

// Origin is the scheme and host the service is reached at: those of the request,
// or what a trusted proxy says they were. Of several values that is the last,
// which the proxy added; those before it may be the client's own.
func (p Proxies) Origin(r *http.Request) (scheme, host string) {
	scheme, host = "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if len(p) > 0 && p.trusts(peer(r)) {
		if s := strings.ToLower(lastOf(r.Header["X-Forwarded-Proto"])); s == "http" || s == "https" {
			scheme = s
		}
		if h := lastOf(r.Header["X-Forwarded-Host"]); h != "" {
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

// lastOf is the last item of a header that is a list, in however many lines.
func lastOf(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	last := lines[len(lines)-1]
	return strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
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
