package pgdb

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kinodex/internal/ledger"
	"kinodex/internal/ledger/queue"
)

const (
	// patience is how long a batch may take, waiting for other servers' locks
	// included, before all in it are answered with an error.
	patience = 10 * time.Second
	// maxPresent bounds the meters that are remembered.
	maxPresent = 100_000
)

// meters spends in one transaction for one batch of a queue at a time. The rows
// of the batch are locked in one order everywhere, so that servers wait for each
// other but never in a circle.
type meters struct {
	pool *pgxpool.Pool
	// present are meters whose row is there.
	present map[queue.MeterDay]bool
	// drop is asked after each batch.
	drop func(ctx context.Context, today ledger.Day)

	// Of one batch, kept to be used again.
	days   []int32
	names  [][]byte
	used   []int32
	groups [][]*queue.Spend
}

func newMeters(pool *pgxpool.Pool, drop func(ctx context.Context, today ledger.Day)) *meters {
	return &meters{pool: pool, present: map[queue.MeterDay]bool{}, drop: drop}
}

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

// Used is ledger.Meters.Used.
func (l *Ledger) Used(ctx context.Context, meter string, day ledger.Day) (used int, err error) {
	err = l.pool.QueryRow(ctx, "SELECT used FROM spending WHERE day = $1 AND meter = $2", int32(day), []byte(meter)).Scan(&used)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil
	}
	return used, err
}

const (
	addRows = `INSERT INTO spending (day, meter, used)
		SELECT day, meter, 0 FROM unnest($1::int[], $2::bytea[]) AS ask (day, meter) ON CONFLICT DO NOTHING`
	// The order is that of queue.Each: a meter's bytes, not its language.
	lockRows = `SELECT spending.used FROM spending
		JOIN unnest($1::int[], $2::bytea[]) AS ask (day, meter)
			ON spending.day = ask.day AND spending.meter = ask.meter
		ORDER BY spending.day, spending.meter FOR UPDATE OF spending`
	setRows = `UPDATE spending SET used = ask.used
		FROM unnest($1::int[], $2::bytea[], $3::int[]) AS ask (day, meter, used)
		WHERE spending.day = ask.day AND spending.meter = ask.meter AND spending.used <> ask.used`
)

// commit spends for a batch in one transaction, in two trips to the database:
// lock what the batch asks for, then write what it grants and commit.
func (m *meters) commit(batch []*queue.Spend) error {
	// Nobody who waits can call this off, since the others wait too.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m.days, m.names, m.groups = m.days[:0], m.names[:0], m.groups[:0]
	fresh := false
	queue.Each(batch, func(at queue.MeterDay, asks []*queue.Spend) error {
		m.days = append(m.days, int32(at.Day))
		m.names = append(m.names, []byte(at.Meter))
		m.groups = append(m.groups, asks)
		fresh = fresh || !m.present[at]
		return nil
	})
	conn, err := m.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	err = m.spendAll(ctx, conn, fresh)
	if errors.Is(err, errRowsGone) {
		err = m.spendAll(ctx, conn, true)
	}
	if err != nil || len(m.present) > maxPresent {
		clear(m.present)
	}
	if err != nil {
		return err
	}
	for _, asks := range m.groups {
		m.present[asks[0].MeterDay] = true
	}
	conn.Release() // releasing it again does nothing
	m.drop(ctx, ledger.Day(m.days[len(m.days)-1]))
	return nil
}

// spendAll is one attempt. When it fails nothing is spent, or, where the
// connection broke during the commit, perhaps all.
func (m *meters) spendAll(ctx context.Context, conn *pgxpool.Conn, fresh bool) error {
	err := m.lock(ctx, conn, fresh)
	if err == nil {
		err = m.write(ctx, conn)
	}
	if err != nil {
		// Where the connection is gone, so is the transaction.
		conn.Exec(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}

// errRowsGone is when a meter that was there is not: another server dropped its
// day.
var errRowsGone = errors.New("days of the batch were dropped meanwhile")

// lock begins, and reads what is used of each meter, which nobody else changes
// from then on.
func (m *meters) lock(ctx context.Context, conn *pgxpool.Conn, fresh bool) error {
	var first pgx.Batch
	first.Queue("BEGIN")
	if fresh {
		first.Queue(addRows, m.days, m.names)
	}
	first.Queue(lockRows, m.days, m.names).Query(func(rows pgx.Rows) (err error) {
		m.used, err = pgx.AppendRows(m.used[:0], rows, pgx.RowTo[int32])
		return err
	})
	if err := conn.SendBatch(ctx, &first).Close(); err != nil {
		return err
	}
	if len(m.used) != len(m.groups) {
		return errRowsGone
	}
	return nil
}

// write writes what is granted, and commits.
func (m *meters) write(ctx context.Context, conn *pgxpool.Conn) error {
	changed := false
	for i, asks := range m.groups {
		used := int32(queue.Grant(int(m.used[i]), asks))
		changed = changed || used != m.used[i]
		m.used[i] = used
	}
	var second pgx.Batch
	if changed {
		second.Queue(setRows, m.days, m.names, m.used)
	}
	second.Queue("COMMIT")
	return conn.SendBatch(ctx, &second).Close()
}
