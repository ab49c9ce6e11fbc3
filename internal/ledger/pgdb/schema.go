package pgdb

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
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
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
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
		if version > len(steps) {
			return fmt.Errorf("the ledger has schema %d; this program knows %d: it was opened by a newer program", version, len(steps))
		}
		for _, name := range steps[version:] {
			step, err := migrations.ReadFile(name)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(step)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		_, err := tx.Exec(ctx, "UPDATE schema_version SET version = $1", len(steps))
		return err
	})
}
