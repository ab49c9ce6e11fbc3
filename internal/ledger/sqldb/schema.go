package sqldb

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

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

// hasSchema compares all that a file defines with what the steps of its version make, and
// tells of the first difference: what no ledger has before what is missing or made otherwise.
// Comments and spaces do not count.
func hasSchema(ctx context.Context, db *sql.DB, version int) error {
	model, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return err
	}
	defer model.Close()
	model.SetMaxOpenConns(1) // each connection has a memory of its own
	if _, err := sqlstore.Migrate(ctx, migrations, 0, func(ctx context.Context, statements string) error {
		if version--; version < 0 {
			return nil // a later step than those of the file
		}
		_, err := model.ExecContext(ctx, statements)
		return err
	}); err != nil {
		return err
	}
	want, err := definitions(ctx, model)
	if err != nil {
		return err
	}
	has, err := definitions(ctx, db)
	if err != nil {
		return err
	}
	for _, of := range slices.Sorted(maps.Keys(has)) {
		if _, ours := want[of]; !ours && statistics[of] != has[of] {
			return fmt.Errorf("it has a %s, which no ledger of kinodex has; look what it does, and drop it where the ledger is used", of)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(want)) {
		switch made, there := has[of]; {
		case !there:
			return fmt.Errorf("it has no %s", of)
		case made != want[of]:
			return fmt.Errorf("its %s is not as kinodex makes it", of)
		}
	}
	return nil
}

// statistics are the tables that SQLite itself adds for its planner and for counting rows.
var statistics = map[string]string{
	"table sqlite_stat1":    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
	"table sqlite_stat4":    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
	"table sqlite_sequence": "CREATE TABLE sqlite_sequence(name,seq)",
}

var (
	comment = regexp.MustCompile(`--[^\n]*`)
	spaces  = regexp.MustCompile(`\s+`)
)

// definitions are what a database consists of, such as "table keys", and the statements that
// made it.
func definitions(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var kind, name, table, made string
		if err := rows.Scan(&kind, &name, &table, &made); err != nil {
			return nil, err
		}
		of := kind + " " + name
		if table != name {
			of += " of " + table
		}
		all[of] = strings.TrimSpace(spaces.ReplaceAllString(comment.ReplaceAllString(made, ""), " "))
	}
	return all, rows.Err()
}
