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

// What Redis did and could not answer is counted once.
func TestLostAnswersAreCountedOnce(t *testing.T) {
	ledgertest.RunLost(t, openStore, func(t *testing.T) string { return newPrefix(t) })
}

// The same meters, where the server is one that sentinels name, or a cluster.
func TestMetersOfSeveralServersPassTheConformanceSuite(t *testing.T) {
	for _, c := range []struct{ name, server string }{
		{"sentinels", "KINODEX_TEST_REDIS_SENTINEL"},
		{"cluster", "KINODEX_TEST_REDIS_CLUSTER"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := ledgertest.Server(t, c.server)
			at := map[*testing.T]string{}
			fresh := func() string {
				sign := "?"
				if strings.Contains(server, "?") {
					sign = "&"
				}
				return server + sign + "prefix=test_" + access.RandomBase62(12)
			}
			ledgertest.RunMeters(t, func(t *testing.T) ledger.Meters {
				if at[t] == "" {
					at[t] = fresh()
				}
				return openAt(t, at[t])
			})
			ledgertest.RunProcesses(t, openStore, func(*testing.T) string { return fresh() })
		})
	}
}

// One address says where one server, sentinels and a cluster are.
func TestAddresses(t *testing.T) {
	for _, c := range []struct {
		address, hosts, master string
		cluster                bool
	}{
		{"redis://:pass@a:1/3", "a:1", "", false},
		{"redis://a", "a:6379", "", false},
		{"rediss://u:p%40ss@a:1,b:2,c/0?master=meters&prefix=x", "a:1 b:2 c:6379", "meters", false},
		{"redis://a:1?master=meters", "a:1", "meters", false},
		{"redis://[::1]:1,[::2],b:2", "[::1]:1 [::2]:6379 b:2", "", false},
		{"redis://a:1?cluster=true", "a:1", "", true},
		{"redis://a:1?cluster=false", "a:1", "", false},
	} {
		got, err := parse(c.address)
		if err != nil {
			t.Errorf("%s: %v", c.address, err)
			continue
		}
		o := got.options
		if strings.Join(o.Addrs, " ") != c.hosts || o.MasterName != c.master || o.IsClusterMode != c.cluster {
			t.Errorf("%s: %v, master %q, cluster %v", c.address, o.Addrs, o.MasterName, o.IsClusterMode)
		}
		if o.TLSConfig != nil && o.TLSConfig.ServerName != "" {
			t.Errorf("%s: all servers must have the name %s", c.address, o.TLSConfig.ServerName)
		}
	}
	for _, address := range []string{
		"redis://a,,b", "redis://,b", "redis://a,b/3", "redis://a/3?cluster=true", "redis://a?cluster=yes",
		"redis://a?master=m&cluster=true", "redis://a?prefix={x}", "redis://a?prefx=x", "a:6379", "",
	} {
		if got, err := parse(address); err == nil {
			t.Errorf("%q is taken as %v", address, got.options.Addrs)
		}
	}
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
