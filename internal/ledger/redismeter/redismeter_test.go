package redismeter

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

const today = ledger.Day(20_000)

// newPrefix gives the address of meters of the test's own.
func newPrefix(t testing.TB) string {
	t.Helper()
	u, err := url.Parse(ledgertest.Server(t, "KINODEX_TEST_REDIS"))
	if err != nil {
		t.Fatal(err)
	}
	u.RawQuery = url.Values{"prefix": {"test_" + access.RandomBase62(12)}}.Encode()
	return u.String()
}

func openAt(t testing.TB, at string) *Meters {
	t.Helper()
	m, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

func openStore(ctx context.Context, at string) (ledgertest.Store, error) { return Open(ctx, at) }

func TestMain(m *testing.M) { ledgertest.Main(m, openStore) }

func TestMetersPassTheConformanceSuite(t *testing.T) {
	at := map[*testing.T]string{}
	ledgertest.RunMeters(t, func(t *testing.T) ledger.Meters {
		if at[t] == "" {
			at[t] = newPrefix(t)
		}
		return openAt(t, at[t])
	})
}

func TestProcessesShareTheMeters(t *testing.T) {
	ledgertest.RunProcesses(t, openStore, func(t *testing.T) string { return newPrefix(t) })
}

// A ledger with meters in Redis is a ledger.
func TestALedgerCountsOnTheMeters(t *testing.T) {
	ledgertest.Server(t, "KINODEX_TEST_REDIS")
	type shared struct {
		books *ledger.Memory
		at    string
	}
	opened := map[*testing.T]shared{}
	ledgertest.Run(t, func(t *testing.T) ledger.Ledger {
		s, ok := opened[t]
		if !ok {
			s = shared{ledger.NewMemory(), newPrefix(t)}
			opened[t] = s
		}
		return ledger.WithMeters(s.books, openAt(t, s.at))
	})
}

// What was spent is forgotten when nobody can ask for it any more, and not
// before, however often is spent.
func TestDaysLongPastAreForgotten(t *testing.T) {
	m := openAt(t, newPrefix(t))
	for range 3 {
		if _, ok, err := m.Spend(t.Context(), "m", today, 1, 10); !ok || err != nil {
			t.Fatal(ok, err)
		}
		if err := m.Refund(t.Context(), "m", today, 1); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := m.Spend(t.Context(), "m", today, 2, 10); !ok || err != nil {
			t.Fatal(ok, err)
		}
		left, err := m.client.TTL(t.Context(), m.key("m", today)).Result()
		if err != nil || left <= 24*time.Hour || left > keepFor {
			t.Errorf("kept for %v, %v, want more than a day and at most %v", left, err, keepFor)
		}
	}
}

func TestWhatIsNoRedisDoesNotOpen(t *testing.T) {
	const secret = "hunter2hunter2"
	for _, at := range []string{
		"redis://:" + secret + "@127.0.0.1:1/0",
		"redis://:" + secret + "@127.0.0.1:notaport/0",
		"redis://:" + secret + "@127.0.0.1:1/notanumber",
		"http://" + secret + "/",
		"redis://" + secret + "%zz",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		_, err := Open(ctx, at)
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), secret) {
			t.Errorf("Open(%s) = %v, want an error without the password", at, err)
		}
	}
}

func BenchmarkSpend(b *testing.B) {
	ledgertest.BenchmarkSpend(b, func(b *testing.B) ledger.Meters { return openAt(b, newPrefix(b)) })
}
