package identity_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// REQ K-01, K-02, A-08
func TestAnAccountMakesKeysForItself(t *testing.T) {
	h := apptest.Open(t)
	for plan, scopes := range map[access.Plan][]string{access.Producer: {"read", "write"}, access.Studio: {"read", "write", "ai"}} {
		v := h.Visit(h.Key(plan))
		made, err := v.Identity().SelfGenerate(t.Context(), " my key ")
		if err != nil {
			t.Fatal(err)
		}
		if made.Name != "my key" || made.Tier != plan.String() || !slices.Equal(made.Scopes, scopes) ||
			made.Prefix != made.Key[:13] || made.Sandbox || made.Account != v.Caller().Account || made.ExpiresAt != nil {
			t.Errorf("%s made %+v", plan, made)
		}
		if b := v.Bill(); b.Used != 1 {
			t.Errorf("it cost %d", b.Used)
		}
		if c := h.Caller(made.Key); c.Account != v.Caller().Account || c.Plan != plan || c.Key != made.ID {
			t.Errorf("the new key opens %+v", c)
		}
	}
	for _, c := range []struct {
		name, key string
		kind      fault.Kind
	}{
		{"a writer", h.Key(access.Writer), fault.TierNotAllowed},
		{"a key that only reads", h.NewKey(access.Studio, access.Scopes(access.Read), false), fault.ScopeNotAllowed},
		{"a sandbox key", h.NewKey(access.Studio, access.Studio.DefaultScopes(), true), fault.SandboxForbidden},
	} {
		if _, err := h.Visit(c.key).Identity().SelfGenerate(t.Context(), ""); !fault.Is(err, c.kind) {
			t.Errorf("%s: %v, want %s", c.name, err, c.kind)
		}
	}
}

// No key makes one that may more than itself.
func TestAKeyMakesNoneThatMayMore(t *testing.T) {
	h := apptest.Open(t)
	for scopes, want := range map[access.Scopes][]string{
		access.Scopes(access.Write):                {"write"},
		access.Scopes(access.Write | access.Admin): {"write"},
		^access.Scopes(0):                          {"read", "write", "ai"},
	} {
		made, err := h.Visit(h.NewKey(access.Studio, scopes, false)).Identity().SelfGenerate(t.Context(), "")
		if err != nil || !slices.Equal(made.Scopes, want) || made.Name == "" {
			t.Errorf("a key with %v made %+v, %v, want %v", scopes, made, err, want)
		}
	}
}

// REQ K-02, Q-08
func TestTheSixthOwnKeyIsRefusedForFree(t *testing.T) {
	h := apptest.Open(t)
	key := h.Key(access.Producer)
	var made, full atomic.Int32
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			v := apptest.Visit(t, h.App, h.Caller(key))
			defer v.Close()
			switch _, err := v.Identity().SelfGenerate(t.Context(), "k"); {
			case err == nil:
				made.Add(1)
			case fault.Is(err, fault.Conflict):
				full.Add(1)
			}
		})
	}
	all.Wait()
	used, _ := h.Ledger.Used(t.Context(), h.Caller(key).Meter(), ledger.DayOf(h.Clock.Now()))
	if made.Load() != 5 || full.Load() != 7 || used != 5 {
		t.Errorf("%d made, %d refused, %d used, want 5, 7 and 5", made.Load(), full.Load(), used)
	}
	if _, err := h.Visit(key).Identity().SelfGenerate(t.Context(), strings.Repeat("a", 101)); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("a long name: %v", err)
	}
}

// adminHouse is a house with an admin's key, and the address the admin asks from.
func adminHouse(t *testing.T) (*apptest.House, func() *app.Visit) {
	h := apptest.Open(t)
	key := h.NewKey(access.Writer, access.Scopes(access.Admin), false)
	return h, func() *app.Visit {
		c, err := h.App.Identity().Caller(t.Context(), identity.Credentials{Key: key, Address: netip.MustParseAddr("192.0.2.7")})
		if err != nil {
			t.Fatal(err)
		}
		v := apptest.Visit(t, h.App, c)
		t.Cleanup(v.Close)
		return v
	}
}

// REQ K-03
func TestAnAdminLooksAfterKeys(t *testing.T) {
	h, admin := adminHouse(t)
	scopes := access.Scopes(access.Read | access.Admin)
	made, err := admin().Identity().CreateKey(t.Context(), ledger.Order{Account: "acme", Plan: "studio", Name: "first", Scopes: &scopes})
	if err != nil || made.Tier != "studio" || made.Account != "acme" || !slices.Equal(made.Scopes, scopes.Names()) {
		t.Fatalf("%+v, %v", made, err)
	}
	got, err := admin().Identity().Key(t.Context(), made.ID)
	if err != nil || got.Name != "first" || got.Last4 != made.Key[43:] || got.Status != "active" || got.SelfGenerated {
		t.Errorf("%+v, %v", got, err)
	}
	name := "second"
	if got, err = admin().Identity().ChangeKey(t.Context(), made.ID, ledger.KeyChange{Name: &name}); err != nil || got.Name != name {
		t.Errorf("%+v, %v", got, err)
	}
	h.Clock.Set(h.Clock.Now().Add(time.Minute)) // keys are listed by creation
	rotated, err := admin().Identity().RotateKey(t.Context(), made.ID, time.Hour)
	if err != nil || rotated.Key == made.Key || rotated.Name != name || rotated.Tier != "studio" {
		t.Errorf("%+v, %v", rotated, err)
	}
	for range 2 {
		if got, err = admin().Identity().RevokeKey(t.Context(), made.ID); err != nil || got.Status != "revoked" || got.RevokedAt == nil {
			t.Errorf("%+v, %v", got, err)
		}
	}
	page, err := admin().Identity().Keys(t.Context(), identity.KeysQuestion{Account: "acme", Limit: 50})
	if err != nil || page.Total != 2 || len(page.Keys) != 2 || page.Keys[0].Status != "revoked" || page.Keys[1].ID != rotated.ID {
		t.Errorf("%+v, %v", page, err)
	}
	shown := fmt.Sprintf("%+v %+v", page, got)
	for _, secret := range []string{made.Key, rotated.Key} {
		if strings.Contains(shown, secret[13:43]) {
			t.Errorf("a key is shown in %s", shown)
		}
	}
	for name, refused := range map[string]error{
		"no such key":  second(admin().Identity().Key(t.Context(), "key_0123456789abcdef")),
		"no id at all": second(admin().Identity().RevokeKey(t.Context(), "nonsense\x00")),
	} {
		if !fault.Is(refused, fault.NotFound) {
			t.Errorf("%s: %v", name, refused)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// An admin is never refused for a budget, and pays nothing (a stolen key is
// revoked also on a bad day).
func TestAdministeringCostsNothing(t *testing.T) {
	_, admin := adminHouse(t)
	for range access.Writer.Daily() + 2 {
		v := admin()
		if _, err := v.Identity().Keys(t.Context(), identity.KeysQuestion{Limit: 1}); err != nil || v.Bill().Metered {
			t.Fatalf("%v, %+v", err, v.Bill())
		}
	}
}

func TestKeysAreListedPageByPage(t *testing.T) {
	h, admin := adminHouse(t)
	all, err := h.Ledger.ListKeys(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var walked []string
	for offset := 0; offset < len(all)+2; offset += 2 {
		page, err := admin().Identity().Keys(t.Context(), identity.KeysQuestion{Offset: offset, Limit: 2})
		if err != nil || page.Total != len(all) || page.Keys == nil {
			t.Fatalf("%+v, %v", page, err)
		}
		for _, k := range page.Keys {
			walked = append(walked, k.ID)
		}
	}
	for i, k := range all {
		if i >= len(walked) || walked[i] != k.ID {
			t.Fatalf("walked %v", walked)
		}
	}
	for _, bad := range []identity.KeysQuestion{{}, {Limit: 201}, {Limit: 1, Offset: -1}, {Limit: 1, Account: "\x00"}, {Limit: 1, Account: strings.Repeat("a", 201)}} {
		if _, err := admin().Identity().Keys(t.Context(), bad); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

func TestTheAuditLogIsReadPageByPage(t *testing.T) {
	_, admin := adminHouse(t)
	for i := range 5 {
		if _, err := admin().Identity().CreateKey(t.Context(), ledger.Order{Account: "acme", Plan: "writer", Name: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	var seen []identity.Event
	q := identity.AuditQuestion{Account: "acme", Limit: 4}
	for range 5 {
		page, err := admin().Identity().Audit(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, page.Events...)
		if page.NextBefore == nil {
			break
		}
		q.Before = *page.NextBefore
	}
	if len(seen) != 6 || seen[5].Action != "account.created" || seen[0].Action != "key.created" {
		t.Errorf("the log tells %+v", seen)
	}
	for _, e := range seen {
		if !strings.HasPrefix(e.Actor, "key_") || e.From != "192.0.2.7" || e.Account != "acme" {
			t.Errorf("%+v does not say who did it and from where", e)
		}
	}
	for _, bad := range []identity.AuditQuestion{{}, {Limit: 201}, {Limit: 1, Before: -1}, {Limit: 1, Actor: "\xff"}, {Limit: 1, Action: "\n"}} {
		if _, err := admin().Identity().Audit(t.Context(), bad); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// REQ K-04, M-33
func TestACallerIsToldOfItself(t *testing.T) {
	h := apptest.Open(t)
	writer := h.Key(access.Writer)
	midnight := ledger.DayOf(h.Clock.Now()).End()
	ask := func(c identity.Credentials) (identity.Me, *app.Visit) {
		t.Helper()
		caller, err := h.App.Identity().Caller(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		v := apptest.Visit(t, h.App, caller)
		defer v.Close()
		me, err := v.Identity().Me(t.Context())
		if err != nil || v.Bill().Metered || !me.ResetsAt.Equal(midnight) {
			t.Fatalf("%+v, %v, %+v", me, err, v.Bill())
		}
		return me, v
	}
	for n := range 12 { // also when the budget is used up
		me, _ := ask(identity.Credentials{Key: writer})
		used := min(n, 10)
		if me.Mode != "api_key" || *me.Tier != "writer" || me.Sandbox || *me.DailyLimit != 10 || me.UsedToday != used || *me.Remaining != 10-used {
			t.Errorf("after %d requests: %+v", n, me)
		}
		h.Visit(writer).Films(app.FilmsQuestion{Page: film.Page{Limit: 5}}).Answer(t.Context())
	}
	if me, _ := ask(identity.Credentials{Key: writer, Sandbox: true}); !me.Sandbox || me.UsedToday != 10 || me.Mode != "api_key" {
		t.Errorf("in the sandbox: %+v", me)
	}
	at := netip.MustParseAddr("192.0.2.1")
	if me, _ := ask(identity.Credentials{Sandbox: true, Address: at}); me.Mode != "sandbox" || me.Tier != nil || !me.Sandbox ||
		*me.DailyLimit != 25 || !slices.Equal(me.Scopes, []string{"read"}) {
		t.Errorf("keyless: %+v", me)
	}
	if _, err := h.Visit(h.Key(access.Free)).Identity().Me(t.Context()); !fault.Is(err, fault.TierNotAllowed) { // REQ A-15
		t.Errorf("a free key: %v", err)
	}
}

// A key that is revoked or replaced here opens nothing here from then on, however
// well it is known.
//
// REQ A-06
func TestARevokedKeyOpensNothingAtOnce(t *testing.T) {
	h := apptest.Open(t)
	admin := h.Visit(h.NewKey(access.Studio, access.Scopes(access.Read|access.Admin), false))
	for name, end := range map[string]func(id string) error{
		"revoked": func(id string) error { _, err := admin.Identity().RevokeKey(t.Context(), id); return err },
		"replaced": func(id string) error {
			_, err := admin.Identity().RotateKey(t.Context(), id, 0)
			return err
		},
	} {
		key := h.NewKey(access.Writer, access.Scopes(access.Read), false)
		id := h.Caller(key).Key
		if err := end(id); err != nil {
			t.Fatal(err)
		}
		if c, err := h.App.Identity().Caller(t.Context(), identity.Credentials{Key: key, Address: home}); !fault.Is(err, fault.InvalidKey) {
			t.Errorf("a key that was %s opens %+v, %v", name, c, err)
		}
	}
}
