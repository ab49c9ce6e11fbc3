package serve_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/wire"
)

// REQ, E-12: how a key is shown, and what comes first.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := open(t)
	good, bad := s.Key(access.Studio), access.NewToken(false).Reveal()
	for _, c := range []struct {
		name   string
		query  string
		header map[string]string
		status int
		code   string
	}{
		{"none", "", nil, 401, "missing_api_key"},
		{"header", "", map[string]string{"X-API-Key": good}, 200, ""},
		{"bearer", "", map[string]string{"Authorization": "Bearer " + good}, 200, ""},
		{"bearer, lower case", "", map[string]string{"Authorization": "bearer  " + good}, 200, ""},
		{"basic", "", map[string]string{"Authorization": "Basic " + good}, 401, "missing_api_key"},
		{"api_key", "api_key=" + good, nil, 200, ""},
		{"key", "key=" + good, nil, 200, ""},
		{"escaped name", "%6Bey=" + good, nil, 200, ""},
		{"unknown", "", map[string]string{"X-API-Key": bad}, 401, "invalid_api_key"},
		{"malformed", "", map[string]string{"X-API-Key": "hello"}, 401, "invalid_api_key"},
		{"malformed in the query", "key=%00", nil, 401, "invalid_api_key"},
		{"header over bearer", "", map[string]string{"X-API-Key": bad, "Authorization": "Bearer " + good}, 401, "invalid_api_key"},
		{"bearer over api_key", "api_key=" + bad, map[string]string{"Authorization": "Bearer " + good}, 200, ""},
		{"api_key over key", "key=" + bad + "&api_key=" + good, nil, 200, ""},
		{"free plan", "", map[string]string{"X-API-Key": s.Key(access.Free)}, 403, "tier_not_allowed"},
		{"no read scope", "", map[string]string{"X-API-Key": s.NewKey(access.Studio, access.Scopes(access.AI), false)}, 403, "scope_not_allowed"},
	} {
		for _, path := range []string{"/api/v1/films", "/api/v2/films", "/api/v2/films/" + apptest.Crossing} {
			a := s.ask(request{path: path + "?" + c.query, header: c.header})
			if a.status != c.status {
				t.Errorf("%s, %s: status %d, want %d: %.200s", c.name, path, a.status, c.status, a.body)
				continue
			}
			if c.code == "" {
				continue
			}
			p := a.fails(c.status, c.code)
			if c.status == 401 {
				a.has("WWW-Authenticate", `ApiKey realm="api"`)
			}
			if c.code == "missing_api_key" && (!strings.Contains(p.Message, "X-API-Key") || !strings.Contains(p.Message, "key parameter")) {
				t.Errorf("%s: %q does not say how to send a key", c.name, p.Message)
			}
			if strings.Contains(string(a.body), good) || strings.Contains(string(a.body), bad) {
				t.Errorf("%s: the answer tells the key (E-12)", c.name)
			}
		}
	}
	// REQ A-02: no key is ever logged.
	if !s.log.tells(`api_key=REDACTED`) {
		t.Error("the log does not show that a key was redacted")
	}
	for _, secret := range []string{good, bad} {
		if strings.Contains(s.log.String(), secret) || strings.Contains(s.log.String(), secret[10:]) {
			t.Error("a key is in the log")
		}
	}
}

// REQ A-16: route, key, plan, parameters, budget, lookup; each asked of a
// request that breaks every later rule too.
func TestTheOrderOfRefusals(t *testing.T) {
	t.Parallel()
	s := open(t)
	spent := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	producer := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	for range access.Writer.Daily() {
		s.ask(request{path: "/api/v2/films/" + apptest.Crossing, header: map[string]string{"X-API-Key": spent}}).is(200)
	}
	for _, c := range []struct {
		name, method, path, key string
		status                  int
		code                    string
	}{
		{"unknown path", "GET", "/api/v2/nothing?limit=x", "bad", 404, "not_found"},
		{"wrong method", "PUT", "/api/v2/films?limit=x", "bad", 405, "method_not_allowed"},
		{"no key", "GET", "/api/v2/films/stream?has_poster=x", "", 401, "missing_api_key"},
		{"bad key", "GET", "/api/v2/films/stream?has_poster=x", "bad", 401, "invalid_api_key"},
		{"plan", "GET", "/api/v2/films/stream?has_poster=x", spent, 403, "tier_not_allowed"},
		{"parameters", "GET", "/api/v2/films?limit=x", spent, 400, "invalid_parameter"},
		{"the question", "GET", "/api/v2/films?cursor=x", spent, 400, "invalid_cursor"},
		{"budget", "GET", "/api/v2/films/" + apptest.Absent, spent, 429, "quota_exceeded"},
		{"lookup", "GET", "/api/v2/films/" + apptest.Absent, producer, 404, "film_not_found"},
	} {
		header := map[string]string{}
		if c.key != "" {
			header["X-API-Key"] = c.key
		}
		a := s.ask(request{method: c.method, path: c.path, header: header})
		if a.status != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", c.name, a.status, c.status, a.body)
			continue
		}
		a.fails(c.status, c.code)
	}
}

// REQ: what is counted and told.
func TestBudgets(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	ask := func(path string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": key}})
	}
	reset := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
	wait := int(reset.Sub(s.Clock.Now()).Seconds())
	for n := 1; n <= 10; n++ {
		path := "/api/v2/films?limit=1"
		switch n {
		case 3:
			path = "/api/v1/films/" + apptest.Crossing // one budget for both versions
		case 4:
			path = "/api/v2/films/" + apptest.Absent // a 404 counts
		}
		a := ask(path)
		a.has("X-RateLimit-Limit", "10").has("X-RateLimit-Remaining", strconv.Itoa(10-n)).
			has("X-RateLimit-Reset", strconv.FormatInt(reset.Unix(), 10)).
			has("RateLimit-Policy", `"daily";q=10;w=86400`).
			has("RateLimit", fmt.Sprintf(`"daily";r=%d;t=%d`, 10-n, wait))
		warning := ""
		if n >= 8 {
			warning = fmt.Sprintf("80%% of daily quota used (%d/10)", n)
		}
		a.has("X-RateLimit-Warning", warning)
	}
	for _, path := range []string{"/api/v1/films", "/api/v2/films", "/api/v2/films/" + apptest.Absent} {
		a := ask(path)
		a.fails(429, "quota_exceeded")
		a.has("Retry-After", strconv.Itoa(wait)).has("X-RateLimit-Remaining", "0").has("Cache-Control", "no-store")
	}
	s.Clock.Set(reset)
	ask("/api/v2/films").is(200).has("X-RateLimit-Remaining", "9")
}

// REQ Q-10: ten requests are ten, however many ask at once.
func TestABudgetIsExactUnderLoad(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	var mu sync.Mutex
	counts := map[int]int{}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			a := s.ask(request{path: "/api/v2/films?limit=1", header: map[string]string{"X-API-Key": key}})
			mu.Lock()
			counts[a.status]++
			mu.Unlock()
		})
	}
	wg.Wait()
	if counts[200] != 10 || counts[429] != 40 {
		t.Errorf("answers: %v, want 10 of 200 and 40 of 429", counts)
	}
}

// REQ: the sandbox.
func TestTheSandbox(t *testing.T) {
	t.Parallel()
	s := open(t)
	test := s.NewKey(access.Producer, access.Producer.DefaultScopes(), true)
	live := s.Key(access.Producer)
	for _, c := range []struct {
		name, key, header string
		sandbox           bool
	}{
		{"sandbox key", test, "", true},
		{"sandbox key, header says no", test, "0", true},
		{"live key", live, "", false},
		{"header", live, "1", true},
		{"header, any value", live, "yes", true},
		{"header 0", live, "0", false},
		{"header False", live, "False", false},
	} {
		header := map[string]string{"X-API-Key": c.key, "Content-Type": "application/json"}
		if c.header != "" {
			header["X-Sandbox"] = c.header
		}
		for _, r := range []request{
			{path: "/api/v1/films"}, {path: "/api/v1/films/" + apptest.Crossing},
			{path: "/api/v2/films"}, {path: "/api/v2/films/" + apptest.Crossing},
			{method: "POST", path: "/api/v2/films/batch", body: `{"films":["tt1"]}`},
		} {
			r.header = header
			a := s.ask(r).is(200)
			if got := strings.Contains(string(a.body), `"sandbox":true`); got != c.sandbox {
				t.Errorf("%s, %s: meta.sandbox %v, want %v", c.name, r.path, got, c.sandbox)
			}
			if metered := a.header.Get("X-RateLimit-Limit") != ""; metered == c.sandbox {
				t.Errorf("%s, %s: metered %v", c.name, r.path, metered)
			}
		}
		if c.sandbox {
			s.ask(request{path: "/api/v2/films/stream", header: header}).fails(403, "sandbox_not_allowed")
		}
	}
	// Without a key: reading only, 25 a day from one address, with a bill.
	keyless := map[string]string{"X-Sandbox": "1"}
	s.ask(request{method: "POST", path: "/api/v2/films/batch", header: keyless, body: `{"films":["tt1"]}`}).fails(401, "missing_api_key")
	for n := range 25 {
		s.ask(request{path: "/api/v2/films", header: keyless}).is(200).has("X-RateLimit-Remaining", strconv.Itoa(24-n))
	}
	s.ask(request{path: "/api/v2/films", header: keyless}).fails(429, "quota_exceeded")
	s.ask(request{path: "/api/v2/films/stream", header: keyless}).fails(403, "sandbox_not_allowed")
}

// REQ A-11: the key that is published is as good as none with X-Sandbox: it reads, from the
// same pool, in every place where a key may stand, and does nothing else.
func TestThePlaygroundsKeyIsForEverybody(t *testing.T) {
	t.Parallel()
	s := open(t)
	left := access.KeylessDaily
	for _, r := range []request{
		{path: "/api/v2/films", header: map[string]string{"X-API-Key": access.Playground}},
		{path: "/api/v2/films", header: map[string]string{"X-API-Key": access.Playground, "X-Sandbox": "0"}},
		{path: "/api/v1/films", header: map[string]string{"Authorization": "Bearer " + access.Playground}},
		{path: "/api/v1/films?key=" + access.Playground},
		{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1"}},
	} {
		left--
		a := s.ask(r).is(200).has("X-RateLimit-Remaining", strconv.Itoa(left))
		if !strings.Contains(string(a.body), `"sandbox":true`) {
			t.Errorf("%v: not from the sandbox", r)
		}
	}
	s.with(access.Playground, "POST", "/api/v2/films/batch", `{"films":["tt1"]}`).fails(401, "missing_api_key")
	s.with(access.Playground, "GET", "/api/v2/films/stream", "").fails(403, "sandbox_not_allowed")
	s.with(access.Playground, "GET", "/api/v1/admin/keys", "").fails(403, "scope_not_allowed")
}

// REQ A-21: addresses are counted as the trusted proxies say, and nobody else.
func TestKeylessCallersAreCountedByAddress(t *testing.T) {
	t.Parallel()
	loopback := wire.Proxies{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		name    string
		proxies wire.Proxies
		left    []string // remaining, per forwarded address below
	}{
		{"nobody is trusted", nil, []string{"24", "23", "22", "21"}},
		{"the peer is", loopback, []string{"24", "24", "23", "23"}},
	} {
		s := open(t, func(o *serve.Options) { o.TrustedProxies = c.proxies })
		for i, from := range []string{"203.0.113.7", "2001:db8::1", "9.9.9.9, 203.0.113.7, 10.1.1.1", "2001:db8::2"} {
			a := s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1", "X-Forwarded-For": from}})
			if got := a.header.Get("X-RateLimit-Remaining"); got != c.left[i] {
				t.Errorf("%s, from %s: %s left, want %s", c.name, from, got, c.left[i])
			}
		}
	}
}

// REQ: which plans reach what.
func TestPlans(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		plan   access.Plan
		status [5]int
	}{
		{access.Free, [5]int{403, 403, 403, 403, 403}},
		{access.Writer, [5]int{200, 200, 200, 403, 403}},
		{access.Producer, [5]int{200, 200, 200, 200, 201}},
		{access.Studio, [5]int{200, 200, 200, 200, 201}},
	} {
		for i, path := range []string{"/api/v2/films", "/api/v2/films/" + apptest.Crossing, "/api/v2/films/batch", "/api/v2/films/stream", selfGenerate} {
			r := request{path: path, header: map[string]string{"X-API-Key": s.Key(c.plan)}}
			if path == "/api/v2/films/batch" || path == selfGenerate {
				r.method, r.body = "POST", `{"films":["tt1"]}`
			}
			a := s.ask(r)
			if a.status != c.status[i] {
				t.Errorf("%s on %s: status %d, want %d", c.plan, path, a.status, c.status[i])
			}
			if a.status == http.StatusForbidden {
				a.has("Cache-Control", "no-store")
			}
		}
	}
}
