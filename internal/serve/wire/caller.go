package wire

import (
	"net/http"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/param"
)

// credentials reads what the caller shows: the key from X-API-Key, else
// Authorization: Bearer, else the parameters api_key and key (REQ A-02), and
// whether the sandbox is asked for (REQ A-13). Without a key the sandbox
// answers reading requests only (REQ A-11). keyParam is a third parameter that may hold the
// key, empty for none.
func credentials(r *http.Request, proxies Proxies, keyParam string) identity.Credentials {
	c := identity.Credentials{Key: r.Header.Get("X-Api-Key"), Sandbox: sandbox(r.Header), Address: proxies.Client(r)}
	if c.Key == "" {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") {
			c.Key = strings.TrimSpace(token)
		}
	}
	if c.Key == "" && mayHoldKey(r.URL.RawQuery) {
		c.Key = keyInQuery(r.URL.RawQuery, keyParam)
	}
	if c = published(c); c.Key == "" {
		c.Sandbox = c.Sandbox && (r.Method == http.MethodGet || r.Method == http.MethodHead)
	}
	return c
}

// published returns what is meant by the key of the playground: the sandbox, without a
// key.
func published(c identity.Credentials) identity.Credentials {
	if c.Key == access.Playground {
		c.Key, c.Sandbox = "", true
	}
	return c
}

// sandbox reports whether the X-Sandbox header is there and neither 0 nor false (REQ
//
func sandbox(h http.Header) bool {
	values, given := h["X-Sandbox"]
	if !given {
		return false
	}
	v := strings.TrimSpace(values[0])
	return v != "0" && !strings.EqualFold(v, "false")
}

// keyParam is the dialect's own name of the parameter that holds a key.
func (x *Exchange) keyParam() string {
	if x.Dialect == nil {
		return ""
	}
	return x.Dialect.KeyParam
}

// keyInQuery returns the key among the parameters, api_key before key and the one that also
// may hold it.
func keyInQuery(query, also string) string {
	var apiKey, key string
	for name, raw := range param.Pairs(query) {
		switch value, ok := param.Unescape(raw); {
		case !ok:
		case name == "api_key" && apiKey == "":
			apiKey = value
		case (name == "key" || name == also && also != "") && key == "":
			key = value
		}
	}
	if apiKey != "" {
		return apiKey
	}
	return key
}

// question is a query without what may be sent to every route, the caller's key and
// marks of trackers: what was asked, whoever asked and from where.
func question(query string) string {
	if !mayHoldKey(query) && !mayHoldMark(query) {
		return query
	}
	return without(query, func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		name, ok := param.Unescape(name)
		return !ok || param.Everywhere(name)
	}, func(*strings.Builder, string) {})
}

// mayHoldMark is quick, and true of every query in plain letters that holds a name
// that trackers add.
func mayHoldMark(query string) bool {
	return strings.HasPrefix(query, "_") || strings.HasPrefix(query, "utm_") ||
		strings.Contains(query, "&_") || strings.Contains(query, "&utm_")
}

// Redacted is a query fit for a log: what stands under the name of a key, however
// that is spelt, or of what a sign-in or a link hands on through the browser, is
// hidden (REQ A-02). What has the form of a secret is for access.Redact.
func Redacted(query string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if isSecret(pair) {
			return without(query, isSecret, hideValue)
		}
	}
	return query
}

// RedactedValues is a query with the names of its parameters alone, for a log: what somebody
// submits is never in it (REQ A-20).
func RedactedValues(query string) string {
	if query == "" {
		return ""
	}
	all := func(string) bool { return true }
	return without(query, all, hideValue)
}

// hideValue writes a parameter, as it stands in a query, without its value.
func hideValue(b *strings.Builder, pair string) {
	b.WriteByte('&')
	b.WriteString(pair[:strings.IndexByte(pair+"=", '=')])
	b.WriteString("=REDACTED")
}

// isSecret reports whether a parameter, as it stands in a query, has a name that
// nobody but its parties may know the value of: next holds the query of another
// page.
func isSecret(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	name, ok := param.Unescape(name)
	var room [24]byte
	plain := room[:0]
	for i := range min(len(name), len(room)) {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			plain = append(plain, c|0x20)
		} else if c != '-' && c != '_' {
			plain = append(plain, c)
		}
	}
	switch string(plain) {
	case "key", "apikey", "xapikey", "authorization", "cookie", "code", "state", "next", "codeverifier", "token",
		"accesstoken", "refreshtoken", "idtoken", "sessiontoken", "clientsecret", "secret", "password", "signature",
		"xamzsignature", "xamzcredential", "xamzsecuritytoken":
		return true
	}
	return !ok
}

// mayHoldKey is quick, and true of every query that holds a key: its name ends
// in "key", unless some of it is percent-encoded.
func mayHoldKey(query string) bool {
	return strings.Contains(query, "key") || strings.Contains(query, "%")
}

func without(query string, hidden func(pair string) bool, instead func(b *strings.Builder, pair string)) string {
	var b strings.Builder
	for pair := range strings.SplitSeq(query, "&") {
		if hidden(pair) {
			instead(&b, pair)
			continue
		}
		b.WriteByte('&')
		b.WriteString(pair)
	}
	return strings.TrimPrefix(b.String(), "&")
}
