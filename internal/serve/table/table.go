// Package table holds tables of values: columns with units, and cells that carry
// the text a page shows, where it leads, and the value behind it. The same table is
// shown on a page and written as CSV, so that a picture, its table and its file
// cannot differ.
//
// It also has the one way pages write numbers: Number, Dollars, Share and Minutes.
// A missing value reads "unknown" on a page, one that there cannot be "none"; in a file both
// are empty. Neither is ever 0.
//
// It imports the standard library, stat and text. Start reading at Table, then Text
// and Int, then Number.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kinodex/internal/stat"
	"kinodex/internal/text"
)

// Table is a table of values. Each row has one cell for each column; a row that is
// shorter ends in unknown values.
type Table struct {
	Name    string // what it is called in the name of a file, such as "films by decade"
	Caption string // what it shows, above the table
	Columns []Column
	Rows    [][]Cell
	// Stacks is set for a table of facts about one thing a row: on a narrow screen a row stands as
	// a paragraph, in which each value has the name of its column.
	Stacks bool
}

// Column is one column of a table.
type Column struct {
	Name    string
	Unit    string // of every value below it, such as "US dollars" or "%"; empty if it has none
	Numeric bool   // set to the right, in figures of one width
	Doc     string // what it means, when its name does not say that
	// Sorted is ascending or descending on the column by which the rows are ordered.
	Sorted string
}

// Heading returns the name with the unit, unless they are the same word: "Budget (US
// dollars)", "Films".
func (c Column) Heading() string {
	if c.Unit == "" || strings.EqualFold(c.Name, c.Unit) {
		return c.Name
	}
	return c.Name + " (" + c.Unit + ")"
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// FileName returns the name of the table's file with an extension: "films-by-decade.csv"
// of "csv". A table without a name is called "table".
func (t Table) FileName(extension string) string {
	name := text.Slug(t.Name)
	if name == "" {
		name = "table"
	}
	return name + "." + extension
}

// WriteCSV writes the table as CSV (RFC 4180: commas, CRLF, UTF-8 without a byte
// order mark). The first record has the columns' headings. Values are written raw,
// numbers without grouping and unknown ones as nothing. A text that a spreadsheet
// would take for a formula gets an apostrophe before it; numbers never do. It fails
// if w does, or if a row has more cells than the table has columns.
func (t Table) WriteCSV(w io.Writer) error {
	out, err := NewCSVWriter(w, t)
	if err != nil {
		return err
	}
	for _, row := range t.Rows {
		if err := out.Write(row); err != nil {
			return err
		}
	}
	return nil
}

// CSVWriter writes the rows of a table one by one, as WriteCSV does, for a table that
// is not at hand as a whole.
type CSVWriter struct {
	out    *csv.Writer
	name   string
	record []string // as many fields as the table has columns
	rows   int
}

// NewCSVWriter writes the headings of the table's columns, and returns what writes rows
// below them. The rows of the table itself are not written.
func NewCSVWriter(w io.Writer, t Table) (*CSVWriter, error) {
	c := &CSVWriter{out: csv.NewWriter(w), name: t.Name, record: make([]string, len(t.Columns))}
	c.out.UseCRLF = true
	for i, column := range t.Columns {
		c.record[i] = harmless(column.Heading())
	}
	return c, c.flush()
}

// Columns returns how many columns the table has.
func (c *CSVWriter) Columns() int { return len(c.record) }

// Write writes one row; when it returns, the row is with the underlying writer. It
// fails if that does, or if the row has more cells than the table has columns.
func (c *CSVWriter) Write(row []Cell) error {
	c.rows++
	if len(row) > len(c.record) {
		return fmt.Errorf("row %d of table %q has %d cells for %d columns", c.rows, c.name, len(row), len(c.record))
	}
	clear(c.record)
	for i, cell := range row {
		c.record[i] = cell.raw()
	}
	return c.flush()
}

// flush writes the record.
func (c *CSVWriter) flush() error {
	err := c.out.Write(c.record)
	if c.out.Flush(); err == nil {
		err = c.out.Error()
	}
	if err != nil {
		return fmt.Errorf("writing a table: %w", err)
	}
	return nil
}

// raw returns the value as a field of a file.
func (c Cell) raw() string {
	switch v := c.Value.(type) {
	case nil:
		if c.Text == UnknownText || c.Text == noneText {
			return ""
		}
		return harmless(c.Text)
	case string:
		return harmless(v)
	case bool:
		return strconv.FormatBool(v)
	}
	if v, ok := integer(c.Value); ok {
		return strconv.FormatInt(v, 10)
	}
	if v, ok := float(c.Value); ok {
		if !stat.Finite(v) {
			return ""
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return harmless(fmt.Sprint(c.Value))
}

// harmless returns s such that a spreadsheet takes it for text: what begins with the
// sign of a formula, also in its full width, gets an apostrophe before it.
func harmless(s string) string {
	for _, sign := range []string{"=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"} {
		if strings.HasPrefix(s, sign) {
			return "'" + s
		}
	}
	return s
}
