package source

import (
	"bytes"
	"strings"
)

// sheet is a table being read: its columns by name and the row at hand.
// A reader asks for its columns once, before the first row, and for cells in each row.
type sheet struct {
	*sink
	columns map[string]int
	asked   map[string]bool // the columns that the reader uses
	tallies []*ColumnTally  // by column
	width   int
	cells   [][]byte

	// head is the beginning of the table, for a look ahead before the first
	// row is read; comma is what separates its cells.
	head  []byte
	comma byte
}

// column is the place of a named column, -1 when the table has none.
// The cells of a column that is not there are empty.
type column int

// col returns the column of the first of the names that the table has, -1 when it has none of
// them. That column counts as read.
func (s *sheet) col(names ...string) column {
	for _, name := range names {
		if i, ok := s.columns[name]; ok {
			s.asked[name] = true
			return column(i)
		}
	}
	return -1
}

// cell returns the trimmed cell of the row at hand; empty when the table has no
// such column or the cell holds one of the ways to write nothing. The bytes
// are valid until the next row.
// The cell becomes the one that failed counts.
func (s *sheet) cell(c column) []byte {
	if c < 0 || int(c) >= len(s.cells) {
		s.observe(nil, nil)
		return nil
	}
	b := stripped(s.cells[c])
	s.observe(s.tallyAt(int(c)), b)
	return b
}

// tallyAt returns the tally of a column, nil beyond the header.
func (s *sheet) tallyAt(i int) *ColumnTally {
	if i >= len(s.tallies) {
		return nil
	}
	return s.tallies[i]
}

// stripped returns a cell without the white space around it. It is nil for \N, N/A, nan, NaN,
// None and null.
func stripped(cell []byte) []byte {
	b := bytes.TrimSpace(cell)
	switch len(b) {
	case 2:
		if b[0] == '\\' && b[1] == 'N' {
			return nil
		}
	case 3:
		if string(b) == "N/A" || string(b) == "nan" || string(b) == "NaN" {
			return nil
		}
	case 4:
		if string(b) == "None" || string(b) == "null" {
			return nil
		}
	}
	return b
}

// headerOf returns column names without byte order mark and white space around them. Upper
// and lower case are kept.
func headerOf(cells [][]byte) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = strings.TrimSpace(strings.TrimPrefix(string(cell), "\ufeff"))
	}
	return names
}

// newSheet returns a sheet before its first row. Of columns with the same name the first one
// is used; columns without a name cannot be asked for.
func newSheet(out *sink, header []string, head []byte, comma byte) *sheet {
	s := &sheet{sink: out, head: head, comma: comma, columns: make(map[string]int, len(header)), asked: map[string]bool{}, width: len(header)}
	for i, name := range header {
		s.tallies = append(s.tallies, out.tally.tallyOf(name))
		if _, twice := s.columns[name]; !twice && name != "" {
			s.columns[name] = i
		}
	}
	return s
}

// fits reports whether a row has a shape that can be read, and rejects it when it is blank,
// too long or has fewer or more cells than the header. Empty cells beyond the header are
// allowed, and missing ones at the end in ragged layouts and where the file is cut off.
func (s *sheet) fits(t *rows, ragged bool) bool {
	s.cells = t.cells
	blank := true
	for _, c := range t.cells {
		if len(bytes.TrimSpace(c)) > 0 {
			blank = false
			break
		}
	}
	switch {
	case t.long:
		s.reject(TooLong, "")
	case blank:
		s.reject(BlankRow, "")
	case len(t.cells) < s.width && t.cut:
		s.repaired("cut_row")
		return true
	case len(t.cells) < s.width && !ragged:
		s.reject(ShiftedColumns, "fewer cells than the header")
	case len(t.cells) > s.width && anyText(t.cells[s.width:]):
		s.reject(ShiftedColumns, "more cells than the header")
	default:
		if t.cut {
			s.repaired("cut_row")
		}
		return true
	}
	return false
}

// anyText reports whether one of the cells holds anything but white space.
func anyText(cells [][]byte) bool {
	for _, c := range cells {
		if len(bytes.TrimSpace(c)) > 0 {
			return true
		}
	}
	return false
}
