package app_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/sqldb"
)

// BenchmarkGate measures what a request costs from key to answer when the
// answer itself is nothing (one film, not written), with the ledger in SQLite:
// alone, and at full load with as many requests in flight as a busy server has.
// ns/op is what a request costs the machine; p50 and p99 are how long it takes,
// in which it mostly waits for the commit it shares with those beside it.
func BenchmarkGate(b *testing.B) {
	for _, inFlight := range []int{1, 8, 64, 256} {
		b.Run(fmt.Sprint("inflight=", inFlight), func(b *testing.B) {
			a, keys := openGate(b, 64)
			waits := make([][]time.Duration, inFlight)
			var left atomic.Int64
			left.Store(int64(b.N))
			var all sync.WaitGroup
			b.ReportAllocs()
			b.ResetTimer()
			for i := range inFlight {
				all.Go(func() {
					for left.Add(-1) >= 0 {
						start := time.Now()
						if err := ask(b, a, keys[i%len(keys)]); err != nil {
							b.Error(err)
							return
						}
						waits[i] = append(waits[i], time.Since(start))
					}
				})
			}
			all.Wait()
			b.StopTimer()
			took := slices.Concat(waits...)
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-µs")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "requests/s")
		})
	}
}

func ask(b *testing.B, a *app.App, key string) error {
	caller, err := a.Identity().Caller(b.Context(), identity.Credentials{Key: key})
	if err != nil {
		return err
	}
	v := apptest.Visit(b, a, caller)
	defer v.Close()
	_, err = v.Film(apptest.It, film.Detail).Answer(b.Context())
	return err
}

// openGate gives an app over an SQLite ledger with studio keys, whose clock
// moves to the next day before any budget is used up.
func openGate(b *testing.B, n int) (*app.App, []string) {
	b.Helper()
	h := apptest.Open(b)
	l, err := sqldb.Open(b.Context(), filepath.Join(b.TempDir(), "ledger.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	keys := make([]string, n)
	for i := range keys {
		account := ledger.Account{ID: ledger.NewAccountID(), Plan: access.Studio, Created: h.Clock.Now()}
		key, token := ledger.NewKey(account.ID, "bench", access.Scopes(access.Read), false, h.Clock.Now())
		if err := l.CreateAccount(b.Context(), account); err != nil {
			b.Fatal(err)
		}
		if err := l.CreateKey(b.Context(), key); err != nil {
			b.Fatal(err)
		}
		keys[i] = token.Reveal()
	}
	// Twice a request; even a single key stays below its budget.
	var asked atomic.Int64
	day := int64(access.Studio.Daily())
	now := func() time.Time { return h.Clock.Now().AddDate(0, 0, int(asked.Add(1)/day)) }
	a, err := app.New(b.Context(), app.Options{Holder: h.Holder, Ledger: l, Now: now, Version: apptest.Version})
	if err != nil {
		b.Fatal(err)
	}
	return a, keys
}
