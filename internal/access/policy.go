package access

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Unlimited is the budget of a plan without one.
const Unlimited = math.MaxInt32

// Policy is an operator's own table of plans: how many requests a day each has, and
// which plan may use which operation. A nil Policy is the interface's table, and all
// methods take one. It is immutable and safe for concurrent use.
type Policy struct {
	daily   [len(plans)]int
	keyless int
	share   float64         // of the catalogue, from 0 to 1
	reach   map[string]Plan // by Need.Name; others as Needs says
}

// published returns the interface's own table (REQ ).
func published() *Policy {
	p := &Policy{keyless: KeylessDaily, share: KeylessShare}
	for plan := range plans {
		p.daily[plan] = plans[plan].daily
	}
	return p
}

// ReadPolicy reads a policy from JSON of at most 1 MiB. What it does not name stays as
// in the interface's own table:
//
//	{"daily": {"writer": 100, "studio": null}, "keyless_daily": 10, "keyless_share": 0.05, "reach": {"atlas": "writer"}}
//
// A budget is a whole number from 0 to 1,000,000,000, or null for no limit. keyless_share is a
// number from 0 to 1; 1 lets everybody have all films. reach maps
// the name of an entry of Needs to the lowest plan that may use it. An unknown name is
// an error that lists those there are.
func ReadPolicy(r io.Reader) (*Policy, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	var given struct {
		Daily   map[string]*int `json:"daily"`
		Keyless *int            `json:"keyless_daily"`
		Share   *float64        `json:"keyless_share"`
		Reach   map[string]Plan `json:"reach"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&given); err != nil {
		return nil, fmt.Errorf("plans: %w; want {\"daily\": {PLAN: NUMBER or null}, \"keyless_daily\": NUMBER, \"keyless_share\": NUMBER, \"reach\": {OPERATION: PLAN}}", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("plans: want one JSON object and nothing after it")
	}
	p := published()
	for _, name := range slices.Sorted(maps.Keys(given.Daily)) {
		plan, err := ParsePlan(name)
		if err != nil {
			return nil, fmt.Errorf("plans: daily: %q is no plan: want %s", name, planNames())
		}
		if p.daily[plan], err = budget(given.Daily[name]); err != nil {
			return nil, fmt.Errorf("plans: daily: %s: %w", name, err)
		}
	}
	if given.Keyless != nil {
		if p.keyless, err = budget(given.Keyless); err != nil {
			return nil, fmt.Errorf("plans: keyless_daily: %w", err)
		}
	}
	if given.Share != nil {
		if p.share = *given.Share; p.share < 0 || p.share > 1 {
			return nil, errors.New("plans: keyless_share: want a number from 0 to 1, or 1 for no limit")
		}
	}
	known := needNames()
	for _, name := range slices.Sorted(maps.Keys(given.Reach)) {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("plans: reach: %q is no operation: want %s", name, strings.Join(known, ", "))
		}
	}
	p.reach = given.Reach
	return p, nil
}

func budget(n *int) (int, error) {
	switch {
	case n == nil:
		return Unlimited, nil
	case *n < 0 || *n > 1_000_000_000:
		return 0, errors.New("want a whole number from 0 to 1,000,000,000, or null for no limit")
	}
	return *n, nil
}

// Daily returns how many units a UTC day an account of the plan may spend, or
// Unlimited.
func (p *Policy) Daily(plan Plan) int {
	if p == nil {
		return plan.Daily()
	}
	return p.daily[plan]
}

// KeylessDaily returns how many units a UTC day one address may spend without a key, or
// Unlimited.
func (p *Policy) KeylessDaily() int {
	if p == nil {
		return KeylessDaily
	}
	return p.keyless
}

// Need returns what an operation needs under the policy.
func (p *Policy) Need(n Need) Need {
	if p == nil {
		return n
	}
	if plan, ok := p.reach[n.Name]; ok {
		n.Plan = plan
	}
	return n
}

// Needs returns what each operation needs that a Policy may change, in the order of the table
// Needs.
func (p *Policy) Needs() []Need {
	var all []Need
	table := reflect.ValueOf(Needs)
	for i := range table.NumField() {
		if n := table.Field(i).Interface().(Need); n.Name != "" {
			all = append(all, p.Need(n))
		}
	}
	return all
}
