package tables

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	_ "modernc.org/sqlite" // the driver

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

//go:embed schema.sql
var schema string

// columnsTable is the table of columns. SQLite keeps its comments, too.
const columnsTable = `CREATE TABLE columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  parquet_column TEXT,            -- its path in the Parquet file
  unit TEXT,
  description TEXT NOT NULL,
  source TEXT NOT NULL,           -- families, as in provenance
  licence TEXT,                   -- their terms
  PRIMARY KEY (table_name, column_name)
) WITHOUT ROWID;`

//go:embed indexes.sql
var indexes string

// applicationID marks the file as a catalogue of Kinodex (SQLite's PRAGMA
// application_id): "KDEX".
const applicationID = 0x4b444558

// WriteSQLite writes the films of a catalogue to a new SQLite database at path: a table of
// films, one for each list of theirs, with foreign keys, columns, which describes the columns
// of these, and films_text, a full-text index (FTS5). A file that is there is an error. When it fails, what it wrote means nothing.
func WriteSQLite(ctx context.Context, path string, c *catalog.Catalog, tell Tell) (rows Rows, err error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s is there already", path)
	}
	// The file is written once and means nothing before its end, so it needs no journal.
	query := url.Values{"_pragma": {"journal_mode(off)", "synchronous(off)", "cache_size(-65536)", "temp_store(memory)", fmt.Sprintf("application_id(%d)", applicationID), "user_version(1)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema+columnsTable); err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	if err := describe(ctx, tx); err != nil {
		return nil, err
	}
	if rows, err = insertFilms(ctx, tx, c, tell); err != nil {
		return nil, err
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, indexes)
	return rows, err
}

// describe fills the table of columns.
func describe(ctx context.Context, tx *sql.Tx) error {
	for _, c := range Columns() {
		if _, err := tx.ExecContext(ctx, insertion("columns", 7, 1), c.Table, c.Name, stated(c.Path), stated(c.Unit), c.Doc, c.Source, stated(c.Licence)); err != nil {
			return err
		}
	}
	return nil
}

// insertFilms fills the tables and counts their rows.
func insertFilms(ctx context.Context, tx *sql.Tx, c *catalog.Catalog, tell Tell) (Rows, error) {
	b := &batches{tx: tx, tables: map[string]*batch{}, rows: Rows{}}
	_, err := each(ctx, c, byID(c), tell, func(id film.ID, r *Row) error {
		return r.put(int64(id), func(table string, values ...any) error { return b.put(ctx, table, values...) })
	})
	if err != nil {
		return nil, err
	}
	return b.rows, b.finish(ctx)
}

// dateOf returns days since 1970-01-01 as a date, YYYY-MM-DD.
func dateOf(days *int32) *string {
	if days == nil {
		return nil
	}
	s := time.Unix(int64(*days)*24*60*60, 0).UTC().Format(time.DateOnly)
	return &s
}
