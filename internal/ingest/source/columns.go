package source

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// ColumnTally counts the cells of one column of a table.
// A cell is counted once a row, however often its reader looks at it. A cell of 0 that a
// source writes for unknown is filled, and has not failed.
type ColumnTally struct {
	Filled int // cells that hold something
	Failed int // of those, the ones of which nothing could be read
	// Example is the first cell that failed, shortened, and Line where it is.
	Example string
	Line    int

	filledRow, failedRow int // the rows last counted: a reader may look twice
}

// mostExample bounds the bytes of an example, without the ellipsis of one that was cut.
const mostExample = 60

// tallyOf returns the tally of a column, which it creates when the file has not had that
// column yet. Members of an archive share the tallies of columns of one name.
func (t *Tally) tallyOf(column string) *ColumnTally {
	if t.Columns == nil {
		t.Columns = map[string]*ColumnTally{}
	}
	c := t.Columns[column]
	if c == nil {
		c = &ColumnTally{filledRow: -1, failedRow: -1}
		t.Columns[column] = c
	}
	return c
}

// unread adds to Unread the columns of a table that its reader does not ask for. Unread
// stays sorted and names each column once, over all members of a file.
func (t *Tally) unread(columns map[string]int, asked map[string]bool) {
	for name := range columns {
		if !asked[name] && !slices.Contains(t.Unread, name) {
			t.Unread = append(t.Unread, name)
		}
	}
	slices.Sort(t.Unread)
}

// observe makes cell the one that failed counts, and counts it as filled unless it is
// empty. Outside tables c is nil, and then nothing is counted.
func (s *sink) observe(c *ColumnTally, cell []byte) {
	s.column, s.value = c, cell
	if c != nil && len(cell) > 0 && c.filledRow != s.tally.Rows {
		c.filledRow = s.tally.Rows
		c.Filled++
	}
}

// failed counts the cell of the last observe as one of which nothing could be read. It does
// nothing for an empty cell and when the column has already failed in this row. The first
// failure of a column becomes its example.
func (s *sink) failed() {
	c := s.column
	if c == nil || len(s.value) == 0 || c.failedRow == s.tally.Rows {
		return
	}
	c.failedRow = s.tally.Rows
	if c.Failed++; c.Failed == 1 {
		c.Example, c.Line = shortened(s.value, mostExample), s.origin.Line
	}
}

// shortened returns at most the first most bytes of b as one line of valid UTF-8, with an
// ellipsis when something was cut off. White space becomes single blanks. Control
// characters and invalid bytes become question marks.
func shortened(b []byte, most int) string {
	cut := len(b) > most
	if cut {
		b = b[:most]
		for len(b) > 0 && !utf8.RuneStart(b[len(b)-1]) {
			b = b[:len(b)-1]
		}
		b = b[:max(len(b)-1, 0)]
	}
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(b), "?")), " ")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return '?'
		}
		return r
	}, text)
	if cut {
		text += "…"
	}
	return text
}
