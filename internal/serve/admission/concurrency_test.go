package admission

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

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// arrival is a request at a gate.
type arrival struct {
	done chan error
}

func arrive(ctx context.Context, g *ConcurrencyLimiter, r class) arrival {
	return arriveFor(ctx, g, requester{class: r})
}

func arriveFor(ctx context.Context, g *ConcurrencyLimiter, t requester) arrival {
	a := arrival{make(chan error, 1)}
	go func() { a.done <- g.enter(ctx, t) }()
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
		case fault.Is(err, fault.RateLimited):
			return "limited"
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

// REQ Q-15: Studio requests have places of their own, go first, and are turned
// away last.
func TestTheForemostAreTurnedAwayLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newConcurrencyLimiter(4, 3, time.Second, time.Second)
		come := func(r class) arrival { return arrive(t.Context(), g, r) }
		a, b, c := come(identified), come(identified), come(identified)
		d := come(identified)
		expect(t, "the last quarter is not for the others", states(a, b, c, d), "in", "in", "in", "waiting")
		s1 := come(priority)
		expect(t, "it is for Studio", states(s1, d), "in", "waiting")
		e, f := come(identified), come(identified)
		h := come(identified)
		expect(t, "the queue is full", states(d, e, f, h), "waiting", "waiting", "waiting", "out")
		s2 := come(priority)
		expect(t, "Studio displaces the last of the others", states(d, e, f, s2), "waiting", "waiting", "out", "waiting")
		s3, s4 := come(priority), come(priority)
		expect(t, "and the rest", states(d, e, s2, s3, s4), "out", "out", "waiting", "waiting", "waiting")
		s5 := come(priority)
		expect(t, "when only Studio waits, Studio is turned away", states(s2, s3, s4, s5), "waiting", "waiting", "waiting", "out")
		g.leave(requester{class: identified})
		expect(t, "in the order of arrival", states(s2, s3, s4), "in", "waiting", "waiting")
		i := come(identified)
		g.leave(requester{class: identified})
		g.leave(requester{class: priority})
		expect(t, "Studio goes first", states(s3, s4, i), "in", "in", "waiting")
		g.leave(requester{class: identified})
		expect(t, "a place goes on to the others", states(i), "in")
		g.leave(requester{class: identified})
		for range 3 {
			g.leave(requester{class: priority})
		}
		if working, waiting, turned := g.Load(); working != 0 || waiting != 0 || turned != 5 {
			t.Errorf("in the end %d work, %d wait, %d turned away", working, waiting, turned)
		}
	})
}

// Nobody waits longer than the gate's patience, nor when the client has gone.
func TestWaitingIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newConcurrencyLimiter(1, 10, time.Second, 7*time.Second)
		in := arrive(t.Context(), g, identified)
		ctx, hangUp := context.WithCancel(t.Context())
		gone, late := arrive(ctx, g, priority), arrive(t.Context(), g, priority)
		began := time.Now()
		hangUp()
		expect(t, "who hangs up", states(in, gone, late), "in", "gone", "waiting")
		time.Sleep(time.Second)
		expect(t, "who waited a second", states(late), "out")
		var f *fault.Fault
		if err := <-late.done; !errors.As(err, &f) || f.RetryAfter != 7*time.Second || time.Since(began) != time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		g.leave(requester{class: identified})
		if working, waiting, _ := g.Load(); working != 0 || waiting != 0 {
			t.Errorf("%d work, %d wait", working, waiting)
		}
	})
}

// Whoever has an account is not kept out by those who have none: half of the
// places are out of their reach, they wait last and are turned away first.
func TestTheNamelessKeepNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newConcurrencyLimiter(4, 3, time.Second, time.Second)
		come := func(r class) arrival { return arrive(t.Context(), g, r) }
		a, b, c, d, e := come(anonymous), come(anonymous), come(anonymous), come(anonymous), come(anonymous)
		expect(t, "they have half of the places", states(a, b, c, d, e), "in", "in", "waiting", "waiting", "waiting")
		k := come(identified)
		expect(t, "a caller with a key goes in", states(k), "in")
		k2 := come(identified)
		expect(t, "and waits, when only Studio's place is left, in the place of the last of them", states(k2, c, d, e), "waiting", "waiting", "waiting", "out")
		g.leave(requester{class: anonymous})
		expect(t, "but not for long", states(k2, c), "in", "waiting")
		s := come(priority)
		expect(t, "Studio's place was kept", states(s), "in")
		for _, r := range []class{anonymous, identified, identified, priority} {
			g.leave(requester{class: r})
		}
		expect(t, "then it is their turn", states(c, d), "in", "in")
	})
}

// However requests come, wait, hang up and leave, never more than the places are
// at work, never more of a class than its share, and no place is lost.
func TestPlacesAreNeitherLostNorMade(t *testing.T) {
	g := newConcurrencyLimiter(8, 6, 200*time.Microsecond, time.Second)
	var all, lesser, nobodies, served atomic.Int64
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 1))
			for range 200 {
				who := class(r.IntN(int(classes)))
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(400))*time.Microsecond)
				if g.enter(ctx, requester{class: who}) == nil {
					served.Add(1)
					if all.Add(1) > 8 || who < priority && lesser.Add(1) > 6 || who == anonymous && nobodies.Add(1) > 4 {
						t.Error("too many at work")
					}
					time.Sleep(time.Duration(r.IntN(100)) * time.Microsecond)
					if who == anonymous {
						nobodies.Add(-1)
					}
					if who < priority {
						lesser.Add(-1)
					}
					all.Add(-1)
					g.leave(requester{class: who})
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

// REQ Q-15: where there are two places, one is Studio's; where there is one, it is
// for all.
func TestOneOfTwoPlacesIsKeptForTheForemost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for places, want := range map[int]string{1: "in", 2: "waiting", 3: "in", 4: "in"} {
			g := newConcurrencyLimiter(places, 10, time.Second, time.Second)
			a := arrive(t.Context(), g, identified)
			b := a
			if places > 1 {
				b = arrive(t.Context(), g, identified)
			}
			expect(t, "of the others", states(a, b), "in", want)
			if places > 1 {
				expect(t, "of Studio", states(arrive(t.Context(), g, priority)), "in")
			}
			time.Sleep(2 * time.Second)
		}
	})
}

// One client has one place at a time; others go ahead of its next requests, of which
// two may wait. Studio is not bound so.
func TestOneClientHasOnePlaceAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newConcurrencyLimiter(8, 10, time.Second, time.Second)
		g.single = true
		come := func(c access.Caller) (arrival, requester) {
			t1 := g.requesterOf(c)
			return arriveFor(t.Context(), g, t1), t1
		}
		ada, ida := account("ada", access.Writer), account("ida", access.Producer)
		a1, adas := come(ada)
		a2, _ := come(ada)
		a3, _ := come(ada)
		a4, _ := come(ada)
		expect(t, "one works, two wait", states(a1, a2, a3, a4), "in", "waiting", "waiting", "limited")
		i1, idas := come(ida)
		n1, nobodys := come(address("2001:db8::1"))
		n2, _ := come(address("2001:db8::2"))
		expect(t, "others go ahead", states(i1, n1, n2), "in", "in", "waiting")
		s1, studios := come(account("eva", access.Studio))
		s2, _ := come(account("eva", access.Studio))
		s3, _ := come(account("eva", access.Studio))
		expect(t, "Studio has more", states(s1, s2, s3), "in", "in", "in")
		g.leave(adas)
		expect(t, "the next of the client follows", states(a2, a3), "in", "waiting")
		time.Sleep(time.Second)
		expect(t, "whose own request lasts is told so", states(a3, n2), "limited", "limited")
		for _, one := range []requester{adas, idas, nobodys, studios, studios, studios} {
			g.leave(one)
		}
		if working, waiting, _ := g.Load(); working != 0 || waiting != 0 || len(g.clients) != 0 {
			t.Errorf("in the end %d work, %d wait, of %v", working, waiting, g.clients)
		}
	})
}

// However the requests of a few clients come and go, none has two places at once,
// and none is forgotten.
func TestClientsAreCountedWhateverHappens(t *testing.T) {
	g := newConcurrencyLimiter(4, 6, 200*time.Microsecond, time.Second)
	g.single = true
	var at [5]atomic.Int64
	var served atomic.Int64
	var wg sync.WaitGroup
	for n := range 32 {
		wg.Go(func() {
			r := rand.New(rand.NewPCG(uint64(n), 2))
			for range 200 {
				who := r.IntN(len(at))
				mine := g.requesterOf(account(string(rune('a'+who)), access.Writer))
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(400))*time.Microsecond)
				if g.enter(ctx, mine) == nil {
					served.Add(1)
					if at[who].Add(1) > 1 {
						t.Error("two places at once")
					}
					time.Sleep(time.Duration(r.IntN(100)) * time.Microsecond)
					at[who].Add(-1)
					g.leave(mine)
				}
				cancel()
			}
		})
	}
	wg.Wait()
	if working, waiting, _ := g.Load(); working != 0 || waiting != 0 || len(g.clients) != 0 || served.Load() == 0 {
		t.Errorf("in the end %d work, %d wait, of %v; %d served", working, waiting, g.clients, served.Load())
	}
}
