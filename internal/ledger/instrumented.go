package ledger

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"kinodex/internal/fault"
)

// Observer is told of each operation of a ledger: its name, such as Spend, how
// long it took, and the error when the store failed. What a ledger says no with,
// such as ErrNotFound, is no failure.
// ctx is that of the operation, for the request it is a part of.
type Observer func(ctx context.Context, operation string, took time.Duration, failure error)

// Instrument returns l with every operation timed and told to observe, which may be
// nil. A failure of the store becomes a fault of kind Upstream with the failure
// as its cause, so that every door answers an outage with 503 and Retry-After.
func Instrument(l Ledger, observe Observer) Ledger {
	if observe == nil {
		observe = func(context.Context, string, time.Duration, error) {}
	}
	return &instrumentedLedger{l, observe}
}

type instrumentedLedger struct {
	Ledger
	observe Observer
}

// outageRetry is when a caller may ask again after the store failed.
const outageRetry = 5 * time.Second

// end tells of an operation and turns a failure of the store into a fault.
func (o *instrumentedLedger) end(ctx context.Context, operation string, began time.Time, err *error) {
	failure := *err
	if !failed(ctx, failure) {
		failure = nil
	}
	o.observe(ctx, operation, time.Since(began), failure)
	if failure != nil {
		*err = fault.New(fault.Upstream, "accounts and budgets cannot be reached now; try again shortly").
			After(outageRetry).Because(fmt.Errorf("ledger: %s: %w", operation, failure))
	}
}

// failed reports whether err says that the store did not do its work. The answers
// of a working ledger, faults, and the end of the caller's context do not.
func failed(ctx context.Context, err error) bool {
	if err == nil || ctx.Err() != nil {
		return false
	}
	for _, answer := range []error{ErrNotFound, ErrExists, ErrFull, ErrSpent, ErrPending, ErrOther} {
		if errors.Is(err, answer) {
			return false
		}
	}
	var f *fault.Fault
	return !errors.As(err, &f)
}

// The stores behind a ledger, as operators name them.
const (
	StoreLedger = "ledger" // accounts and keys; and what was spent, where that has no store of its own
	StoreMeters = "meters"
)

// StoreError says which store of a ledger failed.
type StoreError struct {
	Store string // StoreLedger or StoreMeters
	Err   error
}

// Error names the store.
func (e *StoreError) Error() string { return e.Store + ": " + e.Err.Error() }

// Unwrap returns what it failed with.
func (e *StoreError) Unwrap() error { return e.Err }

// Probe looks whether every store behind l takes writes: it counts one on a meter of its
// own, in the meters and in the ledger beside them when they are two stores, in both at
// the same time. It returns those that failed since they are away, full or read-only,
// the ledger first.
func Probe(ctx context.Context, l Ledger, day Day) []*StoreError {
	stores := []Meters{l}
	if i, ok := l.(invalidatingLedger); ok {
		l = i.Ledger
	}
	if o, ok := l.(*instrumentedLedger); ok {
		l = o.Ledger
	}
	if split, ok := l.(withMeters); ok {
		stores = []Meters{split.Ledger, stores[0]}
	}
	failed := make([]*StoreError, len(stores))
	var all sync.WaitGroup
	for i, store := range stores {
		all.Go(func() {
			if _, _, err := store.Spend(ctx, "probe", day, 1, math.MaxInt32); err != nil {
				failed[i] = &StoreError{[]string{StoreLedger, StoreMeters}[i], err}
			}
		})
	}
	all.Wait()
	return slices.DeleteFunc(failed, func(e *StoreError) bool { return e == nil })
}
