package wire

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"kinodex/internal/fault"
	"kinodex/internal/serve/admission"
)

// REQ E-09: no body whatever is our fault, and what is accepted is one value
// that nobody can read in two ways.
func FuzzBodies(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, `[]`, `{"a":1,"a":2}`, `{"a":[{"b":{}}]}`, `{`, ``, "\xff", `{"a":1}{}`, strings.Repeat("[", 70), `"\ud800"`, "\ufeff{}", `{"a":1e999}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var v struct{ A any }
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		err := readJSON(r, 1<<10, &v)
		switch {
		case err == nil && !json.Valid(body):
			t.Fatalf("%q was taken", body)
		case err != nil:
			if status := Status(fault.From(err).Kind); status != 400 && status != 413 {
				t.Fatalf("%q: %d, %v", body, status, err)
			}
		}
	})
}

func readJSON(r *http.Request, limit int64, v any) error {
	x := &Exchange{ResponseWriter: httptest.NewRecorder(), R: r, front: &Front{Admission: admission.New(admission.Limits{})}}
	if err := x.readBody(limit, false); err != nil {
		return err
	}
	return decode(x.posted, v)
}

// A body that never ends is not read to its end (REQ L-08).
func TestLargeBodiesAreNotReadWhole(t *testing.T) {
	for _, declared := range []int64{-1, 1 << 40} {
		endless := &endless{}
		r := httptest.NewRequest("POST", "/", endless)
		r.ContentLength = declared
		err := readJSON(r, 1<<10, new(any))
		if !fault.Is(err, fault.TooLarge) || endless.read > 1<<16 {
			t.Errorf("declared %d: %v after %d bytes", declared, err, endless.read)
		}
	}
}

type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read += len(p)
	return len(p), nil
}

// REQ A-02: keys in a query are hidden from logs and from entity tags, however
// their names are spelled.
func TestKeysInQueries(t *testing.T) {
	for query, want := range map[string]struct{ redacted, question, key string }{
		"":                       {"", "", ""},
		"q=heat&limit=5":         {"q=heat&limit=5", "q=heat&limit=5", ""},
		"key=SECRET":             {"key=REDACTED", "", "SECRET"},
		"q=a&api_key=SECRET&b=c": {"q=a&api_key=REDACTED&b=c", "q=a&b=c", "SECRET"},
		"key=SECRET&api_key=TOP": {"key=REDACTED&api_key=REDACTED", "", "TOP"},
		"k%65y=SECRET":           {"k%65y=REDACTED", "", "SECRET"},
		"%6b%65%79=SECRET&q=x":   {"%6b%65%79=REDACTED&q=x", "q=x", "SECRET"},
		"api%5Fkey=SEC%52ET":     {"api%5Fkey=REDACTED", "", "SECRET"},
		"key=&key=SECRET":        {"key=REDACTED&key=REDACTED", "", "SECRET"},
		"%zz=SECRET":             {"%zz=REDACTED", "", ""},
		"monkey=1&keys=2":        {"monkey=1&keys=2", "monkey=1&keys=2", ""},
		"key":                    {"key=REDACTED", "", ""},
		"key=%zz":                {"key=REDACTED", "", ""},
		"KEY=SECRET&limit=1":     {"KEY=REDACTED&limit=1", "KEY=SECRET&limit=1", ""},
		"apikey=SECRET":          {"apikey=REDACTED", "apikey=SECRET", ""},
		"X-Api-Key=SECRET":       {"X-Api-Key=REDACTED", "X-Api-Key=SECRET", ""},
		"Authorization=SECRET":   {"Authorization=REDACTED", "Authorization=SECRET", ""},
		"expires=1&signature=S":  {"expires=1&signature=REDACTED", "expires=1&signature=S", ""},
	} {
		if got := Redacted(query); got != want.redacted {
			t.Errorf("%q is logged as %q, want %q", query, got, want.redacted)
		}
		if got := question(query); got != want.question {
			t.Errorf("%q asks %q, want %q", query, got, want.question)
		}
		r := &http.Request{Method: "GET", Header: http.Header{}, URL: httptest.NewRequest("GET", "/", nil).URL}
		r.URL.RawQuery = query
		if got := credentials(r, nil, "").Key; got != want.key {
			t.Errorf("%q has the key %q, want %q", query, got, want.key)
		}
	}
}

// REQ A-21: who the client is, behind whom.
func TestClientAddresses(t *testing.T) {
	proxies := Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct{ peer, forwarded, want string }{
		{"203.0.113.7:1", "", "203.0.113.7"},
		{"203.0.113.7:1", "1.2.3.4", "203.0.113.7"},
		{"10.0.0.1:1", "", "10.0.0.1"},
		{"10.0.0.1:1", "1.2.3.4", "1.2.3.4"},
		{"10.0.0.1:1", "9.9.9.9, 1.2.3.4", "1.2.3.4"},
		{"10.0.0.1:1", "1.2.3.4, 10.9.9.9", "1.2.3.4"},
		{"10.0.0.1:1", "10.9.9.9", "10.9.9.9"},
		{"10.0.0.1:1", "junk, 10.9.9.9", "10.9.9.9"},
		{"10.0.0.1:1", "1.2.3.4, junk", "10.0.0.1"},
		{"[fd00::1]:1", "2001:db8::5", "2001:db8::5"},
		{"10.0.0.1:1", "1.2.3.4:5678", "1.2.3.4"},
		{"10.0.0.1:1", "[2001:db8::1]:443", "2001:db8::1"},
		{"10.0.0.1:1", "[2001:db8::1]", "2001:db8::1"},
		{"10.0.0.1:1", "9.9.9.9:1, 1.2.3.4:5678, 10.9.9.9:80", "1.2.3.4"},
		{"10.0.0.1:1", "[::ffff:1.2.3.4]:5", "1.2.3.4"},
		{"10.0.0.1:1", "1.2.3.4:port", "10.0.0.1"},
		{"10.0.0.1:1", "1.2.3.4:99999", "10.0.0.1"},
		{"10.0.0.1:1", "[2001:db8::1", "10.0.0.1"},
		{"[::ffff:10.0.0.1]:1", "::ffff:1.2.3.4", "1.2.3.4"},
		{"@", "1.2.3.4", "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := proxies.Client(r).String(); got != c.want {
			t.Errorf("from %s for %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

// Of several values the one counts that the trusted proxy added, which is the last.
func TestOriginsAreThoseThatTheTrustedProxySays(t *testing.T) {
	proxies := Proxies{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		peer          string
		hosts, protos []string
		want          string
	}{
		{"10.0.0.1:1", []string{"films.example"}, []string{"https"}, "https://films.example"},
		{"10.0.0.1:1", []string{"evil.example", "films.example"}, []string{"http", "https"}, "https://films.example"},
		{"10.0.0.1:1", []string{"evil.example, films.example"}, []string{"http, https"}, "https://films.example"},
		{"10.0.0.1:1", []string{"evil.example,", "films.example "}, []string{"ftp, HTTPS"}, "https://films.example"},
		{"10.0.0.1:1", []string{"films.example, <evil>"}, []string{"https, ftp"}, "http://localhost"},
		{"10.0.0.1:1", []string{""}, []string{""}, "http://asked.example"},
		{"203.0.113.7:1", []string{"evil.example"}, []string{"https"}, "http://asked.example"},
	} {
		r := httptest.NewRequest("GET", "http://asked.example/", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-Host"], r.Header["X-Forwarded-Proto"] = c.hosts, c.protos
		if scheme, host := proxies.Origin(r); scheme+"://"+host != c.want {
			t.Errorf("from %s for %q, %q: %s://%s, want %s", c.peer, c.hosts, c.protos, scheme, host, c.want)
		}
	}
}

// Every kind of fault has its status and a place in the error table, once
// (REQ E-03).
func TestEveryKindHasAStatus(t *testing.T) {
	seen := map[fault.Kind]bool{}
	for _, c := range Codes() {
		if seen[c.Kind] || c.Status < 400 || c.Status > 599 || c.Meaning == "" || Status(c.Kind) != c.Status {
			t.Errorf("%+v", c)
		}
		seen[c.Kind] = true
	}
	for _, kind := range []fault.Kind{
		"missing_api_key", "invalid_api_key", "tier_not_allowed", "scope_not_allowed", "sandbox_not_allowed", "invalid_parameter",
		"missing_parameter", "invalid_body", "invalid_cursor", "film_not_found", "script_not_found", "actor_not_found", "no_similarity_data",
		"no_poster_analysis", "not_found", "method_not_allowed", "payload_too_large", "unsupported_media_type", "conflict", "uri_too_long",
		"headers_too_large", "quota_exceeded", "rate_limited", "snapshot_not_ready", "upstream_error", "internal_error",
	} {
		if !seen[kind] {
			t.Errorf("%s is not in the table", kind)
		}
	}
	if Status("something new") != 500 {
		t.Error("an unknown kind is not ours")
	}
}
