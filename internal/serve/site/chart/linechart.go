package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/serve/table"
)

// Lines shows how values change: several series over one axis, such as decades. Each has a
// colour, a dash and its name at its end. More than six are hard to tell apart: use
// Multiples.
type Lines struct {
	Head
	X, Y     Axis
	Series   []Series
	WithZero bool // whether y begins at 0
}

// Series is a line. An unknown value is a gap.
type Series struct {
	Name   string
	Points []XY
	Href   string
}

// XY is one point of a series.
type XY struct{ X, Y float64 }

// Table returns a row for each x, with a column for each series.
func (l Lines) Table() table.Table { return seriesTable(l.Head, l.X, l.Y, l.Series) }

func seriesTable(h Head, x, y Axis, series []Series) table.Table {
	first := x.column()
	t := h.table(first)
	var xs []float64
	for _, s := range series {
		column := y.column()
		column.Name = s.Name
		t.Columns = append(t.Columns, column)
		for _, p := range s.Points {
			if p.X == p.X {
				xs = append(xs, p.X)
			}
		}
	}
	slices.Sort(xs)
	for _, at := range slices.Compact(xs) {
		cells := []table.Cell{x.cell(at)}
		for _, s := range series {
			v := math.NaN()
			for _, p := range s.Points {
				if p.X == at {
					v = p.Y
				}
			}
			cells = append(cells, y.cell(v))
		}
		t.Add(cells...)
	}
	return t
}

// Scrolls implements Chart.
func (l Lines) Scrolls() bool { return l.scrolls(Medium) }

// Sizes implements Chart.
func (l Lines) Sizes() []Size { return l.sizes(Medium, true) }

// At implements Chart.
func (l Lines) At(size Size) Chart {
	l.Head = l.at(size)
	return l
}

// SVG implements Chart.
func (l Lines) SVG() string {
	c := newCanvas(l.Head, Medium)
	xs, ys := valuesOf(l.Series)
	f := frame{top: 34, right: c.width - 14}
	if c.size != Small {
		f.right -= min(l.namesWidth(), 150)
	} else {
		f.top += l.key(c)
	}
	f.bottom = f.top + min(c.width*0.45, 300)
	f.y = newScale(l.Y, ys, f.bottom, f.top, 5, l.WithZero)
	f.left = leftOf(l.Y, f.y)
	f.x = newScale(l.X, xs, f.left, f.right, 8, false)
	if !l.X.Log && l.X.Format == Year {
		f.x.low, f.x.high = exactEnds(xs, f.x)
	}
	if countOut(f.y, ys) == len(ys) || countOut(f.x, xs) == len(xs) {
		return newCanvas(l.Head, Medium).empty()
	}
	c.axes(f, l.X, l.Y)
	ends := make([]lineEnd, 0, len(l.Series))
	for i, s := range l.Series {
		if at, ok := l.draw(c, f, s, i); ok {
			ends = append(ends, lineEnd{i, at})
		}
	}
	if c.size != Small {
		l.names(c, f, ends)
	}
	bottom := f.bottom + 42
	if missing := countOut(f.y, ys); missing > 0 && l.Y.Log {
		bottom = c.note(bottom, leftOut(missing))
	}
	return c.svg(bottom)
}

// valuesOf returns the coordinates of all points that are known, and of others NaN.
func valuesOf(series []Series) (xs, ys []float64) {
	for _, s := range series {
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	return xs, ys
}

// draw draws one series and returns how high it ends.
func (l Lines) draw(c *canvas, f frame, s Series, nth int) (float64, bool) {
	points := slices.Clone(s.Points)
	slices.SortStableFunc(points, func(a, b XY) int { return cmp.Compare(a.X, b.X) })
	class := nth%6 + 1
	c.path(fmt.Sprintf("s%d", class), seriesPath(f, points))
	end, drawn := 0.0, false
	for _, p := range points {
		if f.x.draws(p.X) && f.y.draws(p.Y) {
			c.begin("", s.Name+", "+l.X.number(p.X)+": "+l.Y.text(p.Y))
			c.circle("hit", f.x.at(p.X), f.y.at(p.Y), 9)
			c.circle(fmt.Sprintf("f%d", class), f.x.at(p.X), f.y.at(p.Y), 3)
			c.end()
			end, drawn = f.y.at(p.Y), true
		}
	}
	return end, drawn
}

// seriesPath returns the commands of a line with gaps where nothing can be drawn.
func seriesPath(f frame, points []XY) string {
	var b strings.Builder
	var run []float64
	flush := func() {
		if len(run) > 2 {
			b.WriteString(lines(run...))
		}
		run = run[:0]
	}
	for _, p := range points {
		if f.x.draws(p.X) && f.y.draws(p.Y) {
			run = append(run, f.x.at(p.X), f.y.at(p.Y))
		} else {
			flush()
		}
	}
	flush()
	return b.String()
}

// lineEnd is where a series ends.
type lineEnd struct {
	series int
	y      float64
}

func (l Lines) namesWidth() float64 {
	wide := 0.0
	for _, s := range l.Series {
		wide = max(wide, textWidth(s.Name))
	}
	return wide + 34
}

// names writes the names at the ends of the lines, moved apart where they would touch.
func (l Lines) names(c *canvas, f frame, ends []lineEnd) {
	slices.SortStableFunc(ends, func(a, b lineEnd) int { return cmp.Compare(a.y, b.y) })
	total := float64(len(ends)) * lineHeight
	at := f.top - lineHeight
	for i, e := range ends {
		y := max(e.y, at+lineHeight)
		y = min(y, max(f.bottom, f.top+total)-float64(len(ends)-1-i)*lineHeight)
		at = y
		s := l.Series[e.series]
		c.begin(s.Href, s.Name)
		c.path(fmt.Sprintf("s%d", e.series%6+1), lines(f.right+6, y, f.right+26, y))
		c.label("", "", f.right+31, y+4.5, c.width-f.right-32, s.Name)
		c.end()
	}
}

// key writes the names above the picture and returns the height they take.
func (l Lines) key(c *canvas) float64 {
	x, y := 6.0, 4.0
	for i, s := range l.Series {
		wide := min(textWidth(s.Name), c.width-46)
		if x > 6 && x+36+wide > c.width {
			x, y = 6, y+lineHeight
		}
		c.begin(s.Href, s.Name)
		c.path(fmt.Sprintf("s%d", i%6+1), lines(x, y+8, x+22, y+8))
		c.label("", "", x+28, y+12.5, c.width-46, s.Name)
		c.end()
		x += wide + 44
	}
	return y + lineHeight
}
