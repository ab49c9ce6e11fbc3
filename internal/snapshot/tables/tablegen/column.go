package main

import (
	"fmt"
	"slices"
	"strings"
)

// column is a row of columns.md without the marks of code, and what follows from it.
type column struct {
	table, name, path, value, kind, sql, unit, doc, sources string

	markdown string // the row in docs/bulk.md

	expr     string // the Go expression of the value; of a member of a list, x is the element
	rows     string // of a list: the Go expression of its elements or, if there is no expr, of its rows
	owner    string // the expression of a pointer without which there is no value
	nullable bool
}

// table is a table of SQLite. Its keys are columns that a Parquet file does not have.
type table struct {
	name          string
	keys, columns []column
}

// Names of tables that differ from the others.
const (
	films     = "films"
	everyList = "every list" // stands for each table but films
	// SQLite has the provenance behind the tables that it tells of.
	provenance = "provenance"
)

// parse returns the columns in their order.
func parse(text string) (all []column, err error) {
	for line := range strings.Lines(text) {
		row, isRow := strings.CutPrefix(strings.TrimSpace(line), "| ")
		if !isRow || strings.HasPrefix(row, "table |") {
			continue
		}
		raw := strings.Split(strings.TrimSuffix(row, "|"), "|")
		if len(raw) != 9 {
			return nil, fmt.Errorf("a row of columns.md has %d cells, not 9: %s", len(raw), line)
		}
		cells := make([]string, len(raw))
		for i := range raw {
			raw[i] = strings.TrimSpace(raw[i])
			cells[i] = strings.ReplaceAll(raw[i], "`", "")
		}
		c := column{
			table: cells[0], name: cells[1], path: cells[2], value: cells[3], kind: cells[4], sql: cells[5], unit: cells[6], doc: cells[7], sources: cells[8],
			markdown: "| " + strings.Join(slices.Concat(raw[:3], raw[6:]), " | ") + " |\n",
		}
		if err := c.resolve(); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", c.table, c.name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// tablesOf returns the columns by table, in the order that SQLite and the documents have them.
func tablesOf(columns []column) (all []table, err error) {
	keys := map[bool][]column{}
	for _, c := range columns {
		if c.isKey() {
			keys[c.table == everyList] = append(keys[c.table == everyList], c)
			continue
		}
		at := slices.IndexFunc(all, func(t table) bool { return t.name == c.table })
		if at < 0 {
			at = len(all)
			all = append(all, table{name: c.table})
		}
		all[at].columns = append(all[at].columns, c)
		if first := all[at].columns[0]; c.rows != first.rows {
			return nil, fmt.Errorf("%s.%s comes from %s, and %s from %s", c.table, c.name, c.rows, first.name, first.rows)
		}
	}
	for i, t := range all {
		all[i].keys = keys[t.isList()]
	}
	slices.SortStableFunc(all, func(a, b table) int { return a.rank() - b.rank() })
	return all, nil
}

// rank is 0 for films, 1 for lists, 2 for the last one.
func (t table) rank() int {
	switch t.name {
	case films:
		return 0
	case provenance:
		return 2
	}
	return 1
}

// isKey reports whether a column is one of a table's keys.
func (c column) isKey() bool { return c.path == "" }

// isTexts reports whether a Parquet file has the column as a list of texts.
func (c column) isTexts() bool { return c.table != films && !strings.Contains(c.path, ".") }

// leaf returns the last part of the column's path in Parquet.
func (c column) leaf() string { return c.path[strings.LastIndexByte(c.path, '.')+1:] }

// isList reports whether a table holds the rows of a list.
func (t table) isList() bool { return t.name != films }

// isTexts reports whether a table is a list of texts in Parquet, and not one of structs.
func (t table) isTexts() bool { return t.columns[0].isTexts() }

// list returns the name of a table's list in Parquet.
func (t table) list() string {
	name, _, _ := strings.Cut(t.columns[0].path, ".")
	return name
}

// rowType returns the Go type of the table's rows.
func (t table) rowType() string {
	if t.isTexts() {
		return "string"
	}
	return goName(t.list()) + "Row"
}

// goName returns a name of a column as Go writes it: moviedb_id is MoviedbID.
func goName(name string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(name, "_") {
		switch word {
		case "id", "roi", "url":
			b.WriteString(strings.ToUpper(word))
		case "ids":
			b.WriteString("IDs")
		case "":
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
