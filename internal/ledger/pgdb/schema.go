package pgdb

import (
	"context"
	"embed"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kinodex/internal/ledger/sqlstore"
)

// migrations are the steps from an empty schema to the present one, applied in
// order of name. A step that was released is never edited.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrating is the advisory lock that whoever migrates holds: the first eight
// letters of kinodex's schema, as a number.
const migrating = 0x6b696e6f64657873

// migrate brings the schema up to date, in one transaction: of several servers
// that start at once, one does the work and the others find it done.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(migrating)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `
			CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL);
			INSERT INTO schema_version SELECT 0 WHERE NOT EXISTS (SELECT FROM schema_version)`); err != nil {
			return err
		}
		var version int
		if err := tx.QueryRow(ctx, "SELECT version FROM schema_version").Scan(&version); err != nil {
			return err
		}
		version, err := sqlstore.Migrate(ctx, migrations, version, func(ctx context.Context, statements string) error {
			_, err := tx.Exec(ctx, statements)
			return err
		})
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE schema_version SET version = $1", version)
		return err
	})
}
