package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/table"
	"kinodex/internal/slate"
)

// RowWriter writes the rows of many scripts, one a line. Each line is with the
// underlying writer, whole, when Write returns.
type RowWriter interface {
	Write(slate.Row) error
	// Close writes what stands below the last row.
	Close() error
}

// jsonRows writes rows as JSON objects, one a line.
type jsonRows struct{ to io.Writer }

// NewJSONRows returns what writes rows as NDJSON.
func NewJSONRows(to io.Writer) RowWriter { return jsonRows{to} }

// Write writes a row.
func (w jsonRows) Write(row slate.Row) error { return WriteJSONLine(w.to, row) }

// Close writes nothing.
func (w jsonRows) Close() error { return nil }

// WriteJSONLine writes a value as JSON in one line, in one piece.
func WriteJSONLine(to io.Writer, value any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	_, err := to.Write(line.Bytes())
	return err
}

// csvRows writes rows as CSV.
type csvRows struct{ *table.CSVWriter }

// NewCSVRows writes the names of the columns, and returns what writes rows as CSV below
// them (RFC 4180). The columns are the members of slate.Row: votes divided by class, and
// each feature followed by its percentile.
func NewCSVRows(to io.Writer) (RowWriter, error) {
	w, err := table.NewCSVWriter(to, table.Table{Name: "scripts", Columns: rowColumns()})
	return csvRows{w}, err
}

// Write writes a row.
func (w csvRows) Write(row slate.Row) error { return w.CSVWriter.Write(rowCells(row)) }

// Close writes nothing.
func (w csvRows) Close() error { return nil }

// rowColumns returns the columns of a row in CSV.
func rowColumns() []table.Column {
	names := []string{"path", "title", "format", "form", "scenes", "words", "pages", "pages_estimated", "class", "tier",
		"votes_high", "votes_mid", "votes_low", "lead", "trust", "macro_f1", "macro_f1_of_chance"}
	for _, name := range measure.Names() {
		names = append(names, name, name+"_percentile")
	}
	return columnsOf(append(names, "warnings", "error")...)
}

// columnsOf returns columns with the names of members in JSON.
func columnsOf(names ...string) []table.Column {
	columns := make([]table.Column, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}

// rowCells returns the cells of a row below rowColumns. Those of a script that could
// not be read are empty, but for path and error.
func rowCells(row slate.Row) []table.Cell {
	cells := make([]table.Cell, len(rowColumns()))
	for i := range cells {
		cells[i] = table.Unknown()
	}
	cells[0], cells[len(cells)-1] = table.Text(row.Path), table.Text(row.Error)
	s := row.Standing
	if s == nil {
		return cells
	}
	known := []table.Cell{table.Text(s.Title), table.Text(s.Format), table.Text(s.Form), table.Int(s.Scenes), table.Int(s.Words), table.Float(s.Pages, 2), table.YesNo(s.PagesEstimated),
		table.Text(s.Class), table.Text(s.Tier), table.Int(s.Votes.High), table.Int(s.Votes.Mid), table.Int(s.Votes.Low),
		table.Int(s.Lead), table.Text(string(s.Trust)), table.Float(s.MacroF1, 4), table.Float(s.MacroF1Chance, 4)}
	for f := range measure.Count {
		known = append(known, table.Float(*s.Features.At(f), 4), table.Float(*s.Percentiles.At(f), 1))
	}
	copy(cells[1:], append(known, table.Text(strings.Join(s.Warnings, "; "))))
	return cells
}

// tableRows writes rows as lines of a table for people, and below it what limits them.
type tableRows struct {
	to    io.Writer
	on    Screen
	model *research.ModelCard
	path  int  // columns of the first cell
	words bool // whether there is room for the words
	told  []string
	more  int // warnings that are not told
	rows  int
}

// The columns of the table for people, and how many of the warnings it tells.
const (
	leastPath    = 18
	standsOut    = 34
	mostWarnings = 12
)

// NewTableRows returns what writes rows of these paths as a table for people.
func NewTableRows(to io.Writer, on Screen, paths []string, model *research.ModelCard) RowWriter {
	longest := leastPath
	p := newPage(on)
	for _, path := range paths {
		longest = max(longest, columns(p.clean(path)))
	}
	w := &tableRows{to: to, on: on, model: model, words: on.width >= leastPath+rowWidth+wordsWidth}
	room := on.width - w.beside()
	w.path = min(longest, room)
	if room-w.path < standsOut && room >= leastPath+standsOut {
		w.path = room - standsOut // long paths are cut, so that there is room for both
	}
	return w
}

// How many columns of a terminal a row takes beside its path, the blanks before the cells
// included: at least, and for the words.
const (
	rowWidth   = 7 + 7 + 6 + 13 + 7
	wordsWidth = 8
)

// beside returns how many columns a row takes beside its path.
func (w *tableRows) beside() int {
	if w.words {
		return rowWidth + wordsWidth
	}
	return rowWidth
}

// Write writes a row, the first one below the names of the columns.
func (w *tableRows) Write(row slate.Row) error {
	p := newPage(w.on)
	if w.rows++; w.rows == 1 {
		names := p.left("script", w.path) + " scenes  pages"
		if w.words {
			names += "   words"
		}
		names += "  class H/M/L votes  trust"
		if w.out() > 0 {
			names += "  stands out by"
		}
		p.line(p.ink(bold, names))
	}
	name := p.left(p.clean(row.Path), w.path)
	s := row.Standing
	if s == nil {
		p.line(name, "  ", p.ink(rare, p.cut("could not be read: "+p.clean(*row.Error), w.on.width-w.path-2)))
		return p.print(w.to)
	}
	cells := []string{name, right(grouped(s.Scenes), 7), right(fmt.Sprintf("%.0f", s.Pages), 7)}
	if w.words {
		cells = append(cells, right(grouped(s.Words), wordsWidth))
	}
	class, votes := "-", s.Form
	if s.Class != nil {
		class, votes = *s.Class, fmt.Sprintf("%d/%d/%d", s.Votes.High, s.Votes.Mid, s.Votes.Low)
	}
	cells = append(cells, "  ", p.left(class, 4), right(votes, 13), "  ", p.left(string(s.Trust), 5))
	if room := w.out(); room > 0 {
		cells = append(cells, "  ", p.ink(faint, p.cut(outstanding(s), room-2)))
	}
	p.line(cells...)
	w.warn(p, row)
	return p.print(w.to)
}

// out returns how much room there is for what a script stands out by; 0 for too little.
func (w *tableRows) out() int {
	if room := w.on.width - w.path - w.beside(); room >= standsOut {
		return room
	}
	return 0
}

// outstanding names the two features whose percentiles are farthest from the middle.
func outstanding(s *slate.Standing) string {
	order := make([]int, measure.Count)
	for f := range order {
		order[f] = f
	}
	far := func(f int) float64 { return max(*s.Percentiles.At(f), 100-*s.Percentiles.At(f)) }
	slices.SortStableFunc(order, func(x, y int) int {
		if far(x) > far(y) {
			return -1
		}
		return 1
	})
	about := measure.Features()
	var said []string
	for _, f := range order[:2] {
		said = append(said, about[f].Label+" "+higherThan(*s.Percentiles.At(f)))
	}
	return strings.Join(said, ", ")
}

// warn keeps the warnings of a row for Close.
func (w *tableRows) warn(p *page, row slate.Row) {
	for _, warning := range row.Warnings {
		if len(w.told) == mostWarnings {
			w.more++
			continue
		}
		w.told = append(w.told, p.clean(row.Path)+": "+p.clean(warning)+".")
	}
}

// Close writes warnings, and how far to trust the classes.
func (w *tableRows) Close() error {
	p := newPage(w.on)
	if len(w.told) > 0 {
		p.section("READ THIS FIRST")
		for _, warning := range w.told {
			p.item(warning)
		}
		if w.more > 0 {
			p.item(fmt.Sprintf("and %s more: --csv has them all.", counted(w.more, "warning")))
		}
	}
	p.line()
	p.prose(0, "", "trust: hint, a class to take as a hint; equal, the first two classes are next to equal; none, the model says nothing of such a script.")
	p.line()
	p.prose(0, "", trust(w.model))
	p.line()
	p.prose(0, faint, "--csv and --json have the twenty features of each script, and of how many scripts in a hundred each is higher than.")
	return p.print(w.to)
}
