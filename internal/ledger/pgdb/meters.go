package pgdb

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
	"kinodex/internal/ledger/queue"
)

const (
	// patience is how long a batch may take, waiting for other servers' locks and
	// for a new primary included, before all in it are answered with an error.
	patience = 10 * time.Second
	// A batch whose commit was cut off is looked for this often.
	firstPause, longestPause = 20 * time.Millisecond, 500 * time.Millisecond
	// maxPresent bounds the meters that are remembered.
	maxPresent = 100_000
)

// meters spends in one transaction for one batch of a queue at a time. The rows
// of the batch are locked in one order everywhere, so that servers wait for each
// other but never in a circle.
//
// Batches are numbered, and each writes its number into the row of this spender. A
// commit whose answer was lost is thereby found again: whoever holds the locks of
// the batch knows that the transaction that held them before has ended, and reads
// what it left.
type meters struct {
	pool *pgxpool.Pool
	// present are meters whose row is there.
	present map[queue.MeterDay]bool
	// drop is asked after each batch.
	drop func(ctx context.Context, today ledger.Day)

	spender string     // the id of this spender's row
	dropped ledger.Day // when spenders that are gone were last dropped

	// Of one batch, kept to be used again.
	number  int64
	changed bool // whether there is anything to write
	unsure  bool // whether it may have been committed by an attempt that failed
	days    []int32
	names   [][]byte
	used    []int32
	groups  [][]*queue.Spend
}

func newMeters(pool *pgxpool.Pool, drop func(ctx context.Context, today ledger.Day)) *meters {
	return &meters{pool: pool, present: map[queue.MeterDay]bool{}, drop: drop, spender: access.RandomBase62(22)}
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
	for attempt := 1; ; attempt++ {
		err = l.pool.QueryRow(ctx, "SELECT used FROM spending WHERE day = $1 AND meter = $2", int32(day), []byte(meter)).Scan(&used)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return 0, nil
		case err == nil || attempt == 2 || !l.again(err):
			return used, err
		}
	}
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
// lock what the batch asks for, then write what it grants and commit. When it
// fails nothing is spent, unless no database could be asked in time what had
// become of the batch.
func (m *meters) commit(batch []*queue.Spend) error {
	// Nobody who waits can call this off, since the others wait too.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	m.days, m.names, m.groups = m.days[:0], m.names[:0], m.groups[:0]
	fresh := false
	_ = queue.Each(batch, func(at queue.MeterDay, asks []*queue.Spend) error {
		m.days = append(m.days, int32(at.Day))
		m.names = append(m.names, []byte(at.Meter))
		m.groups = append(m.groups, asks)
		fresh = fresh || !m.present[at]
		return nil
	})
	m.number++
	m.unsure = false
	if err := m.spendPatiently(ctx, fresh); err != nil {
		clear(m.present)
		return err
	}
	if len(m.present) > maxPresent {
		clear(m.present)
	}
	for _, asks := range m.groups {
		m.present[asks[0].MeterDay] = true
	}
	today := ledger.Day(m.days[len(m.days)-1])
	m.drop(ctx, today)
	m.dropSpenders(ctx, today)
	return nil
}

// spendPatiently attempts the batch until it is committed, or has failed for good:
// when what failed changed nothing and is no accident of one connection.
func (m *meters) spendPatiently(ctx context.Context, fresh bool) error {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		err := m.attempt(ctx, fresh)
		if err == nil {
			return nil
		}
		again := errors.Is(err, errRowsGone) || collided(err) || cut(err) && attempt == 1
		if !again && !m.unsure || ctx.Err() != nil {
			return err
		}
		if cut(err) {
			m.pool.Reset() // the other connections led to the same server
		}
		fresh = true
		if m.unsure && attempt > 1 {
			select {
			case <-ctx.Done():
				return err
			case <-time.After(pause):
				pause = min(2*pause, longestPause)
			}
		}
	}
}

// attempt is one attempt on one connection. It sets m.unsure if it failed and may
// nevertheless have been committed.
func (m *meters) attempt(ctx context.Context, fresh bool) error {
	conn, err := m.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	committed, err := m.lock(ctx, conn, fresh)
	if err == nil {
		if !committed {
			m.grant()
			err = m.write(ctx, conn)
			m.unsure = err != nil && m.changed && !refused(err)
		} else {
			_, _ = conn.Exec(ctx, "ROLLBACK") // the locks go with the connection, at the latest
		}
	}
	if err != nil {
		// Where the connection is gone, so is the transaction.
		_, _ = conn.Exec(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}

// errRowsGone is when a meter that was there is not: another server dropped its
// day.
var errRowsGone = errors.New("days of the batch were dropped meanwhile")

// lock begins, and reads what is used of each meter, which nobody else changes
// from then on. It reports whether an earlier attempt committed the batch.
func (m *meters) lock(ctx context.Context, conn *pgxpool.Conn, fresh bool) (committed bool, err error) {
	var first pgx.Batch
	first.Queue("BEGIN")
	if fresh {
		first.Queue(addRows, m.days, m.names)
	}
	first.Queue(lockRows, m.days, m.names).Query(func(rows pgx.Rows) (err error) {
		m.used, err = pgx.AppendRows(m.used[:0], rows, pgx.RowTo[int32])
		return err
	})
	if m.unsure {
		first.Queue(readBatch, m.spender, m.number).Query(func(rows pgx.Rows) error {
			committed = rows.Next()
			return nil
		})
	}
	if err := conn.SendBatch(ctx, &first).Close(); err != nil {
		return false, err
	}
	if len(m.used) != len(m.groups) {
		return false, errRowsGone
	}
	return committed, nil
}

// grant answers those who ask, and notes what is used of each meter then.
func (m *meters) grant() {
	m.changed = false
	for i, asks := range m.groups {
		used := int32(queue.Grant(int(m.used[i]), asks))
		m.changed = m.changed || used != m.used[i]
		m.used[i] = used
	}
}

// write writes what is granted, with the number of the batch, and commits.
func (m *meters) write(ctx context.Context, conn *pgxpool.Conn) error {
	var second pgx.Batch
	if m.changed {
		second.Queue(setRows, m.days, m.names, m.used)
		second.Queue(setBatch, m.spender, m.number, m.days[len(m.days)-1])
	}
	second.Queue("COMMIT")
	return conn.SendBatch(ctx, &second).Close()
}

const (
	readBatch = "SELECT 1 FROM spenders WHERE id = $1 AND batch = $2"
	setBatch  = `INSERT INTO spenders (id, batch, day) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET batch = excluded.batch, day = excluded.day`
	// Whoever has not spent for days looks for no batch any more.
	dropSpenders = "DELETE FROM spenders WHERE day < $1"
)

// dropSpenders deletes the rows of spenders that are gone, once a day. What fails is
// tried again after the next batch.
func (m *meters) dropSpenders(ctx context.Context, today ledger.Day) {
	if today == m.dropped {
		return
	}
	if _, err := m.pool.Exec(ctx, dropSpenders, int32(today-spenderDays)); err == nil {
		m.dropped = today
	}
}

// spenderDays is how long the row of a spender that is gone is kept.
const spenderDays = 7
