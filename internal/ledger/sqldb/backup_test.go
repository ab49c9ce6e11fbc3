package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"kinodex/internal/ledger"
)

// filled makes a ledger with accounts, a key each, and closes it.
func filled(t *testing.T, path string, accounts int) {
	t.Helper()
	l, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range accounts {
		addAccount(t, l, i)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

func addAccount(t *testing.T, l *Ledger, i int) {
	t.Helper()
	id := fmt.Sprint("acc_", i)
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: id, Created: today.End()}); err != nil {
		t.Error(err)
	}
	key, _ := ledger.NewKey(id, "k", 1, false, today.End())
	if err := l.CreateKey(t.Context(), key); err != nil {
		t.Error(err)
	}
}

// holds expects a ledger to have so many keys.
func holds(t *testing.T, path string, want int) {
	t.Helper()
	l, err := Open(t.Context(), path)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	defer l.Close()
	if keys, err := l.ListKeys(t.Context(), ""); err != nil || len(keys) != want {
		t.Errorf("%s has %d keys, %v, want %d", path, len(keys), err, want)
	}
}

// names are those of the files in a directory.
func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		all = append(all, f.Name())
	}
	return all
}

func TestABackupIsWholeWhileTheLedgerIsUsed(t *testing.T) {
	dir := t.TempDir()
	file, to := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db")
	l := openFile(t, file)
	for i := range 20 {
		addAccount(t, l, i)
	}
	ctx, stop := context.WithCancel(t.Context())
	var busy sync.WaitGroup
	busy.Go(func() {
		for i := 20; ctx.Err() == nil; i++ {
			addAccount(t, l, i)
			l.Spend(t.Context(), "m", today, 1, 1<<30)
		}
	})
	has, err := Backup(t.Context(), file, to, false)
	stop()
	busy.Wait()
	if err != nil || has.Accounts < 20 || has.Keys < has.Accounts-1 || has.Keys > has.Accounts {
		t.Fatalf("%+v, %v", has, err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 || info.Size() != has.Bytes {
		t.Errorf("%v, %v", info, err)
	}
	holds(t, to, has.Keys)
	for _, name := range names(t, dir) {
		if strings.HasSuffix(name, ".tmp") {
			t.Errorf("%s is left", name)
		}
	}
}

func TestABackupIsNotWrittenOverWhatIsThere(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "ledger.db")
	filled(t, file, 2)
	to := filepath.Join(dir, "backup.db")
	if err := os.WriteFile(to, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		from, to string
		replace  bool
		says     string
	}{
		"a file that is there":      {file, to, false, "--force"},
		"the ledger itself":         {file, file, true, "ledger itself"},
		"a folder":                  {file, dir, true, "not a file"},
		"a folder that is not":      {file, filepath.Join(dir, "none", "backup.db"), false, "no such file"},
		"no ledger":                 {filepath.Join(dir, "none.db"), filepath.Join(dir, "b.db"), false, "there is no ledger at " + filepath.Join(dir, "none.db")},
		"something else":            {to, filepath.Join(dir, "b.db"), false, "not a database"},
		"a ledger that is a folder": {dir, filepath.Join(dir, "b.db"), false, "not a file"},
	} {
		if _, err := Backup(t.Context(), c.from, c.to, c.replace); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
	if b, _ := os.ReadFile(to); string(b) != "precious" {
		t.Errorf("the file that was there is now %q", b)
	}
	holds(t, file, 2)
	if all := names(t, dir); len(all) != 2 {
		t.Errorf("left: %v", all)
	}
	if _, err := Backup(t.Context(), file, to, true); err != nil {
		t.Fatal(err)
	}
	holds(t, to, 2)
}

func TestARestoredLedgerTakesThePlaceOfTheOther(t *testing.T) {
	dir := t.TempDir()
	file, backup := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db")
	filled(t, file, 2)
	if _, err := Backup(t.Context(), file, backup, false); err != nil {
		t.Fatal(err)
	}
	l, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	addAccount(t, l, 2)

	if _, _, err := Restore(t.Context(), backup, file, false); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("over a ledger: %v", err)
	}
	if _, _, err := Restore(t.Context(), backup, file, true); !errors.Is(err, ErrHeld) {
		t.Errorf("beside who has it open: %v, want ErrHeld", err)
	}
	addAccount(t, l, 3) // it goes on
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	has, kept, err := Restore(t.Context(), backup, file, true)
	if err != nil || has.Keys != 2 || has.Accounts != 2 {
		t.Fatalf("%+v, %v", has, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	holds(t, file, 2)
	holds(t, kept, 4)
	if all := names(t, dir); len(all) != 3 {
		t.Errorf("left: %v", all)
	}
	elsewhere := filepath.Join(t.TempDir(), "ledger.db")
	if _, kept, err := Restore(t.Context(), backup, elsewhere, false); err != nil || kept != "" {
		t.Errorf("where none was: %q, %v", kept, err)
	}
	holds(t, elsewhere, 2)
}

// A process that was killed leaves a log beside its file. It belongs to that file
// and to no other.
func TestARestoredLedgerReadsNoLogOfAnother(t *testing.T) {
	dir := t.TempDir()
	file, backup := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db")
	filled(t, file, 1)
	if _, err := Backup(t.Context(), file, backup, false); err != nil {
		t.Fatal(err)
	}
	killed := filepath.Join(t.TempDir(), "ledger.db")
	l := openFile(t, killed)
	l.log.catchUp.Store(false)
	for i := range 30 {
		addAccount(t, l, i)
	}
	for _, of := range []string{"", "-wal"} {
		b, err := os.ReadFile(killed + of)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file+of, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, kept, err := Restore(t.Context(), backup, file, true)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, file, 1)
	holds(t, kept, 30)
	// A copy with its log beside is a backup too.
	if _, err := os.Stat(killed + "-wal"); err != nil {
		t.Fatal(err)
	}
	if has, _, err := Restore(t.Context(), killed, file, true); err != nil || has.Keys != 30 {
		t.Errorf("%+v, %v, want 30 keys", has, err)
	}
	holds(t, file, 30)
	// A log without its ledger is kept too, and not read.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file+"-wal", []byte("what a log may be"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), backup, file, false); err != nil {
		t.Fatal(err)
	}
	holds(t, file, 1)
}

func TestWhatIsNotWholeIsNotRestored(t *testing.T) {
	dir := t.TempDir()
	file, backup := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db")
	filled(t, file, 60)
	if _, err := Backup(t.Context(), file, backup, false); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	damaged := func(at int) []byte {
		b := append([]byte(nil), whole...)
		for i := range 200 {
			b[at+i] ^= 0x55
		}
		return b
	}
	for name, b := range map[string][]byte{
		"nothing":               {},
		"half of it":            whole[:len(whole)/2],
		"all but its last page": whole[:len(whole)-4096],
		"damaged at its head":   damaged(0),
		"damaged in the middle": damaged(len(whole) / 2 / 4096 * 4096),
		"something else":        []byte(strings.Repeat("not a database\n", 9_000)),
	} {
		bad := filepath.Join(dir, "bad.db")
		if err := os.WriteFile(bad, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if has, kept, err := Restore(t.Context(), bad, file, true); err == nil || kept != "" || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s is restored: %+v, %q, %v", name, has, kept, err)
		}
	}
	if _, _, err := Restore(t.Context(), filepath.Join(dir, "none.db"), file, true); err == nil || !strings.Contains(err.Error(), "there is no ledger") {
		t.Errorf("no file: %v", err)
	}
	if _, _, err := Restore(t.Context(), file, file, true); err == nil {
		t.Error("the ledger is restored from itself")
	}
	holds(t, file, 60)
	if all := names(t, dir); len(all) != 3 {
		t.Errorf("left: %v", all)
	}
	// A ledger that is damaged itself is what backups are for.
	if err := os.WriteFile(file, damaged(0), 0o600); err != nil {
		t.Fatal(err)
	}
	_, kept, err := Restore(t.Context(), backup, file, true)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, file, 60)
	if _, err := os.Stat(kept); errors.Is(err, fs.ErrNotExist) {
		t.Error("the damaged ledger is not kept")
	}
}

func TestABackupOfANewerProgramIsNotRestored(t *testing.T) {
	dir := t.TempDir()
	backup := filepath.Join(dir, "backup.db")
	l, err := Open(t.Context(), backup)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.synced.Exec("PRAGMA user_version = 9999"); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), backup, filepath.Join(dir, "ledger.db"), false); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("%v", err)
	}
}
