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

// REQ F2-130: who can step up is signed in, lacks the scope, and has a plan that includes the operation.
func TestWhoCanStepUp(t *testing.T) {
	signedIn := Caller{Mode: SignedIn, Account: "acc_1", Plan: Studio, Scopes: Scopes(Read)}
	change := func(how func(*Caller)) Caller { c := signedIn; how(&c); return c }
	for what, c := range map[string]struct {
		caller Caller
		need   Need
		ok     bool
	}{
		"studio without ai":  {signedIn, Needs.AI, true},
		"studio with ai":     {change(func(c *Caller) { c.Scopes = Grantable }), Needs.AI, false},
		"what needs read":    {signedIn, Needs.Films, false},
		"a producer":         {change(func(c *Caller) { c.Plan = Producer }), Needs.AI, false},
		"free, in the pool":  {change(func(c *Caller) { c.Plan = Free; *c = c.InPool() }), Needs.AI, false},
		"with a key":         {change(func(c *Caller) { c.Mode = WithKey }), Needs.AI, false},
		"nobody":             {Caller{}, Needs.AI, false},
		"on the site":        {change(func(c *Caller) { c.OnSite = true }), Needs.AI, false},
		"the admin scope":    {change(func(c *Caller) { c.Plan = Operator }), Need{Scope: Admin}, false},
		"a grant of nothing": {change(func(c *Caller) { c.Scopes = 0 }), Needs.Films, true},
	} {
		if scopes, ok := c.caller.StepUp(c.need); ok != c.ok || ok && (!scopes.Has(Read) || !scopes.Has(c.need.Scope)) {
			t.Errorf("%s: %v, %s", what, ok, scopes)
		}
	}
}
