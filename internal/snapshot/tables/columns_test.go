package tables

import (
	"database/sql"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kinodex/internal/catalog/catalogtest"
)

// Who opens the files finds in them what each column holds, in what unit, from whom and on
// what terms.
func TestTheFilesDescribeTheirColumns(t *testing.T) {
	parquetFile, sqliteFile, _ := written(t, catalogtest.Open(t, someFilms()))
	want := Column{
		Table: "films", Name: "budget", Path: "budget", Unit: "US dollars", Doc: "production budget, not adjusted for inflation",
		Source: "filmdb, box_office_charts, moviedb, wikidata",
	}
	want.Licence = "filmdb: Personal and non-commercial use, by the database's conditions of use. box_office_charts: By the terms of the publishing sites. " +
		"moviedb: Non-commercial use with attribution, by the terms of its interface. wikidata: CC0."
	t.Run("Parquet", func(t *testing.T) {
		described, leaves := describedInParquet(t, parquetFile)
		var paths []string
		for _, c := range described {
			paths = append(paths, c.Path)
		}
		slices.Sort(paths)
		if !slices.Equal(paths, leaves) {
			t.Errorf("described are %v, there are %v", paths, leaves)
		}
		if at := slices.IndexFunc(described, func(c Column) bool { return c.Path == "budget" }); at < 0 || described[at] != want {
			t.Errorf("the budget is not described as %+v", want)
		}
	})
	t.Run("SQLite", func(t *testing.T) {
		db, err := sql.Open("sqlite", sqliteFile)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for query, want := range map[string]string{
			"SELECT concat_ws('|', parquet_column, unit, description, source, licence) FROM columns WHERE table_name = 'films' AND column_name = 'budget'": strings.Join([]string{want.Path, want.Unit, want.Doc, want.Source, want.Licence}, "|"),
			"SELECT parquet_column FROM columns WHERE table_name = 'cast' AND column_name = 'billing'":                                                     "cast.order",
			"SELECT count(*) FROM columns WHERE parquet_column IS NULL AND column_name NOT IN ('id', 'film_id', 'position')":                               "0",
			// Columns that are not described, and descriptions of no column.
			`SELECT group_concat(name) FROM (SELECT m.name || '.' || p.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p
				WHERE m.type = 'table' AND m.name NOT LIKE 'films_text%' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'columns'
				EXCEPT SELECT table_name || '.' || column_name FROM columns)`: "",
			`SELECT group_concat(name) FROM (SELECT table_name || '.' || column_name AS name FROM columns
				EXCEPT SELECT m.name || '.' || p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE m.type = 'table')`: "",
		} {
			var got sql.NullString
			if err := db.QueryRow(query).Scan(&got); err != nil || got.String != want {
				t.Errorf("%s: %q, %v; want %q", query, got.String, err, want)
			}
		}
	})
}

// describedInParquet returns the columns that a file's metadata describes, and the paths of
// those it has, in alphabetical order. A list's elements have no name of their own.
func describedInParquet(t *testing.T, path string) (described []Column, leaves []string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	columns, _ := whole.Lookup("kinodex.columns")
	if err := json.Unmarshal([]byte(columns), &described); err != nil {
		t.Fatalf("the columns in the metadata are %q: %v", columns, err)
	}
	var licences []Licence
	told, _ := whole.Lookup("kinodex.licences")
	if err := json.Unmarshal([]byte(told), &licences); err != nil || !slices.Equal(licences, Licences()) {
		t.Errorf("the licences in the metadata are %q: %v", told, err)
	}
	for _, leaf := range whole.Schema().Columns() {
		leaves = append(leaves, strings.ReplaceAll(strings.Join(leaf, "."), ".list.element", ""))
	}
	slices.Sort(leaves)
	return described, leaves
}

// What a column is made of is a source whose terms are told, or Kinodex itself.
func TestEveryColumnHasASource(t *testing.T) {
	for _, c := range Columns() {
		for source := range strings.SplitSeq(c.Source, ", ") {
			if source != "kinodex" && !slices.ContainsFunc(Licences(), func(l Licence) bool { return l.Source == source }) {
				t.Errorf("%s.%s is from %q, of which no terms are told", c.Table, c.Name, source)
			}
		}
		if c.Doc == "" {
			t.Errorf("%s.%s has no description", c.Table, c.Name)
		}
	}
}
