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

func arrive(ctx context.Context, g *Gate, foremost bool) arrival {
	a := arrival{make(chan error, 1)}
	go func() { a.done <- g.enter(ctx, foremost) }()
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
		come := func(foremost bool) arrival { return arrive(t.Context(), g, foremost) }
		a, b, c := come(false), come(false), come(false)
		d := come(false)
		expect(t, "the last quarter is not for the others", states(a, b, c, d), "in", "in", "in", "waiting")
		s1 := come(true)
		expect(t, "it is for Studio", states(s1, d), "in", "waiting")
		e, f := come(false), come(false)
		h := come(false)
		expect(t, "the queue is full", states(d, e, f, h), "waiting", "waiting", "waiting", "out")
		s2 := come(true)
		expect(t, "Studio displaces the last of the others", states(d, e, f, s2), "waiting", "waiting", "out", "waiting")
		s3, s4 := come(true), come(true)
		expect(t, "and the rest", states(d, e, s2, s3, s4), "out", "out", "waiting", "waiting", "waiting")
		s5 := come(true)
		expect(t, "when only Studio waits, Studio is turned away", states(s2, s3, s4, s5), "waiting", "waiting", "waiting", "out")
		g.leave(false)
		expect(t, "in the order of arrival", states(s2, s3, s4), "in", "waiting", "waiting")
		i := come(false)
		g.leave(false)
		g.leave(true)
		expect(t, "Studio goes first", states(s3, s4, i), "in", "in", "waiting")
		g.leave(false)
		expect(t, "a place goes on to the others", states(i), "in")
		g.leave(false)
		for range 3 {
			g.leave(true)
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
		in := arrive(t.Context(), g, false)
		ctx, hangUp := context.WithCancel(t.Context())
		gone, late := arrive(ctx, g, true), arrive(t.Context(), g, true)
		began := time.Now()
		hangUp()
		expect(t, "who hangs up", states(in, gone, late), "in", "gone", "waiting")
		time.Sleep(time.Second)
		expect(t, "who waited a second", states(late), "out")
		var f *fault.Fault
		if err := <-late.done; !errors.As(err, &f) || f.RetryAfter != 7*time.Second || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		g.leave(false)
		if working, waiting, _ := g.Load(); working != 0 || waiting != 0 {
			t.Errorf("%d work, %d wait", working, waiting)
		}
	})
}

// However requests come, wait, hang up and leave, never more than the places are
// at work, never more of the others than theirs, and no place is lost.
func TestPlacesAreNeitherLostNorMade(t *testing.T) {
	g := newGate(8, 6, 200*time.Microsecond, time.Second)
	var all, others, served atomic.Int64
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			for range 200 {
				foremost := r.IntN(3) == 0
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(400))*time.Microsecond)
				if g.enter(ctx, foremost) == nil {
					served.Add(1)
					if all.Add(1) > 8 || !foremost && others.Add(1) > 6 {
						t.Error("too many at work")
					}
					time.Sleep(time.Duration(r.IntN(100)) * time.Microsecond)
					if !foremost {
						others.Add(-1)
					}
					all.Add(-1)
					g.leave(foremost)
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
