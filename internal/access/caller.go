package access

import (
	"net/netip"

	"kinodex/internal/fault"
)

// Mode is how a caller authenticated.
type Mode uint8

// The modes. A caller in mode Nobody is refused everything.
const (
	Nobody   Mode = iota
	Keyless       // an address, read-only, in the sandbox (REQ A-11)
	SignedIn      // an account, through its web session or a sign-in token
	WithKey       // an account, through one of its keys
)

// String returns the mode as account status spells it (REQ M-33).
func (m Mode) String() string {
	return [...]string{"nobody", "sandbox", "signed_in", "api_key"}[m]
}

// Caller is who asks, as authentication found out. It is a value: copies may be
// changed. The zero Caller is nobody, and is refused everything.
type Caller struct {
	Mode    Mode
	Account string // ledger id; empty for a keyless caller
	Key     string // ledger id of the key, never the key; empty without one
	Plan    Plan
	Scopes  Scopes
	// Sandbox callers use no quota of their account and may not take data out
	// in bulk, use AI or manage keys (REQ ).
	Sandbox bool
	// Pooled is set for an account whose plan does not include the surface it asks
	// at. It has there what its address has without a key (see InPool).
	Pooled bool
	// OnSite is set for a caller who reads pages in a browser: what is open there (see
	// Need) costs nothing and is bounded by SitePages and SiteFilms instead.
	OnSite bool
	// AsData is set for a page that is wanted as data, for programs.
	AsData bool
	// Address is where the caller asks from; invalid when that is unknown.
	Address netip.Addr
	// Policy says what plans are worth; the interface's own table when nil.
	Policy *Policy
}

// PlanName returns the caller's plan as metrics label it: none for nobody, keyless
// for who spends from the pool of an address.
func (c Caller) PlanName() string {
	switch {
	case c.Mode == Nobody:
		return "none"
	case c.Stranger():
		return "keyless"
	}
	return c.Plan.String()
}

// From returns the address the caller asks from, for the audit log, or "unknown".
func (c Caller) From() string {
	if !c.Address.IsValid() {
		return "unknown"
	}
	return c.Address.String()
}

// KeylessCaller returns the caller who asks from an address without a key. It is in
// the sandbox and may read what Writer may read.
func KeylessCaller(from netip.Addr) Caller {
	return Caller{Mode: Keyless, Plan: Writer, Scopes: Scopes(Read), Sandbox: true, Address: from}
}

// SiteReader returns the caller who reads pages at an address without being signed in.
func SiteReader(from netip.Addr) Caller {
	return Caller{Mode: Keyless, Plan: Writer, Scopes: Scopes(Read), OnSite: true, Address: from}
}

// Daily returns how many units a UTC day the caller may spend, or Unlimited. A
// request costs its Need's Cost.
func (c Caller) Daily() int {
	switch {
	case c.Mode == Nobody:
		return 0
	case c.Stranger():
		return c.Policy.KeylessDaily()
	}
	return c.Policy.Daily(c.Plan)
}

// Meter returns the name of the budget the caller spends from: that of the account,
// whatever the key or surface (REQ ), or that of the address (see
// Network). It is empty when the caller spends nothing.
func (c Caller) Meter() string {
	switch {
	case c.Stranger():
		return "address:" + Network(c.Address)
	case c.Mode == Nobody || c.Sandbox:
		return ""
	}
	return "account:" + c.Account
}

// Network returns what counts as one address: an IPv4 address, or the /64 prefix of
// an IPv6 address, since one customer commonly has all of a /64 (REQ A-21). It is
// "unknown" for an invalid address, so such callers share one.
func Network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	switch {
	case !a.IsValid():
		return "unknown"
	case a.Is4():
		return a.String()
	}
	return netip.PrefixFrom(a, 64).Masked().String()
}

// Site returns the /48 prefix of an IPv6 address: the most that one customer commonly
// has, which is 65,536 networks (RFC 6177). It is empty for other addresses.
func Site(a netip.Addr) string {
	if a = a.Unmap().WithZone(""); !a.Is6() {
		return ""
	}
	return netip.PrefixFrom(a, 48).Masked().String()
}

// Need is what an operation demands of its caller. The zero Need demands that there
// is one.
type Need struct {
	Name      string // the operation's name in a Policy; empty when no Policy may change it
	Scope     Scope
	Plan      Plan // the least plan that may
	Cost      int  // units of the daily budget
	NoSandbox bool // refused in the sandbox
	Heavy     bool // uses much processor time: the sandbox bounds it by the day
	// Open is set where pages show the answer to everybody: it is knowledge that is
	// there already, and nothing is computed for who asks.
	Open bool
}

// Allow returns nil when the caller may use an operation, and otherwise a fault that
// names what is missing. It checks in this order: who asks, scope, plan, sandbox
// (REQ A-16, M-12). A keyless caller is told of the sandbox before plans, because it
// has no plan (REQ A-14). It does not look at the budget.
func (c Caller) Allow(n Need) error {
	n = c.Policy.Need(n)
	switch {
	case c.Mode == Nobody:
		return ErrMissingKey()
	case c.OnSite && n.Open:
		return nil
	case c.OnSite && c.Mode == Keyless:
		return ErrSignInFirst()
	case c.Mode == WithKey && !plans[c.Plan].keys:
		return fault.New(fault.TierNotAllowed,
			"the %s plan has no key access; this needs a key of the %s plan or higher", c.Plan, max(n.Plan, Writer))
	case !c.Scopes.Has(n.Scope) && c.OnSite && n.Scope == Admin: // a session has what the plan has
		return fault.New(fault.ScopeNotAllowed,
			"this needs an account on the %s plan; kinodex account set-plan gives it", Operator)
	case !c.Scopes.Has(n.Scope) && c.Mode == SignedIn:
		return fault.New(fault.ScopeNotAllowed,
			"this needs the %s scope; sign in again and allow it, on a plan that has it", n.Scope)
	case !c.Scopes.Has(n.Scope):
		return fault.New(fault.ScopeNotAllowed, "this needs a key with the %s scope", n.Scope)
	case c.Mode == Keyless && n.NoSandbox:
		return fault.New(fault.SandboxForbidden,
			"this is not available in the sandbox; it needs a key of the %s plan or higher", max(n.Plan, Writer))
	case c.effectivePlan() < n.Plan:
		return fault.New(fault.TierNotAllowed, "this needs the %s plan or higher", n.Plan)
	case c.Sandbox && n.NoSandbox:
		return fault.New(fault.SandboxForbidden,
			"this is not available in the sandbox; ask with a live key and without X-Sandbox")
	}
	return nil
}

// ErrMissingKey returns the fault for a caller who gave no key (REQ A-05).
func ErrMissingKey() error {
	return fault.New(fault.MissingKey,
		"an API key is required: send it in the X-API-Key header or the key parameter")
}

// ErrSignInFirst returns the fault for somebody who reads pages without being signed in
// and asks for what is computed or stored for an account.
func ErrSignInFirst() error {
	return fault.New(fault.MissingKey, "this needs an account: sign in first")
}

// ErrInvalidKey returns the fault for a key that is malformed, unknown, revoked or
// expired; it does not tell which (REQ A-06).
func ErrInvalidKey() error {
	return fault.New(fault.InvalidKey, "the API key is not valid")
}

// ErrNoSession returns the fault for a session that is malformed, unknown, ended or
// expired; it does not tell which.
func ErrNoSession() error {
	return fault.New(fault.InvalidKey, "the session has ended; sign in again")
}
