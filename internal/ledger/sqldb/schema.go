package sqldb

import (
	"context"
	"database/sql"
	"embed"
	"fmt"

	"kinodex/internal/ledger/sqlstore"
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
	tx, err := db.BeginTx(ctx, nil) // immediate, by _txlock
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	version, err = sqlstore.Migrate(ctx, migrations, version, func(ctx context.Context, statements string) error {
		_, err := tx.ExecContext(ctx, statements)
		return err
	})
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}
