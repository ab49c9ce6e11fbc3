package source

import (
	"bytes"
	"strings"
)

// sheet is a table being read: its columns by name and the row at hand.
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
type column int

// col finds a column by its first name that the table has.
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

// stripped returns a cell without the white space around it, nil when it holds one
// of the ways to write nothing.
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

// headerOf reads column names: without byte order mark and white space.
func headerOf(cells [][]byte) []string {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = strings.TrimSpace(strings.TrimPrefix(string(cell), "\ufeff"))
	}
	return names
}

// newSheet returns a sheet before its first row. Of columns of one name the first is
// used.
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

// fits checks the shape of a row and rejects it with a reason when it is
// blank, too long or has lost its columns. Empty cells beyond the header and,
// in ragged layouts, missing ones at the end are forgiven.
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

// anyText reports whether a cell holds anything but white space.
func anyText(cells [][]byte) bool {
	for _, c := range cells {
		if len(bytes.TrimSpace(c)) > 0 {
			return true
		}
	}
	return false
}
