package sqlstore

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"time"

	"kinodex/internal/ledger"
)

// atMost is how many rows one statement deletes at most, so that a write does not
// wait long for the clearing.
const atMost = 1000

// lapsingTable is a table whose rows lapse: its name, the column of its key, and the
// column of the time, in microseconds since 1970.
type lapsingTable struct{ table, key, until string }

// sweep deletes rows that have lapsed by the ledger's clock, at most atMost of each
// table. Rows that another transaction has locked are left to it.
func (t tx) sweep(ctx context.Context, now time.Time, from ...lapsingTable) error {
	until, err := t.readClock(ctx, now)
	if err != nil {
		return err
	}
	return t.drop(ctx, now, until, from...)
}

// drop deletes rows that lapsed up to until, at most atMost of each table. It logs
// what is kept if the clock, now, is not believed.
func (t tx) drop(ctx context.Context, now, until time.Time, from ...lapsingTable) error {
	for _, l := range from {
		_, err := t.exec(ctx, "DELETE FROM "+l.table+" WHERE "+l.key+" IN (SELECT "+l.key+" FROM "+l.table+
			" WHERE "+l.until+" <= $1 LIMIT $2"+t.b.dialect.Skip+")", until.UnixMicro(), atMost)
		if err != nil {
			return err
		}
		if ledger.Held(now, until) {
			t.tellHeld(ctx, l.table, l.until+" > $1 AND "+l.until+" <= $2", now, until, until.UnixMicro(), now.UnixMicro())
		}
	}
	return nil
}

// clockEvery is how far the stored clock may lag behind before it is written again.
const clockEvery = 10 * time.Minute

// readClock tells the ledger the time. It returns the time up to which rows that
// lapsed may be deleted; ledger.Clock.Read has the rule.
func (t tx) readClock(ctx context.Context, now time.Time) (until time.Time, err error) {
	_, until, err = t.clock(ctx, now)
	return until, err
}

// clock does what readClock does and also returns the clock as it is after now.
func (t tx) clock(ctx context.Context, now time.Time) (next ledger.Clock, until time.Time, err error) {
	var trusted, since, last sql.NullInt64
	err = t.QueryRowContext(ctx, "SELECT trusted, since, last FROM clock").Scan(&trusted, &since, &last)
	if err != nil {
		return next, until, err
	}
	c := ledger.Clock{Trusted: instant(trusted), Since: instant(since), Last: instant(last)}
	next, until = c.Read(now, t.b.uptime.Of(c))
	if next.Since.Equal(c.Since) && next.Last.Sub(c.Last) < clockEvery && next.Trusted.Sub(c.Trusted).Abs() < clockEvery {
		return next, until, nil
	}
	// Nobody waits for another who is at it, and knows as much.
	_, err = t.exec(ctx, "UPDATE clock SET trusted = $1, since = $2, last = $3 WHERE id IN (SELECT id FROM clock"+t.b.dialect.Skip+")",
		moment(next.Trusted), moment(next.Since), moment(next.Last))
	return next, until, err
}

// DropSpending deletes what was spent on days long past and, since it was counted
// by a clock that was wrong, on days far in the future. It does so when today
// differs from the last day it finished, at most atMost rows a call. It reports no
// error: what fails is tried again by the next call. Stores call it after they have
// spent; calls must not overlap.
func (b *Store) DropSpending(ctx context.Context, today ledger.Day) {
	if today == b.swept {
		return
	}
	more := false
	err := b.write(ctx, "spending", nil, func(t tx) error {
		begun := (today - 1).End()
		clock, until, err := t.clock(ctx, begun)
		if err != nil {
			return err
		}
		newest := ledger.DayOf(begun)
		if clock.Trusted.After(begun) {
			newest = ledger.DayOf(clock.Trusted)
		}
		first := ledger.DayOf(until) - ledger.SpendingDays
		dropped, err := t.exec(ctx, "DELETE FROM spending WHERE (day, meter) IN (SELECT day, meter FROM spending WHERE day < $1 OR day > $2 LIMIT $3"+
			t.b.dialect.Skip+")", int(first), int(newest+ledger.AheadDays), atMost)
		if err != nil {
			return err
		}
		if ledger.Held(begun, until) {
			t.tellHeld(ctx, "spending", "day >= $1 AND day < $2", begun, until, int64(first), int64(today-ledger.SpendingDays))
		}
		more = dropped == atMost
		return nil
	})
	if err == nil && !more {
		b.swept = today
	}
}

// tellHeld logs how many rows of a table are kept because the clock is not
// believed. It logs once an hour for each table, and nothing without a log.
func (t tx) tellHeld(ctx context.Context, table, where string, now, until time.Time, from, to int64) {
	log := t.b.log.Load()
	if log == nil || !t.b.told.first(table) {
		return
	}
	var rows int
	err := t.QueryRowContext(ctx, t.b.say("SELECT count(*) FROM "+table+" WHERE "+where), from, to).Scan(&rows)
	if err == nil {
		log.Warn("the clock is far ahead of what the ledger has seen: what has lapsed by it is kept until it has been there for a day",
			"clock", now.UTC(), "seen", until.UTC(), "table", table, "rows", rows)
	}
}

// hourly limits messages to one an hour for each name. The zero value is ready to
// use, and safe for concurrent use.
type hourly struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// first reports whether an hour has passed since it last reported true for the name.
func (h *hourly) first(name string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at, told := h.last[name]; told && time.Since(at) < time.Hour {
		return false
	}
	if h.last == nil {
		h.last = map[string]time.Time{}
	}
	h.last[name] = time.Now()
	return true
}

// LogTo has the Store log what it does not delete because a clock is not believed.
// It may be called at any time; nil turns the log off.
func (b *Store) LogTo(log *slog.Logger) { b.log.Store(log) }
