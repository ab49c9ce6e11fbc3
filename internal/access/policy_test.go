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

// What is misspelt or out of range is said, with what would be right.
func TestAPolicyThatMakesNoSenseIsRefused(t *testing.T) {
	for given, says := range map[string]string{
		`{"daily":{"writers":1}}`:             "free, writer, producer, studio, operator",
		`{"daily":{"writer":-1}}`:             "from 0",
		`{"daily":{"writer":1.5}}`:            "daily",
		`{"daily":{"writer":"many"}}`:         "daily",
		`{"keyless_daily":-2}`:                "keyless_daily",
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
	if want := "least plan for an operation: " + strings.Join(needNames(), ", ") + "."; !strings.Contains(string(text), want) {
		t.Errorf("docs/operations.md does not say %q", want)
	}
}
