package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"kinodex/internal/ledger"
)

// The table of the audit log refuses to change a row, and to drop one that is not
// routine and old, whoever asks: see the triggers in the migrations.

// Record is ledger.Audits.Record.
func (b *Store) Record(ctx context.Context, events ...ledger.Event) error {
	return b.write(ctx, "audit", events, func(tx) error { return nil })
}

// record adds the events in order. Of a routine action it keeps at most
// ledger.RoutineADay for an account and UTC day: the last one kept says that it is
// the last, and those after it are dropped without an error.
func (t tx) record(ctx context.Context, events []ledger.Event) error {
	for _, e := range events {
		if e.Action.Routine() {
			switch recorded, err := t.recordedOnDay(ctx, e); {
			case err != nil:
				return fmt.Errorf("record %s: %w", e.Action, err)
			case recorded >= ledger.RoutineADay:
				continue
			case recorded == ledger.RoutineADay-1:
				e = e.Last()
			}
		}
		_, err := t.exec(ctx, `
			INSERT INTO audit (at, actor, origin, action, account, target, detail)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			e.At.UnixMicro(), e.Actor, e.From, string(e.Action), e.Account, e.Target, e.Detail)
		if err != nil {
			return fmt.Errorf("record %s: %w", e.Action, err)
		}
	}
	return t.dropRoutine(ctx, events)
}

// routine is the SQL condition that an event is routine. An index of the table has
// the same condition, so both must change together.
var routine = func() string {
	var names []string
	for _, a := range ledger.Routine {
		names = append(names, "'"+string(a)+"'")
	}
	return "action IN (" + strings.Join(names, ", ") + ")"
}()

// recordedOnDay returns how many events of the same account and action are recorded
// on the UTC day of e.
func (t tx) recordedOnDay(ctx context.Context, e ledger.Event) (n int, err error) {
	end := ledger.DayOf(e.At).End()
	err = t.QueryRowContext(ctx, t.b.say(`SELECT count(*) FROM audit
		WHERE `+routine+` AND account = $1 AND action = $2 AND at >= $3 AND at < $4`),
		e.Account, string(e.Action), end.AddDate(0, 0, -1).UnixMicro(), end.UnixMicro()).Scan(&n)
	return n, err
}

// dropRoutine deletes at most atMost routine events that are older than
// ledger.RoutineFor. It does nothing if no new event is routine.
func (t tx) dropRoutine(ctx context.Context, events []ledger.Event) error {
	i := slices.IndexFunc(events, func(e ledger.Event) bool { return e.Action.Routine() })
	if i < 0 {
		return nil
	}
	until, err := t.readClock(ctx, events[i].At)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE "+routine+
		" AND at <= $1 LIMIT $2"+t.b.dialect.Skip+")", until.Add(-ledger.RoutineFor).UnixMicro(), atMost)
	return err
}

// eventRow scans the columns of an event. at is in microseconds since 1970.
type eventRow struct {
	event ledger.Event
	at    int64
}

// targets returns where Scan puts the columns, in the order that Audit selects them.
func (r *eventRow) targets() []any {
	e := &r.event
	return []any{&e.ID, &r.at, &e.Actor, &e.From, (*string)(&e.Action), &e.Account, &e.Target, &e.Detail}
}

// read returns the event that was scanned. It never fails.
func (r *eventRow) read() (ledger.Event, error) {
	r.event.At = time.UnixMicro(r.at).UTC()
	return r.event, nil
}

// Audit is ledger.Audits.Audit.
func (b *Store) Audit(ctx context.Context, q ledger.AuditQuery) ([]ledger.Event, error) {
	args := []any{q.Limit}
	where := []string{"TRUE"}
	for _, c := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"id < ", q.Before, q.Before != 0},
		{"account = ", q.Account, q.Account != ""},
		{"actor = ", q.Actor, q.Actor != ""},
		{"target = ", q.Target, q.Target != ""},
		{"action = ", string(q.Action), q.Action != ""},
	} {
		if c.given {
			args = append(args, c.value)
			where = append(where, fmt.Sprint(c.condition, "$", len(args)))
		}
	}
	return all(ctx, b, func() *eventRow { return new(eventRow) }, `
		SELECT id, at, actor, origin, action, account, target, detail FROM audit
		WHERE `+strings.Join(where, " AND ")+` ORDER BY id DESC LIMIT $1`, args...)
}
