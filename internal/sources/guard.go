package sources

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"syscall"
	"time"

	"kinodex/internal/publicnet"
)

// guard keeps a source from leading the program elsewhere: into the operator's own network, to
// this machine, or to what is no web server. A source that is there itself, as a mirror of the
// operator's is, may lead there.
//
// Addresses are looked at when they are dialled, after their names were resolved. A proxy that
// the environment names resolves names itself; there only addresses that are written out are
// seen, in redirects.
type guard struct {
	host   string // of the source
	public func(netip.Addr) bool
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	mu      sync.Mutex
	private *bool           // whether the source is no public one, once that is known
	proxies map[string]bool // host:port of those that the environment names
}

// refusedError says where a server leads that is not followed. To ask again is of no use.
type refusedError struct{ to string }

func (e *refusedError) Error() string { return "it leads to " + e.to + ", which is not followed" }

// refuses reports whether an error is a refusedError.
func refuses(err error) bool {
	_, ok := errors.AsType[*refusedError](err)
	return ok
}

// guarded makes the guard of a source's address and puts it into its transport.
func (s *Store) guarded(address string, t *http.Transport) *guard {
	g := &guard{public: s.o.public, proxies: map[string]bool{}}
	if g.public == nil {
		g.public = publicnet.Has
	}
	if u, err := url.Parse(address); err == nil {
		g.host = u.Hostname()
	}
	g.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}
	if proxy := t.Proxy; proxy != nil {
		t.Proxy = func(r *http.Request) (*url.URL, error) {
			u, err := proxy(r)
			if u != nil {
				g.through(u)
			}
			return u, err
		}
	}
	t.DialContext = g.dial
	return g
}

// through notes a proxy, which may be dialled wherever it is.
func (g *guard) through(u *url.URL) {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.proxies[net.JoinHostPort(u.Hostname(), port)] = true
}

// dial connects to what the source may lead to, and to the proxy.
func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	g.mu.Lock()
	proxy := g.proxies[address]
	g.mu.Unlock()
	if !proxy {
		d.ControlContext = func(ctx context.Context, _, address string, _ syscall.RawConn) error {
			if to, err := netip.ParseAddrPort(address); err != nil || !g.allows(ctx, to.Addr()) {
				return errPrivate
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, address)
}

// errPrivate is an address that only a source of the same network leads to.
var errPrivate = &refusedError{"an address of a private network or of this machine"}

// allows reports whether the source may lead to an address: a public one, or any but a link-local
// one if the source is none itself. At link-local addresses clouds keep the secrets of a machine;
// only a source that is written out as one leads there.
func (g *guard) allows(ctx context.Context, to netip.Addr) bool {
	if g.public(to) {
		return true
	}
	if isLinkLocal(to) {
		own, err := netip.ParseAddr(g.host)
		return err == nil && isLinkLocal(own)
	}
	return g.isPrivate(ctx)
}

// isLinkLocal reports whether an address is good on one link alone.
func isLinkLocal(a netip.Addr) bool { return a.Unmap().IsLinkLocalUnicast() }

// isPrivate reports whether the source itself is at addresses that are not public: all of them,
// since a name with some of each is a trap. What it was at first holds for the whole fetch.
func (g *guard) isPrivate(ctx context.Context) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.private != nil {
		return *g.private
	}
	var all []netip.Addr
	if at, err := netip.ParseAddr(g.host); err == nil {
		all = append(all, at)
	} else if all, err = g.lookup(ctx, g.host); err != nil || len(all) == 0 {
		return false // and not known yet
	}
	private := !slices.ContainsFunc(all, g.public)
	g.private = &private
	return private
}

// redirect is what follows redirects: few, to web servers, none from https to http, and none
// that names an address which is not public. It tells nobody where they came from: an address
// may hold a key.
func (g *guard) redirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer")
	from, to := via[len(via)-1].URL, r.URL
	switch {
	case len(via) > mostRedirects:
		return &refusedError{fmt.Sprintf("more than %d redirects in a row", mostRedirects)}
	case to.Scheme != "http" && to.Scheme != "https":
		return &refusedError{fmt.Sprintf("%.20q, which is neither https nor http", to.Scheme+":")}
	case from.Scheme == "https" && to.Scheme != "https":
		return &refusedError{"http from https"}
	case to.User != nil:
		return &refusedError{"an address with a name or password"}
	}
	// Dialling would find out, too, but not behind a proxy.
	if at, err := netip.ParseAddr(to.Hostname()); err == nil && !g.allows(r.Context(), at) {
		return errPrivate
	}
	return nil
}
