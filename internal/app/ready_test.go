package app

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/ledger"
)

// store is a bucket and a ledger's meters that answer as they are told. While it hangs it
// answers nobody, whatever their context says.
type store struct {
	blob.Bucket
	ledger.Ledger
	mu    sync.Mutex
	err   error
	hangs chan struct{} // nil while it answers
	asked atomic.Int32
}

func (s *store) set(err error, hangs chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err, s.hangs = err, hangs
}

func (s *store) answer() error {
	s.asked.Add(1)
	s.mu.Lock()
	err, hangs := s.err, s.hangs
	s.mu.Unlock()
	if hangs != nil {
		<-hangs
	}
	return err
}

func (s *store) Stat(context.Context, string) (blob.Info, error) { return blob.Info{}, s.answer() }

func (s *store) Spend(ctx context.Context, _ string, _ ledger.Day, _, _ int) (int, bool, error) {
	time.Sleep(10 * time.Millisecond)
	return 0, true, errors.Join(s.answer(), ctx.Err())
}

// A bucket that stops to answer is known to be away within eight seconds, though nobody
// asks for a picture; that it is back, within five. One that hangs is asked by one at a time.
func TestABucketIsAskedInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &store{err: blob.ErrNotFound} // nothing lies under the key that is asked for
		o := newObjects(s)
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		var told []error
		var watching sync.WaitGroup
		watching.Go(func() {
			o.watch(ctx, func(err error) {
				mu.Lock()
				defer mu.Unlock()
				told = append(told, err)
			})
		})
		expect := func(what string, available bool, changes int) {
			t.Helper()
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			if o.Available() != available || len(told) != changes {
				t.Errorf("%s: available is %v, told %v", what, o.Available(), told)
			}
		}
		expect("at first", true, 0)
		time.Sleep(time.Minute + 100*time.Millisecond)
		expect("a minute later", true, 0)
		hung := make(chan struct{})
		s.set(blob.ErrNotFound, hung)
		time.Sleep(8 * time.Second)
		expect("while it hangs", false, 1)
		before := s.asked.Load()
		time.Sleep(time.Minute)
		expect("while it hangs on", false, 1)
		if n := s.asked.Load() - before; n != 0 {
			t.Errorf("a bucket that hangs is asked %d times more", n)
		}
		if _, err := o.Get(ctx, "posters/x"); err == nil || s.asked.Load() != before {
			t.Errorf("a picture waits for a bucket that hangs: %v", err)
		}
		s.set(blob.ErrNotFound, nil)
		close(hung)
		time.Sleep(5 * time.Second)
		expect("when it is back", true, 2)
		s.set(blob.ErrUnavailable, nil)
		time.Sleep(5 * time.Second)
		expect("when it fails at once", false, 3)
		stop()
		watching.Wait()
		if !errors.Is(told[0], context.DeadlineExceeded) || told[1] != nil || !errors.Is(told[2], blob.ErrUnavailable) {
			t.Errorf("told %v", told)
		}
	})
}

// A ledger that stops taking writes is found by the first who asks a tenth of a second
// after it last did. Those who ask together share a write, and one that hangs, whatever its
// deadline, holds nobody for long.
func TestReadinessIsNotTakenFromMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &store{}
		a := &App{ledger: s, now: time.Now}
		if err := a.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.set(errors.New("connection refused"), nil)
		time.Sleep(probeFresh)
		if a.Ready(t.Context()) == nil {
			t.Error("ready without its ledger")
		}
		s.set(nil, nil)
		time.Sleep(probeFresh)
		s.asked.Store(0)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if err := a.Ready(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := s.asked.Load(); n != 1 {
			t.Errorf("100 who ask together cost %d writes", n)
		}
		hung := make(chan struct{})
		s.set(nil, hung)
		time.Sleep(probeFresh)
		began := time.Now()
		for range 100 {
			all.Go(func() {
				if a.Ready(t.Context()) == nil {
					t.Error("ready with a ledger that hangs")
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > probeDeadline+probeGrace {
			t.Errorf("they wait for %v", took)
		}
		close(hung)
	})
}
