package wire

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/fault"
)

// arrival is a request at a gate.
type arrival struct {
	done chan error
}

func arrive(ctx context.Context, g *Gate, r rank) arrival {
	a := arrival{make(chan error, 1)}
	go func() { a.done <- g.enter(ctx, r) }()
	synctest.Wait()
	return a
}

// state is waiting, in, out or gone.
func (a arrival) state() string {
	synctest.Wait()
	select {
	case err := <-a.done:
		a.done <- err
		switch {
		case err == nil:
			return "in"
		case fault.Is(err, fault.Overloaded):
			return "out"
		}
		return "gone"
	default:
		return "waiting"
	}
}

func states(all ...arrival) (s []string) {
	for _, a := range all {
		s = append(s, a.state())
	}
	return s
}

func expect(t *testing.T, when string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", when, got, want)
	}
}

// TRACE Q-15: Studio requests have places of their own, go first, and are turned
// away last.
func TestTheForemostAreTurnedAwayLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(4, 3, time.Second, time.Second)
		come := func(r rank) arrival { return arrive(t.Context(), g, r) }
		a, b, c := come(known), come(known), come(known)
		d := come(known)
		expect(t, "the last quarter is not for the others", states(a, b, c, d), "in", "in", "in", "waiting")
		s1 := come(foremost)
		expect(t, "it is for Studio", states(s1, d), "in", "waiting")
		e, f := come(known), come(known)
		h := come(known)
		expect(t, "the queue is full", states(d, e, f, h), "waiting", "waiting", "waiting", "out")
		s2 := come(foremost)
		expect(t, "Studio displaces the last of the others", states(d, e, f, s2), "waiting", "waiting", "out", "waiting")
		s3, s4 := come(foremost), come(foremost)
		expect(t, "and the rest", states(d, e, s2, s3, s4), "out", "out", "waiting", "waiting", "waiting")
		s5 := come(foremost)
		expect(t, "when only Studio waits, Studio is turned away", states(s2, s3, s4, s5), "waiting", "waiting", "waiting", "out")
		g.leave(known)
		expect(t, "in the order of arrival", states(s2, s3, s4), "in", "waiting", "waiting")
		i := come(known)
		g.leave(known)
		g.leave(foremost)
		expect(t, "Studio goes first", states(s3, s4, i), "in", "in", "waiting")
		g.leave(known)
		expect(t, "a place goes on to the others", states(i), "in")
		g.leave(known)
		for range 3 {
			g.leave(foremost)
		}
		if working, waiting, turned := g.Load(); working != 0 || waiting != 0 || turned != 5 {
			t.Errorf("in the end %d work, %d wait, %d turned away", working, waiting, turned)
		}
	})
}

// Nobody waits longer than the gate's patience, nor when the client has gone.
func TestWaitingIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 10, time.Second, 7*time.Second)
		in := arrive(t.Context(), g, known)
		ctx, hangUp := context.WithCancel(t.Context())
		gone, late := arrive(ctx, g, foremost), arrive(t.Context(), g, foremost)
		began := time.Now()
		hangUp()
		expect(t, "who hangs up", states(in, gone, late), "in", "gone", "waiting")
		time.Sleep(time.Second)
		expect(t, "who waited a second", states(late), "out")
		var f *fault.Fault
		if err := <-late.done; !errors.As(err, &f) || f.RetryAfter != 7*time.Second || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		g.leave(known)
		if working, waiting, _ := g.Load(); working != 0 || waiting != 0 {
			t.Errorf("%d work, %d wait", working, waiting)
		}
	})
}

// Whoever has an account is not kept out by those who have none: half of the
// places are out of their reach, they wait last and are turned away first.
func TestTheNamelessKeepNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(4, 3, time.Second, time.Second)
		come := func(r rank) arrival { return arrive(t.Context(), g, r) }
		a, b, c, d, e := come(nameless), come(nameless), come(nameless), come(nameless), come(nameless)
		expect(t, "they have half of the places", states(a, b, c, d, e), "in", "in", "waiting", "waiting", "waiting")
		k := come(known)
		expect(t, "a caller with a key goes in", states(k), "in")
		k2 := come(known)
		expect(t, "and waits, when only Studio's place is left, in the place of the last of them", states(k2, c, d, e), "waiting", "waiting", "waiting", "out")
		g.leave(nameless)
		expect(t, "but not for long", states(k2, c), "in", "waiting")
		s := come(foremost)
		expect(t, "Studio's place was kept", states(s), "in")
		for _, r := range []rank{nameless, known, known, foremost} {
			g.leave(r)
		}
		expect(t, "then it is their turn", states(c, d), "in", "in")
	})
}

// However requests come, wait, hang up and leave, never more than the places are
// at work, never more of a rank than its share, and no place is lost.
func TestPlacesAreNeitherLostNorMade(t *testing.T) {
	g := newGate(8, 6, 200*time.Microsecond, time.Second)
	var all, lesser, nobodies, served atomic.Int64
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			for range 200 {
				who := rank(r.IntN(int(ranks)))
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(400))*time.Microsecond)
				if g.enter(ctx, who) == nil {
					served.Add(1)
					if all.Add(1) > 8 || who < foremost && lesser.Add(1) > 6 || who == nameless && nobodies.Add(1) > 4 {
						t.Error("too many at work")
					}
					time.Sleep(time.Duration(r.IntN(100)) * time.Microsecond)
					if who == nameless {
						nobodies.Add(-1)
					}
					if who < foremost {
						lesser.Add(-1)
					}
					all.Add(-1)
					g.leave(who)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if working, waiting, turned := g.Load(); working != 0 || waiting != 0 || turned == 0 || served.Load() == 0 {
		t.Errorf("in the end %d work, %d wait; %d served, %d turned away", working, waiting, served.Load(), turned)
	}
}
