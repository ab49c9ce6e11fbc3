// Package admission decides what one process takes on at once, so that a busy
// service keeps answering (REQ ):
//
//   - ConcurrencyLimiter: how many requests are worked on at once, with a queue and
//     priority classes;
//   - a rate limiter: how many requests a second one client may make;
//   - BodyBudget: how many bytes of requests' bodies are in memory at once.
//
// All three count for this process alone; the daily budget, which all replicas
// share, is app's. What they refuse is a fault of kind RateLimited when the client
// can change something about it, and of kind Overloaded when the service is full;
// either has a RetryAfter, and costs nothing.
//
// The package knows callers and no HTTP. Start reading at Control.
package admission

import (
	"context"
	"errors"
	"math"
	"runtime"
	"time"

	"kinodex/internal/access"
)

// Limits bound what one process takes on at once. The zero Limits are sensible
// ones, without a rate limit.
type Limits struct {
	// AtWork is how many metered requests are worked on at once; 0 for 64 a
	// processor, enough of them that a ledger can write many spendings down in
	// one go. A quarter is kept for the Studio plan, and at least one of two.
	AtWork int
	// Waiting is how many more may wait for their turn, 0 for 512 a processor,
	// and Patience how long, 0 for a second. Both are short, since an answer that
	// comes too late is work for nobody.
	Waiting  int
	Patience time.Duration
	// Heavy is how many answers that keep a processor busy (screenplays being
	// measured) are worked on at once, 0 for one a processor. Those that wait for
	// their turn may be 32 a processor and wait for five times Patience. One is kept
	// for the Studio plan where there are two; other accounts, and addresses without
	// a key, have one at a time.
	Heavy int
	// Bodies is how many bytes of requests' bodies may be in memory at once, being
	// read or worked on, 0 for 256 MiB. Those for which there is no more are turned
	// away. Callers without a key have at most half of it, and every client a share.
	Bodies int64
	// BodyWindow is how often a body is looked at while it comes, 0 for 5 seconds: it
	// is ended when less than 4 KiB a second arrived since.
	BodyWindow time.Duration
	// Streams is how many streams are sent at once, 0 for 8 a processor; they
	// have places of their own, since they last as long as their readers read.
	Streams int
	// PerSecond is how many metered requests a second one account, or one address
	// without a key, may make in the long run, and Burst how many at once; 0 for
	// any number, and for as many as fit in a second. Every process counts for
	// itself (REQ Q-12).
	PerSecond float64
	Burst     int
}

// How long those who are turned away are told to wait. A stream's place is free
// when another stream ends.
const (
	retryWork   = time.Second
	retryHeavy  = 5 * time.Second
	retryStream = 10 * time.Second
)

// Check returns an error unless every limit is 0 or more.
func (l Limits) Check() error {
	if l.AtWork < 0 || l.Waiting < 0 || l.Patience < 0 || l.Streams < 0 || l.Heavy < 0 || l.Bodies < 0 || l.BodyWindow < 0 || l.Burst < 0 ||
		l.PerSecond < 0 || math.IsNaN(l.PerSecond) || l.PerSecond > 1e6 {
		return errors.New("limits must be 0 or more, and a pace at most 1000000 a second")
	}
	return nil
}

// Control is what admits requests. It is safe for concurrent use, and its fields are
// not changed.
type Control struct {
	// Work, Heavy and Streams bound how many metered requests, how many of those
	// that keep a processor busy, and how many streams are answered at once.
	Work, Heavy, Streams *ConcurrencyLimiter
	// Bodies bounds the memory of requests' bodies.
	Bodies *BodyBudget

	rate *rateLimiter // nil for any rate
}

// New makes a control of the limits, which Check must have found good.
func New(l Limits) *Control {
	each := runtime.GOMAXPROCS(0)
	or := func(n, otherwise int) int {
		if n == 0 {
			return otherwise
		}
		return n
	}
	patience := l.Patience
	if patience == 0 {
		patience = time.Second
	}
	waiting := or(l.Waiting, 512*each)
	c := &Control{
		Work:    newConcurrencyLimiter(or(l.AtWork, 64*each), waiting, patience, retryWork),
		Streams: newConcurrencyLimiter(or(l.Streams, 8*each), waiting, patience, retryStream),
		Heavy:   newConcurrencyLimiter(or(l.Heavy, each), 32*each, 5*patience, retryHeavy),
		Bodies:  newBodyBudget(l.Bodies),
		rate:    newRateLimiter(l.PerSecond, or(l.Burst, max(1, int(math.Ceil(l.PerSecond))))),
	}
	c.Heavy.single = true
	return c
}

// Admit counts a request of a caller on the rate limiter and takes a place for it at
// l, for which it waits as long as l's patience allows. The place must be given back
// with Leave. The error is a fault of kind RateLimited or Overloaded, or ctx's.
func (c *Control) Admit(ctx context.Context, l *ConcurrencyLimiter, caller access.Caller) (Place, error) {
	if err := c.rate.take(caller, time.Now()); err != nil {
		return Place{}, err
	}
	by := l.requesterOf(caller)
	if err := l.enter(ctx, by); err != nil {
		return Place{}, err
	}
	return Place{l, by}, nil
}

// Place is one request's place at a limiter. The zero Place is none.
type Place struct {
	at *ConcurrencyLimiter
	by requester
}

// Held reports whether it is a place that was not given back.
func (p *Place) Held() bool { return p.at != nil }

// Leave gives the place back. Leaving again does nothing.
func (p *Place) Leave() {
	if p.at != nil {
		p.at.leave(p.by)
		p.at = nil
	}
}
