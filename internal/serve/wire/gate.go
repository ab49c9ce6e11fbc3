package wire

import (
	"container/list"
	"context"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// rank says who goes first at a gate.
type rank uint8

const (
	nameless rank = iota // asks from the pool of an address
	known                // has an account
	foremost             // has a Studio account (TRACE Q-15)
	ranks
)

// rankOf is the rank of a caller.
func rankOf(c access.Caller) rank {
	switch {
	case c.Mode == access.Keyless || c.Pooled:
		return nameless
	case c.Plan >= access.Studio:
		return foremost
	}
	return known
}

// clientOf names who asks, for what one client may have: the account, whatever its
// keys, or else the address (an IPv6 /64).
func clientOf(c access.Caller) string {
	if c.Account != "" && !c.Pooled {
		return "account:" + c.Account
	}
	return access.KeylessCaller(c.Address).Meter()
}

// Gate bounds how many requests are worked on at once. Those beyond it wait
// their turn, for a short time and in a queue of bounded length; the rest is
// turned away at once, which is what keeps a busy service answering.
//
// The foremost are turned away last: a quarter of the places is theirs alone. The
// nameless are turned away first: they have at most half of the places, so that
// however many of them come, whoever has a key finds one. The higher rank waits
// before the lower, and when the queue is full it takes the place of the last of
// the lowest rank in it.
type Gate struct {
	places, queue   int
	patience, retry time.Duration

	mu      sync.Mutex
	working [ranks]int
	waiting [ranks]list.List // chan bool, whether to go ahead
	turned  uint64
}

func newGate(places, queue int, patience, retry time.Duration) *Gate {
	return &Gate{places: places, queue: queue, patience: patience, retry: retry}
}

// Load is how many are at work, how many wait, and how many were turned away
// since the start.
func (g *Gate) Load() (working, waiting int, turnedAway uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for r := range ranks {
		working += g.working[r]
	}
	return working, g.queued(), g.turned
}

func (g *Gate) queued() (n int) {
	for r := range ranks {
		n += g.waiting[r].Len()
	}
	return n
}

// enter takes a place, which must be given back with leave. It fails with a
// fault of kind Overloaded, or with ctx.
func (g *Gate) enter(ctx context.Context, r rank) error {
	g.mu.Lock()
	if g.free(r) {
		g.working[r]++
		g.mu.Unlock()
		return nil
	}
	if g.queued() >= g.queue && !g.displace(r) {
		defer g.mu.Unlock()
		return g.turnAway()
	}
	row := &g.waiting[r]
	turn := make(chan bool, 1)
	place := row.PushBack(turn)
	g.mu.Unlock()
	err := g.wait(ctx, turn, row, place)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		g.leave(r)
		return err
	}
	return nil
}

// free reports whether there is a place for a rank. Nobody who could take it
// waits: leave hands places on.
func (g *Gate) free(r rank) bool {
	working, lesser := 0, g.working[nameless]+g.working[known]
	for _, n := range g.working {
		working += n
	}
	switch {
	case working >= g.places:
		return false
	case r < foremost && lesser >= g.places-g.places/4:
		return false
	}
	return r > nameless || g.working[nameless] < g.places-g.places/2
}

// displace turns the last of the lowest rank away for somebody of rank r, unless
// nobody of a lower rank waits.
func (g *Gate) displace(r rank) bool {
	for lower := range r {
		if last := g.waiting[lower].Back(); last != nil {
			g.waiting[lower].Remove(last).(chan bool) <- false
			g.turned++
			return true
		}
	}
	return false
}

// turnAway is called with the lock held.
func (g *Gate) turnAway() error {
	g.turned++
	return g.busy()
}

func (g *Gate) busy() error {
	return fault.New(fault.Overloaded, "too busy to answer now; nothing was spent").After(g.retry)
}

// wait waits to be called ahead, which comes with a place.
func (g *Gate) wait(ctx context.Context, turn chan bool, row *list.List, place *list.Element) error {
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case ahead := <-turn:
		return g.called(ahead)
	case <-timer.C:
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case ahead := <-turn: // at this very moment
		return g.called(ahead)
	default:
		row.Remove(place)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return g.turnAway()
}

func (g *Gate) called(ahead bool) error {
	if ahead {
		return nil
	}
	return g.busy()
}

// leave gives a place back, to the first of the highest rank who waits for one and
// may have it.
func (g *Gate) leave(r rank) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.working[r]--
	for next := foremost + 1; next > 0; {
		next--
		if g.waiting[next].Len() > 0 && g.free(next) {
			g.working[next]++
			g.waiting[next].Remove(g.waiting[next].Front()).(chan bool) <- true
			return
		}
	}
}
