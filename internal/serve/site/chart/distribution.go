package chart

import (
	"math"
	"slices"

	"kinodex/internal/serve/table"
	"kinodex/internal/stat"
)

// Distribution is a histogram with quantiles marked, and, if it is known, where one value
// lies in it.
type Distribution struct {
	Head
	Value     Axis // what is distributed
	Count     Axis // what is counted: "Films"
	Bins      []Bin
	Quantiles []Quantile
	ThisName  string  // what has the value This; empty if nothing
	This      float64 // drawn if ThisName is set
}

// Bin counts the values from Low to below High. Bins are of one width, or of one ratio on a
// logarithmic axis, in ascending order.
type Bin struct {
	Low, High, Count float64
	Href             string
}

// Quantile is a value with a name, such as the median.
type Quantile struct {
	Name  string
	Value float64
}

// BinsOf counts values in about n bins with round ends. What is not finite is left out, and
// on a logarithmic axis what is 0 or less.
func BinsOf(a Axis, values []float64, n int) []Bin {
	s := newScale(a, values, 0, 1, max(n, 1), false)
	var ends []float64
	if s.log {
		ratio := math.Pow(s.high/s.low, 1/float64(max(n, 1)))
		for i := range max(n, 1) + 1 {
			ends = append(ends, s.low*math.Pow(ratio, float64(i)))
		}
	} else {
		for i := range int(math.Round((s.high-s.low)/s.step)) + 1 {
			ends = append(ends, s.low+float64(float64(i)*s.step))
		}
	}
	bins := make([]Bin, len(ends)-1)
	for i := range bins {
		bins[i] = Bin{Low: ends[i], High: ends[i+1]}
	}
	drawn := 0
	for _, v := range values {
		if s.draws(v) {
			i, _ := slices.BinarySearch(ends[1:], math.Nextafter(v, math.Inf(1)))
			bins[min(i, len(bins)-1)].Count++
			drawn++
		}
	}
	if drawn == 0 {
		return nil
	}
	return bins
}

// QuantilesOf returns the 10th, 50th and 90th percentile of the finite values.
func QuantilesOf(values []float64) []Quantile {
	sorted := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return !stat.Finite(v) })
	if len(sorted) == 0 {
		return nil
	}
	slices.Sort(sorted)
	return []Quantile{
		{"10%", stat.Quantile(sorted, 0.1)}, {"median", stat.Quantile(sorted, 0.5)}, {"90%", stat.Quantile(sorted, 0.9)},
	}
}

// Table returns a row for each bin.
func (d Distribution) Table() table.Table {
	from, below := d.Value.column(), d.Value.column()
	from.Name, below.Name = d.Value.Name+", from", d.Value.Name+", below"
	t := d.table(from, below, d.Count.column())
	for _, b := range d.Bins {
		t.Add(d.Value.cell(b.Low).To(b.Href), d.Value.cell(b.High), d.Count.cell(b.Count))
	}
	return t
}

// Scrolls implements Chart.
func (d Distribution) Scrolls() bool { return d.scrolls(Small) }

// Sizes implements Chart.
func (d Distribution) Sizes() []Size { return d.sizes(Small, true) }

// At implements Chart.
func (d Distribution) At(size Size) Chart {
	d.Head = d.at(size)
	return d
}

// SVG implements Chart.
func (d Distribution) SVG() string {
	c := newCanvas(d.Head, Small)
	var ends, counts []float64
	for _, b := range d.Bins {
		ends, counts = append(ends, b.Low, b.High), append(counts, b.Count)
	}
	f := frame{left: 14, right: c.width - 14}
	f.x = newScale(d.Value, ends, f.left, f.right, 6, false)
	if countOut(f.x, ends) == len(ends) {
		return c.empty()
	}
	if !f.x.log {
		f.x.low, f.x.high = exactEnds(ends, f.x)
	}
	f.top = d.marksHeight(c, f)
	f.bottom = f.top + 120
	y := scale{from: f.bottom, to: f.top}
	y.low, y.high = bounds(counts)
	c.xTicks(f, d.Value)
	for _, b := range d.Bins {
		if !f.x.draws(b.Low) || !f.x.draws(b.High) || !(b.Count >= 0 && b.Count <= farthest) {
			continue
		}
		left, right := f.x.at(b.Low), f.x.at(b.High)
		c.begin(b.Href, d.Value.number(b.Low)+" to "+d.Value.text(b.High)+": "+d.Count.text(b.Count))
		c.rect("hit", left, f.top, right-left, f.bottom-f.top)
		if b.Count > 0 {
			tall := max(f.bottom-y.at(b.Count), 1)
			c.rect("f1", left+0.5, f.bottom-tall, right-left-1, tall)
		}
		c.end()
	}
	c.line("ax", f.left, f.bottom, f.right, f.bottom)
	d.marks(c, f)
	c.label("m", "", 4, f.bottom+36, c.width-24-textWidth(d.Value.title()), "Highest bar: "+d.Count.text(y.high))
	return c.svg(f.bottom + 42)
}

// exactEnds returns the ends of bins, so that they fill the frame.
func exactEnds(ends []float64, s scale) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range ends {
		if s.draws(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low < high {
		return low, high
	}
	return s.low, s.high
}

// marksHeight returns the room that the names of the marks need above the frame.
func (d Distribution) marksHeight(c *canvas, f frame) float64 {
	_, rows := d.placed(c, f)
	return float64(rows)*lineHeight + 10
}

// marks draws the quantiles as lines, and this value as a dot.
func (d Distribution) marks(c *canvas, f frame) {
	placed, _ := d.placed(c, f)
	for _, m := range placed {
		x := f.x.at(m.value)
		class, text := "mid", "m"
		if m.this {
			class, text = "this", "b"
		}
		y := float64(m.row)*lineHeight + textSize
		c.line("under", x, f.top, x, f.bottom)
		c.line(class, x, y+4, x, f.bottom)
		c.text(text, "middle", c.inside(x, m.label), y, m.label)
		if m.this {
			c.circle("dot", x, f.bottom, 5.5)
		}
	}
}

type distributionMark struct {
	label string
	value float64
	this  bool
	row   int
}

// placed puts each mark's name into the first row where it touches no other, and returns
// how many rows there are.
func (d Distribution) placed(c *canvas, f frame) ([]distributionMark, int) {
	var marks []distributionMark
	add := func(name string, v float64, this bool) {
		if f.x.draws(v) {
			label, _ := fit(name+" "+d.Value.short(v), c.width-4)
			marks = append(marks, distributionMark{label: label, value: v, this: this})
		}
	}
	if d.ThisName != "" {
		add(d.ThisName, d.This, true)
	}
	for _, q := range d.Quantiles {
		add(q.Name, q.Value, false)
	}
	var rows [][]span
	for i := range marks {
		x, half := c.inside(f.x.at(marks[i].value), marks[i].label), textWidth(marks[i].label)/2+5
		own := span{x - half, x + half}
		for marks[i].row < len(rows) && own.touches(rows[marks[i].row]) {
			marks[i].row++
		}
		if marks[i].row == len(rows) {
			rows = append(rows, nil)
		}
		rows[marks[i].row] = append(rows[marks[i].row], own)
	}
	return marks, len(rows)
}
