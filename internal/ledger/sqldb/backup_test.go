package sqldb

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

// A link that an account sent opens what it did, after the ledger was restored; one that was
// revoked before the backup stays so.
func TestABackupHasTheLinksThatWereSent(t *testing.T) {
	dir := t.TempDir()
	file, to, restored := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db"), filepath.Join(dir, "restored.db")
	l := openFile(t, file)
	addAccount(t, l, 1)
	var sent [2]ledger.Share
	for i := range sent {
		sent[i], _ = ledger.NewShare("acc_1", "The Brass Key", today.End())
		sent[i].Sealed = append([]byte{0, 1, 0xff}, sent[i].Hash[:]...)
		if err := l.CreateShare(t.Context(), sent[i], 9); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.EndShare(t.Context(), "acc_1", sent[1].Hash); err != nil {
		t.Fatal(err)
	}
	if _, err := Backup(t.Context(), file, to, false); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Restore(t.Context(), to, restored, RestoreOptions{}); err != nil {
		t.Fatal(err)
	}
	other := openFile(t, restored)
	if got, owner, err := other.Share(t.Context(), sent[0].Hash); err != nil || !reflect.DeepEqual(got, sent[0]) || owner.ID != "acc_1" {
		t.Errorf("the link is of %+v, %v, want %+v", got, err, sent[0])
	}
	if _, _, err := other.Share(t.Context(), sent[1].Hash); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("the revoked one: %v", err)
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

	if _, _, err := Restore(t.Context(), backup, file, RestoreOptions{}); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("over a ledger: %v", err)
	}
	if _, _, err := Restore(t.Context(), backup, file, RestoreOptions{Replace: true}); !errors.Is(err, ErrHeld) {
		t.Errorf("beside who has it open: %v, want ErrHeld", err)
	}
	addAccount(t, l, 3) // it goes on
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	has, kept, err := Restore(t.Context(), backup, file, RestoreOptions{Replace: true})
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
	if _, kept, err := Restore(t.Context(), backup, elsewhere, RestoreOptions{}); err != nil || kept != "" {
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
	_, kept, err := Restore(t.Context(), backup, file, RestoreOptions{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, file, 1)
	holds(t, kept, 30)
	// A copy with its log beside is a backup too.
	if _, err := os.Stat(killed + "-wal"); err != nil {
		t.Fatal(err)
	}
	if has, _, err := Restore(t.Context(), killed, file, RestoreOptions{Replace: true, WithoutDigest: true}); err != nil || has.Keys != 30 {
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
	if _, _, err := Restore(t.Context(), backup, file, RestoreOptions{}); err != nil {
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
		"a digest alone":        whole[len(whole)-sealBytes:],
		"half of it":            whole[:len(whole)/2],
		"all but its last page": whole[:len(whole)-sealBytes-4096],
		"damaged at its head":   damaged(0),
		"damaged in the middle": damaged(len(whole) / 2 / 4096 * 4096),
		"something else":        []byte(strings.Repeat("not a database\n", 9_000)),
	} {
		bad := filepath.Join(dir, "bad.db")
		if err := os.WriteFile(bad, b, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, without := range []bool{false, true} {
			if has, kept, err := Restore(t.Context(), bad, file, RestoreOptions{Replace: true, WithoutDigest: without}); err == nil || kept != "" || !strings.Contains(err.Error(), bad) {
				t.Errorf("%s is restored: %+v, %q, %v", name, has, kept, err)
			}
		}
	}
	if _, _, err := Restore(t.Context(), filepath.Join(dir, "none.db"), file, RestoreOptions{Replace: true}); err == nil || !strings.Contains(err.Error(), "there is no ledger") {
		t.Errorf("no file: %v", err)
	}
	if _, _, err := Restore(t.Context(), file, file, RestoreOptions{Replace: true}); err == nil {
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
	_, kept, err := Restore(t.Context(), backup, file, RestoreOptions{Replace: true})
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
	if _, _, err := Restore(t.Context(), backup, filepath.Join(dir, "ledger.db"), RestoreOptions{WithoutDigest: true}); err == nil || !strings.Contains(err.Error(), "newer") {
		t.Errorf("%v", err)
	}
}

// What was changed since it was written is not restored, nor is what has more in it than a
// ledger has: a trigger would act in every server that opens it.
func TestABackupThatWasChangedIsNotRestored(t *testing.T) {
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
	bad := filepath.Join(dir, "bad.db")
	write := func(b []byte) {
		t.Helper()
		if err := os.WriteFile(bad, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(name, says string, allowed RestoreOptions) {
		t.Helper()
		allowed.Replace = true
		if _, kept, err := Restore(t.Context(), bad, file, allowed); err == nil || kept != "" || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: kept %q, %v, want %q", name, kept, err, says)
		}
	}
	for at := 0; at < len(whole)-sealBytes; at += 997 { // also where no page is wrong by it
		b := slices.Clone(whole)
		b[at] ^= 1
		write(b)
		refused(fmt.Sprint("a bit at ", at), "not as it was written", RestoreOptions{WithoutDigest: true})
	}
	write(whole[:len(whole)-sealBytes])
	refused("without its digest", "no SHA-256", RestoreOptions{})
	if has, _, err := Restore(t.Context(), bad, file, RestoreOptions{Replace: true, WithoutDigest: true}); err != nil || has.Keys != 60 {
		t.Errorf("without its digest, allowed: %+v, %v", has, err)
	}
	write(append(slices.Clone(whole), '\n'))
	refused("a byte more", "no SHA-256", RestoreOptions{})

	for statement, says := range map[string]string{
		"CREATE TRIGGER t AFTER UPDATE ON keys BEGIN UPDATE accounts SET plan = 'studio'; END": "trigger t of keys",
		"CREATE VIEW everybody AS SELECT * FROM accounts":                                      "view everybody",
		"CREATE TABLE more (x)":                     "table more",
		"CREATE INDEX more ON keys (account)":       "index more of keys",
		"ALTER TABLE accounts ADD COLUMN more TEXT": "table accounts is not as",
		"DROP TABLE servers":                        "no table servers",
		"PRAGMA user_version = 3":                   "which no ledger of kinodex has",
		"PRAGMA user_version = 9999":                "newer program",
		"PRAGMA user_version = 0":                   "not a ledger of kinodex",
		"PRAGMA user_version = -1":                  "not a ledger of kinodex",
		// A name of SQLite's own makes no exception.
		"PRAGMA writable_schema = ON; INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_stat1', 'keys', 0, 'CREATE TRIGGER sqlite_stat1 AFTER UPDATE ON keys BEGIN DELETE FROM keys; END')": "trigger sqlite_stat1",
	} {
		write(whole[:len(whole)-sealBytes])
		db, err := connect(bad, "OFF", 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec(statement)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		refused(statement, says, RestoreOptions{WithoutDigest: true})
		// Nor with the digest of what it is now: whoever changes it can write that, too.
		f, err := os.OpenFile(bad, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(seal(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		refused(statement+", sealed", says, RestoreOptions{})
	}
	holds(t, file, 60)
}

// A log that somebody puts beside a backup is no part of it, a link to a backup is that
// backup, and what it leads to otherwise is looked at.
func TestWhatLiesBesideABackupIsNotRestored(t *testing.T) {
	dir := t.TempDir()
	file, backup, link := filepath.Join(dir, "ledger.db"), filepath.Join(dir, "backup.db"), filepath.Join(dir, "latest.db")
	filled(t, file, 2)
	if _, err := Backup(t.Context(), file, backup, false); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(backup+"-wal", []byte("what a log may be"), 0o600); err != nil {
		t.Fatal(err)
	}
	for to, says := range map[string]string{backup: "", dir: "not a file", filepath.Join(dir, "none.db"): "there is no ledger", os.DevNull: "not a file"} {
		if err := errors.Join(os.RemoveAll(link), os.Symlink(to, link)); err != nil {
			t.Fatal(err)
		}
		switch has, _, err := Restore(t.Context(), link, file, RestoreOptions{Replace: true}); {
		case says == "" && (err != nil || has.Keys != 2):
			t.Errorf("a link to a backup: %+v, %v", has, err)
		case says != "" && (err == nil || !strings.Contains(err.Error(), says)):
			t.Errorf("a link to %s: %v, want %q", to, err, says)
		}
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || info.Mode().Perm() != 0o600 {
		t.Errorf("the ledger is now %v, %v", info.Mode(), err)
	}
	holds(t, file, 2)
	if b, _ := os.ReadFile(backup + "-wal"); string(b) != "what a log may be" {
		t.Error("what lies beside the backup is changed")
	}
}

// The backups of earlier programs have earlier schemas.
func TestABackupOfEachEarlierVersionIsRestored(t *testing.T) {
	for version := 1; version <= Schema(); version++ {
		dir := t.TempDir()
		old, file := filepath.Join(dir, "old.db"), filepath.Join(dir, "ledger.db")
		db, err := connect(old, "OFF", 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := fs.Glob(migrations, "migrations/*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range steps[:version] {
			step, err := fs.ReadFile(migrations, name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(string(step)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.Exec(fmt.Sprintf("PRAGMA user_version = %d; ANALYZE", version)); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := Restore(t.Context(), old, file, RestoreOptions{WithoutDigest: true}); err != nil {
			t.Errorf("version %d: %v", version, err)
		}
		holds(t, file, 0)
	}
}
