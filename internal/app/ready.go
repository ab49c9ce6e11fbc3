package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

const (
	// probeFresh is how long the result of a probe is used again: anybody may ask whether
	// the service is ready, and each probe writes to the ledger. It is shorter than a
	// database takes to stop, so that who asks after that is told of it.
	probeFresh    = 100 * time.Millisecond
	probeDeadline = 5 * time.Second
	// probeGrace is how long after that a store has to say that it was too slow.
	probeGrace = 500 * time.Millisecond
)

// probes asks the stores for all who want to know at a time.
type probes struct {
	mu   sync.Mutex
	last *probe
}

// probe is one time that the stores are asked.
type probe struct {
	done chan struct{} // closed when err and at are set
	late <-chan struct{}
	at   time.Time
	err  error
}

// Ready reports whether the stores that every answer needs take writes: accounts and
// budgets. The error is a fault of kind Upstream whose message names those that do not.
// Concurrent calls share one probe, which takes little more than probeDeadline at most, and
// its result is used for probeFresh, so that health checks cost the ledger ten writes a
// second at most.
func (a *App) Ready(ctx context.Context) error {
	p := a.probe(ctx)
	select {
	case <-p.done:
	case <-ctx.Done():
		return ctx.Err()
	case <-p.late: // the stores do not even heed the deadline
		select {
		case <-p.done:
		default:
			return fault.New(fault.Upstream, "the service is not ready: the stores of accounts and budgets do not answer").After(time.Second)
		}
	}
	return p.err
}

// probe returns the probe that runs, or ended a moment ago, or else begins one.
func (a *App) probe(ctx context.Context) *probe {
	a.probed.mu.Lock()
	defer a.probed.mu.Unlock()
	if p := a.probed.last; p != nil {
		select {
		case <-p.done:
			if time.Since(p.at) < probeFresh {
				return p
			}
		default:
			return p
		}
	}
	ctx = context.WithoutCancel(ctx) // the result is for others, too
	waiting, given := context.WithTimeout(ctx, probeDeadline+probeGrace)
	p := &probe{done: make(chan struct{}), late: waiting.Done()}
	a.probed.last = p
	go func() {
		defer given()
		asking, cancel := context.WithTimeout(ctx, probeDeadline)
		defer cancel()
		p.err = notReady(ledger.Probe(asking, a.ledger, ledger.DayOf(a.now())))
		p.at = time.Now()
		close(p.done)
	}()
	return p
}

// notReady is the fault that tells which stores failed, by their names alone; what they
// failed with, which has their addresses, is its cause. It is nil when none did.
func notReady(failed []*ledger.StoreError) error {
	if len(failed) == 0 {
		return nil
	}
	var names []string
	var causes []error
	for _, e := range failed {
		names = append(names, map[string]string{
			ledger.StoreLedger: "the ledger (accounts and budgets)", ledger.StoreMeters: "the meters (budgets)",
		}[e.Store])
		causes = append(causes, e)
	}
	takes := "does not take writes"
	if len(failed) > 1 || failed[0].Store == ledger.StoreMeters {
		takes = "do not take writes"
	}
	return fault.New(fault.Upstream, "the service is not ready: %s %s", strings.Join(names, " and "), takes).
		After(time.Second).Because(fmt.Errorf("probe: %w", errors.Join(causes...)))
}

// What a service may do without.
const (
	WithoutBucket  = "bucket"  // stored posters and snapshots cannot be read
	WithoutLibrary = "library" // another generation serves than the one that is named to
	// WithoutLibraryBucket: the bucket that the library is fetched from does not answer.
	WithoutLibraryBucket = "library_bucket"
)

// WatchBucket asks the bucket of posters and snapshots now and then whether it answers, until
// ctx ends, so that Degraded knows within eight seconds, whether or not anybody needs the
// bucket. told is called with the error when it does not, and with nil when it does again.
// Without a bucket it returns at once.
func (a *App) WatchBucket(ctx context.Context, told func(error)) {
	if a.snapshots.reads != nil {
		a.snapshots.reads.watch(ctx, told)
	}
}

// Degraded names what the service does without at present: any of WithoutBucket,
// WithoutLibrary and WithoutLibraryBucket, or none. It is never nil. The service is ready all the same.
func (a *App) Degraded() []string {
	without := []string{}
	if !a.snapshots.reads.Available() {
		without = append(without, WithoutBucket)
	}
	state := a.holder.State()
	if state.Err != nil || state.Bucket != nil && state.Bucket.Problem != "" {
		without = append(without, WithoutLibrary)
	}
	if state.Bucket != nil && state.Bucket.Away {
		without = append(without, WithoutLibraryBucket)
	}
	return without
}
