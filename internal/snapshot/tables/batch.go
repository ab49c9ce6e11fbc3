package tables

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"
)

// batchRows is how many rows one INSERT has: what a statement costs is shared by them.
const batchRows = 64

// batches insert rows into tables, many at a time, in the order they are put into each.
type batches struct {
	tx     *sql.Tx
	tables map[string]*batch
	rows   Rows
}

// batch holds the rows of a table that are not inserted yet.
type batch struct {
	width   int // columns
	values  []any
	prepare *sql.Stmt // of batchRows rows; nil until it is needed
}

// put adds a row to a table. All rows of a table have the same number of values.
func (b *batches) put(ctx context.Context, table string, values ...any) error {
	t := b.tables[table]
	if t == nil {
		t = &batch{width: len(values)}
		b.tables[table] = t
	}
	b.rows[table]++
	t.values = append(t.values, values...)
	if len(t.values) < batchRows*t.width {
		return nil
	}
	if t.prepare == nil {
		var err error
		if t.prepare, err = b.tx.PrepareContext(ctx, insertion(table, t.width, batchRows)); err != nil {
			return err
		}
	}
	_, err := t.prepare.ExecContext(ctx, t.values...)
	t.values = t.values[:0]
	return err
}

// finish inserts what is left and releases the statements. The order of the tables is always
// the same, since it decides which pages of the file are whose.
func (b *batches) finish(ctx context.Context) error {
	for _, table := range slices.Sorted(maps.Keys(b.tables)) {
		t := b.tables[table]
		if t.prepare != nil {
			if err := t.prepare.Close(); err != nil {
				return err
			}
		}
		if len(t.values) == 0 {
			continue
		}
		if _, err := b.tx.ExecContext(ctx, insertion(table, t.width, len(t.values)/t.width), t.values...); err != nil {
			return err
		}
	}
	return nil
}

// insertion returns the statement that inserts some rows.
func insertion(table string, width, rows int) string {
	row := "(" + strings.Repeat(", ?", width)[2:] + ")"
	return `INSERT INTO "` + table + `" VALUES ` + strings.Repeat(", "+row, rows)[2:]
}
