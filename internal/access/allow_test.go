package access

import (
	"net/netip"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

func key(p Plan, scopes ...Scope) Caller {
	c := Caller{Mode: WithKey, Account: "acc_1", Plan: p}
	for _, s := range scopes {
		c.Scopes |= Scopes(s)
	}
	return c
}

func inSandbox(c Caller) Caller {
	c.Sandbox = true
	return c
}

// REQ, K-01, K-03, M-12
func TestAllowRefusesWithWhatIsNeeded(t *testing.T) {
	keyless := KeylessCaller(netip.MustParseAddr("192.0.2.1"))
	ai := Need{Scope: AI, Plan: Studio, Cost: 1, NoSandbox: true}
	keys := Needs.Administer
	for _, c := range []struct {
		name   string
		caller Caller
		need   Need
		kind   fault.Kind // "" is allowed
		says   string
	}{
		{"nobody", Caller{}, Needs.Films, fault.MissingKey, "X-API-Key"},
		{"nobody, something free", Caller{}, Needs.Status, fault.MissingKey, "key parameter"},
		{"a writer lists films", key(Writer, Read), Needs.Films, "", ""},
		{"a writer reads a film", key(Writer, Read), Needs.Film, "", ""},
		{"a writer streams", key(Writer, Read), Needs.Stream, fault.TierNotAllowed, "producer"},
		{"a producer streams", key(Producer, Read), Needs.Stream, "", ""},
		{"a studio streams", key(Studio, Read), Needs.Stream, "", ""},
		{"a free key lists films", key(Free, Read), Needs.Films, fault.TierNotAllowed, "writer"},
		{"a free key asks for its status", key(Free, Read), Needs.Status, fault.TierNotAllowed, "writer"},
		{"a signed-in free account asks for its status", Caller{Mode: SignedIn, Plan: Free}, Needs.Status, "", ""},
		{"a key without read lists films", key(Studio, Write), Needs.Films, fault.ScopeNotAllowed, "read"},
		{"scope is told before plan", key(Writer, Read), ai, fault.ScopeNotAllowed, "ai"},
		{"ai scope without the plan", key(Producer, Read, AI), ai, fault.TierNotAllowed, "studio"},
		{"ai scope and plan", key(Studio, Read, AI), ai, "", ""},
		{"ai in the sandbox", inSandbox(key(Studio, Read, AI)), ai, fault.SandboxForbidden, "sandbox"},
		{"admin without the scope", key(Studio, Read, Write, AI), keys, fault.ScopeNotAllowed, "admin"},
		{"admin in the sandbox", inSandbox(key(Studio, Admin)), keys, fault.SandboxForbidden, "sandbox"},
		{"a writer's admin key", key(Writer, Admin), keys, "", ""},
		{"a free account's admin key", key(Free, Admin), keys, fault.TierNotAllowed, "writer"},
		{"a producer makes a key", key(Producer, Read, Write), Needs.SelfGenerate, "", ""},
		{"a studio makes a key", key(Studio, Read, Write), Needs.SelfGenerate, "", ""},
		{"a writer makes a key", key(Writer, Read, Write), Needs.SelfGenerate, fault.TierNotAllowed, "producer"},
		{"a key that only reads makes a key", key(Studio, Read), Needs.SelfGenerate, fault.ScopeNotAllowed, "write"},
		{"a sandbox key makes a key", inSandbox(key(Studio, Read, Write)), Needs.SelfGenerate, fault.SandboxForbidden, "sandbox"},
		{"keyless makes a key", keyless, Needs.SelfGenerate, fault.ScopeNotAllowed, "write"},
		{"a sandbox key lists films", inSandbox(key(Writer, Read)), Needs.Films, "", ""},
		{"a sandbox key streams", inSandbox(key(Producer, Read)), Needs.Stream, fault.SandboxForbidden, "live key"},
		{"keyless lists films", keyless, Needs.Films, "", ""},
		{"keyless streams", keyless, Needs.Stream, fault.SandboxForbidden, "producer"},
		{"keyless uses AI", keyless, ai, fault.ScopeNotAllowed, "ai"},
		{"keyless wants what producers have", keyless, Need{Scope: Read, Plan: Producer}, fault.TierNotAllowed, "producer"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := c.caller.Allow(c.need)
			if c.kind == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if !fault.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want a fault of kind %s that says %q", err, c.kind, c.says)
			}
		})
	}
}

// Whatever a plan may, a higher one may too; whatever a set of scopes may, a
// larger one may too.
func TestMoreIsNeverLess(t *testing.T) {
	for _, need := range []Need{Needs.Films, Needs.Film, Needs.Batch, Needs.Stream, Needs.Status, Needs.SelfGenerate, Needs.Administer, {Scope: AI, Plan: Studio}} {
		for scopes := Scopes(0); scopes < 16; scopes++ {
			for _, p := range Plans() {
				if (Caller{Mode: WithKey, Plan: p, Scopes: scopes}).Allow(need) != nil {
					continue
				}
				for _, more := range Plans()[p:] {
					for extra := Scopes(0); extra < 16; extra++ {
						if err := (Caller{Mode: WithKey, Plan: more, Scopes: scopes | extra}).Allow(need); err != nil {
							t.Errorf("%v: %v %v may, %v %v may not: %v", need, p, scopes, more, scopes|extra, err)
						}
					}
				}
			}
		}
	}
}

// REQ
func TestDailyBudgets(t *testing.T) {
	for caller, want := range map[Caller]int{
		key(Free): 1, key(Writer): 10, key(Producer): 200, key(Studio): 10_000,
		KeylessCaller(netip.Addr{}): 25, {}: 0,
	} {
		if got := caller.Daily(); got != want {
			t.Errorf("%v may ask %d times a day, want %d", caller, got, want)
		}
	}
}

// REQ
func TestWhoSharesABudget(t *testing.T) {
	from := func(s string) Caller { return KeylessCaller(netip.MustParseAddr(s)) }
	one, other := key(Writer, Read), key(Writer, Write)
	one.Key, other.Key = "key_1", "key_2"
	stranger := key(Writer, Read)
	stranger.Account = "acc_2"
	for _, c := range []struct {
		name string
		a, b Caller
		same bool
	}{
		{"two keys of an account", one, other, true},
		{"keys of two accounts", one, stranger, false},
		{"an IPv4 address twice", from("192.0.2.1"), from("192.0.2.1"), true},
		{"an IPv4 address, mapped", from("192.0.2.1"), from("::ffff:192.0.2.1"), true},
		{"two IPv4 addresses", from("192.0.2.1"), from("192.0.2.2"), false},
		{"two IPv6 addresses of a /64", from("2001:db8:1:2::1"), from("2001:db8:1:2:ffff::9"), true},
		{"two IPv6 addresses of neighbouring /64s", from("2001:db8:1:2::1"), from("2001:db8:1:3::1"), false},
		{"an IPv6 address with and without a zone", from("fe80::1%eth0"), from("fe80::1"), true},
		{"two unknown addresses", KeylessCaller(netip.Addr{}), KeylessCaller(netip.Addr{}), true},
		{"an account and an address", one, from("192.0.2.1"), false},
	} {
		if got := c.a.Meter() == c.b.Meter(); got != c.same {
			t.Errorf("%s: meters %q and %q", c.name, c.a.Meter(), c.b.Meter())
		}
	}
	for name, c := range map[string]Caller{"a sandbox key": inSandbox(one), "nobody": {}} {
		if c.Meter() != "" {
			t.Errorf("%s spends from %q", name, c.Meter())
		}
	}
}
