// Package report turns what was measured into tables, for the terminal and for a
// page.
//
// Start reading at Write.
package report

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Table is one table and what must be said of it.
type Table struct {
	Title   string
	Columns []string // the first is left-aligned, the others right
	Rows    [][]string
	Notes   []string
}

// WriteText writes the table for a terminal.
func (t *Table) WriteText(w io.Writer) error {
	widths := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Columns}, t.Rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", t.Title)
	line := func(row []string) {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == 0:
				b.WriteString("  " + cell + space)
			default:
				b.WriteString("  " + space + cell)
			}
		}
		b.WriteByte('\n')
	}
	line(t.Columns)
	rule := make([]string, len(widths))
	for i, n := range widths {
		rule[i] = strings.Repeat("-", n)
	}
	line(rule)
	for _, row := range t.Rows {
		line(row)
	}
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// WriteMarkdown writes the table for a page.
func (t *Table) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", t.Title)
	line := func(row []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | ")) }
	line(t.Columns)
	b.WriteString("|---|" + strings.Repeat("---:|", len(t.Columns)-1) + "\n")
	for _, row := range t.Rows {
		line(row)
	}
	b.WriteByte('\n')
	for _, note := range t.Notes {
		fmt.Fprintf(&b, "%s\n\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
