package pgdb

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func TestLedgerPassesTheConformanceSuite(t *testing.T) {
	at := map[*testing.T]string{}
	ledgertest.Run(t, func(t *testing.T) ledger.Ledger {
		if at[t] == "" {
			at[t] = newSchema(t)
		}
		return openAt(t, at[t])
	})
}

// newSchema gives the address of a ledger of the test's own, in a schema that is
// dropped with it.
func newSchema(t testing.TB) string {
	t.Helper()
	server := ledgertest.Server(t, "KINODEX_TEST_POSTGRES")
	schema := strings.ToLower("test_" + access.RandomBase62(12))
	run := func(statement string) {
		t.Helper()
		conn, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE SCHEMA " + schema)
	t.Cleanup(func() { run("DROP SCHEMA " + schema + " CASCADE") })
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", schema)
	u.RawQuery = q.Encode()
	return u.String()
}

func openAt(t testing.TB, at string) *Ledger {
	t.Helper()
	l, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func TestWhatIsNoDatabaseDoesNotOpen(t *testing.T) {
	const secret = "hunter2hunter2"
	for _, at := range []string{
		"postgres://kinodex:" + secret + "@127.0.0.1:1/none?connect_timeout=2",
		"postgres://kinodex:" + secret + "@127.0.0.1:notaport/none",
		"postgres://kinodex:" + secret + "@/none?sslmode=" + secret,
		"postgres://" + secret + "%zz",
	} {
		_, err := Open(t.Context(), at)
		if err == nil || strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), secret) {
			t.Errorf("Open(%s) = %v, want an error without the password", at, err)
		}
	}
}

func TestALedgerOfANewerProgramIsLeftAlone(t *testing.T) {
	at := newSchema(t)
	l := openAt(t, at)
	if _, err := l.pool.Exec(t.Context(), "UPDATE schema_version SET version = 9999"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), at); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("opened: %v", err)
	}
}

func openStore(ctx context.Context, at string) (ledgertest.Store, error) { return Open(ctx, at) }

func TestMain(m *testing.M) { ledgertest.Main(m, openStore) }

func TestProcessesShareTheDatabase(t *testing.T) {
	ledgertest.RunProcesses(t, openStore, func(t *testing.T) string { return newSchema(t) })
}

func TestSeveralServersMayStartAtOnce(t *testing.T) {
	ledgertest.RunOpening(t, func(t *testing.T) string { return newSchema(t) })
}

// PostgreSQL reports the same collision, two who make a table at once, by several
// codes. Each must be heard as "somebody else made it".
func TestManyConnectionsMayMakeTheVersionAtOnce(t *testing.T) {
	for range 40 {
		at := newSchema(t)
		var wait sync.WaitGroup
		begin := make(chan struct{})
		for range 8 {
			pool, err := pgxpool.New(t.Context(), at)
			if err != nil {
				t.Fatal(err)
			}
			if err := pool.Ping(t.Context()); err != nil {
				t.Fatal(err)
			}
			wait.Go(func() {
				defer pool.Close()
				<-begin
				if err := haveVersion(t.Context(), pool); err != nil {
					t.Error(err)
				}
			})
		}
		close(begin)
		wait.Wait()
	}
}

func BenchmarkSpend(b *testing.B) {
	ledgertest.BenchmarkSpend(b, func(b *testing.B) ledger.Meters { return openAt(b, newSchema(b)) })
}

// BenchmarkFindKey measures looking up keys. server-µs/op is the processor time of the
// database's own processes, which can be read where it runs on this machine.
func BenchmarkFindKey(b *testing.B) {
	l := openAt(b, newSchema(b))
	token := ledgertest.FillKeys(b, l, 1000)
	for _, askers := range []int{1, 16} {
		b.Run(fmt.Sprintf("askers=%d", askers), func(b *testing.B) {
			find := func(n int) {
				var wait sync.WaitGroup
				for i := range askers {
					wait.Go(func() {
						for range n/askers + min(1, max(0, n%askers-i)) {
							if _, _, err := l.FindKey(b.Context(), token.Hash()); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				wait.Wait()
			}
			find(100 * askers) // all connections are open, all statements prepared
			before := serverTime(b, l)
			b.ResetTimer()
			find(b.N)
			b.StopTimer()
			if before > 0 {
				b.ReportMetric(float64((serverTime(b, l)-before).Microseconds())/float64(b.N), "server-µs/op")
			}
		})
	}
}

// serverTime is the processor time that the processes behind the idle connections of l
// have used, or 0 where it cannot be read.
func serverTime(b *testing.B, l *Ledger) (sum time.Duration) {
	b.Helper()
	for _, pid := range pids(b, l) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if err != nil {
			return 0
		}
		var nanoseconds time.Duration
		if _, err := fmt.Sscan(string(text), &nanoseconds); err != nil {
			b.Fatal(err)
		}
		sum += nanoseconds
	}
	return sum
}

// When its connections are cut nobody notices: what was asked meanwhile is asked
// again, and counted once.
func TestTheLedgerComesBackAfterItsConnectionsWereCut(t *testing.T) {
	l := openAt(t, newSchema(t))
	key, account := givenKey(t, l)
	for i := range 60 {
		if i%20 == 10 {
			cutIdle(t, l)
		}
		if _, ok, err := l.Spend(t.Context(), "m", 1, 1, 1000); !ok || err != nil {
			t.Errorf("spend %d: %v, %v", i, ok, err)
		}
		if i%20 == 15 {
			cutIdle(t, l)
			if _, found, err := l.FindKey(t.Context(), key.Hash); err != nil || found.ID != account {
				t.Errorf("find a key: %+v, %v", found, err)
			}
			cutIdle(t, l)
			if err := l.SetPlan(t.Context(), account, access.Studio); err != nil {
				t.Errorf("set a plan: %v", err)
			}
		}
	}
	if used, err := l.Used(t.Context(), "m", 1); used != 60 || err != nil {
		t.Errorf("%d recorded, %v", used, err)
	}
}

// givenKey gives a key of a new account.
func givenKey(t *testing.T, l *Ledger) (key ledger.Key, account string) {
	t.Helper()
	account = "acme"
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: account, Name: "n", Plan: access.Writer, Created: ledger.Day(20_000).End()}); err != nil {
		t.Fatal(err)
	}
	key, _ = ledger.NewKey(account, "n", access.Scopes(access.Read), false, ledger.Day(20_000).End())
	if err := l.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	return key, account
}

// What the database did and could not answer is counted once.
func TestLostAnswersAreCountedOnce(t *testing.T) {
	ledgertest.RunLost(t, openStore, func(t *testing.T) string { return newSchema(t) })
}

// A ledger works behind PgBouncer in transaction mode, where each statement may run
// in another session.
func TestALedgerBehindAPoolerPassesTheConformanceSuite(t *testing.T) {
	at := map[*testing.T]string{}
	ledgertest.Run(t, func(t *testing.T) ledger.Ledger {
		if at[t] == "" {
			at[t] = newPooledDatabase(t)
		}
		l := openAt(t, at[t])
		if mode := l.pool.Config().ConnConfig.DefaultQueryExecMode; mode != pgx.QueryExecModeCacheDescribe {
			t.Errorf("statements are run as %v: the pooler is not recognised", mode)
		}
		return l
	})
}

// newPooledDatabase gives the address, through the pooler, of a database of the
// test's own: a pooler does not pass on the search path.
func newPooledDatabase(t *testing.T) string {
	t.Helper()
	pooler := ledgertest.Server(t, "KINODEX_TEST_PGBOUNCER")
	server := ledgertest.Server(t, "KINODEX_TEST_POSTGRES")
	name := strings.ToLower("test_" + access.RandomBase62(12))
	run := func(statement string) {
		t.Helper()
		conn, err := pgx.Connect(context.Background(), server)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE DATABASE " + name + " STRATEGY FILE_COPY")
	t.Cleanup(func() { run("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := url.Parse(pooler)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// Of several hosts the one that takes writes is used, whichever order they stand in.
func TestOfSeveralHostsTheOneThatTakesWritesIsUsed(t *testing.T) {
	u, err := url.Parse(newSchema(t))
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Replace(u.String(), u.Host, "127.0.0.1:1,"+u.Host, 1)
	l := openAt(t, at)
	if _, ok, err := l.Spend(t.Context(), "m", 1, 1, 10); !ok || err != nil {
		t.Errorf("%v, %v", ok, err)
	}
	for _, c := range []struct {
		address string
		writes  bool
	}{
		{"postgres://k@a/k", false},
		{"postgres://k@a,b:5433/k", true},
		{"postgres://k@a,b/k?target_session_attrs=any", false},
	} {
		config, err := parse(c.address)
		if err != nil || (config.ConnConfig.ValidateConnect != nil) != c.writes {
			t.Errorf("%s: wants to write is %v (%v)", c.address, config.ConnConfig.ValidateConnect != nil, err)
		}
	}
}

// cutIdle ends the server's side of all idle connections of l.
func cutIdle(t *testing.T, l *Ledger) {
	t.Helper()
	conn, err := pgx.ConnectConfig(t.Context(), l.pool.Config().ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), "SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", pids(t, l))
	if err != nil {
		t.Fatal(err)
	}
}

// pids gives the server's processes behind the idle connections of l.
func pids(t testing.TB, l *Ledger) (all []int32) {
	t.Helper()
	for _, c := range l.pool.AcquireAllIdle(t.Context()) {
		all = append(all, int32(c.Conn().PgConn().PID()))
		c.Release()
	}
	return all
}

// The audit log is kept by the database itself: what is new, and for ever what was
// done to keys and accounts.
func TestNobodyChangesTheAuditLog(t *testing.T) {
	l := openAt(t, newSchema(t))
	a := ledger.By{Actor: "a"}
	if err := l.Record(t.Context(), a.Did(ledger.KeyRevoked, "", "", "", ledger.Day(1).End()), a.Did(ledger.SignedIn, "", "", "", ledger.Day(20_000).End())); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE audit SET actor = 'b'", "DELETE FROM audit WHERE id = 1", "DELETE FROM audit WHERE id = 2", "TRUNCATE audit"} {
		if _, err := l.pool.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "never") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if all, err := l.Audit(t.Context(), ledger.AuditQuery{Limit: 9}); len(all) != 2 || all[0].Actor != "a" || all[1].Actor != "a" {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestDaysLongPastAreDropped(t *testing.T) {
	ledgertest.RunDays(t, func(t *testing.T) ledger.Meters { return openAt(t, newSchema(t)) })
}
