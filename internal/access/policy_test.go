package access

import (
	"net/netip"
	"os"
	"strings"
	"testing"

	"kinodex/internal/fault"
)

// REQ: without a policy the interface's own table holds, and a
// policy changes what it names and nothing else.
func TestAPolicyChangesWhatItNames(t *testing.T) {
	p, err := ReadPolicy(strings.NewReader(`{"daily":{"writer":100,"studio":null,"free":0},"keyless_daily":5,"reach":{"atlas":"writer","films":"studio"}}`))
	if err != nil {
		t.Fatal(err)
	}
	for plan, want := range map[Plan][2]int{
		Free: {1, 0}, Writer: {10, 100}, Producer: {200, 200}, Studio: {10_000, Unlimited}, Operator: {Unlimited, Unlimited},
	} {
		c := Caller{Mode: WithKey, Account: "acc_1", Plan: plan, Scopes: Scopes(Read)}
		if got := c.Daily(); got != want[0] {
			t.Errorf("%s without a policy: %d, want %d", plan, got, want[0])
		}
		c.Policy = p
		if got := c.Daily(); got != want[1] {
			t.Errorf("%s: %d, want %d", plan, got, want[1])
		}
	}
	writer := Caller{Mode: WithKey, Plan: Writer, Scopes: Scopes(Read)}
	governed := writer
	governed.Policy = p
	if !fault.Is(writer.Allow(Needs.Atlas), fault.TierNotAllowed) || governed.Allow(Needs.Atlas) != nil {
		t.Error("the atlas is not opened to writers by the policy alone")
	}
	if writer.Allow(Needs.Films) != nil || !fault.Is(governed.Allow(Needs.Films), fault.TierNotAllowed) {
		t.Error("films are not closed to writers by the policy alone")
	}
	if governed.Allow(Needs.Search) != nil {
		t.Error("what the policy does not name changed")
	}
	keyless := KeylessCaller(netip.MustParseAddr("192.0.2.1"))
	keyless.Policy = p
	if keyless.Daily() != 5 {
		t.Errorf("without a key: %d", keyless.Daily())
	}
}

// What all without a key may take together is a share of the films, which may be all or none.
func TestAPolicySharesTheCatalogue(t *testing.T) {
	for given, want := range map[string]int{
		`{}`: 15_316, `{"keyless_share":0.05}`: 7_658, `{"keyless_share":0.001}`: LeastShare, `{"keyless_share":0}`: 0, `{"keyless_share":1}`: Unlimited,
	} {
		p, err := ReadPolicy(strings.NewReader(given))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Share(153_168); got != want {
			t.Errorf("%s: %d films, want %d", given, got, want)
		}
	}
	if got := (*Policy)(nil).Share(153_168); got != 15_316 {
		t.Errorf("without a policy: %d films", got)
	}
}

// Somebody's many addresses are one neighbourhood.
func TestNeighbourhoods(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.0/24", "::ffff:192.0.2.9": "192.0.2.0/24", "2001:db8:1:2::7": "2001:db8:1::/48", "2001:db8:1:ffff::1": "2001:db8:1::/48",
	} {
		if got := Neighbourhood(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
	if got := Neighbourhood(netip.Addr{}); got != "unknown" {
		t.Errorf("no address: %s", got)
	}
}

// What is misspelt or out of range is said, with what would be right.
func TestAPolicyThatMakesNoSenseIsRefused(t *testing.T) {
	for given, says := range map[string]string{
		`{"daily":{"writers":1}}`:             "free, writer, producer, studio, operator",
		`{"daily":{"writer":-1}}`:             "from 0",
		`{"daily":{"writer":1.5}}`:            "daily",
		`{"daily":{"writer":"many"}}`:         "daily",
		`{"keyless_daily":-2}`:                "keyless_daily",
		`{"keyless_share":1.5}`:               "from 0 to 1",
		`{"keyless_share":-0.1}`:              "from 0 to 1",
		`{"reach":{"atlass":"writer"}}`:       "atlas, snapshot",
		`{"reach":{"atlas":"gold"}}`:          "tier must be",
		`{"budget":{}}`:                       "budget",
		`{"daily":{}} {}`:                     "one JSON object",
		`[]`:                                  "want {",
		``:                                    "want {",
		`{"reach":{"administer":"producer"}}`: "administer",
	} {
		if _, err := ReadPolicy(strings.NewReader(given)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want it to say %q", given, err, says)
		}
	}
}

func TestTheDocsNameEveryOperationOfAPolicy(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := "lowest plan that includes an operation: " + strings.Join(needNames(), ", ") + "."; !strings.Contains(string(text), want) {
		t.Errorf("docs/operations.md does not say %q", want)
	}
}
