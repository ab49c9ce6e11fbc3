package chart

import (
	"math"

	"kinodex/internal/serve/site/table"
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
	const tall = 26.0
	left := c.width * 0.3
	wide := (c.width - left - 2) / float64(len(h.Columns))
	top := h.heads(c, left, wide)
	for i, name := range h.Rows {
		y := top + float64(float64(i)*tall)
		c.label("", "end", left-8, y+17.5, left-12, name)
		for k, column := range h.Columns {
			cell := h.cell(i, k)
			x := left + float64(float64(k)*wide)
			c.begin(cell.Href, name+", "+column+": "+h.spoken(cell))
			c.rect(h.colour(cell.Value), x+0.5, y+0.5, wide-1, tall-1)
			text := "–"
			if stat.Finite(cell.Value) {
				text = h.Value.number(cell.Value)
			}
			c.label("", "middle", x+wide/2, y+17.5, wide, text)
			c.end()
		}
	}
	bottom := top + float64(len(h.Rows))*tall
	return c.svg(h.key(c, left, bottom))
}

// heads writes the columns' names, in up to three lines, or upright where a word is wider
// than its column, and returns the height they take.
func (h HeatMap) heads(c *canvas, left, wide float64) float64 {
	names, most, longest := make([][]string, len(h.Columns)), 1, 0.0
	upright := false
	for k, name := range h.Columns {
		lines, cut := wrap(name, wide-6, 3)
		names[k], upright = lines, upright || cut
		most, longest = max(most, len(lines)), max(longest, textWidth(name))
	}
	if upright {
		return h.upright(c, left, wide, min(longest, 190)+12)
	}
	for k, lines := range names {
		x := left + (float64(k)+0.5)*wide
		for i, line := range lines {
			c.text("m", "middle", x, float64(most-len(lines)+i+1)*lineHeight, line)
		}
	}
	return float64(most)*lineHeight + 8
}

// upright writes the columns' names from bottom to top.
func (h HeatMap) upright(c *canvas, left, wide, height float64) float64 {
	for k, name := range h.Columns {
		x := left + (float64(k)+0.5)*wide + 4.5
		c.raw(`<g transform="translate(`, coordinate(x), " ", coordinate(height-6), `) rotate(-90)">`)
		c.label("m", "", 0, 0, height-8, name)
		c.raw("</g>")
	}
	return height
}

// key draws the colours with the values they stand for.
func (h HeatMap) key(c *canvas, left, y float64) float64 {
	const wide = 26.0
	y += 10
	limit := h.limit()
	for i, class := range heatClasses {
		c.rect(class, left+float64(i)*wide, y, wide-1, 12)
	}
	end := Axis{Decimals: 2, Format: h.Value.Format}
	c.text("m", "end", left-8, y+11, "up to "+end.short(-limit))
	c.text("m", "", left+7*wide+8, y+11, end.short(limit)+" and more")
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
