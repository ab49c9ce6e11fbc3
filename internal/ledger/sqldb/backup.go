package sqldb

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"kinodex/internal/atomicfile"
)

// Contents says what a backup has.
type Contents struct {
	Accounts, Keys int
	Bytes          int64
}

// A backup is the file of a ledger and, behind it, a line with its SHA-256. SQLite passes over
// the line, as it is behind the last page that the file's head counts.
const (
	sealBegins = "\nkinodex ledger backup sha256 "
	sealBytes  = len(sealBegins) + 2*sha256.Size + len("\n")
)

// ErrNoDigest says that a backup does not say what its bytes were.
var ErrNoDigest = errors.New("it has no SHA-256 at its end, so that nobody can tell whether it is as it was written: an earlier program made it, it was cut, or it is a copy of a ledger")

// ErrHeld says that another process has the ledger open.
var ErrHeld = errors.New("a server or another command has the ledger open; stop it first")

// Backup writes the ledger in the file at path to the file at to, as it is at
// one moment; servers may go on using it. The backup is read back and checked
// before it has its name, so that a file of that name is a whole one. It ends with
// its SHA-256. Only its owner may read it. A file that is there already is replaced only if replace
// says so.
func Backup(ctx context.Context, path, to string, replace bool) (Contents, error) {
	if err := mayWrite(path, to, replace); err != nil {
		return Contents{}, err
	}
	tmp, has, err := copyWhole(to, func(tmp *os.File) (Contents, error) {
		if err := vacuumInto(ctx, path, tmp.Name()); err != nil {
			return Contents{}, err
		}
		has, err := verify(ctx, tmp.Name())
		if err == nil {
			err = seal(tmp)
		}
		has.Bytes += int64(sealBytes)
		return has, err
	})
	if err != nil {
		return Contents{}, fmt.Errorf("back up %s: %w", path, err)
	}
	defer os.Remove(tmp)
	if replace {
		err = os.Rename(tmp, to)
	} else if err = os.Link(tmp, to); err != nil && !errors.Is(err, fs.ErrExist) {
		err = renameFresh(tmp, to) // the file system has no links
	}
	if err == nil {
		err = atomicfile.SyncDir(filepath.Dir(to))
	}
	return has, err
}

// mayWrite refuses what a backup must not be written to.
func mayWrite(path, to string, replace bool) error {
	there, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	source, err := os.Stat(path)
	switch {
	case err == nil && os.SameFile(source, there):
		return fmt.Errorf("%s is the ledger itself; name another file", to)
	case !there.Mode().IsRegular():
		return fmt.Errorf("%s is not a file; name the file to write", to)
	case !replace:
		return fmt.Errorf("%s is there already; name another file, or replace it with --force", to)
	}
	return nil
}

// renameFresh renames a file to a name that nothing has.
func renameFresh(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s is there already", to))
	}
	return os.Rename(from, to)
}

// copyWhole has a file made beside to, syncs it, and gives its name.
func copyWhole(to string, fill func(tmp *os.File) (Contents, error)) (tmp string, has Contents, err error) {
	f, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+".*.tmp") // only the owner may read it
	if err != nil {
		return "", has, err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			_ = os.Remove(f.Name())
		}
	}()
	if has, err = fill(f); err != nil {
		return "", has, err
	}
	return f.Name(), has, f.Sync()
}

// seal writes the digest of a file behind it.
func seal(f *os.File) error {
	digest := sha256.New()
	n, err := io.Copy(digest, io.NewSectionReader(f, 0, 1<<62))
	if err != nil {
		return err
	}
	_, err = f.WriteAt(fmt.Appendf(nil, "%s%x\n", sealBegins, digest.Sum(nil)), n)
	return err
}

// unseal copies what a backup holds, if it is as it was written. The backup is read once, so
// that what was compared is what is restored; a log that lies beside is no part of it.
func unseal(from string, to io.Writer) error {
	if err := isFile(from); err != nil {
		return err
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	line := make([]byte, sealBytes)
	if size < int64(sealBytes) {
		return ErrNoDigest
	}
	if _, err := f.ReadAt(line, size-int64(sealBytes)); err != nil {
		return err
	}
	written, ok := strings.CutPrefix(strings.TrimSuffix(string(line), "\n"), sealBegins)
	if !ok || len(written) != 2*sha256.Size {
		return ErrNoDigest
	}
	digest := sha256.New()
	if _, err := io.Copy(io.MultiWriter(to, digest), io.NewSectionReader(f, 0, size-int64(sealBytes))); err != nil {
		return err
	}
	if is := hex.EncodeToString(digest.Sum(nil)); is != written {
		return fmt.Errorf("it is not as it was written: its SHA-256 is %s, and it was %s", is, written)
	}
	return nil
}

// vacuumInto copies a ledger into an empty file, in one transaction that reads
// and so stops nobody.
func vacuumInto(ctx context.Context, path, to string) error {
	db, err := openThere(path)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := isLedger(ctx, db); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", to)
	return err
}

// openThere opens a file that is there, together with its log. Only a file without
// a log, which nobody has open, is read without locks.
func openThere(path string) (*sql.DB, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := isFile(path); err != nil {
		return nil, err
	}
	if !hasLog(path) {
		return openFixed(path)
	}
	return connect(path, "FULL", 0, 1)
}

// isFile refuses what is no file, and one that has nothing in it.
func isFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no ledger at %s", path)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	case info.Size() == 0 && !hasLog(path):
		return errNoLedger
	}
	return nil
}

func hasLog(path string) bool {
	_, err := os.Stat(path + "-wal")
	return err == nil
}

// openFixed opens a file that nobody changes.
func openFixed(path string) (*sql.DB, error) {
	q := url.Values{"mode": {"ro"}, "immutable": {"1"}}
	return sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String())
}

var errNoLedger = errors.New("it is not a ledger of kinodex")

// isLedger refuses a database that is something else, or of a newer program, or that has
// more in it than the steps of its version make.
func isLedger(ctx context.Context, db *sql.DB) error {
	var version, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	err = db.QueryRowContext(ctx,
		"SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('accounts', 'keys', 'spending', 'secrets')").Scan(&tables)
	switch {
	case err != nil:
		return err
	case version > len(steps) && tables == 4:
		return fmt.Errorf("it has schema %d and this program knows %d: it is of a newer program", version, len(steps))
	case version < 1 || tables != 4:
		return errNoLedger
	}
	return hasSchema(ctx, db, version)
}

// verify reads a file that nobody changes, all of it.
func verify(ctx context.Context, path string) (has Contents, err error) {
	db, err := openFixed(path)
	if err != nil {
		return has, err
	}
	defer db.Close()
	if err := isLedger(ctx, db); err != nil {
		return has, err
	}
	for _, check := range []string{"PRAGMA integrity_check(10)", "SELECT * FROM pragma_foreign_key_check LIMIT 10"} {
		if err := finds(ctx, db, check); err != nil {
			return has, err
		}
	}
	if err := db.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM accounts), (SELECT count(*) FROM keys)").Scan(&has.Accounts, &has.Keys); err != nil {
		return has, err
	}
	info, err := os.Stat(path)
	if err == nil {
		has.Bytes = info.Size()
	}
	return has, err
}

// finds runs a check, which gives ok or nothing when all is well.
func finds(ctx context.Context, db *sql.DB, check string) error {
	rows, err := db.QueryContext(ctx, check)
	if err != nil {
		return err
	}
	defer rows.Close()
	var wrong []string
	for rows.Next() {
		var what sql.NullString
		names, err := rows.Columns()
		if err != nil {
			return err
		}
		into := []any{&what}
		for range names[1:] {
			into = append(into, new(any))
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if what.String != "ok" {
			wrong = append(wrong, what.String)
		}
	}
	if wrong != nil {
		return fmt.Errorf("it is damaged: %s", strings.Join(wrong, "; "))
	}
	return rows.Err()
}

// RestoreOptions allow what Restore does not do by itself.
type RestoreOptions struct {
	Replace       bool // take the place of a ledger that is there
	WithoutDigest bool // restore what does not end with its SHA-256
}

// Restore puts the backup in the file from in the place of the ledger in the
// file at path, after checking it: its SHA-256, its pages, and that it has the
// schema of a ledger and nothing more, since a trigger would act in every server
// that opens it. ErrNoDigest when it has no SHA-256. A ledger that is there is
// replaced only if that is allowed, and is kept beside, under the name that is
// given. ErrHeld when a process has it open. Stopped at any moment, either the
// old ledger is there or the new one.
func Restore(ctx context.Context, from, path string, allowed RestoreOptions) (has Contents, kept string, err error) {
	there, err := os.Stat(path)
	if err == nil && there.Size() > 0 {
		source, err := os.Stat(from)
		switch {
		case err == nil && os.SameFile(source, there):
			return has, "", fmt.Errorf("%s is the ledger itself", from)
		case !allowed.Replace:
			return has, "", fmt.Errorf("there is a ledger at %s; --force replaces it and keeps it beside", path)
		}
	}
	tmp, has, err := copyWhole(path, func(tmp *os.File) (Contents, error) {
		err := unseal(from, tmp)
		if errors.Is(err, ErrNoDigest) && allowed.WithoutDigest {
			err = vacuumInto(ctx, from, tmp.Name())
		}
		if err != nil {
			return Contents{}, err
		}
		return verify(ctx, tmp.Name())
	})
	if err != nil {
		return has, "", fmt.Errorf("restore %s: %w", from, err)
	}
	defer os.Remove(tmp)
	release, err := seize(ctx, path)
	if err != nil {
		return has, "", err
	}
	defer release()
	if kept, err = putAside(path); err != nil {
		return has, kept, err
	}
	if err = os.Rename(tmp, path); err != nil {
		return has, kept, err
	}
	return has, kept, atomicfile.SyncDir(filepath.Dir(path))
}

// seize takes the ledger for this process alone, with its log moved into the
// file, until it is released. What cannot be read as a database is nobody's.
func seize(ctx context.Context, path string) (release func(), err error) {
	nothing := func() {}
	if info, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 && !hasLog(path) {
		return nothing, nil
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	db, err := connect(path, "FULL", 0, 1)
	if err != nil {
		return nil, err
	}
	fail := func(err error) (func(), error) {
		_ = db.Close()
		if hasCode(err, sqlite3.SQLITE_NOTADB) || hasCode(err, sqlite3.SQLITE_CORRUPT) {
			return nothing, nil
		}
		return nil, err
	}
	for _, statement := range []string{
		fmt.Sprintf("PRAGMA busy_timeout = %d", closingFor.Milliseconds()),
		"PRAGMA journal_mode = DELETE", // only who is alone may leave the mode
		"BEGIN EXCLUSIVE",
	} {
		if _, err := db.ExecContext(ctx, statement); isBusy(err) {
			return fail(ErrHeld)
		} else if err != nil {
			return fail(err)
		}
	}
	return func() { _ = db.Close() }, nil
}

// putAside keeps the ledger and what belongs to it under another name beside,
// which it gives; empty when there is none. The ledger keeps its own name too,
// for what comes in its place.
func putAside(path string) (kept string, err error) {
	aside := path + ".replaced-" + time.Now().UTC().Format("20060102T150405.000Z")
	switch info, err := os.Stat(path); {
	case err == nil && info.Size() > 0:
		kept = aside
		if err = os.Link(path, aside); err != nil && !errors.Is(err, fs.ErrExist) {
			err = os.Rename(path, aside) // the file system has no links
		}
		if err != nil {
			return "", fmt.Errorf("keep the ledger that is there: %w", err)
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", err
	}
	// A log that stayed would be read into the new ledger.
	for _, of := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(path+of, aside+of); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return kept, err
		}
	}
	return kept, nil
}
