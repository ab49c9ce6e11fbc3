package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

const selfGenerate = "/api/v1/keys/self-generate"

// REQ K-01, A-14: who may make a key of its own.
func TestWhoMayMakeItsOwnKeys(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct {
		name, key, sandbox string
		status             int
		code               string
	}{
		{"nobody", "", "", 401, "missing_api_key"},
		{"nobody in the sandbox", "", "1", 401, "missing_api_key"},
		{"Free", s.Key(access.Free), "", 403, "tier_not_allowed"},
		{"Writer", s.Key(access.Writer), "", 403, "tier_not_allowed"},
		{"Producer", s.Key(access.Producer), "", 201, ""},
		{"Studio", s.Key(access.Studio), "", 201, ""},
		{"Studio that may read only", s.NewKey(access.Studio, access.Scopes(access.Read), false), "", 403, "scope_not_allowed"},
		{"Studio in the sandbox", s.Key(access.Studio), "1", 403, "sandbox_not_allowed"},
		{"a sandbox key", s.NewKey(access.Producer, access.Producer.DefaultScopes(), true), "", 403, "sandbox_not_allowed"},
	} {
		header := map[string]string{"X-API-Key": c.key}
		if c.sandbox != "" {
			header["X-Sandbox"] = c.sandbox
		}
		a := s.ask(request{method: "POST", path: selfGenerate, header: header}).has("Cache-Control", "no-store")
		switch {
		case a.status != c.status:
			t.Errorf("%s: status %d, want %d: %.200s", c.name, a.status, c.status, a.body)
		case c.code != "":
			a.fails(c.status, c.code)
		}
	}
}

// REQ K-02, A-04, A-20, Q-11: the key that is made: its shape, that it is shown
// once, works, and spends from its account's one budget.
func TestAKeyOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	a := s.with(mine, "POST", selfGenerate, `{"name":"cutting room"}`).is(201).has("X-RateLimit-Remaining", "199")
	var stated map[string]any
	a.data(&stated)
	for _, name := range []string{"id", "key", "prefix", "name", "tier", "scopes", "created_at"} {
		if stated[name] == nil {
			t.Errorf("no %s in %s", name, a.body)
		}
	}
	var k identity.NewKey
	a.data(&k)
	if len(k.Key) != len("kdx_live_")+32+6 || !strings.HasPrefix(k.Key, "kdx_live_") || !strings.HasPrefix(k.Key, k.Prefix) ||
		k.Name != "cutting room" || k.Tier != "producer" || !slices.Equal(k.Scopes, []string{"read", "write"}) || !k.CreatedAt.Equal(s.Clock.Now()) {
		t.Errorf("made %+v", k)
	}
	s.with(k.Key, "GET", "/api/v2/films?limit=1", "").is(200).has("X-RateLimit-Remaining", "198")
	s.with(mine, "GET", "/api/v2/films?limit=1", "").is(200).has("X-RateLimit-Remaining", "197")
	admin := s.admin()
	for _, path := range []string{adminKeys + "?limit=200", adminKeys + "/" + k.ID, "/api/v1/admin/audit"} {
		if body := s.with(admin, "GET", path, "").is(200).body; strings.Contains(string(body), k.Key[13:]) || !strings.Contains(string(body), k.ID) {
			t.Errorf("%s: %s", path, body)
		}
	}
	if stored, _, err := s.Ledger.Key(t.Context(), k.ID); err != nil || strings.Contains(fmt.Sprintf("%+v", stored), k.Key[13:]) {
		t.Errorf("the ledger holds the key: %v", err)
	}
	for body, name := range map[string]string{"": "self-generated", "  ": "self-generated", "{}": "self-generated", `{"name":"b","colour":"red"}`: "b"} {
		var k identity.NewKey
		if s.with(mine, "POST", selfGenerate, body).is(201).data(&k); k.Name != name {
			t.Errorf("%q: name %q", body, k.Name)
		}
	}
}

// A key gives its descendants no scope that it has not itself (REQ A-08).
func TestAKeyMakesNoKeyThatMayMore(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct{ mine, made access.Scopes }{
		{access.Scopes(access.Write), access.Scopes(access.Write)},
		{access.Scopes(access.Read | access.Write | access.Admin), access.Scopes(access.Read | access.Write)},
		{access.Studio.DefaultScopes(), access.Studio.DefaultScopes()},
	} {
		var k identity.NewKey
		s.with(s.NewKey(access.Studio, c.mine, false), "POST", selfGenerate, "").is(201).data(&k)
		if !slices.Equal(k.Scopes, c.made.Names()) {
			t.Errorf("a key with %s made one with %s", c.mine, k.Scopes)
		}
	}
}

// REQ K-02, Q-08: five are active at most, however many are asked for at once;
// a refusal costs nothing; a key that was revoked makes room.
func TestFiveKeysOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine, admin := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false), s.admin()
	var mu sync.Mutex
	made := []*answer{}
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			a := s.with(mine, "POST", selfGenerate, "")
			mu.Lock()
			defer mu.Unlock()
			if a.status == 201 {
				made = append(made, a)
			} else {
				a.fails(409, "conflict")
			}
		})
	}
	wg.Wait()
	if len(made) != 5 {
		t.Fatalf("%d keys were made, want 5", len(made))
	}
	if used := s.used(mine); used != 5 {
		t.Errorf("five keys and seven refusals cost %d", used)
	}
	var k identity.NewKey
	made[0].data(&k)
	s.with(admin, "DELETE", adminKeys+"/"+k.ID, "").is(200)
	s.with(mine, "POST", selfGenerate, "").is(201)
	s.with(mine, "POST", selfGenerate, "").fails(409, "conflict")
}

// used is what the account of a key has spent today.
func (s *site) used(key string) int {
	s.t.Helper()
	used, err := s.Ledger.Used(s.t.Context(), s.Caller(key).Meter(), ledger.DayOf(s.Clock.Now()))
	if err != nil {
		s.t.Fatal(err)
	}
	return used
}

// REQ K-02, E-09, L-08, A-16: bodies that are none; none makes a key or costs
// anything.
func TestHostileSelfGeneration(t *testing.T) {
	t.Parallel()
	s := open(t)
	mine := s.NewKey(access.Producer, access.Producer.DefaultScopes(), false)
	for body, want := range map[string]struct {
		status      int
		code, param string
	}{
		`{`:                       {400, "invalid_body", "body"},
		`{"name":"a"}{}`:          {400, "invalid_body", "body"},
		"{\"name\":\"\xff\"}":     {400, "invalid_body", "body"},
		`{"name":"a","name":"b"}`: {400, "invalid_body", "body"},
		`["a"]`:                   {400, "invalid_parameter", "body"},
		`"a"`:                     {400, "invalid_parameter", "body"},
		`{"name":5}`:              {400, "invalid_parameter", "name"},
		`{"name":" \t\u0000 "}`:   {400, "invalid_parameter", "name"},
		`{"name":"` + strings.Repeat("a", 101) + `"}`:   {400, "invalid_parameter", "name"},
		`{"name":"` + strings.Repeat("a", 1<<20) + `"}`: {413, "payload_too_large", ""},
		strings.Repeat("[", 100):                        {400, "invalid_body", "body"},
	} {
		a := s.with(mine, "POST", selfGenerate, body)
		if a.status != want.status {
			t.Errorf("%.50q: status %d, want %d: %.200s", body, a.status, want.status, a.body)
			continue
		}
		if p := a.fails(want.status, want.code); p.Param != want.param {
			t.Errorf("%.50q: param %q, want %q", body, p.Param, want.param)
		}
	}
	s.ask(request{method: "POST", path: selfGenerate, body: "name=a", header: map[string]string{
		"X-API-Key": mine, "Content-Type": "application/x-www-form-urlencoded"}}).fails(415, "unsupported_media_type")
	s.with(mine, "GET", selfGenerate, "").fails(405, "method_not_allowed")
	if used := s.used(mine); used != 0 {
		t.Errorf("malformed requests cost %d", used)
	}
	if keys, err := s.Ledger.ListKeys(t.Context(), s.Caller(mine).Account); err != nil || len(keys) != 1 {
		t.Errorf("%d keys, %v", len(keys), err)
	}
}

// REQ K-04, A-13, A-15, Q-06: who am I, and what is left; free, also when
// nothing is, and kept by no cache.
func TestMe(t *testing.T) {
	t.Parallel()
	s := open(t)
	midnight := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	me := func(header map[string]string) (m identity.Me, sandbox bool) {
		t.Helper()
		a := s.ask(request{path: "/api/v1/me", header: header}).is(200).has("Cache-Control", "no-store").has("X-RateLimit-Limit", "")
		a.data(&m)
		var meta struct{ Meta struct{ Sandbox bool } }
		if err := json.Unmarshal(a.body, &meta); err != nil {
			t.Fatal(err)
		}
		return m, meta.Meta.Sandbox
	}
	mine := map[string]string{"X-API-Key": key}
	for used := range 12 {
		m, sandbox := me(mine)
		if m.Mode != "api_key" || *m.Tier != "writer" || !slices.Equal(m.Scopes, []string{"read", "write"}) || *m.DailyLimit != 10 ||
			m.UsedToday != min(used, 10) || *m.Remaining != max(0, 10-used) || !m.ResetsAt.Equal(midnight) || sandbox {
			t.Errorf("after %d requests: %+v", used, m)
		}
		s.with(key, "GET", "/api/v2/films?limit=1", "")
	}
	if m, sandbox := me(map[string]string{"X-API-Key": key, "X-Sandbox": "1"}); !sandbox || !m.Sandbox || m.Mode != "api_key" || m.UsedToday != 10 {
		t.Errorf("in the sandbox: %+v", m)
	}
	s.ask(request{path: "/api/v2/films", header: map[string]string{"X-Sandbox": "1"}}).is(200)
	if m, sandbox := me(map[string]string{"X-Sandbox": "1"}); !sandbox || m.Mode != "sandbox" || m.Tier != nil || *m.DailyLimit != 25 || m.UsedToday != 1 || *m.Remaining != 24 {
		t.Errorf("without a key: %+v", m)
	}
	s.Clock.Set(midnight)
	if m, _ := me(mine); m.UsedToday != 0 || *m.Remaining != 10 || !m.ResetsAt.Equal(midnight.Add(24*time.Hour)) {
		t.Errorf("after midnight: %+v", m)
	}
	s.ask(request{path: "/api/v1/me"}).fails(401, "missing_api_key")
	s.ask(request{path: "/api/v1/me", header: map[string]string{"X-API-Key": s.Key(access.Free)}}).fails(403, "tier_not_allowed")
	if head := s.ask(request{method: "HEAD", path: "/api/v1/me", header: mine}).is(200); len(head.body) != 0 || head.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %v", head.header)
	}
}

// REQ A-15: a Free account's key opens nothing, whatever is asked.
func TestFreeKeysOpenNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, r := range append(adminRoutes("key_0000000000000000"),
		request{path: "/api/v1/films"}, request{path: "/api/v1/films/tt1"}, request{path: "/api/v1/me"},
		request{path: "/api/v2/films"}, request{path: "/api/v2/films/tt1"}, request{path: "/api/v2/films/stream"},
		request{method: "POST", path: "/api/v2/films/batch"}, request{method: "POST", path: selfGenerate}) {
		for _, sandbox := range []string{"0", "1"} {
			r.header = map[string]string{"X-API-Key": s.Key(access.Free), "X-Sandbox": sandbox}
			s.ask(r).fails(403, "tier_not_allowed")
		}
	}
	if got := strconv.Itoa(s.used(s.Key(access.Free))); got != "0" {
		t.Errorf("refusals cost %s", got)
	}
}
