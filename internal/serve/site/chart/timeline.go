package chart

import (
	"math"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// Timeline shows a career: what was made in which year, how high it stands and how big it
// is. What has no known height stands in a row below.
type Timeline struct {
	Head
	Y, Area Axis // the height of an event, such as its rating, and its size, such as its gross
	Events  []Event
}

// Event is one thing that was made. An event with an unknown size is drawn hollow. An event
// of no year (0) is in the table only.
type Event struct {
	Label   string
	Year    int
	Y, Area float64
	Href    string
	Note    string // more for its hover value
}

// Table returns a row for each event.
func (t Timeline) Table() table.Table {
	rows := t.table(table.Column{Name: "Year", Numeric: true}, table.Column{Name: "Title"}, t.Y.column(), t.Area.column())
	for _, e := range t.Events {
		year := table.Unknown()
		if e.Year != 0 {
			year = table.Year(e.Year)
		}
		rows.Add(year, table.Text(e.Label).To(e.Href), t.Y.cell(e.Y), t.Area.cell(e.Area))
	}
	return rows
}

// Scrolls implements Chart.
func (t Timeline) Scrolls() bool { return t.scrolls(Medium) }

// Sizes implements Chart.
func (t Timeline) Sizes() []Size { return t.sizes(Medium, true) }

// At implements Chart.
func (t Timeline) At(size Size) Chart {
	t.Head = t.at(size)
	return t
}

// SVG implements Chart.
func (t Timeline) SVG() string {
	c := newCanvas(t.Head, Medium)
	var years, heights []float64
	missing, unplaced := 0, false
	for _, e := range t.Events {
		if e.Year == 0 {
			missing++
			continue
		}
		years, heights = append(years, float64(e.Year)), append(heights, e.Y)
	}
	if len(years) == 0 {
		return c.empty()
	}
	f := frame{right: c.width - 16, top: 34, bottom: 34 + c.width*0.42}
	f.y = newScale(t.Y, heights, f.bottom, f.top, 5, false)
	f.left = max(leftOf(t.Y, f.y), 24)
	f.x = newScale(Axis{Format: Year}, years, f.left+12, f.right-12, 8, false)
	for _, h := range heights {
		unplaced = unplaced || !f.y.draws(h)
	}
	below := 0.0
	if unplaced {
		below = 26
		c.text("m", "", f.left+2, f.bottom+17, t.Y.Name+" unknown")
	}
	t.axes(c, f, below)
	t.events(c, f, f.bottom+below-8)
	bottom := t.key(c, f.bottom+below+30)
	if missing > 0 {
		bottom = c.note(bottom, "Without a known year, in the table only: "+table.Number(missing, 0)+".")
	}
	return c.svg(bottom)
}

// axes draws the grid; the years stand below the row of what has no height.
func (t Timeline) axes(c *canvas, f frame, below float64) {
	lower := f
	lower.bottom += below
	c.text("m", "", 4, f.top-12, t.Y.title())
	for _, v := range f.y.ticks(lineHeight + 4) {
		c.line("grid", f.left, f.y.at(v), f.right, f.y.at(v))
		c.text("m", "end", f.left-6, f.y.at(v)+4.5, t.Y.tick(v, f.y.step))
	}
	c.xTicks(lower, Axis{Format: Year})
	c.line("ax", f.left, lower.bottom, f.right, lower.bottom)
}

// events draws the marks, the greatest first so that none hides a smaller one.
func (t Timeline) events(c *canvas, f frame, row float64) {
	spread := newLabels(f.left+2, f.top-6, c.width-2, f.bottom+2)
	var order []int
	for i, e := range t.Events {
		if e.Year != 0 {
			order = append(order, i)
			spread.block(f.x.at(float64(e.Year)), t.height(f, e, row), 5)
		}
	}
	sortBy(order, func(i int) float64 { return -t.radius(t.Events[i].Area) })
	for _, i := range order {
		e := t.Events[i]
		x, y, r := f.x.at(float64(e.Year)), t.height(f, e, row), t.radius(e.Area)
		hover := e.Label + " (" + yearText(float64(e.Year)) + "): " + t.Y.Name + " " + t.Y.text(e.Y) + ", " + t.Area.Name + " " + t.Area.text(e.Area)
		c.begin(e.Href, hover+joined("; ", e.Note))
		class := "bubble"
		if !stat.Finite(e.Area) {
			class = "hollow"
		}
		c.circle(class, x, y, r)
		if l := spread.place(e.Label, x, y, r+3, 140); l.text != "" && f.y.draws(e.Y) {
			c.text("o", l.anchor, l.x, l.y, l.text)
		}
		c.end()
	}
}

func (t Timeline) height(f frame, e Event, row float64) float64 {
	if f.y.draws(e.Y) {
		return f.y.at(e.Y)
	}
	return row
}

// radius returns the size of a mark: its area grows with the value.
func (t Timeline) radius(v float64) float64 {
	most := 0.0
	for _, e := range t.Events {
		if e.Area <= farthest {
			most = max(most, e.Area)
		}
	}
	if !(v > 0) || !(v <= farthest) || most == 0 {
		return 4.5
	}
	return 4.5 + 13*math.Sqrt(v/most)
}

// key says what sizes mean and returns the height of all.
func (t Timeline) key(c *canvas, y float64) float64 {
	most := 0.0
	for _, e := range t.Events {
		if e.Area <= farthest {
			most = max(most, e.Area)
		}
	}
	if most == 0 {
		return y
	}
	name, _ := fit(t.Area.Name, c.width/2)
	c.text("m", "", 8, y+18, name+":")
	x := 20 + textWidth(name)
	for _, part := range []float64{0.05, 0.5} {
		v := roundTo(most*part, 1)
		r := t.radius(v)
		c.circle("bubble", x+r, y+14, r)
		label := t.Area.short(v)
		c.text("m", "", x+2*r+6, y+18, label)
		x += 2*r + 18 + textWidth(label)
	}
	c.circle("hollow", x+6, y+14, 4.5)
	c.text("m", "", x+16, y+18, "unknown")
	return y + 34
}
