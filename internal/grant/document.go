package grant

import (
	"net/netip"
	"net/url"
	"path"
	"strings"
)

// IsDocument reports whether a client id is the address of a document that describes
// the client (OAuth Client ID Metadata Document). CheckDocument says whether it is a
// valid one.
func IsDocument(id string) bool { return strings.HasPrefix(id, "https://") }

// CheckDocument returns an error for an id that no document is fetched from: anything
// but https at port 443 of a host with a public name, with a path in its normal form.
// It makes no request.
func CheckDocument(id string) *Error {
	u, err := url.Parse(id)
	if err != nil || len(id) > maxRedirect || !isVisibleASCII(id) || u.Scheme != "https" || u.User != nil || u.Opaque != "" ||
		strings.ContainsAny(id, `#\`) || u.Port() != "" && u.Port() != "443" || strings.HasSuffix(u.Host, ":") {
		return Refuse(InvalidClient, "a client_id that is an address must be https, without user, port or fragment")
	}
	if !isPublicName(u.Hostname()) {
		return Refuse(InvalidClient, "a client_id that is an address must have the name of a public host")
	}
	if p := u.EscapedPath(); p == "" || p == "/" || p != path.Clean(p) || strings.Contains(strings.ToLower(p), "%2e") {
		return Refuse(InvalidClient, "a client_id that is an address must have a path in its plain form")
	}
	return nil
}

// isPublicName reports whether host is a domain name of several labels, and not an IP
// address in any spelling. Whether the name leads to a public address is checked when
// it is dialled.
func isPublicName(host string) bool {
	if _, err := netip.ParseAddr(host); err == nil || !strings.Contains(strings.Trim(host, "."), ".") || strings.HasSuffix(host, ".") {
		return false
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	for _, c := range []byte(host) {
		if c != '.' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	// The last label of a name does not begin with a digit; that of 127.1 and of
	// 0x7f.1 does.
	return last != "" && (last[0] < '0' || last[0] > '9') && !strings.EqualFold(last, "localhost")
}

// ParseDocument reads the document that was fetched from the address id. It must name
// that id itself, so that nobody's document describes somebody else's client, and it
// must have no secret.
func ParseDocument(id string, body []byte) (Client, *Error) {
	if err := CheckDocument(id); err != nil {
		return Client{}, err
	}
	s, err := readRegistration(body)
	if err != nil {
		return Client{}, err
	}
	if s.ID == nil || *s.ID != id {
		return Client{}, Refuse(InvalidClient, "the document at client_id does not name this client_id")
	}
	if s.Secret != nil || strings.HasPrefix(s.AuthMethod, "client_secret_") {
		return Client{}, Refuse(InvalidMetadata, "a client that is described by a document has no secret")
	}
	m, err := s.metadata()
	if err != nil {
		return Client{}, err
	}
	u, bad := url.Parse(id)
	if bad != nil {
		return Client{}, Refuse(InvalidClient, "client_id cannot be read")
	}
	return Client{ID: id, Name: m.Name, URI: m.URI, Redirects: m.Redirects, Host: u.Hostname()}, nil
}
