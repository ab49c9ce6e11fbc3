package chart

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/serve/table"
)

// Multiples is a grid of small pictures, one a series, on the same scales, so that they can
// be compared.
type Multiples struct {
	Head
	X, Y   Axis
	Bars   bool // bars instead of lines
	Series []Series
}

// Table returns a row for each x, with a column for each series.
func (m Multiples) Table() table.Table { return seriesTable(m.Head, m.X, m.Y, m.Series) }

// Scrolls implements Chart.
func (m Multiples) Scrolls() bool { return m.scrolls(Small) }

// Sizes implements Chart.
func (m Multiples) Sizes() []Size { return m.sizes(Small, true) }

// At implements Chart.
func (m Multiples) At(size Size) Chart {
	m.Head = m.at(size)
	return m
}

// SVG implements Chart. Above each panel stand its name and its last known value.
func (m Multiples) SVG() string {
	c := newCanvas(m.Head, Small)
	xs, ys := valuesOf(m.Series)
	x := newScale(m.X, xs, 0, 1, 4, false)
	y := newScale(m.Y, ys, 1, 0, 3, m.Bars && !m.Y.Log)
	if !x.log {
		x.low, x.high = exactEnds(xs, x)
	}
	if len(m.Series) == 0 || countOut(x, xs) == len(xs) || countOut(y, ys) == len(ys) {
		return c.empty()
	}
	columns := map[Size]int{Small: 2, Medium: 3, Wide: 5}[c.size]
	wide := c.width / float64(columns)
	top := m.scales(c, x, y)
	const tall = 112.0
	for i, s := range m.Series {
		left := float64(i%columns)*wide + 8
		f := frame{left: left, right: left + wide - 16, top: top + float64(i/columns)*tall + 26}
		f.bottom = f.top + 52
		f.x, f.y = x, y
		f.x.from, f.x.to, f.y.from, f.y.to = f.left+3, f.right-3, f.bottom, f.top
		m.panel(c, f, s)
	}
	rows := (len(m.Series) + columns - 1) / columns
	return c.svg(top + float64(rows)*tall + 2)
}

// scales says once what all panels have in common and returns the height it takes.
func (m Multiples) scales(c *canvas, x, y scale) float64 {
	text := m.Y.title() + " from " + m.Y.tick(y.low, y.step) + " to " + m.Y.tick(y.high, y.step) + " in each"
	return c.note(0, text) + 2
}

// panel draws one series.
func (m Multiples) panel(c *canvas, f frame, s Series) {
	points := slices.Clone(s.Points)
	slices.SortStableFunc(points, func(a, b XY) int { return cmp.Compare(a.X, b.X) })
	last, hover := "", s.Name
	for _, p := range points {
		if f.x.draws(p.X) && f.y.draws(p.Y) {
			last = m.Y.short(p.Y)
			hover = s.Name + ", " + m.X.number(p.X) + ": " + m.Y.text(p.Y)
		}
	}
	c.begin(s.Href, hover)
	c.rect("hit", f.left-6, f.top-24, f.right-f.left+12, f.bottom-f.top+44)
	c.label("", "", f.left, f.top-8, f.right-f.left-textWidth(last)-6, s.Name)
	c.text("m", "end", f.right, f.top-8, last)
	c.line("grid", f.left, f.top, f.right, f.top)
	c.line("ax", f.left, f.bottom, f.right, f.bottom)
	if m.Bars {
		m.bars(c, f, points)
	} else {
		c.path("s1", seriesPath(f, points))
		for _, p := range points {
			if f.x.draws(p.X) && f.y.draws(p.Y) {
				c.circle("f1", f.x.at(p.X), f.y.at(p.Y), 2)
			}
		}
	}
	low, high := m.X.tick(f.x.low, 0), m.X.tick(f.x.high, 0)
	c.text("m", "", f.left, f.bottom+15, low)
	if low != high && textWidth(low)+textWidth(high)+8 < f.right-f.left {
		c.text("m", "end", f.right, f.bottom+15, high)
	}
	c.end()
}

// bars draws one bar a point.
func (m Multiples) bars(c *canvas, f frame, points []XY) {
	wide := (f.right - f.left) / float64(max(len(points), 1))
	f.x.from, f.x.to = f.left+wide/2, f.right-wide/2 // so that neighbours at the ends do not overlap
	zero := f.bottom
	if !f.y.log {
		zero = f.y.at(0)
	}
	for _, p := range points {
		if f.x.draws(p.X) && f.y.draws(p.Y) {
			y := f.y.at(p.Y)
			x := min(max(f.x.at(p.X)-wide/2, f.left), f.right-wide)
			c.rect("f1", x+0.5, min(y, zero), max(wide-1, 1), math.Abs(y-zero))
		}
	}
}
