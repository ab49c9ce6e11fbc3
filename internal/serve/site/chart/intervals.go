package chart

import (
	"cmp"
	"fmt"
	"math"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// Intervals shows estimates with how wide they are: a point and one interval or two around
// it in each row, on one scale.
type Intervals struct {
	Head
	Value Axis
	Rows  []Interval
	// PointName and LevelNames say what the points and the ranges of a level are, where they are not
	// an estimate and the range that holds the truth so many times.
	PointName  string
	LevelNames map[float64]string
}

// Interval is one estimate. An unknown point is not drawn.
type Interval struct {
	Label  string
	Point  float64
	Ranges []Range // the widest first
	Href   string
}

// Range is an interval that holds the truth so many times in one (Level, such as 0.8).
type Range struct{ Low, High, Level float64 }

// Table returns a row for each estimate.
func (n Intervals) Table() table.Table {
	t := n.table(table.Column{Name: "What"}, n.Value.column())
	levels := n.levels()
	for _, level := range levels {
		for _, end := range []string{"low end", "high end"} {
			column := n.Value.column()
			column.Name = n.rangeName(level) + ", " + end
			t.Columns = append(t.Columns, column)
		}
	}
	for _, row := range n.Rows {
		cells := []table.Cell{table.Text(row.Label).To(row.Href), n.Value.cell(row.Point)}
		for _, level := range levels {
			low, high := table.Unknown(), table.Unknown()
			for _, r := range row.Ranges {
				if r.Level == level {
					low, high = n.Value.cell(r.Low), n.Value.cell(r.High)
				}
			}
			cells = append(cells, low, high)
		}
		t.Add(cells...)
	}
	return t
}

// levels returns the levels of all ranges in order of their first use.
func (n Intervals) levels() []float64 {
	var levels []float64
	seen := map[float64]bool{}
	for _, row := range n.Rows {
		for _, r := range row.Ranges {
			if !seen[r.Level] {
				seen[r.Level] = true
				levels = append(levels, r.Level)
			}
		}
	}
	return levels
}

// rangeName returns what a range of a level is.
func (n Intervals) rangeName(level float64) string {
	if name := n.LevelNames[level]; name != "" {
		return name
	}
	if !(level > 0 && level <= 1) {
		return "range"
	}
	return table.Share(level, 0) + " range"
}

// Scrolls implements Chart.
func (n Intervals) Scrolls() bool { return n.scrolls(Small) }

// Sizes implements Chart.
func (n Intervals) Sizes() []Size { return n.sizes(Small, true) }

// At implements Chart.
func (n Intervals) At(size Size) Chart {
	n.Head = n.at(size)
	return n
}

// SVG implements Chart. On a logarithmic scale what is 0 or less is left out, and an
// interval that begins there begins at the edge.
func (n Intervals) SVG() string {
	c := newCanvas(n.Head, Small)
	var values []float64
	for _, row := range n.Rows {
		values = append(values, row.Point)
		for _, r := range row.Ranges {
			values = append(values, r.Low, r.High)
		}
	}
	f := frame{left: 12, right: c.width - 12, top: n.key(c)}
	f.x = newScale(n.Value, values, f.left, f.right, 5, false)
	drawn := false
	for _, v := range values {
		drawn = drawn || f.x.draws(v)
	}
	if !drawn {
		return newCanvas(n.Head, Small).empty()
	}
	const row = 46.0
	f.bottom = f.top + float64(len(n.Rows))*row + 4
	c.xTicks(f, n.Value)
	missing := 0
	for i, r := range n.Rows {
		y := f.top + float64(i)*row
		c.begin(r.Href, r.Label+": "+n.spoken(r))
		c.rect("hit", 2, y+1, c.width-4, row-2)
		value := n.Value.short(r.Point)
		c.label("o", "", f.left-4, y+17, f.right-f.left-textWidth(value)-8, r.Label)
		c.text("b o", "end", f.right+4, y+17, value)
		for k, interval := range r.Ranges {
			n.draw(c, f.x, interval, y+32, k)
		}
		if f.x.draws(r.Point) {
			c.circle("dot", f.x.at(r.Point), y+32, 6)
		} else if stat.Finite(r.Point) {
			missing++
		}
		c.end()
	}
	c.line("ax", f.left, f.bottom, f.right, f.bottom)
	bottom := f.bottom + 42
	if missing > 0 {
		bottom = c.note(bottom, leftOut(missing))
	}
	return c.svg(bottom)
}

// draw draws a range as a line with ends; the second one, within it, as a thicker bar.
func (n Intervals) draw(c *canvas, x scale, r Range, y float64, nth int) {
	low, high := r.Low, r.High
	if x.log && !x.draws(low) && low <= 0 {
		low = x.low
	}
	if !x.draws(low) || !x.draws(high) || low > high {
		return
	}
	a, b := x.at(low), x.at(high)
	if nth > 0 {
		c.rect("f1", a, y-4.5, max(b-a, 1), 9)
		return
	}
	c.rect("f1", a, y-1.5, max(b-a, 1), 3)
	c.rect("f1", a-1, y-7, 2, 14)
	c.rect("f1", b-1, y-7, 2, 14)
}

// key says what the marks mean and returns the height it takes.
func (n Intervals) key(c *canvas) float64 {
	c.circle("dot", 14, 13, 6)
	point := cmp.Or(n.PointName, "estimate")
	c.text("m", "", 26, 17.5, point)
	x := max(96, textWidth(point)+36)
	for i, level := range n.levels() {
		if i > 1 || x > c.width-100 {
			break
		}
		n.draw(c, scale{low: 0, high: 1, from: x, to: x + 28}, Range{0, 1, level}, 13, i)
		c.text("m", "", x+36, 17.5, n.rangeName(level))
		x += 50 + textWidth(n.rangeName(level))
	}
	return 30
}

// spoken returns the estimate in words.
func (n Intervals) spoken(r Interval) string {
	s := n.Value.text(r.Point)
	for _, i := range r.Ranges {
		s += fmt.Sprintf("; %s %s to %s", n.rangeName(i.Level), n.Value.number(i.Low), n.Value.number(i.High))
	}
	return s
}

// leftOut says how many values a logarithmic scale has no place for.
func leftOut(n int) string {
	if n == 1 {
		return "1 value of 0 or less is not drawn: this scale has no place for it."
	}
	return table.Number(n, 0) + " values of 0 or less are not drawn: this scale has no place for them."
}

// countOut returns how many of the values are known but not drawn on a scale.
func countOut(s scale, values []float64) int {
	n := 0
	for _, v := range values {
		if !math.IsNaN(v) && !s.draws(v) {
			n++
		}
	}
	return n
}
