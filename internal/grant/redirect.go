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

// Redirects are the addresses where codes for a client may be sent.
type Redirects []string

// Allow reports whether an address is one of them, character for character. The
// port of one on the person's own machine makes no difference, since programs
// there listen where there is room (RFC 8252 section 7.3).
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

// CheckRedirect refuses an address where no code is ever sent: anything but
// https, and http on the person's own machine.
func CheckRedirect(address string) *Error {
	u, err := url.Parse(address)
	switch {
	case len(address) > maxRedirect:
		return Refuse(InvalidRedirect, "a redirect URI may have at most %d bytes", maxRedirect)
	case err != nil || !visible(address) || u.Host == "" || u.Hostname() == "" || !goodPort(u) || strings.Contains(address, `\`):
		return Refuse(InvalidRedirect, "a redirect URI must be an absolute https address")
	case strings.Contains(address, "#"):
		return Refuse(InvalidRedirect, "a redirect URI has no fragment")
	case u.User != nil:
		return Refuse(InvalidRedirect, "a redirect URI has no user name")
	case u.Scheme == "https", u.Scheme == "http" && onOwnMachine(u):
		return nil
	}
	return Refuse(InvalidRedirect, "a redirect URI must be https, or http on localhost, 127.0.0.1 or [::1]")
}

// visible: only visible ASCII, so that what is shown is what is meant.
func visible(s string) bool {
	for _, c := range []byte(s) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

func goodPort(u *url.URL) bool {
	if strings.HasSuffix(u.Host, ":") {
		return false
	}
	if u.Port() == "" {
		return true
	}
	n, err := strconv.Atoi(u.Port())
	return err == nil && n > 0 && n < 1<<16
}

func onOwnMachine(u *url.URL) bool {
	return slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}

// OnOwnMachine reports whether an address leads to the machine that follows it.
func OnOwnMachine(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil {
		return a.IsLoopback()
	}
	return u.Hostname() == "localhost"
}

// withoutPort gives an address on the person's own machine without its port.
func withoutPort(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || !onOwnMachine(u) {
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
