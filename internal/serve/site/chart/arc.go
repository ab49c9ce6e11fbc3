package chart

import (
	"math"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// Arc is how a value, such as the mood, goes up and down from the beginning of a script to
// its end, with its acts.
type Arc struct {
	Head
	Value     Axis
	Values    []float64 // of parts of equal length; unknown ones are gaps
	Acts      []Act
	Low, High float64 // the ends of the scale; both 0: those of the values
}

// Act is a stretch of the script, from 0 (its beginning) to 1 (its end).
type Act struct {
	Name     string
	From, To float64
}

// Table returns a row for each part.
func (a Arc) Table() table.Table {
	t := a.table(table.Column{Name: "Part", Numeric: true}, table.Column{Name: "From", Unit: "%", Numeric: true},
		table.Column{Name: "To", Unit: "%", Numeric: true}, table.Column{Name: "Act"}, a.Value.column())
	n := float64(len(a.Values))
	for i, v := range a.Values {
		from, to := float64(i)/n, float64(i+1)/n
		t.Add(table.Int(i+1), table.Percent(from, 0), table.Percent(to, 0), table.Text(a.act((from+to)/2)), a.Value.cell(v))
	}
	return t
}

// act returns the name of the act that a place is in.
func (a Arc) act(at float64) string {
	for _, act := range a.Acts {
		if at >= act.From && at < act.To {
			return act.Name
		}
	}
	return ""
}

// Scrolls implements Chart.
func (a Arc) Scrolls() bool { return a.scrolls(Small) }

// Sizes implements Chart.
func (a Arc) Sizes() []Size { return a.sizes(Small, true) }

// At implements Chart.
func (a Arc) At(size Size) Chart {
	a.Head = a.at(size)
	return a
}

// SVG implements Chart.
func (a Arc) SVG() string {
	c := newCanvas(a.Head, Small)
	f := frame{right: c.width - 8, top: 52, bottom: 52 + 120}
	ends := a.Values
	if stat.Finite(a.Low) && stat.Finite(a.High) && a.Low < a.High {
		ends = []float64{a.Low, a.High}
	}
	f.y = newScale(a.Value, ends, f.bottom, f.top, 4, false)
	if countOut(f.y, a.Values)+countNaN(a.Values) == len(a.Values) {
		return c.empty()
	}
	f.left = leftOf(a.Value, f.y)
	f.x = scale{low: 0, high: 1, from: f.left, to: f.right, step: 0.25}
	c.text("m", "", 4, 14, a.Value.title())
	for _, v := range f.y.ticks(lineHeight + 4) {
		class := "grid"
		if v == 0 {
			class = "ax"
		}
		c.line(class, f.left, f.y.at(v), f.right, f.y.at(v))
		c.text("m", "end", f.left-6, f.y.at(v)+4.5, a.Value.tick(v, f.y.step))
	}
	a.acts(c, f)
	points := make([]XY, len(a.Values))
	for i, v := range a.Values {
		points[i] = XY{(float64(i) + 0.5) / float64(len(a.Values)), v}
	}
	c.path("s1", seriesPath(f, points))
	for _, p := range points {
		if f.y.draws(p.Y) {
			c.begin("", table.Share(p.X, 0)+" into it: "+a.Value.text(p.Y))
			c.circle("hit", f.x.at(p.X), f.y.at(p.Y), 8)
			c.circle("f1", f.x.at(p.X), f.y.at(p.Y), 3)
			c.end()
		}
	}
	c.text("m", "", f.left, f.bottom+18, "beginning")
	c.text("m", "end", f.right, f.bottom+18, "end")
	return c.svg(f.bottom + 26)
}

// acts draws where acts begin, and their names.
func (a Arc) acts(c *canvas, f frame) {
	for i, act := range a.Acts {
		if !(act.From >= 0 && act.To <= 1 && act.From < act.To) {
			continue
		}
		from, to := f.x.at(act.From), f.x.at(act.To)
		if i > 0 {
			c.line("dash", from, f.top-16, from, f.bottom)
		}
		c.label("m", "middle", (from+to)/2, f.top-8, to-from-6, act.Name)
	}
}

func countNaN(values []float64) int {
	n := 0
	for _, v := range values {
		if math.IsNaN(v) {
			n++
		}
	}
	return n
}
