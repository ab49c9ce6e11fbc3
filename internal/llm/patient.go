package llm

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// Patience is how a model is asked that may be slow, busy or away. What is 0 is
// as UsualPatience says.
type Patience struct {
	// Try is how long one try may take.
	Try time.Duration
	// Budget is how long all tries may take, with the waits between them and the
	// wait for a free place. When the caller has less time, it shrinks to end before
	// theirs does.
	Budget time.Duration
	// Tries is how often a model is asked that is busy or away.
	Tries int
	// Pause is the wait after the first failed try. It doubles with each.
	Pause time.Duration
	// AtWork is how many questions are with the model at a time.
	AtWork int
}

// UsualPatience fits a caller who has thirty seconds. One slow try may take
// nearly all of it; what fails fast is tried again.
func UsualPatience() Patience {
	return Patience{Try: 25 * time.Second, Budget: 27 * time.Second, Tries: 3, Pause: 500 * time.Millisecond, AtWork: 4}
}

// margin is what is left of the caller's time when a model is given up.
const margin = time.Second

// Patient is a model that asks m with patience, and whose structured answers hold
// to their schema: an answer that does not is asked for once more, with a note
// that says which rule was broken. The note is ours alone: neither the broken
// answer nor anything in it is sent back.
func Patient(m Model, p Patience) Model {
	usual := UsualPatience()
	p = Patience{
		Try:    cmp.Or(max(p.Try, 0), usual.Try),
		Budget: cmp.Or(max(p.Budget, 0), usual.Budget),
		Tries:  cmp.Or(max(p.Tries, 0), usual.Tries),
		Pause:  cmp.Or(max(p.Pause, 0), usual.Pause),
		AtWork: cmp.Or(max(p.AtWork, 0), usual.AtWork),
	}
	return &patient{model: m, Patience: p, places: make(chan struct{}, p.AtWork)}
}

type patient struct {
	Patience
	model  Model
	places chan struct{}
}

// Name is that of the model.
func (p *patient) Name() Name { return p.model.Name() }

// Answer asks until there is a good answer, or no hope or time for one.
func (p *patient) Answer(caller context.Context, q Question) (Answer, error) {
	form, err := formOf(q)
	if err != nil {
		return Answer{}, err
	}
	ctx, cancel := context.WithDeadline(caller, p.until(caller))
	defer cancel()
	mended := false
	for failed := 0; ; {
		a, err := p.try(ctx, q)
		if err == nil {
			a, err = form.check(a)
		}
		switch {
		case err == nil:
			return a, nil
		case caller.Err() != nil:
			return Answer{}, caller.Err()
		case errors.Is(err, ErrMalformed) && !mended:
			mended = true
			q.System = form.note(q.System, err)
			continue
		case errors.Is(err, ErrBusy), errors.Is(err, ErrUnavailable):
		default:
			return Answer{}, err
		}
		failed++
		if failed >= p.Tries || !p.rest(ctx, failed, err) {
			return Answer{}, err
		}
	}
}

// until is when the budget ends.
func (p *patient) until(caller context.Context) time.Time {
	end := time.Now().Add(p.Budget)
	if theirs, ok := caller.Deadline(); ok && theirs.Add(-margin).Before(end) {
		return theirs.Add(-margin)
	}
	return end
}

// try asks once.
func (p *patient) try(ctx context.Context, q Question) (Answer, error) {
	select {
	case p.places <- struct{}{}:
		defer func() { <-p.places }()
	case <-ctx.Done():
		return Answer{}, Fail(ErrBusy, "%d questions are with it already", cap(p.places))
	}
	limited, cancel := context.WithTimeout(ctx, p.Try)
	defer cancel()
	a, err := p.model.Answer(limited, q)
	if err != nil && limited.Err() != nil && !isFailure(err) {
		return Answer{}, Fail(ErrUnavailable, "no answer in time")
	}
	return a, err
}

func isFailure(err error) bool {
	var f *Failure
	return errors.As(err, &f)
}

// rest waits before the next try and says whether there is time for one.
func (p *patient) rest(ctx context.Context, failed int, err error) bool {
	// Between half and all of it, so that many callers do not come back at once.
	wait := p.Pause << (failed - 1)
	wait = wait/2 + rand.N(wait/2+1)
	if f := (*Failure)(nil); errors.As(err, &f) && f.After > wait {
		wait = f.After
	}
	if end, _ := ctx.Deadline(); time.Now().Add(wait).After(end) {
		return false // without waiting: the caller learns it at once
	}
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}
