// Package pgdb keeps a ledger in PostgreSQL, which several servers may share.
//
// Rows that change rarely are those of package sqlstore. Spending goes through one goroutine a
// process that commits all that is waiting in one transaction (meters.go), so
// that the disk is waited for once a batch and not once a request.
//
// The package imports ledger and what lies beside and below it, and the driver,
// which only cmd may depend on through it. Start reading at Open.
package pgdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/queue"
	"kinodex/internal/ledger/sqlstore"
)

// Ledger is a ledger in a database. Close it to let go of its connections.
type Ledger struct {
	*sqlstore.Store
	pool   *pgxpool.Pool
	db     *sql.DB // the same connections, for the Store
	meters *meters
	queue  *queue.Queue
}

var _ ledger.Ledger = (*Ledger)(nil)

// Open opens the ledger at a URL, such as
// postgres://kinodex@db.example.com/kinodex?sslmode=verify-full, and makes its
// tables when there are none, in the first schema of the search path. Everything
// the driver takes may stand in the URL, or in the environment that PostgreSQL's
// own programs read. Errors do not hold the password.
func Open(ctx context.Context, url string) (*Ledger, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		// The driver's words may hold what was given.
		return nil, errors.New("not an address of a PostgreSQL database; want postgres://USER@HOST/DATABASE")
	}
	l, err := open(ctx, config)
	if err != nil {
		at := config.ConnConfig
		return nil, fmt.Errorf("postgres database %s at %s:%d: %w", at.Database, at.Host, at.Port, err)
	}
	return l, nil
}

func open(ctx context.Context, config *pgxpool.Config) (_ *Ledger, err error) {
	config.ConnConfig.RuntimeParams["application_name"] = "kinodex"
	l := &Ledger{}
	defer func() {
		if err != nil {
			l.Close()
		}
	}()
	if l.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	if err = migrate(ctx, l.pool); err != nil {
		return nil, err
	}
	l.db = stdlib.OpenDBFromPool(l.pool)
	if l.Store, err = sqlstore.New(ctx, l.db, dialect); err != nil {
		return nil, err
	}
	l.meters = newMeters(l.pool, l.DropSpending)
	l.queue = queue.Start(l.meters.commit)
	return l, nil
}

// The error codes of PostgreSQL that the ledger has words for.
const (
	uniqueViolation     = "23505"
	foreignKeyViolation = "23503"
)

var dialect = sqlstore.Dialect{
	Parameter: "$",
	Lock:      " FOR UPDATE",
	Skip:      " FOR UPDATE SKIP LOCKED",
	Taken:     func(err error) bool { return hasCode(err, uniqueViolation) },
	Orphan:    func(err error) bool { return hasCode(err, foreignKeyViolation) },
}

func hasCode(err error, code string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == code
}

// Close records what is still waiting and lets go of the connections.
func (l *Ledger) Close() error {
	if l.queue != nil {
		l.queue.Close()
	}
	var err error
	if l.db != nil {
		err = l.db.Close()
	}
	if l.pool != nil {
		l.pool.Close()
	}
	return err
}
