package sqlstore

import (
	"context"
	"time"

	"kinodex/internal/ledger"
)

// AddUsage is ledger.Usages.AddUsage. It deletes at most atMost rows of days that are
// dropped. The counts are added in their order, which is to be the same for all callers.
func (b *Store) AddUsage(ctx context.Context, counts []ledger.Usage, at time.Time) error {
	return b.write(ctx, "usage", nil, func(t tx) error {
		until, err := t.readClock(ctx, at)
		if err != nil {
			return err
		}
		_, err = t.exec(ctx, `DELETE FROM usage_counts WHERE (day, account, operation) IN (
			SELECT day, account, operation FROM usage_counts WHERE day < $1 LIMIT $2`+b.dialect.Skip+")",
			int(ledger.DayOf(until)-ledger.UsageDays), atMost)
		if err != nil {
			return err
		}
		for _, c := range counts {
			if err := t.addUsage(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// addUsage adds to the row of a count, which it makes if there is none.
func (t tx) addUsage(ctx context.Context, c ledger.Usage) error {
	changed, err := t.exec(ctx, `UPDATE usage_counts SET requests = requests + $1, units = units + $2, refused = refused + $3
		WHERE day = $4 AND account = $5 AND operation = $6 AND requests + $1 >= 0 AND units + $2 >= 0 AND refused + $3 >= 0`,
		c.Requests, c.Units, c.Refused, int(c.Day), c.Account, c.Operation)
	if err != nil || changed > 0 {
		return err
	}
	_, err = t.exec(ctx, `INSERT INTO usage_counts (day, account, operation, requests, units, refused) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (day, account, operation) DO UPDATE SET
			requests = CASE WHEN usage_counts.requests + $7 < 0 THEN 0 ELSE usage_counts.requests + $7 END,
			units = CASE WHEN usage_counts.units + $8 < 0 THEN 0 ELSE usage_counts.units + $8 END,
			refused = CASE WHEN usage_counts.refused + $9 < 0 THEN 0 ELSE usage_counts.refused + $9 END`,
		int(c.Day), c.Account, c.Operation, max(0, c.Requests), max(0, c.Units), max(0, c.Refused), c.Requests, c.Units, c.Refused)
	return err
}

// usageRow scans the columns of a count.
type usageRow struct {
	usage ledger.Usage
	day   int
}

// targets returns where Scan puts the columns, in the order that UsageOf selects them.
func (r *usageRow) targets() []any {
	u := &r.usage
	return []any{&u.Account, &r.day, &u.Operation, &u.Requests, &u.Units, &u.Refused}
}

// read returns the count that was scanned. It never fails.
func (r *usageRow) read() (ledger.Usage, error) {
	r.usage.Day = ledger.Day(r.day)
	return r.usage, nil
}

// UsageOf is ledger.Usages.UsageOf.
func (b *Store) UsageOf(ctx context.Context, account string, from ledger.Day) ([]ledger.Usage, error) {
	return b.usage(ctx, `
		SELECT account, day, operation, requests, units, refused FROM usage_counts
		WHERE account = $1 AND day >= $2`, account, int(from))
}

// UsageOfAll is ledger.Usages.UsageOfAll.
func (b *Store) UsageOfAll(ctx context.Context, from ledger.Day) ([]ledger.Usage, error) {
	return b.usage(ctx, `
		SELECT '', day, operation, CAST(sum(requests) AS BIGINT), CAST(sum(units) AS BIGINT), CAST(sum(refused) AS BIGINT) FROM usage_counts
		WHERE day >= $1 GROUP BY day, operation`, int(from))
}

// usage returns the counts of a query. They are sorted here, since databases do not
// agree on the order of texts.
func (b *Store) usage(ctx context.Context, query string, args ...any) ([]ledger.Usage, error) {
	counts, err := all(ctx, b, func() *usageRow { return new(usageRow) }, query, args...)
	ledger.SortUsage(counts)
	return counts, err
}
