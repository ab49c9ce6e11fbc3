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

// migrate brings the schema up to date, in one transaction: of several servers
// that start at once, one does the work and the others, which wait for the row of
// the version, find it done.
func migrate(ctx context.Context, pool *pgxpool.Pool) error {
	if err := haveVersion(ctx, pool); err != nil {
		return err
	}
	for attempt := 0; ; attempt++ {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return migrateIn(ctx, tx) })
		if !collided(err) || attempt == 9 {
			return err
		}
	}
}

// haveVersion makes the row of the version where there is none. Of several who do
// so at once, some may fail since another one's table appeared meanwhile.
func haveVersion(ctx context.Context, pool *pgxpool.Pool) (err error) {
	for range 10 {
		// Ledgers of before have a table without the key, and a row.
		if _, err = pool.Exec(ctx, "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL, id INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1))"); err == nil {
			_, err = pool.Exec(ctx, "INSERT INTO schema_version (version) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version) ON CONFLICT DO NOTHING")
		}
		if err == nil || !collided(err) && !hasCode(err, uniqueViolation, duplicateTable, duplicateObject, tupleConcurrentlyUpdated) {
			return err
		}
	}
	return err
}

// migrateIn holds the row of the version until tx ends.
func migrateIn(ctx context.Context, tx pgx.Tx) error {
	var version int
	if err := tx.QueryRow(ctx, "SELECT version FROM schema_version FOR UPDATE").Scan(&version); err != nil {
		return err
	}
	present, err := sqlstore.Migrate(ctx, migrations, version, func(ctx context.Context, statements string) error {
		_, err := tx.Exec(ctx, statements)
		return err
	})
	if err != nil || present == version {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE schema_version SET version = $1", present)
	return err
}
