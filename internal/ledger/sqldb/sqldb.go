// Package sqldb keeps a ledger in an SQLite file.
//
// Several processes may share the file: the server, and the command line that
// makes a key while the server runs. The file is in WAL mode, so that readers
// never wait. Spending goes through one goroutine that commits all that is
// waiting in one transaction (meters.go); rows that change rarely are
// written one by one and synced to the disk (package sqlstore); another goroutine
// moves the log into the file (checkpoint.go).
//
// The package imports ledger and what lies beside and below it, and the SQLite
// driver, which only cmd may depend on through it. Start reading at Open.
package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	sqlite "modernc.org/sqlite" // also registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/queue"
	"kinodex/internal/ledger/sqlstore"
)

// busyFor is how long a statement waits for another process's lock.
const busyFor = 10 * time.Second

// Ledger is a ledger in a file. Close it to let go of the file.
type Ledger struct {
	*sqlstore.Store
	// synced has connections that sync each commit to the disk: an account or
	// key that was confirmed survives a power cut. The Store uses it.
	synced *sql.DB
	// quick has one connection that does not: a count that was confirmed
	// survives the end of the process, however it ends, and in a power cut
	// at most the last moments are lost. The meters use it.
	quick *sql.DB
	// tidy has one connection for checkpoints.
	tidy *sql.DB

	log    *log
	meters *meters
	queue  *queue.Queue
}

var _ ledger.Ledger = (*Ledger)(nil)

// Open opens the ledger in the file at path, and makes it when there is none.
// Only its owner may read a file that Open makes.
func Open(ctx context.Context, path string) (*Ledger, error) {
	l, err := open(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

func open(ctx context.Context, path string) (_ *Ledger, err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	// The driver would make the file readable to all.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	_ = f.Close()

	l := &Ledger{}
	defer func() {
		if err != nil {
			_ = l.Close()
		}
	}()
	for _, c := range []struct {
		db          **sql.DB
		synchronous string
		checkpoint  int // after a commit that leaves so many pages in the log; 0 for never
		connections int
	}{{&l.synced, "FULL", longLog, 4}, {&l.quick, "NORMAL", 0, 1}, {&l.tidy, "NORMAL", 0, 1}} {
		if *c.db, err = connect(path, c.synchronous, c.checkpoint, c.connections); err != nil {
			return nil, err
		}
	}
	if err = patiently(ctx, func() error { return useWAL(ctx, l.synced) }); err != nil {
		return nil, err
	}
	if err = migrate(ctx, l.synced); err != nil {
		return nil, err
	}
	if l.Store, err = sqlstore.New(ctx, l.synced, dialect); err != nil {
		return nil, err
	}
	l.log = keepShort(l.tidy)
	drop := func(today ledger.Day) { l.DropSpending(context.Background(), today) }
	if l.meters, err = newMeters(ctx, l.quick, l.log, drop); err != nil {
		return nil, err
	}
	l.queue = queue.Start(l.meters.commit)
	return l, nil
}

// dialect is SQLite's. A transaction has the write lock from its beginning, so
// rows need no locks.
var dialect = sqlstore.Dialect{
	Parameter: "?",
	Prepare:   true,
	Taken: func(err error) bool {
		return hasCode(err, sqlite3.SQLITE_CONSTRAINT_UNIQUE) || hasCode(err, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
	},
	Orphan: func(err error) bool { return hasCode(err, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY) },
}

func connect(path, synchronous string, checkpoint, connections int) (*sql.DB, error) {
	q := url.Values{}
	q.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busyFor.Milliseconds()))
	q.Add("_pragma", "foreign_keys(ON)")
	q.Add("_pragma", "synchronous("+synchronous+")")
	q.Add("_pragma", fmt.Sprintf("wal_autocheckpoint(%d)", checkpoint)) // see checkpoint.go
	q.Add("_txlock", "immediate")
	dsn := (&url.URL{Scheme: "file", Path: path, RawQuery: q.Encode()}).String()
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// useWAL puts the file into WAL mode, where it then stays.
func useWAL(ctx context.Context, db *sql.DB) error {
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("the file system does not allow WAL (journal mode is %s)", mode)
	}
	return nil
}

// patiently repeats what SQLite refuses as busy without waiting itself, as it
// does when several processes put a new file into WAL mode at once.
func patiently(ctx context.Context, do func() error) error {
	deadline := time.Now().Add(busyFor)
	for {
		err := do()
		if !isBusy(err) || time.Now().After(deadline) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// isBusy reports whether err is one of SQLite's that say that it is busy.
func isBusy(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// hasCode reports whether err is SQLite's, of an extended result code.
func hasCode(err error, code int) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code() == code
}

// Close records what is still waiting, moves the log into the file and lets go of
// it.
func (l *Ledger) Close() error {
	var errs []error
	if l.queue != nil {
		l.queue.Close()
	}
	if l.meters != nil {
		errs = append(errs, l.meters.close())
	}
	if l.log != nil {
		errs = append(errs, l.log.close())
	}
	for _, db := range []*sql.DB{l.tidy, l.quick, l.synced} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}
