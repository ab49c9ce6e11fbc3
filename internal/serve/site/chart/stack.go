package chart

import (
	"fmt"
	"strings"

	"kinodex/internal/serve/table"
)

// Stack shows amounts that are made of parts: a bar for each, upright in a row, such as the
// minutes of an hour, or lying below one another, each under its name.
type Stack struct {
	Head
	Category string // what a bar stands for: "Minute"
	Value    Axis
	Parts    []StackPart // at most six, from the axis outwards
	Bars     []StackBar
	Lying    bool
}

// StackPart is one part of every bar. Colour is that of a series, 1 to 6; 0 for the next one.
type StackPart struct {
	Name   string
	Colour int
}

// StackBar is one bar: a value for each part. What is unknown or not above 0 is not drawn.
type StackBar struct {
	Label  string
	Values []float64
	Href   string
}

// Table returns a row for each bar, with a column for each part.
func (s Stack) Table() table.Table {
	t := s.table(table.Column{Name: s.Category})
	for _, p := range s.Parts {
		column := s.Value.column()
		column.Name = p.Name
		t.Columns = append(t.Columns, column)
	}
	for _, b := range s.Bars {
		cells := []table.Cell{table.Text(b.Label).To(b.Href)}
		for i := range s.Parts {
			cells = append(cells, s.Value.cell(b.value(i)))
		}
		t.Add(cells...)
	}
	return t
}

func (b StackBar) value(part int) float64 {
	if part < len(b.Values) {
		return b.Values[part]
	}
	return Unknown()
}

// Scrolls implements Chart.
func (s Stack) Scrolls() bool { return s.scrolls(Small) }

// Sizes implements Chart.
func (s Stack) Sizes() []Size { return s.sizes(s.suits(), true) }

// At implements Chart.
func (s Stack) At(size Size) Chart {
	s.Head = s.at(size)
	return s
}

// suits is Small for few bars, which need no more room on a wide page.
func (s Stack) suits() Size {
	if s.Lying || len(s.Bars) <= 16 {
		return Small
	}
	return Wide
}

// SVG implements Chart.
func (s Stack) SVG() string {
	c := newCanvas(s.Head, Small)
	drawn := false
	totals := make([]float64, len(s.Bars))
	for i, b := range s.Bars {
		for k := range s.Parts {
			if v := b.value(k); v > 0 && v <= farthest {
				totals[i] += v
				drawn = true
			}
		}
	}
	if !drawn {
		return c.empty()
	}
	linear := s.Value
	linear.Log = false // parts of a logarithmic scale do not add up
	f := frame{top: s.key(c) + 22, right: c.width - 4}
	if s.Lying {
		return s.lying(c, f, linear, totals)
	}
	f.bottom = f.top + 130
	f.y = newScale(linear, totals, f.bottom, f.top, 3, true)
	f.left = leftOf(linear, f.y)
	c.text("m", "", 4, f.top-10, linear.title())
	for _, v := range f.y.ticks(lineHeight + 4) {
		at := f.y.at(v)
		c.line("grid", f.left, at, f.right, at)
		c.text("m", "end", f.left-6, at+4.5, linear.tick(v, f.y.step))
	}
	slot := (f.right - f.left) / float64(len(s.Bars))
	labels := make([]string, len(s.Bars))
	for i, b := range s.Bars {
		labels[i] = b.Label
	}
	every := thin(labels, slot)
	for i, b := range s.Bars {
		x := f.left + float64(float64(i)*slot)
		c.begin(b.Href, b.Label+": "+s.spoken(b))
		c.rect("hit", x, f.top, slot, f.bottom-f.top+24)
		gap := max(min(4, slot*0.15), slot-widestBar)
		sum := 0.0
		s.each(b, func(colour string, v float64) {
			c.rect(colour, x+gap/2, f.y.at(sum+v), slot-gap, f.y.at(sum)-f.y.at(sum+v))
			sum += v
		})
		if i%every == 0 {
			c.label("m", "middle", c.inside(x+slot/2, b.Label), f.bottom+17, c.width, b.Label)
		}
		c.end()
	}
	c.line("ax", f.left, f.bottom, f.right, f.bottom)
	return c.svg(f.bottom + 24)
}

// lying draws each bar under its name, with its whole at the end of the row.
func (s Stack) lying(c *canvas, f frame, value Axis, totals []float64) string {
	const row = 36.0
	f.top -= 16
	f.left = 4
	f.x = newScale(value, totals, f.left, f.right, 4, true)
	f.x.high = 0
	for _, v := range totals {
		f.x.high = max(f.x.high, v)
	}
	for i, b := range s.Bars {
		y := f.top + float64(i)*row
		c.begin(b.Href, b.Label+": "+s.spoken(b))
		c.rect("hit", 0, y, c.width, row-2)
		total := value.short(totals[i])
		c.label("", "", f.left, y+14, f.right-f.left-textWidth(total)-8, b.Label)
		c.text("m", "end", f.right, y+14, total)
		c.rect("band", f.left, y+20, f.right-f.left, 8)
		sum := 0.0
		s.each(b, func(colour string, v float64) {
			c.rect(colour, f.x.at(sum), y+20, max(f.x.at(sum+v)-f.x.at(sum), 1), 8)
			sum += v
		})
		c.end()
	}
	return c.svg(f.top + float64(len(s.Bars))*row + 4)
}

// each calls draw with the colour and the value of each part of a bar that is drawn.
func (s Stack) each(b StackBar, draw func(colour string, v float64)) {
	for k := range s.Parts {
		if v := b.value(k); v > 0 && v <= farthest {
			draw(s.colour(k), v)
		}
	}
}

// colour returns the class of a part.
func (s Stack) colour(part int) string {
	if n := s.Parts[part].Colour; n >= 1 && n <= 6 {
		return fmt.Sprintf("f%d", n)
	}
	return fmt.Sprintf("f%d", part%6+1)
}

// spoken returns the parts of a bar in words.
func (s Stack) spoken(b StackBar) string {
	all := make([]string, len(s.Parts))
	for k, p := range s.Parts {
		all[k] = p.Name + " " + s.Value.number(b.value(k))
	}
	return strings.Join(all, ", ")
}

// key names the colours above the picture and returns the height it takes; one part needs none.
func (s Stack) key(c *canvas) float64 {
	if len(s.Parts) < 2 {
		return 0
	}
	x, y := 4.0, 4.0
	for k, p := range s.Parts {
		wide := min(textWidth(p.Name), c.width-24)
		if x > 4 && x+20+wide > c.width {
			x, y = 4, y+lineHeight+2
		}
		c.rect(s.colour(k), x, y+2, 12, 12)
		c.label("", "", x+17, y+12.5, c.width-22, p.Name)
		x += wide + 34
	}
	return y + lineHeight + 6
}
