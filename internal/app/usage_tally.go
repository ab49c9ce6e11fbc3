package app

import (
	"context"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

const (
	// tellUsageEvery is how long counts of usage are kept before they are added to
	// the ledger, many at once.
	tellUsageEvery = 10 * time.Second
	// usageAtOnce is how many counts are added in one transaction, so that nobody
	// waits long for its locks.
	usageAtOnce = 200
	// mostUsage bounds the counts that are kept. Beyond it new ones are lost: they
	// are for people to read, and no budget depends on them.
	mostUsage = 100_000
)

// usageTally counts in memory what accounts ask for, and adds it to the ledger now and
// then. It is safe for concurrent use.
type usageTally struct {
	ledger ledger.Usages
	now    func() time.Time

	mu     sync.Mutex
	counts map[usageOf]usageCount
	timer  *time.Timer // runs while there are counts

	telling sync.Mutex // held while counts are added
}

// usageOf is what is counted apart.
type usageOf struct {
	account   string
	day       ledger.Day
	operation string
}

// usageCount is the fields of ledger.Usage.
type usageCount struct{ requests, units, refused int }

func newUsageTally(l ledger.Usages, now func() time.Time) *usageTally {
	return &usageTally{ledger: l, now: now, counts: map[usageOf]usageCount{}}
}

// add counts for an operation of an account. It takes well under a microsecond and never
// waits for the ledger. An operation without a name is not counted.
func (t *usageTally) add(account string, day ledger.Day, operation string, n usageCount) {
	if operation == "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	of := usageOf{account, day, operation}
	c, known := t.counts[of]
	if !known && len(t.counts) >= mostUsage {
		return
	}
	t.counts[of] = usageCount{c.requests + n.requests, c.units + n.units, c.refused + n.refused}
	if t.timer == nil {
		t.timer = time.AfterFunc(tellUsageEvery, func() {
			ctx, cancel := context.WithTimeout(context.Background(), tellUsageEvery)
			defer cancel()
			_ = t.tell(ctx) // what fails is told the next time
		})
	}
}

// tell adds to the ledger what was counted. What could not be added is kept.
func (t *usageTally) tell(ctx context.Context) error {
	t.telling.Lock()
	defer t.telling.Unlock()
	t.mu.Lock()
	counts := t.counts
	t.counts = map[usageOf]usageCount{}
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	t.mu.Unlock()
	all := make([]ledger.Usage, 0, len(counts))
	for of, c := range counts {
		all = append(all, ledger.Usage{Account: of.account, Day: of.day, Operation: of.operation, Requests: c.requests, Units: c.units, Refused: c.refused})
	}
	ledger.SortUsage(all) // in one order everywhere, so that servers wait for each other but never in a circle
	for len(all) > 0 {
		n := min(len(all), usageAtOnce)
		if err := t.ledger.AddUsage(ctx, all[:n], t.now()); err != nil {
			for _, u := range all {
				t.add(u.Account, u.Day, u.Operation, usageCount{u.Requests, u.Units, u.Refused})
			}
			return err
		}
		all = all[n:]
	}
	return nil
}

// Close adds to the ledger what is still to be told of usage. The App may be used
// afterwards.
func (a *App) Close(ctx context.Context) error { return a.usage.tell(ctx) }

// counted counts a request of the visit that was let in.
func (v *Visit) counted(need access.Need) {
	v.asked = need.Name
	units := 0
	if v.ownBudget() {
		units = need.Cost
	}
	v.app.usage.add(v.caller.Account, ledger.DayOf(v.now), need.Name, usageCount{requests: 1, units: units})
}

// refused counts a request of the visit that was not let in.
func (v *Visit) refused(need access.Need) {
	v.app.usage.add(v.caller.Account, ledger.DayOf(v.app.now()), need.Name, usageCount{refused: 1})
}

// ownBudget reports whether the visit spends from the budget of an account.
func (v *Visit) ownBudget() bool {
	c := v.caller
	return c.Account != "" && !c.Pooled && !c.Sandbox
}
