package tables

import (
	_ "embed"
	"slices"
	"strings"
)

// columnTable describes the columns of both formats, a row each. The same table stands in
// docs/bulk.md, and a test holds it against the columns that the files have.
//
//go:embed columns.md
var columnTable string

// everyList stands in columnTable for each table but films.
const everyList = "every list"

// Column describes a column. As JSON it is an element of the Parquet file's metadata, and in
// SQLite a row of the table columns.
type Column struct {
	Table   string `json:"table"` // in SQLite, like Name
	Name    string `json:"name"`
	Path    string `json:"column,omitempty"` // in Parquet; "" for what only SQLite has
	Unit    string `json:"unit,omitempty"`   // "" for what has none
	Doc     string `json:"description"`
	Source  string `json:"source"`            // families as in provenance, separated by a comma and a blank
	Licence string `json:"licence,omitempty"` // the terms of each; "" for what Kinodex adds
}

// Columns returns the description of every column of SQLite by table: that of films, then
// the lists.
func Columns() []Column {
	var all, ofLists []Column
	var lists []string
	for line := range strings.Lines(columnTable) {
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.ReplaceAll(strings.TrimSpace(cells[i]), "`", "")
		}
		c := Column{Table: cells[1], Name: cells[2], Path: cells[3], Unit: cells[4], Doc: cells[5], Source: cells[6], Licence: termsOf(cells[6])}
		switch {
		case c.Table == "table" || strings.HasPrefix(c.Table, "-"): // the table's head
		case c.Table == everyList:
			ofLists = append(ofLists, c)
		default:
			if c.Table != "films" && !slices.Contains(lists, c.Table) {
				lists = append(lists, c.Table)
				for _, of := range ofLists {
					of.Table = c.Table
					all = append(all, of)
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// inParquet returns the columns that a Parquet file has.
func inParquet(all []Column) []Column {
	return slices.DeleteFunc(all, func(c Column) bool { return c.Path == "" })
}

// termsOf returns the terms of sources, each behind the source's name.
func termsOf(sources string) string {
	var all []string
	for source := range strings.SplitSeq(sources, ", ") {
		for _, l := range Licences() {
			if l.Source == source {
				all = append(all, l.Source+": "+l.Terms)
			}
		}
	}
	return strings.Join(all, " ")
}
