// Package queue lets all who spend at the same time share one commit.
//
// Those who ask wait in a queue. One goroutine takes all that wait, has its
// store serve them in one transaction, and answers them after the commit: the
// more wait, the less each costs. Package sqldb and package pgdb spend through
// it; it imports ledger and what lies below. Start reading at Queue.Ask.
package queue

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"kinodex/internal/ledger"
)

// ErrClosed answers those who ask after Close.
var ErrClosed = errors.New("the ledger is closed")

// MeterDay is what is counted apart: a meter on a day.
type MeterDay struct {
	Meter string
	Day   ledger.Day
}

// Spend is one that waits: cost above 0 to add, below 0 to take back. Or, with
// Key set, it is no spending at all but the use of a key, which a store may want
// to record in the same transaction.
type Spend struct {
	MeterDay
	Cost, Limit int
	Key         string // id; the use was at the time, in microseconds since 1970
	At          int64

	// The answer.
	Used int
	OK   bool
	err  error
	done chan struct{} // gets one token when the answer is there
}

// Queue is where spends wait. It is safe for concurrent use.
type Queue struct {
	serve  func([]*Spend) error
	spends sync.Pool // of *Spend

	mu      sync.Mutex
	waiting []*Spend
	closed  bool
	wake    chan struct{} // holds one token when there may be work
	done    chan struct{} // closed when the goroutine has ended
}

// Start starts the goroutine that has all who wait served. Serve sets Used and
// OK of each and commits, or gives an error, which then answers all of them. It
// is never called twice at once.
func Start(serve func([]*Spend) error) *Queue {
	q := &Queue{serve: serve, wake: make(chan struct{}, 1), done: make(chan struct{})}
	q.spends.New = func() any { return &Spend{done: make(chan struct{}, 1)} }
	go q.run()
	return q
}

// Ask waits until what is asked is committed. It does not give up before, since
// whether it was counted would then be unknown.
func (q *Queue) Ask(what Spend) (used int, ok bool, err error) {
	s := q.spends.Get().(*Spend)
	what.done = s.done
	*s = what
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return 0, false, ErrClosed
	}
	q.waiting = append(q.waiting, s)
	q.mu.Unlock()
	q.nudge()
	<-s.done
	used, ok, err = s.Used, s.OK, s.err
	q.spends.Put(s)
	return used, ok, err
}

// Spend asks for cost units of a meter's day, up to limit. It is called off by
// ctx only before it waits.
func (q *Queue) Spend(ctx context.Context, at MeterDay, cost, limit int) (used int, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return 0, false, err
	}
	return q.Ask(Spend{MeterDay: at, Cost: cost, Limit: limit})
}

// Refund asks to take cost units back.
func (q *Queue) Refund(ctx context.Context, at MeterDay, cost int) error {
	if err := ctx.Err(); err != nil || cost == 0 {
		return err
	}
	_, _, err := q.Ask(Spend{MeterDay: at, Cost: -cost})
	return err
}

func (q *Queue) nudge() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// run serves until closed and nobody waits.
func (q *Queue) run() {
	defer close(q.done)
	var batch []*Spend
	for range q.wake {
		// Let those who are about to ask do so: a fuller batch is a cheaper one.
		runtime.Gosched()
		q.mu.Lock()
		batch, q.waiting = q.waiting, batch[:0]
		closed := q.closed
		q.mu.Unlock()
		if len(batch) > 0 {
			q.answer(batch)
		}
		if closed {
			return
		}
	}
}

func (q *Queue) answer(batch []*Spend) {
	err := q.serve(batch)
	for _, s := range batch {
		if err != nil {
			s.Used, s.OK, s.err = 0, false, err
		}
		s.done <- struct{}{}
	}
}

// Close has those who wait served and ends the goroutine.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.nudge()
	<-q.done
}

// Each calls do for each meter and day of a batch, in an order that is the same
// for everyone, with those who wait on it in the order in which they came. It
// reorders the batch.
func Each(batch []*Spend, do func(at MeterDay, asks []*Spend) error) error {
	slices.SortStableFunc(batch, func(a, b *Spend) int {
		return cmp.Or(cmp.Compare(a.Day, b.Day), cmp.Compare(a.Meter, b.Meter))
	})
	for len(batch) > 0 {
		n := 1
		for n < len(batch) && batch[n].MeterDay == batch[0].MeterDay {
			n++
		}
		if err := do(batch[0].MeterDay, batch[:n]); err != nil {
			return err
		}
		batch = batch[n:]
	}
	return nil
}

// Grant answers all who wait on one meter and day of which used is used: first
// come, first served. It gives what is used afterwards.
func Grant(used int, asks []*Spend) int {
	for _, s := range asks {
		if s.OK = s.Cost < 0 || used+s.Cost <= s.Limit; s.OK {
			used = max(0, used+s.Cost)
		}
		s.Used = used
	}
	return used
}
