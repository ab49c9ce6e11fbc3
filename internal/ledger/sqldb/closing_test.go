package sqldb

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// After a clean stop a copy of the file alone has everything: nothing is left
// in the log.
func TestAfterClosingTheFileAloneHasEverything(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "ledger.db")
	l, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	account := ledger.Account{ID: "acc_1", Created: today.End()}
	if err := l.CreateAccount(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	key, _ := ledger.NewKey("acc_1", "k", 1, false, today.End())
	if err := l.CreateKey(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Spend(t.Context(), "m", today, 3, 9); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.FindKey(t.Context(), key.Hash); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"-wal", "-shm"} {
		if info, err := os.Stat(file + gone); err == nil && info.Size() > 0 {
			t.Errorf("%s is left, with %d bytes", info.Name(), info.Size())
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	alone := filepath.Join(dir, "alone.db")
	if err := os.WriteFile(alone, b, 0o600); err != nil {
		t.Fatal(err)
	}
	copied := openFile(t, alone)
	if _, _, err := copied.FindKey(t.Context(), key.Hash); err != nil {
		t.Errorf("the key in the copy: %v", err)
	}
	if used, err := copied.Used(t.Context(), "m", today); used != 3 || err != nil {
		t.Errorf("spending in the copy: %d, %v, want 3", used, err)
	}
}

// Closing waits for no other process that has the file open, since that one moves
// the log.
func TestClosingDoesNotWaitForOthers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	other := openFile(t, file)
	if err := other.CreateAccount(t.Context(), ledger.Account{ID: "acc_1", Created: today.End()}); err != nil {
		t.Fatal(err)
	}
	l, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	writing, err := other.synced.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer writing.Rollback()
	if _, err := writing.Exec("UPDATE accounts SET name = 'n'"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took >= busyFor {
		t.Errorf("closing took %v, as long as a write waits for others", took)
	}
}

// What is written without being metered moves into the file too, and the log
// starts anew.
func TestTheLogStaysShortWithoutMeteredWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ledger.db")
	l := openFile(t, file)
	detail := strings.Repeat("x", 30<<10)
	written := 0
	longest := int64(0)
	for i := range 1_500 {
		e := ledger.By{Actor: "a"}.Did(ledger.KeyChanged, "acc_1", fmt.Sprint(i), detail, today.End())
		if err := l.Record(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		written += len(detail)
		if info, err := os.Stat(file + "-wal"); err == nil {
			longest = max(longest, info.Size())
		}
	}
	t.Logf("%d MiB written, the log had at most %d MiB", written>>20, longest>>20)
	if limit := int64(40 << 20); longest > limit {
		t.Errorf("the log grew to %d bytes, want at most %d", longest, limit)
	}
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "1499") && len(b) > written {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("after five seconds of rest the file has %d bytes of %d", len(b), written)
		}
	}
}
