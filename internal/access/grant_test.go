package access

import (
	"net/netip"
	"testing"

	"kinodex/internal/fault"
)

// REQ A-15: whatever anybody may do without a key, a Free account may do when
// it is signed in, from the same pool.
func TestSigningInTakesNothingAway(t *testing.T) {
	home := netip.MustParseAddr("192.0.2.1")
	keyless := KeylessCaller(home)
	free := Caller{Mode: SignedIn, Account: "acc_1", Plan: Free, Scopes: Free.DefaultScopes(), Address: home}.InPool()
	if free.Meter() != keyless.Meter() || free.Daily() != 25 || free.Plan != Free || free.Mode.String() != "signed_in" {
		t.Errorf("%+v spends %d from %s", free, free.Daily(), free.Meter())
	}
	for _, need := range []Need{Needs.Films, Needs.Film, Needs.Search, Needs.Scripts, Needs.Analyze, Needs.Predict, Needs.Similar,
		Needs.Suggest, Needs.Guides, Needs.People, Needs.Stats, Needs.Status} {
		if keyless.Allow(need) == nil && free.Allow(need) != nil {
			t.Errorf("%+v: %v", need, free.Allow(need))
		}
	}
	for kind, need := range map[fault.Kind]Need{
		fault.ScopeNotAllowed:  Needs.AI,
		fault.TierNotAllowed:   Needs.Recommend,
		fault.SandboxForbidden: {Scope: Read, Plan: Writer, NoSandbox: true},
	} {
		if err := free.Allow(need); !fault.Is(err, kind) {
			t.Errorf("%+v: %v, want %s", need, err, kind)
		}
	}
}

// A plan's own budget is not the pool's.
func TestAPlanAboveFreeHasItsOwnBudget(t *testing.T) {
	for _, p := range Plans() {
		c := Caller{Mode: SignedIn, Account: "acc_1", Plan: p, Scopes: Grantable}
		if c.Meter() != "account:acc_1" || c.Daily() != p.Daily() || p.Keys() == (p == Free) {
			t.Errorf("%s: %d from %s", p, c.Daily(), c.Meter())
		}
	}
	if Grantable.Has(Admin) {
		t.Error("a sign-in may give the admin scope")
	}
}
