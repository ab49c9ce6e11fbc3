package tables

import (
	"slices"
	"strings"
)

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
	all := descriptions()
	for i := range all {
		all[i].Licence = termsOf(all[i].Source)
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
