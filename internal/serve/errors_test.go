package serve_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/admission"
)

// REQ E-01, E-02, E-03, E-04, E-05, E-06, E-07, E-11, A-07: whatever is refused,
// in either version, and whatever Accept says, is the one envelope, with the
// status of HTTP, and says how to go on.
func TestEveryRefusalIsTheOneEnvelope(t *testing.T) {
	t.Parallel()
	s := open(t)
	paced := open(t, func(o *serve.Options) { o.Limits = admission.Limits{PerSecond: 0.01} })
	spent, admin := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false), s.admin()
	for range 10 {
		s.with(spent, "GET", "/api/v1/films?limit=1", "").is(200)
	}
	paced.with(paced.Key(access.Studio), "GET", "/api/v1/films?limit=1", "").is(200)
	account := s.Caller(admin).Account
	for _, v := range []string{"/api/v1", "/api/v2"} {
		post := map[string]string{"/api/v1": selfGenerate, "/api/v2": "/api/v2/films/batch"}[v]
		for _, c := range []struct {
			s         *site
			r         request
			key       string
			status    int
			code      string
			onlyIn, h string
		}{
			{s, request{path: v + "/films?limit=1.5"}, s.Key(access.Studio), 400, "invalid_parameter", "", ""},
			{s, request{path: v + "/films?min_rating=good"}, s.Key(access.Studio), 400, "invalid_parameter", "", ""},
			{s, request{path: v + "/films?cursor=x"}, s.Key(access.Studio), 400, "invalid_cursor", "/api/v2", ""},
			{s, request{method: "POST", path: post, body: "{"}, s.Key(access.Studio), 400, "invalid_body", "", ""},
			{s, request{method: "POST", path: v + "/films/batch", body: "{}"}, s.Key(access.Studio), 400, "missing_parameter", "/api/v2", ""},
			{s, request{path: v + "/films"}, "", 401, "missing_api_key", "", "WWW-Authenticate"},
			{s, request{path: v + "/films"}, "kdx_live_no", 401, "invalid_api_key", "", "WWW-Authenticate"},
			{s, request{path: v + "/films"}, s.Key(access.Free), 403, "tier_not_allowed", "", ""},
			{s, request{path: v + "/films"}, s.NewKey(access.Studio, access.Scopes(access.AI), false), 403, "scope_not_allowed", "", ""},
			{s, request{method: "POST", path: selfGenerate}, s.NewKey(access.Studio, access.Studio.DefaultScopes(), true), 403, "sandbox_not_allowed", "/api/v1", ""},
			{s, request{path: v + "/films/" + apptest.Absent}, s.Key(access.Studio), 404, "film_not_found", "", ""},
			{s, request{path: v + "/nothing"}, s.Key(access.Studio), 404, "not_found", "", ""},
			{s, request{method: "DELETE", path: v + "/films"}, s.Key(access.Studio), 405, "method_not_allowed", "", "Allow"},
			{s, request{method: "POST", path: adminKeys, body: `{"name":"a","account":"` + account + `","tier":"free"}`}, admin, 409, "conflict", "/api/v1", ""},
			{s, request{method: "POST", path: post, body: strings.Repeat(" ", 1<<20+1)}, s.Key(access.Studio), 413, "payload_too_large", "", ""},
			{s, request{path: v + "/films?q=" + strings.Repeat("a", 9000)}, s.Key(access.Studio), 414, "uri_too_long", "", ""},
			{s, request{method: "POST", path: post, body: "a", header: map[string]string{"Content-Type": "text/csv"}}, s.Key(access.Studio), 415, "unsupported_media_type", "", ""},
			{s, request{path: v + "/films"}, spent, 429, "quota_exceeded", "", "Retry-After"},
			{paced, request{path: v + "/films"}, paced.Key(access.Studio), 429, "rate_limited", "", "Retry-After"},
			{s, request{path: v + "/films", header: map[string]string{"X-Junk": strings.Repeat("a", 17<<10)}}, s.Key(access.Studio), 431, "headers_too_large", "", ""},
		} {
			if c.onlyIn != "" && c.onlyIn != v {
				continue
			}
			for _, accept := range []string{"", "text/html", "application/xml, */*;q=0", "application/x-ndjson"} {
				r := c.r
				r.header = map[string]string{"Accept": accept}
				if c.key != "" {
					r.header["X-API-Key"] = c.key
				}
				for k, v := range c.r.header {
					r.header[k] = v
				}
				a := c.s.ask(r)
				if a.status != c.status {
					t.Errorf("%.100s: status %d, want %d: %.200s", a.what, a.status, c.status, a.body)
					continue
				}
				a.fails(c.status, c.code)
				if c.h != "" && a.header.Get(c.h) == "" {
					t.Errorf("%.100s: no %s", a.what, c.h)
				}
			}
		}
	}
}

// REQ, E-10: a budget that is used up says when the next begins: from
// a second to a day; and there it begins, for every account at the same moment.
func TestMidnight(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	ask := func() *answer { t.Helper(); return s.with(key, "GET", "/api/v2/films?limit=1", "") }
	use := func() {
		t.Helper()
		for n := range 10 {
			ask().is(200).has("X-RateLimit-Remaining", strconv.Itoa(9-n))
		}
	}
	midnight := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
	use()
	for _, c := range []struct{ before, wait time.Duration }{
		{9 * time.Hour, 9 * time.Hour},
		{1500 * time.Millisecond, 2 * time.Second},
		{time.Second, time.Second},
		{time.Nanosecond, time.Second},
	} {
		s.Clock.Set(midnight.Add(-c.before))
		a := ask()
		a.fails(http.StatusTooManyRequests, "quota_exceeded")
		a.has("Retry-After", strconv.Itoa(int(c.wait.Seconds()))).has("X-RateLimit-Reset", strconv.FormatInt(midnight.Unix(), 10))
	}
	s.Clock.Set(midnight)
	use()
	a := ask()
	a.fails(429, "quota_exceeded")
	a.has("Retry-After", "86400").has("X-RateLimit-Reset", strconv.FormatInt(midnight.Add(24*time.Hour).Unix(), 10))
	// A clock that is set to another zone is still asked for UTC's day.
	s.Clock.Set(midnight.Add(time.Hour).In(time.FixedZone("far west", -11*3600)))
	ask().fails(429, "quota_exceeded")
}

// REQ: what each answer costs.
func TestWhatIsCounted(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine := s.NewKey(access.Studio, access.Studio.DefaultScopes()|access.Scopes(access.Admin), false)
	tag := s.with(mine, "GET", "/api/v2/films", "").is(200).header.Get("ETag")
	k := s.made(mine, `{"name":"a","tier":"writer"}`)
	for _, c := range []struct {
		r      request
		status int
		cost   int
	}{
		{request{path: "/api/v1/films"}, 200, 1},
		{request{path: "/api/v2/films?limit=500"}, 200, 1},
		{request{path: "/api/v2/films/stream"}, 200, 1},
		{request{method: "POST", path: "/api/v2/films/batch", body: `{"films":["tt1","tt2","tt3"]}`}, 200, 1},
		{request{path: "/api/v1/films/" + apptest.Absent}, 404, 1},
		{request{method: "HEAD", path: "/api/v1/films"}, 200, 1},
		{request{method: "POST", path: selfGenerate}, 201, 1},
		{request{path: "/api/v2/films", header: map[string]string{"If-None-Match": tag}}, 304, 0},
		{request{path: "/api/v2/films?limit=0"}, 400, 0},
		{request{path: "/api/v2/films", header: map[string]string{"X-API-Key": "x"}}, 401, 0},
		{request{path: "/api/v2/nothing"}, 404, 0},
		{request{method: "PUT", path: "/api/v2/films"}, 405, 0},
		{request{method: "POST", path: adminKeys + "/" + k.ID + "/rotate", body: strings.Repeat(" ", 1<<20+1)}, 413, 0},
		{request{path: "/api/v2/films?q=" + strings.Repeat("a", 9000)}, 414, 0},
		{request{method: "POST", path: "/api/v2/films/batch", header: map[string]string{"Content-Type": "text/csv"}}, 415, 0},
		{request{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1"}}, 200, 0},
		{request{method: "OPTIONS", path: "/api/v2/films"}, 204, 0},
		{request{path: "/api/v1/me"}, 200, 0},
		{request{path: "/api/v1/health"}, 200, 0},
		{request{path: adminKeys}, 200, 0},
		{request{path: "/api/v1/admin/audit"}, 200, 0},
		{request{path: "/openapi.json"}, 200, 0},
	} {
		before := s.used(mine)
		header := map[string]string{"X-API-Key": mine}
		for k, v := range c.r.header {
			header[k] = v
		}
		c.r.header = header
		a := s.ask(c.r)
		if cost := s.used(mine) - before; a.status != c.status || cost != c.cost {
			t.Errorf("%.80s: status %d cost %d, want status %d cost %d", a.what, a.status, cost, c.status, c.cost)
		}
	}
}
