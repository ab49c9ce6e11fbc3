package sqldb

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"kinodex/internal/access"
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
	token := keys(b, l, 10_000)
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

// keys fills a ledger and gives the token of the last key.
func keys(b *testing.B, l ledger.Ledger, n int) (token access.Token) {
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
