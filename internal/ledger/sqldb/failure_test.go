package sqldb

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/ledgertest"
	"kinodex/internal/ledger/queue"
)

func TestAfterCloseNothingIsSpent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	l, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	counted := 0
	for range 100 {
		all.Go(func() {
			_, ok, err := l.Spend(t.Context(), "m", today, 1, 1000)
			if err != nil && !errors.Is(err, queue.ErrClosed) {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if ok {
				counted++
			}
		})
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	all.Wait()
	if used, err := openFile(t, file).Used(t.Context(), "m", today); used != counted || err != nil {
		t.Errorf("%d were told that they were counted, %d are recorded (%v)", counted, used, err)
	}
}

func TestACallerWhoHasGoneSpendsNothing(t *testing.T) {
	l := openFile(t, filepath.Join(t.TempDir(), "ledger.db"))
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok, err := l.Spend(gone, "m", today, 1, 10); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("spend = %v, %v", ok, err)
	}
	if used, _ := l.Used(t.Context(), "m", today); used != 0 {
		t.Errorf("used = %d", used)
	}
}

func TestDaysLongPastAreDropped(t *testing.T) {
	ledgertest.RunDays(t, func(t *testing.T) ledger.Meters { return openFile(t, filepath.Join(t.TempDir(), "ledger.db")) })
}

func TestALedgerOfANewerProgramIsLeftAlone(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	l := openFile(t, file)
	if _, err := l.synced.Exec("PRAGMA user_version = 9999"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), file); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("opened: %v", err)
	}
}

func TestWhatIsNoLedgerDoesNotOpen(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, dir, filepath.Join(dir, "none", "ledger.db")} {
		if _, err := Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, want an error that names it", path, err)
		}
	}
}

// A path is a path, whatever characters it has.
func TestOddPathsAreTakenAsTheyAre(t *testing.T) {
	file := filepath.Join(t.TempDir(), "my ledger?mode=memory&x=1#2%20.db")
	l := openFile(t, file)
	if _, _, err := l.Spend(t.Context(), "m", today, 1, 1); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("%v, %v", info, err)
	}
	if used, _ := openFile(t, file).Used(t.Context(), "m", today); used != 1 {
		t.Errorf("used = %d", used)
	}
}

// REQ A-20: neither a key nor what would open it is in the file.
func TestTheFileHoldsNoKey(t *testing.T) {
	dir := t.TempDir()
	l := openFile(t, filepath.Join(dir, "ledger.db"))
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1"}); err != nil {
		t.Fatal(err)
	}
	key, token := ledger.NewKey("acc_1", "k", 1, false, today.End())
	if err := l.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, name := range []string{"ledger.db", "ledger.db-wal"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		found = found || strings.Contains(string(b), token.Prefix())
		if strings.Contains(string(b), token.Reveal()[9:30]) {
			t.Errorf("%s holds the key", name)
		}
	}
	if !found {
		t.Error("the prefix is not in the file, so the search proves nothing")
	}
}

// The audit log is kept by the database itself: what is new, and for ever what was
// done to keys and accounts.
func TestNobodyChangesTheAuditLog(t *testing.T) {
	l := openFile(t, filepath.Join(t.TempDir(), "ledger.db"))
	a := ledger.By{Actor: "a"}
	if err := l.Record(t.Context(), a.Did(ledger.KeyRevoked, "", "", "", ledger.Day(1).End()), a.Did(ledger.SignedIn, "", "", "", today.End())); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE audit SET actor = 'b'", "DELETE FROM audit WHERE id = 1", "DELETE FROM audit WHERE id = 2"} {
		if _, err := l.synced.Exec(statement); err == nil || !strings.Contains(err.Error(), "never") {
			t.Errorf("%s: %v", statement, err)
		}
	}
	if all, err := l.Audit(t.Context(), ledger.AuditQuery{Limit: 9}); len(all) != 2 || all[0].Actor != "a" || all[1].Actor != "a" {
		t.Errorf("%+v, %v", all, err)
	}
}

// Clients that nobody lets in were kept for three months once. The ledger begins
// to know the time by what it has.
func TestWhatAnOlderProgramKeptForLongGoesSoon(t *testing.T) {
	file := newFile(t)
	db, err := connect(file, "FULL", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	steps := []string{"0001_books_and_meters", "0002_accounts_and_audit", "0003_grants"}
	var statements []string
	for _, step := range steps {
		b, err := migrations.ReadFile("migrations/" + step + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		statements = append(statements, string(b))
	}
	for _, statement := range append(statements, "PRAGMA user_version = 3",
		"INSERT INTO accounts VALUES ('acc_1', 'Ida', 'studio', 1000000, NULL, '', 'active')",
		"INSERT INTO clients VALUES ('unused', '', '', '[]', 5, 5 + 7776000000000)",
		"INSERT INTO clients VALUES ('used', '', '', '[]', 5, 5 + 7776000000000)",
		"INSERT INTO grants VALUES ('g', 'acc_1', 'used', '', '', 'read', '', '', 7, 8, 9)",
		"INSERT INTO spending VALUES (20000, 'm', 1)") {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	l := openFile(t, file)
	for id, want := range map[string]time.Duration{"unused": 24 * time.Hour, "used": 90 * 24 * time.Hour} {
		if c, err := l.Client(t.Context(), id); err != nil || c.Expires.Sub(c.Created) != want {
			t.Errorf("%s is kept for %v, %v, want %v", id, c.Expires.Sub(c.Created), err, want)
		}
	}
	var trusted int64
	if err := l.synced.QueryRow("SELECT trusted FROM clock").Scan(&trusted); err != nil || trusted != (today-1).End().UnixMicro() {
		t.Errorf("the ledger knows %d, %v, want the start of %v", trusted, err, today)
	}
}

// A ledger that an older program left is brought up to date, with all it has.
func TestALedgerOfAnOlderProgramIsBroughtUpToDate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	first, err := migrations.ReadFile("migrations/0001_books_and_meters.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := connect(file, "FULL", 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{string(first), "PRAGMA user_version = 1",
		"INSERT INTO accounts VALUES ('acc_1', 'Ida', 'studio', 1)",
		"INSERT INTO keys VALUES ('key_1', 'acc_1', 'k', x'00', 'kdx_live_0000', '0000', 'read', 0, 1, NULL, NULL, NULL)"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	l := openFile(t, file)
	k, a, err := l.Key(t.Context(), "key_1")
	if err != nil || k.Own || a.Name != "Ida" || a.Plan != access.Studio || a.Status != ledger.Active || a.Email != "" {
		t.Errorf("%+v of %+v, %v", k, a, err)
	}
}

// Whoever runs the service is told once that its clock is not believed, and what
// is kept.
func TestAClockThatIsNotBelievedIsLogged(t *testing.T) {
	l := openFile(t, newFile(t))
	var told strings.Builder
	l.LogTo(slog.New(slog.NewJSONHandler(&told, nil)))
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1"}); err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{0, 31, 31} {
		s, _ := ledger.NewSession("acc_1", (today + ledger.Day(days)).End())
		if err := l.CreateSession(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := l.Spend(t.Context(), "m", today, 1, 9); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Spend(t.Context(), "m", today+40, 1, 9); err != nil {
		t.Fatal(err)
	}
	if all := told.String(); strings.Count(all, "\n") != 2 || !strings.Contains(all, `"table":"sessions","rows":1`) ||
		!strings.Contains(all, `"table":"spending","rows":1`) {
		t.Errorf("the log tells %s", all)
	}
}
