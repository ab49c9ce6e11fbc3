package chart

import (
	"fmt"
	"math"

	"kinodex/internal/serve/table"
)

// Coverage is a grid of shares from 0 to 100%, such as how many films have a known budget,
// by decade.
type Coverage struct {
	Head
	RowName       string // what a row is: "Figure"
	Rows, Columns []string
	Cells         [][]CoverageCell // by row, then column
}

// CoverageCell is one cell: so many are known, of so many. Of nothing (Of is 0) the share is
// unknown, unless Shared made the cell.
type CoverageCell struct {
	Known, Of int
	Href      string
	part      *float64
}

// Shared returns a cell of a share, from 0 to 1, whose counts are not at hand; nil is
// unknown.
func Shared(share *float64) CoverageCell { return CoverageCell{part: share} }

// share returns the part of one, NaN if there is nothing to count.
func (c CoverageCell) share() float64 {
	switch {
	case c.Of > 0:
		return float64(c.Known) / float64(c.Of)
	case c.part != nil && *c.part >= 0 && *c.part <= 1:
		return *c.part
	}
	return math.NaN()
}

// Table returns a row for each row of the grid.
func (g Coverage) Table() table.Table {
	t := g.table(table.Column{Name: g.RowName})
	for _, name := range g.Columns {
		t.Columns = append(t.Columns, table.Column{Name: name, Unit: "%", Numeric: true})
	}
	for i, name := range g.Rows {
		cells := []table.Cell{table.Text(name)}
		for k := range g.Columns {
			cell := g.cell(i, k)
			cells = append(cells, table.Percent(cell.share(), 1).To(cell.Href))
		}
		t.Add(cells...)
	}
	return t
}

func (g Coverage) cell(row, column int) CoverageCell {
	if row < len(g.Cells) && column < len(g.Cells[row]) {
		return g.Cells[row][column]
	}
	return CoverageCell{}
}

// Scrolls implements Chart.
func (g Coverage) Scrolls() bool { return g.scrolls(g.suits()) }

// Sizes implements Chart.
func (g Coverage) Sizes() []Size { return g.sizes(g.suits(), false) }

// At implements Chart.
func (g Coverage) At(size Size) Chart {
	g.Head = g.at(size)
	return g
}

func (g Coverage) suits() Size {
	switch n := len(g.Columns); {
	case n <= 4:
		return Small
	case n <= 9:
		return Medium
	}
	return Wide
}

// SVG implements Chart.
func (g Coverage) SVG() string {
	c := newCanvas(g.Head, g.suits())
	if len(g.Rows) == 0 || len(g.Columns) == 0 {
		return c.empty()
	}
	bottom := c.grid(g.Rows, g.Columns, func(i, k int) gridCell {
		cell := g.cell(i, k)
		share := cell.share()
		s := gridCell{class: "q0", text: "–", href: cell.Href, hover: table.Share(share, 1)}
		if !math.IsNaN(share) {
			step := min(5, 1+int(share*5))
			s.class, s.text = fmt.Sprintf("q%d", step), table.Share(share, 0)
			if share < 0.0005 {
				s.class = "q0"
			}
			if step >= 4 {
				s.ink = "inv"
			}
		}
		if cell.Of > 0 {
			s.hover += ", " + table.Number(cell.Known, 0) + " of " + table.Number(cell.Of, 0)
		}
		return s
	})
	return c.svg(bottom + 6)
}

// RowNames implements Grid.
func (g Coverage) RowNames() string { return newCanvas(g.Head, g.suits()).rowNames(g.Rows, g.Columns) }
