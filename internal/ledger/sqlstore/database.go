package sqlstore

import (
	"context"
	"database/sql"
)

// attempts is how often a statement is tried that may be tried again.
const attempts = 4

// database is connections whose statements are tried again where that is safe. What
// is asked of it outside of a transaction either reads, or may be done twice and
// is then as if it had been done once.
type database struct {
	*sql.DB
	again func(error) bool // as Dialect.Again
}

// retried calls do, and calls it again while it fails with an error that
// Dialect.Again allows and says that this is safe.
func (d database) retried(do func() (safe bool, err error)) error {
	for attempt := 1; ; attempt++ {
		safe, err := do()
		if err == nil || !safe || attempt == attempts || d.again == nil || !d.again(err) {
			return err
		}
	}
}

// QueryRowContext is that of sql.DB. The statement must be safe to run twice.
func (d database) QueryRowContext(ctx context.Context, query string, args ...any) (row *sql.Row) {
	_ = d.retried(func() (bool, error) {
		row = d.DB.QueryRowContext(ctx, query, args...)
		return true, row.Err()
	})
	return row
}

// QueryContext is that of sql.DB. The statement must be safe to run twice.
func (d database) QueryContext(ctx context.Context, query string, args ...any) (rows *sql.Rows, err error) {
	err = d.retried(func() (_ bool, err error) {
		rows, err = d.DB.QueryContext(ctx, query, args...)
		return true, err
	})
	return rows, err
}

// ExecContext is that of sql.DB. The statement must be safe to run twice.
func (d database) ExecContext(ctx context.Context, query string, args ...any) (result sql.Result, err error) {
	err = d.retried(func() (_ bool, err error) {
		result, err = d.DB.ExecContext(ctx, query, args...)
		return true, err
	})
	return result, err
}
