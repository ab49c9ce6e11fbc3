package wire

import (
	"container/list"
	"context"
	"sync"
	"time"

	"kinodex/internal/fault"
)

// Gate bounds how many requests are worked on at once. Those beyond it wait
// their turn, for a short time and in a queue of bounded length; the rest is
// turned away at once, which is what keeps a busy service answering.
//
// The foremost (Studio callers, TRACE Q-15) are turned away last: a quarter of
// the places is theirs alone, they wait before all others, and when the queue is
// full they take the place of the last of the others in it.
type Gate struct {
	places, queue   int
	patience, retry time.Duration

	mu       sync.Mutex
	working  int       // all at work
	lesser   int       // those of them that are not foremost
	foremost list.List // who waits: chan bool, whether to go ahead
	others   list.List
	turned   uint64
}

func newGate(places, queue int, patience, retry time.Duration) *Gate {
	return &Gate{places: places, queue: queue, patience: patience, retry: retry}
}

// Load is how many are at work, how many wait, and how many were turned away
// since the start.
func (g *Gate) Load() (working, waiting int, turnedAway uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.working, g.foremost.Len() + g.others.Len(), g.turned
}

// enter takes a place, which must be given back with leave. It fails with a
// fault of kind Overloaded, or with ctx.
func (g *Gate) enter(ctx context.Context, foremost bool) error {
	g.mu.Lock()
	if g.free(foremost) {
		g.count(foremost, 1)
		g.mu.Unlock()
		return nil
	}
	if g.foremost.Len()+g.others.Len() >= g.queue && !(foremost && g.displace()) {
		defer g.mu.Unlock()
		return g.turnAway()
	}
	row := &g.others
	if foremost {
		row = &g.foremost
	}
	turn := make(chan bool, 1)
	place := row.PushBack(turn)
	g.mu.Unlock()
	err := g.wait(ctx, turn, row, place)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		g.leave(foremost)
		return err
	}
	return nil
}

// free reports whether there is a place. Nobody who could take it waits: leave
// hands places on.
func (g *Gate) free(foremost bool) bool {
	return g.working < g.places && (foremost || g.lesser < g.places-g.places/4)
}

func (g *Gate) count(foremost bool, n int) {
	g.working += n
	if !foremost {
		g.lesser += n
	}
}

// displace turns the last of the others away.
func (g *Gate) displace() bool {
	last := g.others.Back()
	if last == nil {
		return false
	}
	g.others.Remove(last).(chan bool) <- false
	g.turned++
	return true
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

// leave gives a place back, to the first who waits for one and may have it.
func (g *Gate) leave(foremost bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count(foremost, -1)
	switch {
	case g.foremost.Len() > 0 && g.free(true):
		g.count(true, 1)
		g.foremost.Remove(g.foremost.Front()).(chan bool) <- true
	case g.others.Len() > 0 && g.free(false):
		g.count(false, 1)
		g.others.Remove(g.others.Front()).(chan bool) <- true
	}
}
