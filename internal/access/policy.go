package access

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
)

// Unlimited is the budget of a plan without one.
const Unlimited = math.MaxInt32

// Policy says what plans are worth on one service: how many requests a day each
// may make, and which plan reaches which operations. A nil Policy is the
// interface's own table. It does not change once it is made.
type Policy struct {
	daily   [len(plans)]int
	keyless int
	reach   map[string]Plan // by Need.Name; others as Needs says
}

// published is the interface's own table (TRACE ).
func published() *Policy {
	p := &Policy{keyless: KeylessDaily}
	for plan := range plans {
		p.daily[plan] = plans[plan].daily
	}
	return p
}

// ReadPolicy reads a policy from JSON. What it does not name is as in the
// interface's own table:
//
//	{"daily": {"writer": 100, "studio": null}, "keyless_daily": 10, "reach": {"atlas": "writer"}}
//
// A budget is a whole number from 0 on, or null for no limit. Reach names an entry
// of Needs and the least plan that may. A name that does not exist is an error
// that lists those that do.
func ReadPolicy(r io.Reader) (*Policy, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	var given struct {
		Daily   map[string]*int `json:"daily"`
		Keyless *int            `json:"keyless_daily"`
		Reach   map[string]Plan `json:"reach"`
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&given); err != nil {
		return nil, fmt.Errorf("plans: %w; want {\"daily\": {PLAN: NUMBER or null}, \"keyless_daily\": NUMBER, \"reach\": {OPERATION: PLAN}}", err)
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

// Daily is how many requests a UTC day an account of the plan may make, or
// Unlimited.
func (p *Policy) Daily(plan Plan) int {
	if p == nil {
		return plan.Daily()
	}
	return p.daily[plan]
}

// KeylessDaily is how many one address may make without a key.
func (p *Policy) KeylessDaily() int {
	if p == nil {
		return KeylessDaily
	}
	return p.keyless
}

// need is what an operation needs under the policy.
func (p *Policy) need(n Need) Need {
	if p == nil {
		return n
	}
	if plan, ok := p.reach[n.Name]; ok {
		n.Plan = plan
	}
	return n
}
