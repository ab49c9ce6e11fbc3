package wire

import (
	"net/http"
	"strings"

	"kinodex/internal/app"
)

// credentials reads what the caller shows: the key from X-API-Key, else
// Authorization: Bearer, else the parameters api_key and key (TRACE A-02), and
// whether the sandbox is asked for (TRACE A-13). Without a key the sandbox
// answers reading requests only (TRACE A-11).
func credentials(r *http.Request, proxies Proxies) app.Credentials {
	c := app.Credentials{Key: r.Header.Get("X-Api-Key"), Sandbox: sandbox(r.Header), Address: proxies.Client(r)}
	if c.Key == "" {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if strings.EqualFold(scheme, "Bearer") {
			c.Key = strings.TrimSpace(token)
		}
	}
	if c.Key == "" && mayHoldKey(r.URL.RawQuery) {
		c.Key = keyInQuery(r.URL.RawQuery)
	}
	if c.Key == "" {
		c.Sandbox = c.Sandbox && (r.Method == http.MethodGet || r.Method == http.MethodHead)
	}
	return c
}

func sandbox(h http.Header) bool {
	values, given := h["X-Sandbox"]
	if !given {
		return false
	}
	v := strings.TrimSpace(values[0])
	return v != "0" && !strings.EqualFold(v, "false")
}

func keyInQuery(query string) string {
	var apiKey, key string
	for name, raw := range pairs(query) {
		switch value, ok := unescape(raw); {
		case !ok:
		case name == "api_key" && apiKey == "":
			apiKey = value
		case name == "key" && key == "":
			key = value
		}
	}
	if apiKey != "" {
		return apiKey
	}
	return key
}

// isKey reports whether a parameter, as it stands in a query, holds a key.
func isKey(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	name, ok := unescape(name)
	return !ok || name == "api_key" || name == "key"
}

// question is a query without the caller's key: what was asked, whoever asked.
func question(query string) string {
	return withoutKeys(query, func(b *strings.Builder, pair string) {})
}

// Redacted is a query fit for a log: every key in it is hidden (TRACE A-02), and
// so is what a sign-in hands on through the browser.
func Redacted(query string) string {
	if !mayHoldKey(query) && !mayHoldSecret(query) {
		return query
	}
	return without(query, func(pair string) bool { return isKey(pair) || isSecret(pair) }, func(b *strings.Builder, pair string) {
		b.WriteByte('&')
		b.WriteString(pair[:strings.IndexByte(pair+"=", '=')])
		b.WriteString("=REDACTED")
	})
}

// isSecret reports whether a parameter, as it stands in a query, holds what only
// the parties to a sign-in may know: next holds the query of another page.
func isSecret(pair string) bool {
	name, _, _ := strings.Cut(pair, "=")
	name, ok := unescape(name)
	switch name {
	case "code", "state", "next", "code_verifier", "token", "access_token", "refresh_token", "id_token", "client_secret", "password":
		return true
	}
	return !ok
}

// mayHoldSecret is quick, and true of every query that holds such a parameter in
// plain letters.
func mayHoldSecret(query string) bool {
	for _, part := range [...]string{"code", "state", "next", "token", "secret", "password"} {
		if strings.Contains(query, part) {
			return true
		}
	}
	return false
}

// mayHoldKey is quick, and true of every query that holds a key: its name ends
// in "key", unless some of it is percent-encoded.
func mayHoldKey(query string) bool {
	return strings.Contains(query, "key") || strings.Contains(query, "%")
}

func withoutKeys(query string, instead func(b *strings.Builder, pair string)) string {
	if !mayHoldKey(query) {
		return query
	}
	return without(query, isKey, instead)
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
