package chart

import (
	"math"

	"kinodex/internal/serve/table"
)

// Parts shows how a score adds up: it starts somewhere, each part moves it up or down by
// some points, and the last row is the whole.
type Parts struct {
	Head
	Score     Axis   // what adds up
	StartName string // what the start is: "the middle of the scale"
	Start     float64
	Parts     []Part
	Total     float64
}

// Part is one part of a score.
type Part struct {
	Name   string
	Detail string // where the points come from: "7.8 of 10, above 90% of films; weight 50%"
	Points float64
	Href   string
}

// Table returns a row for the start, each part and the whole.
func (p Parts) Table() table.Table {
	t := p.table(table.Column{Name: "Part"}, table.Column{Name: "How"}, p.Score.column())
	t.Columns[2].Name, t.Columns[2].Unit, t.Stacks = "Points", p.Score.Unit, true
	t.Add(table.Text(p.startName()), table.Text(""), p.Score.cell(p.Start))
	for _, part := range p.Parts {
		t.Add(table.Text(part.Name).To(part.Href), table.Text(part.Detail), p.Score.cell(part.Points))
	}
	t.Add(table.Text(p.Score.Name), table.Text(""), p.Score.cell(p.Total))
	return t
}

// Scrolls implements Chart.
func (p Parts) Scrolls() bool { return p.scrolls(Small) }

// Sizes implements Chart.
func (p Parts) Sizes() []Size { return p.sizes(Small, true) }

// At implements Chart.
func (p Parts) At(size Size) Chart {
	p.Head = p.at(size)
	return p
}

func (p Parts) startName() string {
	if p.StartName == "" {
		return "Start"
	}
	return p.StartName
}

// SVG implements Chart. A part whose points are unknown moves nothing, and says so.
func (p Parts) SVG() string {
	c := newCanvas(p.Head, Small)
	if !(math.Abs(p.Start) <= farthest) || !(math.Abs(p.Total) <= farthest) {
		return c.empty()
	}
	ends, sum := []float64{p.Start, p.Total}, p.Start
	for _, part := range p.Parts {
		if math.Abs(part.Points) <= farthest {
			sum += part.Points
			ends = append(ends, sum)
		}
	}
	x := newScale(Axis{Decimals: 9}, ends, 12, c.width-12, 4, false)
	y := p.row(c, 0, p.startName(), "", p.Score.number(p.Start), "")
	c.circle("dotm", x.at(p.Start), y-12, 5)
	at := p.Start
	for _, part := range p.Parts {
		known := math.Abs(part.Points) <= farthest
		points := p.signed(part.Points)
		c.begin(part.Href, part.Name+": "+points+joined("; ", part.Detail))
		from := y
		y = p.row(c, y, part.Name, part.Detail, points, "")
		c.rect("hit", 2, from+2, c.width-4, y-from-2)
		if known {
			p.bar(c, x, at, part.Points, y-12)
			at += part.Points
		}
		c.end()
	}
	c.line("ax", 4, y+4, c.width-4, y+4)
	y = p.row(c, y+6, p.Score.Name, "", p.Score.text(p.Total), "b")
	c.circle("dot", x.at(p.Total), y-12, 6)
	return c.svg(y + 4)
}

// row writes a row's text and returns where it ends; its bar is 12 above that.
func (p Parts) row(c *canvas, y float64, name, detail, value, class string) float64 {
	c.label(class, "", 8, y+18, c.width-32-textWidth(value), name)
	c.text(class, "end", c.width-8, y+18, value)
	if detail != "" {
		lines, _ := wrap(detail, c.width-16, 2)
		for _, line := range lines {
			y += lineHeight
			c.text("m", "", 8, y+17, line)
		}
	}
	y += 46
	c.line("grid", 8, y-12, c.width-8, y-12)
	return y
}

// bar draws points as an arrow-like bar from where the sum was to where it is.
func (p Parts) bar(c *canvas, x scale, at, points, y float64) {
	class, from, to := "f1", x.at(at), x.at(at+points)
	if points < 0 {
		class = "f2"
	}
	if tip := math.Abs(to - from); tip < 1 {
		c.rect("f6", from-1, y-6, 2, 12)
		return
	}
	tip := math.Copysign(min(6, math.Abs(to-from)), to-from)
	c.path(class, polygon(from, y-6, to-tip, y-6, to, y, to-tip, y+6, from, y+6))
}

// signed returns points with their sign: "+3.2".
func (p Parts) signed(v float64) string {
	s := p.Score.number(v)
	if v > 0 {
		return "+" + s
	}
	return s
}

// joined returns s after a separator, and nothing of nothing.
func joined(separator, s string) string {
	if s == "" {
		return ""
	}
	return separator + s
}
