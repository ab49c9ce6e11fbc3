package chart

import (
	"math"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// Norms holds values against norms: for each feature the value as a dot on the band from
// the 10th to the 90th percentile of others, whose median is marked. All bands are drawn
// in the same place, so that one sees what stands out at a glance.
type Norms struct {
	Head
	This     string // what has the values, for the key: "this script"
	Group    string // what the norms are of: "produced scripts"
	Features []Feature
}

// Feature is one value and its norms. An unknown Percentile is left out.
type Feature struct {
	Axis                    // name, unit and how it is written
	Value, P10, Median, P90 float64
	Percentile              float64 // 0 to 100: how many of the group in a hundred have less
	Href                    string
}

// Table returns a row for each feature.
func (n Norms) Table() table.Table {
	t := n.table(table.Column{Name: "Feature"}, table.Column{Name: "Unit"},
		table.Column{Name: "Value", Numeric: true},
		table.Column{Name: "10th percentile", Numeric: true}, table.Column{Name: "Median", Numeric: true},
		table.Column{Name: "90th percentile", Numeric: true},
		table.Column{Name: "Percentile", Numeric: true, Doc: "How many in a hundred of " + n.group() + " have less."})
	for _, f := range n.Features {
		t.Add(table.Text(f.Name).To(f.Href), table.Text(f.column().Unit), f.cell(f.Value),
			f.cell(f.P10), f.cell(f.Median), f.cell(f.P90), table.Float(f.Percentile, 0))
	}
	return t
}

// Scrolls implements Chart.
func (n Norms) Scrolls() bool { return n.scrolls(Small) }

// Sizes implements Chart.
func (n Norms) Sizes() []Size { return n.sizes(Small, true) }

// At implements Chart.
func (n Norms) At(size Size) Chart {
	n.Head = n.at(size)
	return n
}

func (n Norms) group() string {
	if n.Group == "" {
		return "the others"
	}
	return n.Group
}

// SVG implements Chart. In a Small chart each feature has its name above its band, in a
// wider one beside it.
func (n Norms) SVG() string {
	c := newCanvas(n.Head, Small)
	if len(n.Features) == 0 {
		return c.empty()
	}
	row, left, right := 46.0, 8.0, c.width-8
	if c.size != Small {
		row, left, right = 28, c.width*0.3, c.width*0.6
	}
	top := n.key(c)
	for i, f := range n.Features {
		y := top + float64(float64(i)*row)
		c.begin(f.Href, n.hover(f))
		c.rect("hit", 0, y, c.width, row)
		if c.size == Small {
			value := n.standing(f)
			c.label("", "", left, y+16, right-left-textWidth(value)-12, f.Name)
			c.text("m", "end", right, y+16, value)
			f.band(c, left, right, y+31)
		} else {
			c.label("", "end", left-14, y+18, left-20, f.Name)
			c.label("m", "", right+14, y+18, c.width-right-18, n.standing(f))
			f.band(c, left, right, y+14)
		}
		c.end()
	}
	return c.svg(top + float64(len(n.Features))*row + 6)
}

// key draws what the marks mean and returns the height it takes.
func (n Norms) key(c *canvas) float64 {
	this := n.This
	if this == "" {
		this = "this one"
	}
	c.circle("dot", 14, 13, 5.5)
	c.label("m", "", 26, 17.5, 110, this)
	x := 26 + min(textWidth(this), 110) + 18
	c.rect("band", x, 8, 30, 10)
	c.line("mid", x+15, 5, x+15, 21)
	text := "middle 80% of " + n.group() + ", line: median"
	if lines, _ := wrap(text, c.width-x-42, 2); len(lines) > 1 {
		c.text("m", "", x+38, 17.5, lines[0])
		c.text("m", "", x+38, 17.5+lineHeight, lines[1])
		return 50
	}
	c.text("m", "", x+38, 17.5, text)
	return 34
}

// standing is the value, and where it stands: "3.2 words · above 72%".
func (n Norms) standing(f Feature) string {
	s := f.text(f.Value)
	if stat.Finite(f.Percentile) && stat.Finite(f.Value) {
		s += " · above " + table.Number(f.Percentile, 0) + "%"
	}
	return s
}

func (n Norms) hover(f Feature) string {
	s := f.Name + ": " + f.text(f.Value)
	if stat.Finite(f.Percentile) && stat.Finite(f.Value) {
		s += ", more than " + table.Number(f.Percentile, 0) + "% of " + n.group()
	}
	if f.normed() {
		s += ". The middle 80% lie between " + f.number(f.P10) + " and " + f.text(f.P90) + ", the median is " + f.number(f.Median)
	}
	return s
}

// normed reports whether the norms can be drawn.
func (f Feature) normed() bool {
	return math.Abs(f.P10) <= farthest && math.Abs(f.P90) <= farthest && f.P10 <= f.P90
}

// band draws the feature between two coordinates. The band takes the middle half; a value
// beyond the ends of the track is drawn at its end, as an arrow.
func (f Feature) band(c *canvas, left, right, y float64) {
	if !f.normed() {
		c.text("m", "middle", (left+right)/2, y+4.5, "no norms")
		return
	}
	c.line("grid", left, y, right, y)
	low, high := left+(right-left)*0.25, right-(right-left)*0.25
	c.rect("band", low, y-6, high-low, 12)
	at := func(v float64) float64 {
		if f.P90 == f.P10 {
			return (low+high)/2 + math.Copysign(min(1, math.Abs(v-f.P10))*(right-left)/2, v-f.P10)
		}
		return low + float64((v-f.P10)/(f.P90-f.P10)*(high-low))
	}
	if x := at(f.Median); f.Median >= f.P10 && f.Median <= f.P90 {
		c.line("mid", x, y-8, x, y+8)
	}
	if math.Abs(f.Value) > farthest || math.IsNaN(f.Value) {
		return
	}
	switch x := at(f.Value); {
	case x > right-6:
		c.path("dot", polygon(right, y, right-11, y-6.5, right-11, y+6.5))
	case x < left+6:
		c.path("dot", polygon(left, y, left+11, y-6.5, left+11, y+6.5))
	default:
		c.circle("dot", x, y, 5.5)
	}
}

// polygon returns the commands of a closed path through points: x, y, x, y, ….
func polygon(points ...float64) string { return lines(points...) + "Z" }

// lines returns the commands of an open path through points.
func lines(points ...float64) string {
	b := make([]byte, 0, len(points)*6)
	for i := 0; i+1 < len(points); i += 2 {
		if i == 0 {
			b = append(b, 'M')
		} else {
			b = append(b, 'L')
		}
		b = append(b, coordinate(points[i])...)
		b = append(b, ' ')
		b = append(b, coordinate(points[i+1])...)
	}
	return string(b)
}
