package identity

import (
	"context"
	"time"

	"kinodex/internal/access"
)

// Visit is one caller's questions about accounts: the caller's own, and for the admin scope
// those of everybody. Its gate lets each of them in. It is used by one goroutine.
type Visit struct {
	authority *Authority
	caller    access.Caller
	gate      Gate
	now       time.Time // when the last question was let in
}

// Gate is where questions are let in and paid for. It is the same for questions of all kinds,
// so it is handed in by who answers the others.
type Gate struct {
	// Enter returns when a question was let in. It returns a fault instead when the caller may
	// not ask it, by need, when it is not sensible, by check, or when the caller cannot afford
	// it.
	Enter func(ctx context.Context, need access.Need, check func() error) (time.Time, error)
	// Refund takes back what the questions cost.
	Refund func(ctx context.Context) error
}

// Visit returns the questions of a caller, who is let in by a gate.
func (a *Authority) Visit(c access.Caller, g Gate) *Visit {
	return &Visit{authority: a, caller: c, gate: g}
}

// enter is the gate of every question.
func (v *Visit) enter(ctx context.Context, need access.Need, check func() error) (err error) {
	v.now, err = v.gate.Enter(ctx, need, check)
	return err
}

// nothingToCheck is the check of questions that are always sensible.
func nothingToCheck() error { return nil }
