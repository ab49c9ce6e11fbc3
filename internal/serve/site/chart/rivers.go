package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kinodex/internal/serve/table"
)

// Rivers shows how much of each period a colour has: bands that grow and shrink, stacked to
// the whole. The colours are what is shown, so they are the caller's.
type Rivers struct {
	Head
	Share   Axis // a Percent axis: "Share of posters' area"
	Period  string
	Periods []string
	Colours []Colour
}

// Colour is one band. Shares has the part of one that the colour has in each period; in a
// period of which no colour has a share nothing is drawn. A colour whose Hex is not one
// ("#1a2b3c") is left out.
type Colour struct {
	Hex, Name string
	Shares    []float64
	Href      string
}

// Table returns a row for each period, with a column for each colour.
func (r Rivers) Table() table.Table {
	name := r.Period
	if name == "" {
		name = "Period"
	}
	t := r.table(table.Column{Name: name})
	for _, colour := range r.Colours {
		column := r.Share.column()
		column.Name = colour.Name + joined(", ", colour.Hex)
		t.Columns = append(t.Columns, column)
	}
	for i, period := range r.Periods {
		cells := []table.Cell{table.Text(period)}
		for _, colour := range r.Colours {
			v := math.NaN()
			if i < len(colour.Shares) {
				v = colour.Shares[i]
			}
			cells = append(cells, r.Share.cell(v))
		}
		t.Add(cells...)
	}
	return t
}

// Scrolls implements Chart.
func (r Rivers) Scrolls() bool { return r.scrolls(Medium) }

// Sizes implements Chart.
func (r Rivers) Sizes() []Size { return r.sizes(Medium, true) }

// At implements Chart.
func (r Rivers) At(size Size) Chart {
	r.Head = r.at(size)
	return r
}

// SVG implements Chart.
func (r Rivers) SVG() string {
	c := newCanvas(r.Head, Medium)
	colours := make([]Colour, 0, len(r.Colours))
	for _, colour := range r.Colours {
		if isHex(colour.Hex) {
			colours = append(colours, colour)
		}
	}
	totals := r.totals(colours)
	f := frame{left: 10, right: c.width - 10, top: 8, bottom: 8 + c.width*0.42}
	drawn := false
	for _, t := range totals {
		drawn = drawn || t > 0
	}
	if !drawn {
		return c.empty()
	}
	slot := (f.right - f.left) / float64(len(r.Periods))
	base := make([]float64, len(r.Periods))
	for _, colour := range colours {
		r.band(c, f, colour, base, totals, slot)
	}
	every := thin(r.Periods, slot)
	for i, period := range r.Periods {
		if i%every == 0 {
			c.label("m", "middle", c.inside(f.left+(float64(i)+0.5)*slot, period), f.bottom+18, slot*float64(every), period)
		}
	}
	return c.svg(f.bottom + 28)
}

// totals returns the sum of shares of each period; shares are drawn in proportion to it.
func (r Rivers) totals(colours []Colour) []float64 {
	totals := make([]float64, len(r.Periods))
	for i := range totals {
		for _, colour := range colours {
			totals[i] += shareAt(colour, i)
		}
	}
	return totals
}

func shareAt(colour Colour, i int) float64 {
	if i < len(colour.Shares) && colour.Shares[i] > 0 && colour.Shares[i] <= farthest {
		return colour.Shares[i]
	}
	return 0
}

// band draws one colour on top of base, which it raises.
func (r Rivers) band(c *canvas, f frame, colour Colour, base, totals []float64, slot float64) {
	var upper, lower []XY
	thick, at, d := 0.0, -1, ""
	flush := func() {
		d += riverPath(upper, lower, slot)
		upper, lower = upper[:0], lower[:0]
	}
	for i := range base {
		if totals[i] == 0 {
			flush()
			continue
		}
		part := shareAt(colour, i) / totals[i]
		tall := f.bottom - f.top
		low, high := f.bottom-base[i]*tall, f.bottom-(base[i]+part)*tall
		base[i] += part
		x := f.left + (float64(i)+0.5)*slot
		upper, lower = append(upper, XY{x, high}), append(lower, XY{x, low})
		if low-high > thick {
			thick, at = low-high, i
		}
	}
	flush()
	if at < 0 {
		return
	}
	share := colour.Shares[at]
	c.begin(colour.Href, colour.Name+" "+colour.Hex+": most in "+r.Periods[at]+", "+r.Share.text(share))
	c.raw(`<path class="river" fill="`, colour.Hex, `" d="`, d, `"/>`)
	if thick >= lineHeight {
		middle := f.bottom - base[at]*(f.bottom-f.top) + thick/2
		label, _ := fit(colour.Name, slot*1.6)
		c.raw(`<text fill="`, inkOn(colour.Hex), `" text-anchor="middle"`)
		c.attr("x", c.inside(f.left+(float64(at)+0.5)*slot, label))
		c.attr("y", middle+4.5)
		c.raw(">", escape(isolated(label)), "</text>")
	}
	c.end()
}

// riverPath returns a band with soft bends; a band of one period is as wide as its slot.
func riverPath(upper, lower []XY, slot float64) string {
	if len(upper) == 0 {
		return ""
	}
	first, last := upper[0].X-slot/2, upper[len(upper)-1].X+slot/2
	var b strings.Builder
	fmt.Fprintf(&b, "M%s %s", coordinate(first), coordinate(upper[0].Y))
	soft(&b, upper)
	fmt.Fprintf(&b, "H%sV%s", coordinate(last), coordinate(lower[len(lower)-1].Y))
	back := make([]XY, len(lower))
	for i, p := range lower {
		back[len(lower)-1-i] = p
	}
	soft(&b, back)
	fmt.Fprintf(&b, "H%sZ", coordinate(first))
	return b.String()
}

// soft continues a path through points, level at each.
func soft(b *strings.Builder, points []XY) {
	fmt.Fprintf(b, "H%s", coordinate(points[0].X))
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		middle := (p.X + q.X) / 2
		fmt.Fprintf(b, "C%s %s %s %s %s %s", coordinate(middle), coordinate(p.Y), coordinate(middle), coordinate(q.Y), coordinate(q.X), coordinate(q.Y))
	}
}

// isHex reports whether s is a colour such as "#1a2b3c".
func isHex(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 16, 32)
	return err == nil
}

// inkOn returns black or white, whichever is easier to read on a colour; the contrast is at
// least 4.5 to 1.
func inkOn(hex string) string {
	v, _ := strconv.ParseUint(hex[1:], 16, 32)
	linear := func(shift uint) float64 {
		part := float64(v>>shift&255) / 255
		if part <= 0.04045 {
			return part / 12.92
		}
		return math.Pow((part+0.055)/1.055, 2.4)
	}
	luminance := 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
	if luminance > 0.179 {
		return "#000000"
	}
	return "#ffffff"
}
