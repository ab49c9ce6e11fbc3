// Package access has the rules of authorization and of budgets: plans, scopes,
// callers, what an operation needs of its caller, and the bill of a request. It also
// has the forms of keys and other tokens, password hashing, and the redaction of
// secrets in logs.
//
// The rules are pure: they read no clock, no store and no request. The package
// imports fault only. Start reading at Plan, then Caller.Allow, then Needs.
package access

import (
	"fmt"
	"strings"

	"kinodex/internal/fault"
)

// Plan is what an account pays for. The interface calls it "tier". Plans are ordered:
// each may do all that the ones before it may.
type Plan uint8

// The plans, from the least to the most.
const (
	Free Plan = iota
	Writer
	Producer
	Studio
	// Operator is for those who run the service: it may use everything, without a
	// limit. The published interface does not have it.
	Operator
)

// plans is the interface's table of what each plan has (REQ ). A
// Policy may change daily.
var plans = [...]struct {
	name   string
	daily  int    // requests a UTC day
	price  int    // US dollars a month
	keys   bool   // whether keys of the account may be used at all
	scopes Scopes // scopes a key gets unless told otherwise
}{
	Free:     {"free", 1, 0, false, Scopes(Read)},
	Writer:   {"writer", 10, 9, true, Scopes(Read | Write)},
	Producer: {"producer", 200, 99, true, Scopes(Read | Write)},
	Studio:   {"studio", 10_000, 999, true, Scopes(Read | Write | AI)},
	Operator: {"operator", Unlimited, 0, true, Scopes(Read | Write | AI)},
}

// KeylessDaily is how many requests a UTC day one address may make without a key, all
// surfaces together (REQ ).
const KeylessDaily = 25

// Plans returns all plans, from the least to the most.
func Plans() []Plan { return []Plan{Free, Writer, Producer, Studio, Operator} }

// planNames returns the names of all plans, joined by commas.
func planNames() string {
	names := make([]string, len(plans))
	for p := range plans {
		names[p] = plans[p].name
	}
	return strings.Join(names, ", ")
}

// String returns the plan's name: free, writer, producer, studio, operator.
func (p Plan) String() string {
	if int(p) >= len(plans) {
		return fmt.Sprintf("plan %d", uint8(p))
	}
	return plans[p].name
}

// Daily returns how many requests a UTC day an account of the plan may make by the
// interface's own table, or Unlimited.
func (p Plan) Daily() int { return plans[p].daily }

// Price returns what the plan costs, in US dollars a month.
func (p Plan) Price() int { return plans[p].price }

// DefaultScopes returns the scopes of a new key of the plan.
func (p Plan) DefaultScopes() Scopes { return plans[p].scopes }

// ParsePlan reads a plan's name, in any case.
func ParsePlan(s string) (Plan, error) {
	for p := range plans {
		if strings.EqualFold(s, plans[p].name) {
			return Plan(p), nil
		}
	}
	return 0, fault.Param("tier", "one of "+planNames())
}

// MarshalText returns String.
func (p Plan) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText is ParsePlan for decoders.
func (p *Plan) UnmarshalText(b []byte) (err error) {
	*p, err = ParsePlan(string(b))
	return err
}
