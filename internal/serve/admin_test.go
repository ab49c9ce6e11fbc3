package serve_test

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/serve"
	"kinodex/internal/serve/wire"
)

const adminKeys = "/api/v1/admin/keys"

// admin gives a key that may administer.
func (s *site) admin() string {
	return s.NewKey(access.Studio, access.Scopes(access.Read|access.Admin), false)
}

// with asks with a key, with a body of JSON when there is one.
func (s *site) with(key, method, path, body string) *answer {
	s.t.Helper()
	return s.ask(request{method: method, path: path, body: body, header: map[string]string{"X-API-Key": key, "Content-Type": "application/json"}})
}

// made makes a key as an admin does.
func (s *site) made(admin, body string) (k identity.NewKey) {
	s.t.Helper()
	s.with(admin, "POST", adminKeys, body).is(201).data(&k)
	return k
}

// events are what the audit log tells, the newest first.
func (s *site) events(admin, query string) (events []identity.Event) {
	s.t.Helper()
	s.with(admin, "GET", "/api/v1/admin/audit?"+query, "").is(200).data(&events)
	return events
}

// refused waits until a key opens nothing, which takes a second at most.
func (s *site) refused(key string) {
	s.t.Helper()
	for range 50 {
		if a := s.with(key, "GET", "/api/v1/me", ""); a.status == 401 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.with(key, "GET", "/api/v1/films?limit=1", "").fails(401, "invalid_api_key")
}

// adminRoutes are the group, asked in a way that would go well.
func adminRoutes(id string) []request {
	return []request{
		{method: "GET", path: adminKeys},
		{method: "POST", path: adminKeys, body: `{"name":"a","tier":"writer"}`},
		{method: "GET", path: adminKeys + "/" + id},
		{method: "PATCH", path: adminKeys + "/" + id, body: `{"name":"b"}`},
		{method: "POST", path: adminKeys + "/" + id + "/rotate"},
		{method: "GET", path: "/api/v1/admin/audit"},
		{method: "DELETE", path: adminKeys + "/" + id},
	}
}

// REQ K-03, A-08, A-14, A-16: the admin group is for the admin scope, outside
// the sandbox, and no answer of it is kept.
func TestTheAdminGroupIsForAdmins(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.admin()
	id := s.made(admin, `{"name":"a","tier":"producer"}`).ID
	all := access.Scopes(access.Read | access.Write | access.AI | access.Admin)
	for _, c := range []struct {
		name, key, sandbox string
		status             int
		code               string
	}{
		{"nobody", "", "", 401, "missing_api_key"},
		{"nobody in the sandbox", "", "1", 401, "missing_api_key"},
		{"a stranger", access.NewToken(false).Reveal(), "", 401, "invalid_api_key"},
		{"Studio without the scope", s.Key(access.Studio), "", 403, "scope_not_allowed"},
		{"Studio with all other scopes", s.NewKey(access.Studio, all&^access.Scopes(access.Admin), false), "", 403, "scope_not_allowed"},
		{"a Free account", s.NewKey(access.Free, all, false), "", 403, "tier_not_allowed"},
		{"an admin in the sandbox", admin, "1", 403, "sandbox_not_allowed"},
		{"an admin's sandbox key", s.NewKey(access.Studio, all, true), "", 403, "sandbox_not_allowed"},
		{"an admin", admin, "", 0, ""},
		{"a Writer's admin", s.NewKey(access.Writer, all, false), "0", 0, ""},
	} {
		if c.code == "" {
			id = s.made(admin, `{"name":"a","tier":"producer"}`).ID
		}
		for _, r := range adminRoutes(id) {
			r.header = map[string]string{"X-API-Key": c.key, "Content-Type": "application/json"}
			if c.sandbox != "" {
				r.header["X-Sandbox"] = c.sandbox
			}
			a := s.ask(r).has("Cache-Control", "no-store").has("X-RateLimit-Limit", "").has("ETag", "")
			if c.code == "" {
				if a.status != 200 && a.status != 201 {
					t.Errorf("%s, %s: status %d: %.200s", c.name, a.what, a.status, a.body)
				}
				continue
			}
			if c.name == "nobody in the sandbox" && r.method == "GET" {
				a.fails(403, "scope_not_allowed") // to read without a key is the sandbox
				continue
			}
			a.fails(c.status, c.code)
		}
	}
}

// REQ K-03, A-06, A-20: the life of a key, as an admin leads it.
func TestTheLifeOfAKey(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.admin()
	k := s.made(admin, `{"account":"acc_cutting","tier":"producer","name":" cutting  room ","scopes":["read"],"expires_at":"2026-03-20T00:00:00+01:00"}`)
	if k.Account != "acc_cutting" || k.Tier != "producer" || k.Name != "cutting room" || !slices.Equal(k.Scopes, []string{"read"}) ||
		!k.ExpiresAt.Equal(time.Date(2026, 3, 19, 23, 0, 0, 0, time.UTC)) || !strings.HasPrefix(k.Key, k.Prefix) || k.Sandbox {
		t.Errorf("made %+v", k)
	}
	path := adminKeys + "/" + k.ID
	show := func() (shown identity.Key) {
		s.with(admin, "GET", path, "").is(200).data(&shown)
		return shown
	}
	if shown := show(); shown.Status != "active" || shown.LastUsedAt != nil || shown.Last4 != k.Key[len(k.Key)-4:] || shown.SelfGenerated {
		t.Errorf("shown %+v", shown)
	}
	works := func(key string, status int) {
		t.Helper()
		s.with(key, "GET", "/api/v1/films?limit=1", "").is(status)
	}
	works(k.Key, 200)
	if shown := show(); shown.LastUsedAt == nil || !shown.LastUsedAt.Equal(s.Clock.Now()) {
		t.Errorf("last used %v", shown.LastUsedAt)
	}
	var changed identity.Key
	s.with(admin, "PATCH", path, `{"name":"edit suite","scopes":["write","read"],"expires_at":null}`).is(200).data(&changed)
	if changed.Name != "edit suite" || !slices.Equal(changed.Scopes, []string{"read", "write"}) || changed.ExpiresAt != nil {
		t.Errorf("changed to %+v", changed)
	}
	s.with(admin, "PATCH", path, `{"scopes":["ai"]}`).is(200).data(&changed)
	if changed.Name != "edit suite" || !slices.Equal(changed.Scopes, []string{"ai"}) || changed.ExpiresAt != nil {
		t.Errorf("changed to %+v", changed)
	}
	s.with(admin, "PATCH", path, `{"scopes":["read"]}`).is(200)

	var fresh identity.NewKey
	s.with(admin, "POST", path+"/rotate", `{"overlap_hours":1.5}`).is(201).data(&fresh)
	if fresh.ID == k.ID || fresh.Account != k.Account || fresh.Name != "edit suite" || fresh.Tier != "producer" {
		t.Errorf("replaced by %+v", fresh)
	}
	if shown := show(); shown.Status != "active" || !shown.ExpiresAt.Equal(s.Clock.Now().Add(90*time.Minute)) {
		t.Errorf("the old one is %+v", shown)
	}
	works(fresh.Key, 200)
	s.Clock.Set(s.Clock.Now().Add(90 * time.Minute))
	if shown := show(); shown.Status != "expired" {
		t.Errorf("after the overlap the old one is %s", shown.Status)
	}
	s.refused(k.Key)
	s.with(admin, "POST", path+"/rotate", "").fails(409, "conflict")

	var revoked identity.Key
	for range 2 { // again changes nothing
		s.with(admin, "DELETE", adminKeys+"/"+fresh.ID, "").is(200).data(&revoked)
		if revoked.Status != "revoked" || !revoked.RevokedAt.Equal(s.Clock.Now()) {
			t.Errorf("revoked %+v", revoked)
		}
	}
	s.refused(fresh.Key)
	s.with(admin, "PATCH", adminKeys+"/"+fresh.ID, `{"name":"x"}`).fails(409, "conflict")
	s.with(admin, "POST", adminKeys+"/"+fresh.ID+"/rotate", "").fails(409, "conflict")

	// What all of this wrote down, and that no key is told twice.
	var actions []string
	for _, e := range s.events(admin, "account=acc_cutting&limit=200") {
		actions = append(actions, e.Action)
	}
	if want := []string{"key.revoked", "key.rotated", "key.changed", "key.changed", "key.changed", "key.created", "account.created"}; !slices.Equal(actions, want) {
		t.Errorf("the log tells %v, want %v", actions, want)
	}
	for _, read := range []string{adminKeys + "?limit=200", path, adminKeys + "/" + fresh.ID, "/api/v1/admin/audit?limit=200"} {
		body := string(s.with(admin, "GET", read, "").is(200).body)
		for _, secret := range []string{k.Key, fresh.Key, admin} {
			if strings.Contains(body, secret[13:len(secret)-4]) {
				t.Errorf("%s tells a key", read)
			}
		}
	}
	for _, secret := range []string{k.Key, fresh.Key} {
		if strings.Contains(s.log.String(), secret[13:len(secret)-4]) {
			t.Error("the log tells a key")
		}
	}
}

// REQ K-03, G-19: pages of keys hold every key once.
func TestPagesOfKeys(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.admin()
	for i := range 7 {
		s.made(admin, fmt.Sprintf(`{"account":"acc_many","tier":"studio","name":"key %d"}`, i))
		s.Clock.Set(s.Clock.Now().Add(time.Second))
	}
	var names []string
	for offset := 0; offset < 9; offset += 3 {
		a := s.with(admin, "GET", fmt.Sprintf("%s?account=acc_many&limit=3&offset=%d", adminKeys, offset), "").is(200)
		var page struct {
			Data []identity.Key
			Meta struct{ Total, Offset, Limit int }
		}
		if err := json.Unmarshal(a.body, &page); err != nil {
			t.Fatal(err)
		}
		if page.Meta.Total != 7 || page.Meta.Offset != offset || page.Meta.Limit != 3 {
			t.Errorf("meta %+v", page.Meta)
		}
		for _, k := range page.Data {
			names = append(names, k.Name)
		}
	}
	if got := strings.Join(names, ";"); got != "key 0;key 1;key 2;key 3;key 4;key 5;key 6" {
		t.Errorf("walked %s", got)
	}
	if a := s.with(admin, "GET", adminKeys+"?account=nobody", ""); string(a.body) != `{"data":[],"meta":{"total":0,"offset":0,"limit":50}}` {
		t.Errorf("keys of nobody: %s", a.body)
	}
}

// REQ K-03: the audit log says who, what, when and from where, page by page,
// and by whatever is asked for.
func TestTheAuditLog(t *testing.T) {
	t.Parallel()
	s := open(t, func(o *serve.Options) { o.TrustedProxies = wire.Proxies{netip.MustParsePrefix("127.0.0.0/8")} })
	admin := s.admin()
	by := s.Caller(admin).Key
	made := s.ask(request{method: "POST", path: adminKeys, body: `{"account":"acc_seen","tier":"writer","name":"seen"}`,
		header: map[string]string{"X-API-Key": admin, "X-Forwarded-For": "203.0.113.7"}}).is(201)
	var k identity.NewKey
	made.data(&k)
	events := s.events(admin, "target="+k.ID)
	if len(events) != 1 || events[0].Actor != by || events[0].From != "203.0.113.7" || events[0].Action != "key.created" ||
		events[0].Account != "acc_seen" || !events[0].At.Equal(s.Clock.Now()) {
		t.Errorf("the log tells %+v", events)
	}
	for range 5 {
		s.with(admin, "PATCH", adminKeys+"/"+k.ID, `{"name":"again"}`).is(200)
	}
	var ids []int64
	before := ""
	for range 10 {
		a := s.with(admin, "GET", "/api/v1/admin/audit?limit=2&actor="+by+before, "").is(200)
		var page struct {
			Data []identity.Event
			Meta struct {
				Limit      int
				NextBefore *int64 `json:"next_before"`
			}
		}
		if err := json.Unmarshal(a.body, &page); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Data {
			ids = append(ids, e.ID)
		}
		if page.Meta.NextBefore == nil {
			break
		}
		before = fmt.Sprintf("&before=%d", *page.Meta.NextBefore)
	}
	if len(ids) != 7 || !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) {
		t.Errorf("the walk gave %v", ids)
	}
	for query, want := range map[string]int{"action=key.changed": 5, "action=account.created&account=acc_seen": 1, "action=nothing": 0, "actor=" + url.QueryEscape("cli:x"): 0} {
		if got := s.events(admin, query); len(got) != want {
			t.Errorf("%s: %d events, want %d", query, len(got), want)
		}
	}
}
