package chart

import "kinodex/internal/serve/table"

// Scatter shows pairs of values as points in a plane.
type Scatter struct {
	Head
	X, Y     Axis
	Points   []Point // the most important first: they are labelled first
	Diagonal string  // if set, the line on which x and y are equal is drawn, and called so
}

// Point is one pair. Points with an unknown value are not drawn.
type Point struct {
	Label string
	X, Y  float64
	Href  string
	On    bool   // the one that the picture is about
	Note  string // more for its hover value
}

// Table returns a row for each point.
func (s Scatter) Table() table.Table {
	t := s.table(table.Column{Name: "Name"}, s.X.column(), s.Y.column())
	for _, p := range s.Points {
		t.Add(table.Text(p.Label).To(p.Href), s.X.cell(p.X), s.Y.cell(p.Y))
	}
	return t
}

// Scrolls implements Chart.
func (s Scatter) Scrolls() bool { return s.scrolls(Medium) }

// Sizes implements Chart.
func (s Scatter) Sizes() []Size { return s.sizes(Medium, true) }

// At implements Chart.
func (s Scatter) At(size Size) Chart {
	s.Head = s.at(size)
	return s
}

// SVG implements Chart. Labels that would cover one another are left out; each point has
// its own as hover value.
func (s Scatter) SVG() string {
	c := newCanvas(s.Head, Medium)
	xs, ys := make([]float64, len(s.Points)), make([]float64, len(s.Points))
	for i, p := range s.Points {
		xs[i], ys[i] = p.X, p.Y
	}
	f := frame{right: c.width - 14, top: 34, bottom: 34 + min(c.width*0.6, 440)}
	f.y = newScale(s.Y, ys, f.bottom, f.top, 6, false)
	f.left = leftOf(s.Y, f.y)
	f.x = newScale(s.X, xs, f.left, f.right, 6, false)
	var drawn []Point
	missing := 0
	for _, p := range s.Points {
		switch {
		case f.x.draws(p.X) && f.y.draws(p.Y):
			drawn = append(drawn, p)
		case p.X == p.X && p.Y == p.Y:
			missing++
		}
	}
	if len(drawn) == 0 {
		return c.empty()
	}
	c.axes(f, s.X, s.Y)
	s.diagonal(c, f)
	s.marks(c, f, drawn)
	bottom := f.bottom + 42
	if missing > 0 {
		bottom = c.note(bottom, leftOut(missing))
	}
	return c.svg(bottom)
}

// marks draws the points, those that are on above the others, and their labels.
func (s Scatter) marks(c *canvas, f frame, points []Point) {
	spread := newLabels(f.left+2, f.top, c.width-2, f.bottom)
	for _, p := range points {
		spread.block(f.x.at(p.X), f.y.at(p.Y), 6)
	}
	placed := make([]placedLabel, len(points))
	for _, on := range []bool{true, false} {
		for i, p := range points {
			if p.On == on {
				placed[i] = spread.place(p.Label, f.x.at(p.X), f.y.at(p.Y), 8, 150)
			}
		}
	}
	for _, on := range []bool{false, true} {
		for i, p := range points {
			if p.On != on {
				continue
			}
			class, text := "pt", "m o"
			if on {
				class, text = "dot", "b o"
			}
			c.begin(p.Href, s.hover(p))
			x, y := f.x.at(p.X), f.y.at(p.Y)
			c.circle("hit", x, y, 12)
			c.circle(class, x, y, 5.5)
			if l := placed[i]; l.text != "" {
				c.text(text, l.anchor, l.x, l.y, l.text)
			}
			c.end()
		}
	}
}

func (s Scatter) hover(p Point) string {
	return p.Label + ": " + s.X.Name + " " + s.X.text(p.X) + ", " + s.Y.Name + " " + s.Y.text(p.Y) + joined("; ", p.Note)
}

// diagonal draws where x and y are equal, as far as the frame has it.
func (s Scatter) diagonal(c *canvas, f frame) {
	low, high := max(f.x.low, f.y.low), min(f.x.high, f.y.high)
	if s.Diagonal == "" || low >= high || s.X.Log != s.Y.Log {
		return
	}
	c.line("dash", f.x.at(low), f.y.at(low), f.x.at(high), f.y.at(high))
	c.line("dash", 8, f.bottom+32, 34, f.bottom+32)
	c.label("m", "", 42, f.bottom+36, f.right-60-textWidth(s.X.title()), s.Diagonal)
}
