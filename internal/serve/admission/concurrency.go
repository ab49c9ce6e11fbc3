package admission

import (
	"container/list"
	"context"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// class is the priority class of a caller: who goes first, and who is refused last.
type class uint8

// The classes, the lowest first.
const (
	anonymous  class = iota // asks from the pool of an address
	identified              // has an account
	priority                // has a Studio account (REQ Q-15)
	classes
)

// classOf is the class of a caller.
func classOf(c access.Caller) class {
	switch {
	case c.Mode == access.Keyless || c.Pooled:
		return anonymous
	case c.Plan >= access.Studio:
		return priority
	}
	return identified
}

// clientOf names who asks, for what one client may have: the account, whatever its
// keys, or else the address (an IPv6 /64).
func clientOf(c access.Caller) string {
	if c.Account != "" && !c.Pooled {
		return "account:" + c.Account
	}
	return access.KeylessCaller(c.Address).Meter()
}

// ConcurrencyLimiter bounds how many requests are worked on at once. Those beyond it
// wait their turn, for a short time and in a queue of bounded length; the rest is
// turned away at once, which is what keeps a busy service answering. It is safe for
// concurrent use.
//
// The priority class is turned away last: a quarter of the places is its own, and at
// least one where there are two. Anonymous callers are turned away first: they have
// at most half of the places, so that however many of them come, whoever has a key
// finds one. The higher class waits before the lower, and when the queue is full it
// takes the place of the last of the lowest class in it.
//
// Where single is set, a client below the priority class has one place at a time. Its
// next requests wait for it, while others who came later go ahead, and at most
// singleWaiting of them.
type ConcurrencyLimiter struct {
	places, queue   int
	patience, retry time.Duration
	single          bool

	mu      sync.Mutex
	working [classes]int
	waiting [classes]list.List // *waiter
	turned  uint64
	clients map[string]share // where single is set, those who are there
}

// singleWaiting is how many requests of one client may wait for its place.
const singleWaiting = 2

// requester is who a request is for: its class and, where single is set, its client.
type requester struct {
	class  class
	client string
}

// waiter is a request that waits for its turn, which is whether to go ahead.
type waiter struct {
	requester
	turn chan bool
}

// share is how many requests of a client hold a place, and how many wait.
type share struct{ working, waiting int }

func newConcurrencyLimiter(places, queue int, patience, retry time.Duration) *ConcurrencyLimiter {
	return &ConcurrencyLimiter{places: places, queue: queue, patience: patience, retry: retry, clients: map[string]share{}}
}

// requesterOf returns whom a caller's request is for.
func (l *ConcurrencyLimiter) requesterOf(c access.Caller) requester {
	t := requester{class: classOf(c)}
	if l.single && t.class < priority {
		t.client = clientOf(c)
	}
	return t
}

// Load is how many are at work, how many wait, and how many were turned away
// since the start.
func (l *ConcurrencyLimiter) Load() (working, waiting int, turnedAway uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r := range classes {
		working += l.working[r]
	}
	return working, l.queued(), l.turned
}

func (l *ConcurrencyLimiter) queued() (n int) {
	for r := range classes {
		n += l.waiting[r].Len()
	}
	return n
}

// enter takes a place, which must be given back with leave. It fails with a fault of
// kind RateLimited when the client has enough requests there already, of kind
// Overloaded, or with ctx.
func (l *ConcurrencyLimiter) enter(ctx context.Context, t requester) error {
	l.mu.Lock()
	if l.free(t.class) && !l.occupied(t) {
		l.count(t, +1, 0)
		l.mu.Unlock()
		return nil
	}
	if t.client != "" && l.clients[t.client].waiting >= singleWaiting {
		defer l.mu.Unlock()
		return l.turnAway(t)
	}
	if l.queued() >= l.queue && !l.displace(t.class) {
		defer l.mu.Unlock()
		return l.turnAway(t)
	}
	w := &waiter{t, make(chan bool, 1)}
	place := l.waiting[t.class].PushBack(w)
	l.count(t, 0, +1)
	l.mu.Unlock()
	if err := l.wait(ctx, w, place); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		l.leave(t)
		return err
	}
	return nil
}

// count changes how many work and wait.
func (l *ConcurrencyLimiter) count(t requester, working, waiting int) {
	l.working[t.class] += working
	if t.client == "" {
		return
	}
	p := l.clients[t.client]
	p.working += working
	p.waiting += waiting
	if p == (share{}) {
		delete(l.clients, t.client)
		return
	}
	l.clients[t.client] = p
}

// free reports whether there is a place for a class. Nobody who could take it
// waits: leave hands places on.
func (l *ConcurrencyLimiter) free(r class) bool {
	working, lesser := 0, l.working[anonymous]+l.working[identified]
	for _, n := range l.working {
		working += n
	}
	reserved := l.places / 4
	if l.places > 1 {
		reserved = max(1, reserved)
	}
	switch {
	case working >= l.places:
		return false
	case r < priority && lesser >= l.places-reserved:
		return false
	}
	return r > anonymous || l.working[anonymous] < l.places-l.places/2
}

// occupied reports whether the client has the one place it may have.
func (l *ConcurrencyLimiter) occupied(t requester) bool {
	return t.client != "" && l.clients[t.client].working > 0
}

// displace turns the last of the lowest class away for somebody of class r, unless
// nobody of a lower class waits.
func (l *ConcurrencyLimiter) displace(r class) bool {
	for lower := range r {
		if last := l.waiting[lower].Back(); last != nil {
			l.call(last, false)
			l.turned++
			return true
		}
	}
	return false
}

// call takes a waiter out of the queue and tells it whether to go ahead.
func (l *ConcurrencyLimiter) call(place *list.Element, ahead bool) {
	w := place.Value.(*waiter)
	l.waiting[w.class].Remove(place)
	l.count(w.requester, 0, -1)
	w.turn <- ahead
}

// turnAway is called with the lock held.
func (l *ConcurrencyLimiter) turnAway(t requester) error {
	l.turned++
	if l.occupied(t) {
		return fault.New(fault.RateLimited, "another such request of yours is being worked on, one at a time; nothing was spent").After(l.retry)
	}
	return l.busy()
}

func (l *ConcurrencyLimiter) busy() error {
	return fault.New(fault.Overloaded, "too busy to answer now; nothing was spent").After(l.retry)
}

// wait waits to be called ahead, which comes with a place.
func (l *ConcurrencyLimiter) wait(ctx context.Context, w *waiter, place *list.Element) error {
	timer := time.NewTimer(l.patience)
	defer timer.Stop()
	select {
	case ahead := <-w.turn:
		return l.called(ahead)
	case <-timer.C:
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case ahead := <-w.turn: // at this very moment
		return l.called(ahead)
	default:
		l.call(place, false)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return l.turnAway(w.requester)
}

func (l *ConcurrencyLimiter) called(ahead bool) error {
	if ahead {
		return nil
	}
	return l.busy()
}

// leave gives a place back, to the first of the highest class who waits for one and
// may have it.
func (l *ConcurrencyLimiter) leave(t requester) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(t, -1, 0)
	for next := priority + 1; next > 0; {
		next--
		if place := l.next(next); place != nil && l.free(next) {
			l.count(place.Value.(*waiter).requester, +1, 0)
			l.call(place, true)
			return
		}
	}
}

// next is the first of a class who waits for more than its own client's place.
func (l *ConcurrencyLimiter) next(r class) *list.Element {
	for place := l.waiting[r].Front(); place != nil; place = place.Next() {
		if !l.occupied(place.Value.(*waiter).requester) {
			return place
		}
	}
	return nil
}
