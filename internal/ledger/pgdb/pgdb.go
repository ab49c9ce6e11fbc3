// Package pgdb keeps a ledger in PostgreSQL, which several servers may share.
//
// Rows that change rarely are those of package sqlstore. Spending goes through one goroutine a
// process that commits all that is waiting in one transaction (meters.go), so
// that the disk is waited for once a batch and not once a request. A batch whose
// commit was cut off is looked for afterwards, and counted once.
//
// No statement depends on the session it runs in, on advisory locks or on what one
// vendor alone has, so that poolers and databases that speak PostgreSQL's protocol
// may stand in its place.
//
// The package imports ledger and what lies beside and below it, and the driver,
// which only cmd may depend on through it. Start reading at Open.
package pgdb

import (
	"context"
	"database/sql"

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
// own programs read. Of several hosts the one that takes writes is used, and looked
// for again when it is gone. The URL may be that of PgBouncer, in any mode: nothing
// is kept in a session. It is tried once. The error is a *ledger.OpenError unless the URL is none,
// and does not hold the password.
func Open(ctx context.Context, url string) (*Ledger, error) {
	config, err := parse(url)
	if err != nil {
		return nil, err
	}
	l, err := open(ctx, url, config)
	if err != nil {
		return nil, notOpened(config, err)
	}
	return l, nil
}

func open(ctx context.Context, url string, config *pgxpool.Config) (_ *Ledger, err error) {
	l := &Ledger{}
	defer func() {
		if err != nil {
			_ = l.Close()
		}
	}()
	if err = suitPooler(ctx, url, config); err != nil {
		return nil, err
	}
	if l.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	if err = migrate(ctx, l.pool); err != nil {
		return nil, err
	}
	l.db = stdlib.OpenDBFromPool(l.pool)
	if l.Store, err = sqlstore.New(ctx, l.db, l.dialect()); err != nil {
		return nil, err
	}
	l.meters = newMeters(l.pool, l.DropSpending)
	l.queue = queue.Start(l.meters.commit)
	return l, nil
}

// dialect returns PostgreSQL's, for the connections of l.
func (l *Ledger) dialect() sqlstore.Dialect {
	return sqlstore.Dialect{
		Parameter: "$",
		Lock:      " FOR UPDATE",
		Skip:      " FOR UPDATE SKIP LOCKED",
		Taken:     func(err error) bool { return hasCode(err, uniqueViolation) },
		Orphan:    func(err error) bool { return hasCode(err, foreignKeyViolation) },
		Again:     l.again,
	}
}

// again reports whether what failed with err, and changed nothing, may be tried
// once more. If it failed since its connection was cut, the others are taken to
// lead nowhere too, and are let go.
func (l *Ledger) again(err error) bool {
	if cut(err) {
		l.pool.Reset()
		return true
	}
	return collided(err)
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
