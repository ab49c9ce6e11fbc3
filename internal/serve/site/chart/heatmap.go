package chart

import (
	"math"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// HeatMap is a grid of values, such as correlations, coloured from negative to positive
// and written in each cell.
type HeatMap struct {
	Head
	RowName       string // what a row is: "Feature"
	Rows, Columns []string
	Value         Axis
	Limit         float64      // where the strongest colour begins, either way; 0 is 1
	Cells         [][]HeatCell // by row, then column
}

// HeatCell is one value. N, if above 0, is how many cases it rests on, Low and High, if
// they differ, its interval.
type HeatCell struct {
	Value     float64
	N         int
	Low, High float64
	Href      string
}

// Table returns a row for each row of the grid, with two columns a column: the value and
// how many cases it rests on (the latter only if any cell says so).
func (h HeatMap) Table() table.Table {
	t := h.table(table.Column{Name: h.RowName})
	counted := h.any(func(c HeatCell) bool { return c.N > 0 })
	ranged := h.any(func(c HeatCell) bool { return c.Low < c.High })
	for _, name := range h.Columns {
		t.Columns = append(t.Columns, table.Column{Name: name, Unit: h.Value.Unit, Numeric: true})
		if ranged {
			t.Columns = append(t.Columns, table.Column{Name: name + ", low end", Numeric: true}, table.Column{Name: name + ", high end", Numeric: true})
		}
		if counted {
			t.Columns = append(t.Columns, table.Column{Name: name + ", n", Numeric: true})
		}
	}
	for i, name := range h.Rows {
		cells := []table.Cell{table.Text(name)}
		for k := range h.Columns {
			cell := h.cell(i, k)
			cells = append(cells, h.Value.cell(cell.Value).To(cell.Href))
			if ranged {
				low, high := table.Unknown(), table.Unknown()
				if cell.Low < cell.High {
					low, high = h.Value.cell(cell.Low), h.Value.cell(cell.High)
				}
				cells = append(cells, low, high)
			}
			if counted {
				cells = append(cells, table.Int(cell.N))
			}
		}
		t.Add(cells...)
	}
	return t
}

// any reports whether a cell of the grid is so.
func (h HeatMap) any(so func(HeatCell) bool) bool {
	for i := range h.Rows {
		for k := range h.Columns {
			if so(h.cell(i, k)) {
				return true
			}
		}
	}
	return false
}

// cell returns a cell of the grid, an unknown one where there is none.
func (h HeatMap) cell(row, column int) HeatCell {
	if row < len(h.Cells) && column < len(h.Cells[row]) {
		return h.Cells[row][column]
	}
	return HeatCell{Value: math.NaN()}
}

// Scrolls implements Chart.
func (h HeatMap) Scrolls() bool { return h.scrolls(h.suits()) }

// Sizes implements Chart.
func (h HeatMap) Sizes() []Size { return h.sizes(h.suits(), false) }

// At implements Chart.
func (h HeatMap) At(size Size) Chart {
	h.Head = h.at(size)
	return h
}

func (h HeatMap) suits() Size {
	switch n := len(h.Columns); {
	case n <= 3:
		return Small
	case n <= 8:
		return Medium
	}
	return Wide
}

// SVG implements Chart.
func (h HeatMap) SVG() string {
	c := newCanvas(h.Head, h.suits())
	if len(h.Rows) == 0 || len(h.Columns) == 0 {
		return c.empty()
	}
	bottom := c.grid(h.Rows, h.Columns, func(i, k int) gridCell {
		cell := h.cell(i, k)
		text := "–"
		if stat.Finite(cell.Value) {
			text = h.Value.number(cell.Value)
		}
		return gridCell{class: h.colour(cell.Value), text: text, href: cell.Href, hover: h.spoken(cell)}
	})
	return c.svg(h.key(c, c.gridLeft(h.Rows), bottom))
}

// RowNames implements Grid.
func (h HeatMap) RowNames() string { return newCanvas(h.Head, h.suits()).rowNames(h.Rows, h.Columns) }

// key draws the colours with the values they stand for.
func (h HeatMap) key(c *canvas, left, y float64) float64 {
	end, limit := Axis{Decimals: 2, Format: h.Value.Format}, h.limit()
	low, high := "up to "+end.short(-limit), end.short(limit)+" and more"
	left = max(left, textWidth(low)+8)
	wide := min(26, (c.width-left-textWidth(high)-8)/float64(len(heatClasses)))
	y += 10
	for i, class := range heatClasses {
		c.rect(class, left+float64(i)*wide, y, wide-1, 12)
	}
	c.text("m", "end", left-8, y+11, low)
	c.text("m", "", left+7*wide+8, y+11, high)
	return y + 20
}

// heatClasses are the colours from the most negative to the most positive.
var heatClasses = [...]string{"n3", "n2", "n1", "z", "p1", "p2", "p3"}

func (h HeatMap) limit() float64 {
	if h.Limit > 0 && h.Limit <= farthest {
		return h.Limit
	}
	return 1
}

// colour returns the class of a value: the limit is cut into seven equal parts.
func (h HeatMap) colour(v float64) string {
	if !stat.Finite(v) {
		return "q0"
	}
	part := min(1, max(-1, v/h.limit()))
	return heatClasses[min(6, int(math.Floor((part+1)/2*7)))]
}

// spoken returns a cell in words: its value, interval and number of cases.
func (h HeatMap) spoken(c HeatCell) string {
	s := h.Value.text(c.Value)
	if c.Low < c.High && stat.Finite(c.Low) && stat.Finite(c.High) {
		s += ", between " + h.Value.number(c.Low) + " and " + h.Value.number(c.High)
	}
	if c.N > 0 {
		s += ", n = " + table.Number(c.N, 0)
	}
	return s
}
