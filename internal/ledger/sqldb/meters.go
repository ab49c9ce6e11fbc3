package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/queue"
)

// meters spends on one connection, for one batch of a queue at a time. Since a
// transaction holds the file's write lock from its first read on, other
// processes spend before or after it, never in between.
type meters struct {
	db         *sql.Conn
	begin, end *sql.Stmt
	version    *sql.Stmt
	read, set  *sql.Stmt
	touch      *sql.Stmt

	// Known holds counts as they are in the file as long as the file's data
	// version is seen.
	known map[queue.MeterDay]int
	seen  int64
	rest  []*queue.Spend // of a batch, those that spend

	log  *log                   // asked before each batch
	drop func(today ledger.Day) // asked after it
}

// maxKnown bounds the counts kept in memory.
const maxKnown = 100_000

// Spend is ledger.Meters.Spend.
func (l *Ledger) Spend(ctx context.Context, meter string, day ledger.Day, cost, limit int) (int, bool, error) {
	if cost == 0 {
		used, err := l.Used(ctx, meter, day)
		return used, used <= limit, err
	}
	return l.queue.Spend(ctx, queue.MeterDay{Meter: meter, Day: day}, cost, limit)
}

// Refund is ledger.Meters.Refund.
func (l *Ledger) Refund(ctx context.Context, meter string, day ledger.Day, cost int) error {
	return l.queue.Refund(ctx, queue.MeterDay{Meter: meter, Day: day}, cost)
}

// UsedKey is ledger.Keys.UsedKey. It happens as often as spending, so it shares
// its transactions.
func (l *Ledger) UsedKey(ctx context.Context, id string, at time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	_, _, err := l.queue.Ask(queue.Spend{Key: id, At: at.UnixMicro()})
	return err
}

// Used is ledger.Meters.Used.
func (l *Ledger) Used(ctx context.Context, meter string, day ledger.Day) (used int, err error) {
	err = l.synced.QueryRowContext(ctx, readUsed, int(day), meter).Scan(&used)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return used, err
}

const (
	readUsed = `SELECT used FROM spending WHERE day = ? AND meter = ?`
	setUsed  = `INSERT INTO spending (day, meter, used) VALUES (?1, ?2, ?3)
		ON CONFLICT (day, meter) DO UPDATE SET used = excluded.used`
	usedKey = `UPDATE keys SET last_used_at = ?1 WHERE id = ?2 AND (coalesce(last_used_at, 0) < ?1 OR last_used_at > ?3)`
)

func newMeters(ctx context.Context, db *sql.DB, log *log, drop func(today ledger.Day)) (*meters, error) {
	m := &meters{known: map[queue.MeterDay]int{}, log: log, drop: drop}
	var err error
	if m.db, err = db.Conn(ctx); err != nil {
		return nil, err
	}
	for _, s := range []struct {
		stmt **sql.Stmt
		sql  string
	}{
		{&m.begin, "BEGIN IMMEDIATE"}, {&m.end, "COMMIT"}, {&m.version, "PRAGMA data_version"},
		{&m.read, readUsed}, {&m.set, setUsed}, {&m.touch, usedKey},
	} {
		if *s.stmt, err = m.db.PrepareContext(ctx, s.sql); err != nil {
			return nil, errors.Join(err, m.close())
		}
	}
	return m, nil
}

// close lets go of the connection. The statements are closed first: those of a
// connection do not end with it, and while one is open SQLite leaves its log
// where it is.
func (m *meters) close() error {
	var errs []error
	for _, s := range []*sql.Stmt{m.begin, m.end, m.version, m.read, m.set, m.touch} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(append(errs, m.db.Close())...)
}

// commit spends for a batch in one transaction.
func (m *meters) commit(batch []*queue.Spend) error {
	// Nobody can call this off: the statements are short, and those who wait
	// must learn whether they were counted.
	ctx := context.Background()
	m.log.spending(ctx, m.db)
	if _, err := m.begin.ExecContext(ctx); err != nil {
		return err
	}
	err := m.spendAll(ctx, batch)
	if err == nil {
		_, err = m.end.ExecContext(ctx)
	}
	if err != nil {
		clear(m.known)
		// After some failures SQLite has rolled back already and says so.
		_, _ = m.db.ExecContext(ctx, "ROLLBACK")
		return err
	}
	if len(m.rest) > 0 {
		m.drop(m.rest[len(m.rest)-1].Day) // they are in the order of their days
	}
	return nil
}

func (m *meters) spendAll(ctx context.Context, batch []*queue.Spend) error {
	if err := m.refresh(ctx); err != nil {
		return err
	}
	m.rest = m.rest[:0]
	for _, s := range batch {
		if s.Key == "" {
			m.rest = append(m.rest, s)
		} else if _, err := m.touch.ExecContext(ctx, s.At, s.Key, s.At+ledger.ClockSlack.Microseconds()); err != nil {
			return err
		}
	}
	return queue.Each(m.rest, func(at queue.MeterDay, asks []*queue.Spend) error {
		return m.spendOne(ctx, at, asks)
	})
}

// refresh forgets what is known when another connection, of this process or
// another, has written to the file since.
func (m *meters) refresh(ctx context.Context) error {
	var version int64
	if err := m.version.QueryRowContext(ctx).Scan(&version); err != nil {
		return err
	}
	if version != m.seen || len(m.known) > maxKnown {
		clear(m.known)
		m.seen = version
	}
	return nil
}

// spendOne spends for all who wait on one meter and day.
func (m *meters) spendOne(ctx context.Context, at queue.MeterDay, asks []*queue.Spend) error {
	before, known := m.known[at]
	if !known {
		err := m.read.QueryRowContext(ctx, int(at.Day), at.Meter).Scan(&before)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	used := queue.Grant(before, asks)
	m.known[at] = used
	if used == before {
		return nil
	}
	_, err := m.set.ExecContext(ctx, int(at.Day), at.Meter, used)
	return err
}
