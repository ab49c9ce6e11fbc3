package sqldb

import (
	"path/filepath"
	"testing"
	"time"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func BenchmarkSpend(b *testing.B) {
	ledgertest.BenchmarkSpend(b, func(b *testing.B) ledger.Meters {
		return openFile(b, filepath.Join(b.TempDir(), "ledger.db"))
	})
}

const today = ledger.Day(20_000)

func BenchmarkFindKey(b *testing.B) {
	l := openFile(b, filepath.Join(b.TempDir(), "ledger.db"))
	token := ledgertest.FillKeys(b, l, 10_000)
	b.Run("ledger", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := l.FindKey(b.Context(), token.Hash()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("keyring", func(b *testing.B) {
		ring := ledger.NewKeyCache(l)
		now := time.Now()
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if _, _, err := ring.Find(b.Context(), token, now); err != nil {
					b.Fatal(err)
				}
			}
		})
	})
}
