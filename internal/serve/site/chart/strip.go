package chart

import (
	"math"
	"slices"

	"kinodex/internal/serve/table"
)

// Strip is a row of bars: counts by decade, by year or by bin of a rating. With links it
// is a filter; the bar that is on is the one chosen.
type Strip struct {
	Head
	Category string // what a bar stands for: "Decade"
	Value    Axis
	Bars     []Bar
}

// Bar is one bar.
type Bar struct {
	Label string
	Value float64
	Href  string // where it leads; empty if nowhere
	On    bool   // chosen
}

// Table returns a row for each bar.
func (s Strip) Table() table.Table {
	t := s.table(table.Column{Name: s.Category}, s.Value.column())
	for _, b := range s.Bars {
		t.Add(table.Text(b.Label).To(b.Href), s.Value.cell(b.Value))
	}
	return t
}

// Scrolls implements Chart.
func (s Strip) Scrolls() bool { return s.scrolls(s.suits()) }

// Sizes implements Chart.
func (s Strip) Sizes() []Size { return s.sizes(s.suits(), true) }

// At implements Chart.
func (s Strip) At(size Size) Chart {
	s.Head = s.at(size)
	return s
}

// Peak returns the bar of the greatest value and its share of the sum of all, and false where nothing is
// above 0. Of equal bars it is the first.
func (s Strip) Peak() (peak Bar, share float64, ok bool) {
	sum := 0.0
	for _, b := range s.Bars {
		if b.Value > 0 && b.Value <= farthest {
			sum += b.Value
			if b.Value > peak.Value {
				peak = b
			}
		}
	}
	return peak, peak.Value / sum, sum > 0
}

// suits is Small as long as a bar is wide enough there to be pointed at.
func (s Strip) suits() Size {
	switch n := len(s.Bars); {
	case n <= 16:
		return Small
	case n <= 40:
		return Medium
	}
	return Wide
}

// SVG implements Chart. An unknown value has a dash instead of a bar. Bars that are too narrow to be
// pressed do not lead anywhere; the table does.
func (s Strip) SVG() string {
	c := newCanvas(s.Head, s.suits())
	if c.size < s.suits() {
		s.Bars = slices.Clone(s.Bars)
		for i := range s.Bars {
			s.Bars[i].Href = ""
		}
	}
	values := make([]float64, len(s.Bars))
	for i, b := range s.Bars {
		values[i] = b.Value
	}
	const top, height = 22.0, 110.0
	bottom := top + height
	if len(s.Bars) == 0 {
		return c.empty()
	}
	y := scale{from: bottom, to: top}
	y.low, y.high = bounds(values)
	slot := (c.width - 8) / float64(len(s.Bars))
	labels := make([]string, len(s.Bars))
	numbers := make([]string, len(s.Bars))
	for i, b := range s.Bars {
		labels[i], numbers[i] = b.Label, s.Value.short(b.Value)
	}
	named := s.named(c, labels, slot)
	shown := thin(numbers, slot) == 1
	for i, b := range s.Bars {
		x := 4 + float64(float64(i)*slot)
		s.bar(c, b, y, x, slot, shown, named[i])
	}
	c.line("ax", 4, y.at(0), c.width-4, y.at(0))
	if !shown {
		s.greatest(c, y, slot)
	}
	return c.svg(bottom + 24)
}

// widestBar is how wide a bar may be, so that few of them are not blocks.
const widestBar = 72.0

// bar draws one bar in its slot.
func (s Strip) bar(c *canvas, b Bar, y scale, x, slot float64, number, label bool) {
	c.begin(b.Href, b.Label+": "+s.Value.text(b.Value))
	c.rect("hit", x, 0, slot, y.from+24)
	gap := max(min(4, slot*0.15), slot-widestBar)
	switch {
	case !y.draws(b.Value):
		c.line("ax", x+slot*0.35, y.at(0)-6, x+slot*0.65, y.at(0)-6)
	default:
		class := "f1"
		if b.On {
			class = "fon"
		}
		end, zero := y.at(b.Value), y.at(0)
		tall := max(math.Abs(end-zero), 1)
		if b.Value == 0 {
			tall = 0
		}
		c.rect(class, x+gap/2, min(end, zero), slot-gap, tall)
		if number {
			c.text("m", "middle", x+slot/2, min(end, zero)-5, s.Value.short(b.Value))
		}
	}
	if class := "m"; label {
		if b.On {
			class = "b"
		}
		c.label(class, "middle", c.inside(x+slot/2, b.Label), y.from+17, c.width, b.Label)
	}
	if b.On {
		c.rect("fon", x+gap/2, y.from+1, slot-gap, 3)
	}
	c.end()
}

// greatest labels the tallest bar, when there is no room to label them all.
func (s Strip) greatest(c *canvas, y scale, slot float64) {
	best := -1
	for i, b := range s.Bars {
		if y.draws(b.Value) && (best < 0 || b.Value > s.Bars[best].Value) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	label := s.Value.text(s.Bars[best].Value)
	x := c.inside(4+float64((float64(best)+0.5)*slot), label)
	c.text("m", "middle", x, y.at(s.Bars[best].Value)-5, label)
}

// named returns which bars have their label drawn: one in every so many, those that are
// on, and none that would touch another.
func (s Strip) named(c *canvas, labels []string, slot float64) []bool {
	shown := make([]bool, len(labels))
	var taken []span
	place := func(i int) {
		x, half := c.inside(4+float64((float64(i)+0.5)*slot), labels[i]), textWidth(labels[i])/2+5
		if own := (span{x - half, x + half}); !own.touches(taken) {
			shown[i], taken = true, append(taken, own)
		}
	}
	for i, b := range s.Bars {
		if b.On {
			place(i)
		}
	}
	every := thin(labels, slot)
	for i := 0; i < len(labels); i += every {
		place(i)
	}
	return shown
}

// span is a stretch of a line that is taken.
type span struct{ from, to float64 }

func (s span) touches(taken []span) bool {
	for _, t := range taken {
		if s.from < t.to && t.from < s.to {
			return true
		}
	}
	return false
}

// bounds returns the least and greatest value that can be drawn, and zero.
func bounds(values []float64) (low, high float64) {
	for _, v := range values {
		if math.Abs(v) <= farthest {
			low, high = min(low, v), max(high, v)
		}
	}
	if low == high {
		high = low + 1
	}
	return low, high
}

// thin returns 1 if all labels fit into slots of a width, else every how many of them do:
// a number that people count in.
func thin(labels []string, slot float64) int {
	widest := 0.0
	for _, l := range labels {
		widest = max(widest, textWidth(l)+10)
	}
	for every := 1; ; every *= 10 {
		for _, m := range []int{1, 2, 5} {
			if float64(every*m)*slot >= widest || every*m >= len(labels) {
				return every * m
			}
		}
	}
}
