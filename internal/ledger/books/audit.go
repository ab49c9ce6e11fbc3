package books

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kinodex/internal/ledger"
)

// The table of the audit log refuses to change or drop a row, whoever asks: see
// the triggers in the migrations.

// Record is ledger.Audits.Record.
func (b *Books) Record(ctx context.Context, events ...ledger.Event) error {
	return b.write(ctx, "audit", events, func(tx) error { return nil })
}

func (t tx) record(ctx context.Context, events []ledger.Event) error {
	for _, e := range events {
		_, err := t.exec(ctx, `
			INSERT INTO audit (at, actor, origin, action, account, target, detail)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			e.At.UnixMicro(), e.Actor, e.From, string(e.Action), e.Account, e.Target, e.Detail)
		if err != nil {
			return fmt.Errorf("record %s: %w", e.Action, err)
		}
	}
	return nil
}

// eventRow takes the columns of an event.
type eventRow struct {
	event ledger.Event
	at    int64
}

func (r *eventRow) targets() []any {
	e := &r.event
	return []any{&e.ID, &r.at, &e.Actor, &e.From, (*string)(&e.Action), &e.Account, &e.Target, &e.Detail}
}

func (r *eventRow) read() (ledger.Event, error) {
	r.event.At = time.UnixMicro(r.at).UTC()
	return r.event, nil
}

// Audit is ledger.Audits.Audit.
func (b *Books) Audit(ctx context.Context, q ledger.AuditQuery) ([]ledger.Event, error) {
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
