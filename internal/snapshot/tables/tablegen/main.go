// Command tablegen writes what follows from the columns of Parquet and SQLite: rows.go and
// schema.sql of package tables, and the table of docs/bulk.md. The columns stand in columns.md,
// which explains its cells; where a value comes from follows from film.Film. Run go generate
// ./internal/snapshot/tables after a change of either.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	files, err := generate(".")
	for name, content := range files {
		err = cmp.Or(err, os.WriteFile(name, content, 0o644))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tablegen:", err)
		os.Exit(1)
	}
}

// generate returns the files that follow from columns.md of a directory, by their names.
func generate(dir string) (map[string][]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, "columns.md"))
	if err != nil {
		return nil, err
	}
	columns, err := parse(string(text))
	if err != nil {
		return nil, err
	}
	all, err := tablesOf(columns)
	if err != nil {
		return nil, err
	}
	rows, err := writeRows(columns, all)
	if err != nil {
		return nil, err
	}
	page := filepath.Join(dir, "../../../docs/bulk.md")
	document, err := writePage(page, all)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{filepath.Join(dir, "rows.go"): rows, filepath.Join(dir, "schema.sql"): writeSchema(all), page: document}, nil
}

// writePage returns a document with the columns between its marks.
func writePage(name string, all []table) ([]byte, error) {
	const begin, end = "<!-- Written by make generate from the columns of the tables. -->\n\n", "\n<!-- End -->\n"
	have, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	before, rest, found := strings.Cut(string(have), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		return nil, fmt.Errorf("%s has no place for the columns", name)
	}
	var b bytes.Buffer
	b.WriteString(before + begin + "| table | column | in Parquet | unit | what | sources |\n|---|---|---|---|---|---|\n")
	for i, t := range all {
		columns := t.columns
		if i < 2 { // films, and the first list for all of them
			columns = slices.Concat(t.keys, columns)
		}
		for _, c := range columns {
			b.WriteString(c.markdown)
		}
	}
	b.WriteString(end + after)
	return b.Bytes(), nil
}
