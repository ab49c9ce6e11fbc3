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

// How long the result of a probe is used again, since anybody may ask whether the
// service is ready and each probe writes to the ledger; and how long one may take.
const (
	probeEvery    = time.Second
	probeDeadline = 5 * time.Second
)

// probe is the last result of asking the stores.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

// Ready reports whether the stores that every answer needs take writes: accounts and
// budgets. The error is a fault of kind Upstream whose message names those that do not. Concurrent calls share one probe, so that
// frequent health checks cost the ledger one write a second.
func (a *App) Ready(ctx context.Context) error {
	a.probed.mu.Lock()
	defer a.probed.mu.Unlock()
	if !a.probed.at.IsZero() && time.Since(a.probed.at) < probeEvery {
		return a.probed.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeDeadline) // the result is for others, too
	defer cancel()
	a.probed.err = notReady(ledger.Probe(ctx, a.ledger, ledger.DayOf(a.now())))
	a.probed.at = time.Now()
	return a.probed.err
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
		After(probeEvery).Because(fmt.Errorf("probe: %w", errors.Join(causes...)))
}

// What a service may do without.
const (
	WithoutBucket  = "bucket"  // stored posters and snapshots cannot be read
	WithoutLibrary = "library" // another generation serves than the one that is named to
	// WithoutLibraryBucket: the bucket that the library is fetched from does not answer.
	WithoutLibraryBucket = "library_bucket"
)

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
