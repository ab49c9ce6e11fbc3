// Package sqlstore stores the rows of a ledger that change rarely, in any SQL
// database: accounts, keys, sessions, the audit log, answers to repeated requests,
// and secrets. The statements are the same for every database; Dialect has the
// differences.
//
// Packages sqldb and pgdb embed Store beside their meters, and bring their schema up
// to date with Migrate. Package sqlstore imports ledger and what lies below. Start
// reading at Store.
package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"

	"kinodex/internal/ledger"
)

// Dialect has the differences between databases. A Store only reads it.
type Dialect struct {
	// Parameter is the sign before a parameter's number: $ or ?.
	Parameter string
	// Lock ends a query whose rows nobody else may change in this transaction,
	// Skip one that leaves out rows that somebody else has locked. They are empty
	// where a transaction has the database for itself.
	Lock, Skip string
	// Taken recognises the error of a row that exists already, Orphan that of a
	// row whose parent does not exist.
	Taken, Orphan func(error) bool
	// Prepare has the statement that is asked often kept prepared in sessions. It is
	// for databases whose driver does not do so itself.
	Prepare bool
	// Again reports whether what failed with an error may be tried once more, since
	// nothing of it was done: its connection was cut before it could commit, or the
	// database rolled it back for the sake of another one. Nil where nothing of
	// the kind happens.
	Again func(error) bool
}

// Store reads and writes the rows, in a database whose schema is up to date. It is
// safe for concurrent use.
type Store struct {
	db      database
	dialect Dialect
	find    *sql.Stmt // the one asked often; nil when it is not kept prepared

	uptime ledger.Uptime
	swept  ledger.Day // when spending was last dropped
	log    atomic.Pointer[slog.Logger]
	told   hourly
}

// New returns the Store of a database, which the caller closes. Transactions of the
// database must see what others committed before them, and hold what they lock
// until they end.
func New(ctx context.Context, db *sql.DB, d Dialect) (*Store, error) {
	b := &Store{db: database{DB: db, again: d.Again}, dialect: d}
	if !d.Prepare {
		return b, nil
	}
	var err error
	b.find, err = db.PrepareContext(ctx, b.say(findKey))
	return b, err
}

// say returns a statement, written with $1 and so on, in the database's dialect.
func (b *Store) say(statement string) string {
	if b.dialect.Parameter == "$" {
		return statement
	}
	return strings.ReplaceAll(statement, "$", b.dialect.Parameter)
}

// Secret is ledger.Secrets.Secret. A new secret is 32 random bytes. Concurrent
// calls for one name return the same bytes.
func (b *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, 32)
	rand.Read(fresh) // never fails
	if _, err := b.db.ExecContext(ctx,
		b.say("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"), name, fresh); err != nil {
		return nil, err
	}
	var kept []byte
	err := b.db.QueryRowContext(ctx, b.say("SELECT value FROM secrets WHERE name = $1"), name).Scan(&kept)
	return kept, err
}

// tx is a transaction in the database's dialect.
type tx struct {
	*sql.Tx
	b *Store
}

// exec runs a statement with $1, $2 and so on for its arguments. It returns how
// many rows it changed.
func (t tx) exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	result, err := t.ExecContext(ctx, t.b.say(statement), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// must runs a statement that must change a row. It returns sql.ErrNoRows if it
// changed none.
func (t tx) must(ctx context.Context, statement string, args ...any) error {
	changed, err := t.exec(ctx, statement, args...)
	if err == nil && changed == 0 {
		err = sql.ErrNoRows
	}
	return err
}

// errNothingToDo ends a write that would change nothing, before its events are
// recorded.
var errNothingToDo = errors.New("nothing to do")

// write calls do and records the events, in one transaction. An error of either
// rolls it back. If do returns errNothingToDo, nothing is recorded and write
// returns nil. What names the row in the errors of the ledger. do may be called
// again, in a new transaction, when what it did came to nothing.
func (b *Store) write(ctx context.Context, what string, because []ledger.Event, do func(tx) error) error {
	return b.db.retried(func() (again bool, err error) {
		begun, err := b.db.BeginTx(ctx, nil)
		if err != nil {
			return true, err
		}
		defer begun.Rollback()
		t := tx{begun, b}
		switch err := do(t); {
		case errors.Is(err, errNothingToDo):
			return false, nil
		case err != nil:
			return true, b.refused(what, err)
		}
		if err := t.record(ctx, because); err != nil {
			return true, err
		}
		return false, t.Commit() // what is cut off here may be done
	})
}

// refused returns ledger.ErrNotFound or ledger.ErrExists, wrapped with what, for
// the database's own errors of that meaning; other errors stay as they are.
func (b *Store) refused(what string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows), b.dialect.Orphan(err):
		return fmt.Errorf("%s: %w", what, ledger.ErrNotFound)
	case b.dialect.Taken(err):
		return fmt.Errorf("%s: %w", what, ledger.ErrExists)
	}
	return err
}

// row scans the columns of a row and then returns what they mean. Each row needs a
// new one.
type row[T any] interface {
	targets() []any
	read() (T, error)
}

// all returns the rows of a query in their order; nil if there are none.
func all[T any, R row[T]](ctx context.Context, b *Store, fresh func() R, query string, args ...any) ([]T, error) {
	rows, err := b.db.QueryContext(ctx, b.say(query), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		r := fresh()
		if err := rows.Scan(r.targets()...); err != nil {
			return nil, err
		}
		v, err := r.read()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, rows.Err()
}

// moment returns a time as it is stored: microseconds since 1970, NULL for zero.
func moment(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMicro(), Valid: !t.IsZero()}
}

// instant returns a stored time, in UTC; NULL is the zero time.
func instant(n sql.NullInt64) time.Time {
	if !n.Valid {
		return time.Time{}
	}
	return time.UnixMicro(n.Int64).UTC()
}
