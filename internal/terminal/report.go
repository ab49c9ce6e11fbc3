package terminal

import (
	"io"
	"iter"
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/reports"
)

// WriteReports writes reports of a production as a page for people, one below the other. Title is
// the script's.
func WriteReports(to io.Writer, on Screen, title string, sheets []production.Sheet) error {
	p := newPage(on)
	p.line(p.ink(bold, p.cut(p.clean(title), p.width)))
	for _, s := range sheets {
		p.report(s)
	}
	return p.print(to)
}

// report adds a report: what it is, what a reader must know, and its rows, in columns but for the
// last, which is wrapped.
func (p *page) report(s production.Sheet) {
	p.section(strings.ToUpper(s.Title))
	p.prose(0, faint, s.About)
	for _, note := range s.Notes {
		p.item(p.clean(note))
	}
	t := reports.Table(s)
	if len(t.Rows) == 0 {
		return
	}
	texts := make([][]string, 0, len(t.Rows)+1)
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = strings.ToLower(c.Name)
	}
	texts = append(texts, head)
	for _, row := range t.Rows {
		line := make([]string, len(row))
		for i, c := range row {
			line[i] = p.clean(c.Text)
		}
		texts = append(texts, line)
	}
	widths := fitted(texts, p.width)
	for n, line := range texts {
		lead, last := "  ", len(line)-1
		for i, text := range line[:last] {
			if t.Columns[i].Numeric {
				lead += right(p.cut(text, widths[i]), widths[i]) + "  "
			} else {
				lead += p.left(text, widths[i]) + "  "
			}
		}
		in := ink("")
		if n == 0 {
			in = faint
		}
		if line[last] == "" {
			p.line(lead)
			continue
		}
		p.hanging(lead, in, line[last])
	}
}

// WriteSides writes the sides of characters as a page for people, one below the other, as a script is
// written. A bar marks the lines of the character.
func WriteSides(to io.Writer, on Screen, title string, all iter.Seq2[int, production.Sides]) error {
	for _, sides := range all {
		p := newPage(on)
		p.line(p.ink(bold, p.cut(p.clean(strings.ToUpper(sides.Character)+", sides of "+title), p.width)))
		for _, scene := range sides.Scenes {
			p.line()
			for _, line := range scene.Lines {
				mark, in := "  ", ink("")
				if line.Own {
					mark = "| "
				}
				if line.Kind == screenplay.Heading {
					in = bold
				}
				p.hanging(mark+strings.Repeat(" ", sideIndents[line.Kind]), in, p.clean(line.Text))
			}
		}
		p.line()
		if err := p.print(to); err != nil {
			return err
		}
	}
	return nil
}

// sideIndents are the columns that elements are indented by.
var sideIndents = map[screenplay.Kind]int{screenplay.Character: 20, screenplay.Dialogue: 10, screenplay.Lyric: 10, screenplay.Parenthetical: 15, screenplay.Transition: 40}

// Bounds of the columns of a report.
const (
	leastColumn     = 4
	mostColumn      = 24
	leastLastColumn = 20
)

// fitted returns how wide the columns of lines of texts are: as wide as their widest text, but so
// narrow that the last one has room.
func fitted(lines [][]string, width int) []int {
	widths := make([]int, len(lines[0])-1)
	for _, line := range lines {
		for i := range widths {
			widths[i] = min(mostColumn, max(widths[i], columns(line[i])))
		}
	}
	for {
		sum := 2 * (len(widths) + 1)
		for _, w := range widths {
			sum += w
		}
		widest := slices.Max(widths)
		if sum+leastLastColumn <= width || widest <= leastColumn {
			return widths
		}
		widths[slices.Index(widths, widest)]--
	}
}
