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
// The foremost are turned away last: a quarter of the places is theirs alone, and
// at least one where there are two. The nameless are turned away first: they have
// at most half of the places, so that however many of them come, whoever has a key
// finds one. The higher rank waits before the lower, and when the queue is full it
// takes the place of the last of the lowest rank in it.
//
// Where single is set, a client that is not foremost has one place at a time. Its
// next requests wait for it, while others who came later go ahead, and at most
// singleWaiting of them.
type Gate struct {
	places, queue   int
	patience, retry time.Duration
	single          bool

	mu      sync.Mutex
	working [ranks]int
	waiting [ranks]list.List // *waiter
	turned  uint64
	clients map[string]presence // where single is set, those who are there
}

// singleWaiting is how many requests of one client may wait for its place.
const singleWaiting = 2

// ticket is who a request is for: its rank and, at a gate where single is set, its
// client.
type ticket struct {
	rank   rank
	client string
}

// waiter is a request that waits for its turn, which is whether to go ahead.
type waiter struct {
	ticket
	turn chan bool
}

// presence is how many requests of a client hold a place, and how many wait.
type presence struct{ working, waiting int }

func newGate(places, queue int, patience, retry time.Duration) *Gate {
	return &Gate{places: places, queue: queue, patience: patience, retry: retry, clients: map[string]presence{}}
}

// ticketFor gives a caller its ticket.
func (g *Gate) ticketFor(c access.Caller) ticket {
	t := ticket{rank: rankOf(c)}
	if g.single && t.rank < foremost {
		t.client = clientOf(c)
	}
	return t
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

// enter takes a place, which must be given back with leave. It fails with a fault of
// kind RateLimited when the client has enough requests there already, of kind
// Overloaded, or with ctx.
func (g *Gate) enter(ctx context.Context, t ticket) error {
	g.mu.Lock()
	if g.free(t.rank) && !g.engaged(t) {
		g.count(t, +1, 0)
		g.mu.Unlock()
		return nil
	}
	if t.client != "" && g.clients[t.client].waiting >= singleWaiting {
		defer g.mu.Unlock()
		return g.turnAway(t)
	}
	if g.queued() >= g.queue && !g.displace(t.rank) {
		defer g.mu.Unlock()
		return g.turnAway(t)
	}
	w := &waiter{t, make(chan bool, 1)}
	place := g.waiting[t.rank].PushBack(w)
	g.count(t, 0, +1)
	g.mu.Unlock()
	if err := g.wait(ctx, w, place); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		g.leave(t)
		return err
	}
	return nil
}

// count changes how many work and wait.
func (g *Gate) count(t ticket, working, waiting int) {
	g.working[t.rank] += working
	if t.client == "" {
		return
	}
	p := g.clients[t.client]
	p.working += working
	p.waiting += waiting
	if p == (presence{}) {
		delete(g.clients, t.client)
		return
	}
	g.clients[t.client] = p
}

// free reports whether there is a place for a rank. Nobody who could take it
// waits: leave hands places on.
func (g *Gate) free(r rank) bool {
	working, lesser := 0, g.working[nameless]+g.working[known]
	for _, n := range g.working {
		working += n
	}
	kept := g.places / 4
	if g.places > 1 {
		kept = max(1, kept)
	}
	switch {
	case working >= g.places:
		return false
	case r < foremost && lesser >= g.places-kept:
		return false
	}
	return r > nameless || g.working[nameless] < g.places-g.places/2
}

// engaged reports whether the client has the one place it may have.
func (g *Gate) engaged(t ticket) bool { return t.client != "" && g.clients[t.client].working > 0 }

// displace turns the last of the lowest rank away for somebody of rank r, unless
// nobody of a lower rank waits.
func (g *Gate) displace(r rank) bool {
	for lower := range r {
		if last := g.waiting[lower].Back(); last != nil {
			g.call(last, false)
			g.turned++
			return true
		}
	}
	return false
}

// call takes a waiter out of the queue and tells it whether to go ahead.
func (g *Gate) call(place *list.Element, ahead bool) {
	w := place.Value.(*waiter)
	g.waiting[w.rank].Remove(place)
	g.count(w.ticket, 0, -1)
	w.turn <- ahead
}

// turnAway is called with the lock held.
func (g *Gate) turnAway(t ticket) error {
	g.turned++
	if g.engaged(t) {
		return fault.New(fault.RateLimited, "another such request of yours is being worked on, one at a time; nothing was spent").After(g.retry)
	}
	return g.busy()
}

func (g *Gate) busy() error {
	return fault.New(fault.Overloaded, "too busy to answer now; nothing was spent").After(g.retry)
}

// wait waits to be called ahead, which comes with a place.
func (g *Gate) wait(ctx context.Context, w *waiter, place *list.Element) error {
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case ahead := <-w.turn:
		return g.called(ahead)
	case <-timer.C:
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case ahead := <-w.turn: // at this very moment
		return g.called(ahead)
	default:
		g.call(place, false)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return g.turnAway(w.ticket)
}

func (g *Gate) called(ahead bool) error {
	if ahead {
		return nil
	}
	return g.busy()
}

// leave gives a place back, to the first of the highest rank who waits for one and
// may have it.
func (g *Gate) leave(t ticket) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count(t, -1, 0)
	for next := foremost + 1; next > 0; {
		next--
		if place := g.next(next); place != nil && g.free(next) {
			g.count(place.Value.(*waiter).ticket, +1, 0)
			g.call(place, true)
			return
		}
	}
}

// next is the first of a rank who waits for more than its own client's place.
func (g *Gate) next(r rank) *list.Element {
	for place := g.waiting[r].Front(); place != nil; place = place.Next() {
		if !g.engaged(place.Value.(*waiter).ticket) {
			return place
		}
	}
	return nil
}
