package ledgertest

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// BenchmarkSpend measures spending at full load: as many askers as a busy
// server has requests in flight, each on one of some accounts. ns/op is what a
// spend costs the machine, p50 and p99 what the asker waits.
func BenchmarkSpend(b *testing.B, open func(b *testing.B) ledger.Meters) {
	for _, load := range []struct{ askers, accounts int }{{1, 1}, {8, 8}, {64, 1}, {64, 64}, {256, 256}} {
		b.Run(fmt.Sprintf("askers=%d/accounts=%d", load.askers, load.accounts), func(b *testing.B) {
			l := open(b)
			waits := make([][]time.Duration, load.askers)
			var left atomic.Int64
			left.Store(int64(b.N))
			done := make(chan bool)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range load.askers {
				go func() {
					meter := fmt.Sprint("account:acc_0123456789abcd", i%load.accounts)
					for left.Add(-1) >= 0 {
						start := time.Now()
						if _, ok, err := l.Spend(b.Context(), meter, today, 1, math.MaxInt32); !ok || err != nil {
							b.Error(ok, err)
						}
						waits[i] = append(waits[i], time.Since(start))
					}
					done <- true
				}()
			}
			for range load.askers {
				<-done
			}
			b.StopTimer()
			report(b, slices.Concat(waits...))
		})
	}
}

func report(b *testing.B, waits []time.Duration) {
	slices.Sort(waits)
	for name, share := range map[string]float64{"p50-µs": 0.5, "p99-µs": 0.99} {
		b.ReportMetric(float64(waits[int(share*float64(len(waits)-1))].Nanoseconds())/1000, name)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "spends/s")
}

// FillKeys adds n accounts with a key each, and returns the token of the last key.
func FillKeys(b *testing.B, l ledger.Ledger, n int) (token access.Token) {
	b.Helper()
	var key ledger.Key
	for i := range n {
		id := fmt.Sprint("acc_", i)
		if err := l.CreateAccount(b.Context(), ledger.Account{ID: id, Plan: access.Studio, Created: time.Now()}); err != nil {
			b.Fatal(err)
		}
		key, token = ledger.NewKey(id, "bench", access.Scopes(access.Read), false, time.Now())
		if err := l.CreateKey(b.Context(), key); err != nil {
			b.Fatal(err)
		}
	}
	return token
}
