package grant

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// The bounds of redirects.
const (
	maxRedirect  = 1 << 10 // bytes
	maxRedirects = 10
)

// Redirects are a client's redirect URIs: the addresses that its codes may be sent to.
type Redirects []string

// Allow reports whether asked is one of them, byte for byte. Of loopback addresses
// the port makes no difference, since programs on a person's machine listen on
// whatever port is free (RFC 8252 section 7.3).
func (all Redirects) Allow(asked string) bool {
	if CheckRedirect(asked) != nil {
		return false
	}
	if slices.Contains(all, asked) {
		return true
	}
	plain, ok := withoutPort(asked)
	return ok && slices.ContainsFunc(all, func(registered string) bool {
		other, ok := withoutPort(registered)
		return ok && other == plain
	})
}

// CheckRedirect returns an error for an address that no code is ever sent to:
// anything but https, and http on the loopback interface, or longer than 1 KiB.
func CheckRedirect(address string) *Error {
	u, err := url.Parse(address)
	switch {
	case len(address) > maxRedirect:
		return Refuse(InvalidRedirect, "a redirect URI may have at most %d bytes", maxRedirect)
	case err != nil || !isVisibleASCII(address) || u.Host == "" || u.Hostname() == "" || !validPort(u) || strings.Contains(address, `\`):
		return Refuse(InvalidRedirect, "a redirect URI must be an absolute https address")
	case strings.Contains(address, "#"):
		return Refuse(InvalidRedirect, "a redirect URI has no fragment")
	case u.User != nil:
		return Refuse(InvalidRedirect, "a redirect URI has no user name")
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u):
		return nil
	}
	return Refuse(InvalidRedirect, "a redirect URI must be https, or http on localhost, 127.0.0.1 or [::1]")
}

// isVisibleASCII reports whether s has only visible ASCII characters, so that a
// person reads what a browser follows.
func isVisibleASCII(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

func validPort(u *url.URL) bool {
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if u.Port() == "" {
		return true
	}
	n, err := strconv.Atoi(u.Port())
	return err == nil && n > 0 && n < 1<<16
}

func isLoopback(u *url.URL) bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}

// IsLoopback reports whether a URL leads to the machine that follows it: its host is
// localhost or a loopback address. A URL that cannot be parsed does not.
func IsLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		return a.IsLoopback()
	}
	return u.Hostname() == "localhost"
}

// withoutPort returns a loopback address of scheme http without scheme and port, and
// false for any other address.
func withoutPort(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || !isLoopback(u) {
		return "", false
	}
	host := u.Host
	if u.Port() != "" {
		host, _, _ = net.SplitHostPort(u.Host)
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
	}
	// What comes after the authority is kept as it was written.
	rest, ok := strings.CutPrefix(address, "http://"+u.Host)
	return host + rest, ok
}
