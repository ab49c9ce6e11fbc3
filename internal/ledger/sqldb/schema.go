package sqldb

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// migrations are the steps from an empty file to the present schema, applied
// in order of name. A step that was released is never edited.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the schema up to date, in one transaction that holds the write
// lock: of several processes that open a file at once, one does the work and
// the others find it done.
func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil) // immediate, by _txlock
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(steps) {
		return fmt.Errorf("the ledger has schema %d; this program knows %d: it was opened by a newer program", version, len(steps))
	}
	for _, name := range steps[version:] {
		step, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(step)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", len(steps))); err != nil {
		return err
	}
	return tx.Commit()
}
