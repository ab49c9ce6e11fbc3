package ledger_test

import (
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

var (
	noon     = time.Date(2026, 3, 14, 12, 0, 0, 123_456_789, time.UTC)
	operator = ledger.By{Actor: "cli:ida", From: "local"}
)

func TestAKeyIsIssuedAndItsAccountOpened(t *testing.T) {
	l := ledger.NewMemory()
	issue := func(o ledger.Order) (ledger.Key, ledger.Account, access.Token, error) {
		return ledger.Issue(t.Context(), l, o, operator, noon)
	}
	k, a, token, err := issue(ledger.Order{Account: "acme", Plan: "Studio", Name: " Acme\n Films "})
	if err != nil || a.ID != "acme" || a.Plan != access.Studio || k.Name != "Acme Films" || k.Scopes != access.Studio.DefaultScopes() {
		t.Fatalf("%+v of %+v, %v", k, a, err)
	}
	if found, _, err := l.FindKey(t.Context(), token.Hash()); err != nil || found != k || k.Created.Nanosecond()%1000 != 0 {
		t.Errorf("the token finds %+v, %v", found, err)
	}
	read := access.Scopes(access.Read)
	k, _, _, err = issue(ledger.Order{Account: "acme", Name: "second", Scopes: &read, Sandbox: true, Expires: noon.Add(time.Hour)})
	if err != nil || k.Scopes != read || !k.Sandbox || !k.Expires.Equal(noon.Add(time.Hour).Truncate(time.Microsecond)) {
		t.Errorf("%+v, %v", k, err)
	}
	if _, a, _, err = issue(ledger.Order{Plan: "writer", Name: "Åke"}); err != nil || a.ID == "" || a.Name != "Åke" {
		t.Errorf("an account without an id is %+v, %v", a, err)
	}
	for name, c := range map[string]struct {
		order ledger.Order
		kind  fault.Kind
		says  string
	}{
		"no name":            {ledger.Order{Account: "acme", Name: "\t"}, fault.InvalidParameter, "name"},
		"a long name":        {ledger.Order{Account: "acme", Name: strings.Repeat("å", 101)}, fault.InvalidParameter, "100"},
		"another plan":       {ledger.Order{Account: "acme", Name: "n", Plan: "writer"}, fault.Conflict, "studio"},
		"no such plan":       {ledger.Order{Account: "new", Name: "n", Plan: "gold"}, fault.InvalidParameter, "studio"},
		"no plan":            {ledger.Order{Account: "new", Name: "n"}, fault.MissingParameter, "tier"},
		"an odd account":     {ledger.Order{Account: "a\x00b", Name: "n", Plan: "writer"}, fault.InvalidParameter, "account"},
		"an expiry long ago": {ledger.Order{Account: "acme", Name: "n", Expires: noon}, fault.InvalidParameter, "to come"},
	} {
		if _, _, _, err := issue(c.order); !fault.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s that says %q", name, err, c.kind, c.says)
		}
	}
	if all, _ := l.ListAccounts(t.Context()); len(all) != 2 {
		t.Errorf("%d accounts, want 2", len(all))
	}
}

func TestAKeyIsChangedUntilItIsRevoked(t *testing.T) {
	l := ledger.NewMemory()
	k, _, _, err := ledger.Issue(t.Context(), l, ledger.Order{Account: "acme", Plan: "writer", Name: "before"}, operator, noon)
	if err != nil {
		t.Fatal(err)
	}
	name, scopes, expires := "after", access.Scopes(access.Admin), noon.Add(time.Hour)
	change := func(c ledger.KeyChange) (ledger.Key, error) {
		return ledger.Change(t.Context(), l, k.ID, c, operator, noon)
	}
	if got, err := change(ledger.KeyChange{Name: &name}); err != nil || got.Name != name || got.Scopes != k.Scopes {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := change(ledger.KeyChange{Scopes: &scopes, Expires: &expires}); err != nil || got.Scopes != scopes || got.Expires.IsZero() || got.Name != name {
		t.Errorf("%+v, %v", got, err)
	}
	never := time.Time{}
	if got, err := change(ledger.KeyChange{Expires: &never}); err != nil || !got.Expires.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
	past := noon.Add(-time.Hour)
	if _, err := change(ledger.KeyChange{Expires: &past}); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("an expiry long ago: %v", err)
	}
	for range 2 {
		if got, err := ledger.Revoke(t.Context(), l, k.ID, operator, noon); err != nil || got.Status(noon) != "revoked" {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if _, err := change(ledger.KeyChange{Name: &name}); !fault.Is(err, fault.Conflict) {
		t.Errorf("after it was revoked: %v", err)
	}
	if _, _, _, err := ledger.Rotate(t.Context(), l, k.ID, 0, operator, noon); !fault.Is(err, fault.Conflict) {
		t.Errorf("rotating a revoked key: %v", err)
	}
	secret := access.NewToken(false).Reveal()
	for _, none := range []string{"", "key_0123456789abcdef", secret, "key_\x00123456789abcde"} {
		if _, err := ledger.Revoke(t.Context(), l, none, operator, noon); !fault.Is(err, fault.NotFound) || strings.Contains(err.Error(), secret) {
			t.Errorf("revoking %q: %v", none, err)
		}
	}
}

func TestAReplacedKeyWorksOnForItsOverlap(t *testing.T) {
	l := ledger.NewMemory()
	read := access.Scopes(access.Read)
	old, _, token, err := ledger.Issue(t.Context(), l, ledger.Order{Account: "acme", Plan: "writer", Name: "n", Scopes: &read, Sandbox: true}, operator, noon)
	if err != nil {
		t.Fatal(err)
	}
	fresh, _, freshToken, err := ledger.Rotate(t.Context(), l, old.ID, 2*time.Hour, operator, noon)
	if err != nil || fresh.ID == old.ID || fresh.Name != "n" || fresh.Scopes != read || !fresh.Sandbox || !freshToken.Sandbox() {
		t.Fatalf("%+v, %v", fresh, err)
	}
	for after, want := range map[time.Duration]bool{0: true, 119 * time.Minute: true, 2 * time.Hour: false} {
		found, _, err := l.FindKey(t.Context(), token.Hash())
		if err != nil || found.Good(noon.Add(after)) != want {
			t.Errorf("after %v the old key is good: %v, %v, want %v", after, !want, err, want)
		}
		if found, _, err = l.FindKey(t.Context(), freshToken.Hash()); err != nil || !found.Good(noon.Add(after)) {
			t.Errorf("after %v the new key is not good (%v)", after, err)
		}
	}
	for _, bad := range []time.Duration{-time.Second, ledger.MaxOverlap + 1} {
		if _, _, _, err := ledger.Rotate(t.Context(), l, old.ID, bad, operator, noon); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("an overlap of %v: %v", bad, err)
		}
	}
	if _, _, _, err := ledger.Rotate(t.Context(), l, old.ID, 0, operator, noon.Add(3*time.Hour)); !fault.Is(err, fault.Conflict) {
		t.Errorf("rotating an expired key: %v", err)
	}
}

// Whatever is done to keys is in the audit log, and no key is.
func TestWhatIsDoneToKeysIsRecorded(t *testing.T) {
	l := ledger.NewMemory()
	k, _, token, err := ledger.Issue(t.Context(), l, ledger.Order{Account: "acme", Plan: "writer", Name: "n"}, operator, noon)
	if err != nil {
		t.Fatal(err)
	}
	name := "m"
	ledger.Change(t.Context(), l, k.ID, ledger.KeyChange{Name: &name}, operator, noon)
	fresh, _, freshToken, _ := ledger.Rotate(t.Context(), l, k.ID, time.Hour, operator, noon)
	ledger.Revoke(t.Context(), l, k.ID, operator, noon)
	_, own, _ := ledger.IssueOwn(t.Context(), l, "acme", "o", k.Scopes, operator, noon)
	events, err := l.Audit(t.Context(), ledger.AuditQuery{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var told []ledger.Action
	for _, e := range events {
		told = append([]ledger.Action{e.Action}, told...)
		if e.Actor != "cli:ida" || e.From != "local" || e.Account != "acme" || e.Target == "" || !e.At.Equal(noon) {
			t.Errorf("%+v does not say who, what, when and from where", e)
		}
		for _, secret := range []access.Token{token, freshToken, own} {
			if strings.Contains(e.Detail+e.Target, secret.Reveal()[9:30]) {
				t.Errorf("%+v holds a key", e)
			}
		}
		if e.Action == ledger.KeyRotated && !strings.Contains(e.Detail, fresh.ID) {
			t.Errorf("%+v does not name the new key", e)
		}
	}
	want := []ledger.Action{ledger.AccountCreated, ledger.KeyCreated, ledger.KeyChanged, ledger.KeyRotated, ledger.KeyRevoked, ledger.KeySelfGenerated}
	if len(told) != len(want) {
		t.Fatalf("the log tells %v, want %v", told, want)
	}
	for i := range want {
		if told[i] != want[i] {
			t.Errorf("the log tells %v, want %v", told, want)
		}
	}
}
