package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// awayUsages is a store that does not answer.
type awayUsages struct{ ledger.Usages }

func (awayUsages) AddUsage(context.Context, []ledger.Usage, time.Time) error {
	return errors.New("away")
}

func TestCountsThatCannotBeToldAreKept(t *testing.T) {
	l, now := ledger.NewMemory(), time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)
	tally := newUsageTally(awayUsages{l}, func() time.Time { return now })
	day := ledger.DayOf(now)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 500 { // more than fit in one transaction
				tally.add("acc_1", day, fmt.Sprint("operation ", i%300), usageCount{requests: 1})
				if i%100 == 0 {
					tally.tell(t.Context())
				}
			}
		})
	}
	all.Wait()
	tally.add("acc_1", day, "", usageCount{requests: 1})
	if tally.tell(t.Context()) == nil {
		t.Error("a store that is away took the counts")
	}
	tally.ledger = l
	if err := tally.tell(t.Context()); err != nil {
		t.Fatal(err)
	}
	counts, err := l.UsageOf(t.Context(), "acc_1", 0)
	sum := 0
	for _, c := range counts {
		sum += c.Requests
	}
	if err != nil || sum != 2000 || len(tally.counts) != 0 || tally.timer != nil {
		t.Errorf("%d requests are told, %v, and %d counts are left", sum, err, len(tally.counts))
	}
}

func TestTheCountsThatAreKeptAreBounded(t *testing.T) {
	tally := newUsageTally(awayUsages{}, time.Now)
	for i := range mostUsage + 10 {
		tally.add("acc_1", ledger.Day(i), "films", usageCount{requests: 1})
	}
	if len(tally.counts) != mostUsage {
		t.Errorf("%d counts are kept", len(tally.counts))
	}
}

// BenchmarkUsage measures what counting adds to a request.
func BenchmarkUsage(b *testing.B) {
	tally := newUsageTally(ledger.NewMemory(), time.Now)
	names := []string{"films", "film", "search", "analyze"}
	b.ReportAllocs()
	b.RunParallel(func(p *testing.PB) {
		for i := 0; p.Next(); i++ {
			tally.add("acc_0123456789abcdef", 20_000, names[i%len(names)], usageCount{requests: 1, units: 1})
		}
	})
}
