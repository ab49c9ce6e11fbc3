package pgdb

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
)

func TestLedgerSitsTheExamination(t *testing.T) {
	at := map[*testing.T]string{}
	ledgertest.Examine(t, func(t *testing.T) ledger.Ledger {
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
	schema := strings.ToLower("test_" + access.RandomText(12))
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
	ledgertest.ExamineProcesses(t, openStore, func(t *testing.T) string { return newSchema(t) })
}

func TestSeveralServersMayStartAtOnce(t *testing.T) {
	ledgertest.ExamineOpening(t, func(t *testing.T) string { return newSchema(t) })
}
