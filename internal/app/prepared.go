package app

import (
	"context"

	"kinodex/internal/access"
)

// Prepared is a question that was put and is not answered yet. Answer answers it.
// A dialect that may have the answer already, or whose client has it, takes the
// steps before one by one: Admit, then Charge. A step that was not taken when a
// later one is called is taken then, so that no order of calls avoids one. A step
// that failed is final: the question must not be asked again.
//
// A Prepared belongs to its visit and is used once, by one goroutine.
type Prepared[A any] struct {
	visit *Visit
	need  access.Need
	check func() error
	find  func(ctx context.Context) (A, error)
	taken step
}

// step is how far a prepared question has come.
type step uint8

const (
	asked step = iota
	admitted
	charged
)

// Admit returns nil when the caller may ask the question and the question makes sense. It
// spends nothing. Otherwise it returns the fault of Visit.Allow or of the question's check.
func (p *Prepared[A]) Admit() error {
	if p.taken >= admitted {
		return nil
	}
	if err := p.visit.admit(p.need, p.check); err != nil {
		return err
	}
	p.taken = admitted
	return nil
}

// Charge spends what the question costs from the caller's budget, once, or returns a fault of
// kind QuotaExceeded or RateLimited. Visit.Refund gives it back.
func (p *Prepared[A]) Charge(ctx context.Context) error {
	if p.taken >= charged {
		return nil
	}
	if err := p.Admit(); err != nil {
		return err
	}
	if err := p.visit.charge(ctx, p.need); err != nil {
		return err
	}
	p.taken = charged
	return nil
}

// Answer charges the question if that was not done, runs it and returns the answer, which is
// valid until the visit is closed.
func (p Prepared[A]) Answer(ctx context.Context) (answer A, err error) {
	if err := p.Charge(ctx); err != nil {
		return answer, err
	}
	return p.find(ctx)
}
