package terminal

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/serve/table"
)

// Sheet is the breakdown of one script of many. A script that could not be read has no
// Breakdown.
type Sheet struct {
	Path  string  `json:"path"`
	Error *string `json:"error"` // why the script could not be read; null if it was
	Title *string `json:"title"` // of the title page; null without one
	*breakdown.Breakdown
}

// SheetWriter writes breakdowns one by one. What is written of each is with the
// underlying writer, whole, when Write returns.
type SheetWriter interface{ Write(Sheet) error }

// jsonSheets writes breakdowns as JSON objects, one a line.
type jsonSheets struct{ to io.Writer }

// NewJSONSheets returns what writes breakdowns as NDJSON.
func NewJSONSheets(to io.Writer) SheetWriter { return jsonSheets{to} }

// Write writes a breakdown.
func (w jsonSheets) Write(s Sheet) error { return WriteJSONLine(w.to, s) }

// csvSheets writes one table of each breakdown as CSV, one below the other.
type csvSheets struct {
	*table.CSVWriter
	rows func(*breakdown.Breakdown) [][]table.Cell
}

// sheetTables are the tables of a breakdown: their columns behind path, and their rows.
var sheetTables = map[string]struct {
	columns []string
	rows    func(*breakdown.Breakdown) [][]table.Cell
}{
	"scenes": {[]string{"scene", "number", "heading", "page", "eighths", "setting", "place", "location", "time", "time_of_day", "inherited", "omitted",
		"words", "speeches", "characters"}, sceneRows},
	"settings":   {sumColumns, func(b *breakdown.Breakdown) [][]table.Cell { return sumRows(b.Settings) }},
	"times":      {sumColumns, func(b *breakdown.Breakdown) [][]table.Cell { return sumRows(b.TimesOfDay) }},
	"locations":  {sumColumns, func(b *breakdown.Breakdown) [][]table.Cell { return sumRows(b.Locations) }},
	"places":     {append(slices.Clone(sumColumns), "location", "settings"), placeRows},
	"characters": {[]string{"name", "scenes", "eighths", "speeches", "words", "scene_numbers"}, characterRows},
	"presence":   {[]string{"name", "scene", "eighths"}, presenceRows},
}

// sumColumns are the columns of sums.
var sumColumns = []string{"name", "scenes", "eighths", "words"}

// NewCSVSheets writes the names of the columns of a table of breakdowns (scenes,
// settings, times, places, locations, characters or presence), and returns what writes
// the rows of each breakdown as CSV below them (RFC 4180). The first column is the path
// of the script, the last one why it could not be read.
func NewCSVSheets(to io.Writer, name string) (SheetWriter, error) {
	made, known := sheetTables[name]
	if !known {
		return nil, fmt.Errorf("a breakdown has no table %q", name)
	}
	names := append(append([]string{"path"}, made.columns...), "error")
	w, err := table.NewCSVWriter(to, table.Table{Name: name, Columns: columnsOf(names...)})
	return &csvSheets{w, made.rows}, err
}

// Write writes the rows of a breakdown.
func (w *csvSheets) Write(s Sheet) error {
	path := table.Text(s.Path)
	if s.Breakdown == nil {
		cells := make([]table.Cell, w.Columns())
		for i := range cells {
			cells[i] = table.Unknown()
		}
		cells[0], cells[len(cells)-1] = path, table.Text(s.Error)
		return w.CSVWriter.Write(cells)
	}
	for _, row := range w.rows(s.Breakdown) {
		if err := w.CSVWriter.Write(append([]table.Cell{path}, row...)); err != nil {
			return err
		}
	}
	return nil
}

// sceneRows returns a row for each scene.
func sceneRows(b *breakdown.Breakdown) (rows [][]table.Cell) {
	for i := range b.Scenes {
		s := &b.Scenes[i]
		rows = append(rows, []table.Cell{table.Int(s.Scene), table.Text(s.Number), table.Text(s.Heading), table.Int(s.Page), table.Int(s.Eighths),
			table.Text(s.Setting), table.Text(s.Place), table.Text(s.Location), table.Text(s.Time), table.Text(s.TimeOfDay), table.YesNo(s.Inherited),
			table.YesNo(s.Omitted), table.Int(s.Words), table.Int(s.Speeches), table.Text(strings.Join(s.Characters, "; "))})
	}
	return rows
}

// sumRows returns a row for each sum.
func sumRows(sums []breakdown.Sum) (rows [][]table.Cell) {
	for _, s := range sums {
		rows = append(rows, sumCells(s))
	}
	return rows
}

// sumCells returns the cells of a sum.
func sumCells(s breakdown.Sum) []table.Cell {
	return []table.Cell{table.Text(s.Name), table.Int(s.Scenes), table.Int(s.Eighths), table.Int(s.Words)}
}

// placeRows returns a row for each place.
func placeRows(b *breakdown.Breakdown) (rows [][]table.Cell) {
	for _, p := range b.Places {
		rows = append(rows, append(sumCells(p.Sum), table.Text(p.Location), table.Text(strings.Join(p.Settings, "; "))))
	}
	return rows
}

// characterRows returns a row for each character.
func characterRows(b *breakdown.Breakdown) (rows [][]table.Cell) {
	for _, c := range b.Characters {
		numbers := make([]string, len(c.SceneNumbers))
		for i, n := range c.SceneNumbers {
			numbers[i] = strconv.Itoa(n)
		}
		rows = append(rows, []table.Cell{table.Text(c.Name), table.Int(c.Scenes), table.Int(c.Eighths), table.Int(c.Speeches), table.Int(c.Words),
			table.Text(strings.Join(numbers, "; "))})
	}
	return rows
}

// presenceRows returns a row for each character and scene it speaks in, for a pivot
// table of characters by scenes.
func presenceRows(b *breakdown.Breakdown) (rows [][]table.Cell) {
	eighths := map[int]int{}
	for i := range b.Scenes {
		eighths[b.Scenes[i].Scene] = b.Scenes[i].Eighths
	}
	for _, c := range b.Characters {
		for _, scene := range c.SceneNumbers {
			rows = append(rows, []table.Cell{table.Text(c.Name), table.Int(scene), table.Int(eighths[scene])})
		}
	}
	return rows
}
