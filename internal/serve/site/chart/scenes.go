package chart

import (
	"fmt"
	"slices"

	"kinodex/internal/serve/table"
)

// Scenes is a script as a strip: each scene as wide as it is long, in the colour and the
// pattern of its kind.
type Scenes struct {
	Head
	Length Axis     // what a length is: words, or pages
	Kinds  []string // at most six: "interior", "exterior", …
	Scenes []Scene
}

// Scene is one scene. A length that is not above 0 takes no room.
type Scene struct {
	Label  string // its heading, if known
	Length float64
	Kind   int // of Kinds, from 0
	Href   string
	On     bool   // one that is pointed out
	Note   string // more for its hover value
}

// Table returns a row for each scene; with headings, if any is known.
func (s Scenes) Table() table.Table {
	columns := []table.Column{{Name: "Scene", Numeric: true}, {Name: "Heading"}, {Name: "Kind"}, s.Length.column()}
	named := slices.ContainsFunc(s.Scenes, func(scene Scene) bool { return scene.Label != "" })
	if !named {
		columns = slices.Delete(columns, 1, 2)
	}
	t := s.table(columns...)
	for i, scene := range s.Scenes {
		kind := table.Unknown()
		if scene.Kind >= 0 && scene.Kind < len(s.Kinds) {
			kind = table.Text(s.Kinds[scene.Kind])
		}
		row := []table.Cell{table.Int(i + 1).To(scene.Href)}
		if named {
			row = append(row, table.Text(scene.Label))
		}
		t.Add(append(row, kind, s.Length.cell(scene.Length))...)
	}
	return t
}

// Scrolls implements Chart.
func (s Scenes) Scrolls() bool { return s.scrolls(s.suits()) }

// Sizes implements Chart.
func (s Scenes) Sizes() []Size { return s.sizes(s.suits(), false) }

// At implements Chart.
func (s Scenes) At(size Size) Chart {
	s.Head = s.at(size)
	return s
}

func (s Scenes) suits() Size {
	switch n := len(s.Scenes); {
	case n <= 40:
		return Small
	case n <= 100:
		return Medium
	}
	return Wide
}

// SVG implements Chart.
func (s Scenes) SVG() string {
	c := newCanvas(s.Head, s.suits())
	total := 0.0
	for _, scene := range s.Scenes {
		total += drawnLength(scene.Length)
	}
	if total == 0 || total > farthest {
		return c.empty()
	}
	for kind := range s.Kinds {
		c.defs += pattern(safeID(s.ID), kind)
	}
	f := frame{left: 6, right: c.width - 6, top: 14, bottom: 62}
	f.x = scale{low: 0, high: total, from: f.left, to: f.right, step: 1}
	at := 0.0
	for i, scene := range s.Scenes {
		length := drawnLength(scene.Length)
		if length == 0 {
			continue
		}
		left, right := f.x.at(at), f.x.at(at+length)
		at += length
		c.begin(scene.Href, s.hover(i, scene))
		gap := min(0.6, (right-left)*0.2)
		c.filled(safeID(s.ID), s.kind(scene), left, f.top, right-left-gap, f.bottom-f.top)
		if scene.On {
			x := (left + right) / 2
			c.path("fon", polygon(x-5, f.top-12, x+5, f.top-12, x, f.top-2))
		}
		c.end()
	}
	s.ticks(c, f, total)
	return c.svg(s.key(c, f.bottom+48))
}

// drawnLength returns a length, 0 if it cannot be drawn.
func drawnLength(v float64) float64 {
	if v > 0 && v <= farthest {
		return v
	}
	return 0
}

func (s Scenes) kind(scene Scene) int {
	if scene.Kind >= 0 && scene.Kind < min(len(s.Kinds), 6) {
		return scene.Kind
	}
	return -1
}

func (s Scenes) hover(i int, scene Scene) string {
	text := fmt.Sprintf("Scene %d", i+1) + joined(": ", scene.Label)
	if kind := s.kind(scene); kind >= 0 {
		text += ", " + s.Kinds[kind]
	}
	return text + ", " + s.Length.text(scene.Length) + joined("; ", scene.Note)
}

// ticks writes how far into the script one is.
func (s Scenes) ticks(c *canvas, f frame, total float64) {
	axis := s.Length
	axis.Log = false // lengths are laid end to end
	whole := newScale(axis, []float64{0, total}, f.left, f.right, 5, true)
	for i := 0; float64(i)*whole.step <= min(total, whole.high); i++ {
		v := float64(i) * whole.step
		label := s.Length.tick(v, whole.step)
		c.line("ax", f.x.at(v), f.bottom, f.x.at(v), f.bottom+5)
		c.text("m", "middle", c.inside(f.x.at(v), label), f.bottom+19, label)
	}
	c.text("m", "end", f.right, f.bottom+36, s.Length.title()+" from the beginning")
}

// key draws the kinds below the strip and returns the height of all.
func (s Scenes) key(c *canvas, y float64) float64 {
	x := 6.0
	for kind, name := range s.Kinds[:min(len(s.Kinds), 6)] {
		if x > 6 && x+26+textWidth(name) > c.width {
			x, y = 6, y+22
		}
		c.filled(safeID(s.ID), kind, x, y, 18, 12)
		c.label("m", "", x+24, y+11, c.width-x-26, name)
		x += 40 + textWidth(name)
	}
	return y + 20
}

// pattern returns the definition of a kind's fill: a colour with marks on it, so that kinds
// can be told apart without colours.
func pattern(id string, kind int) string {
	marks := [...]string{
		"", `<path class="hatch" d="M-1 1L1 -1M-1 7L7 -1M5 7L7 5"/>`, `<circle class="hole" cx="3" cy="3" r="1.3"/>`,
		`<path class="hatch" d="M0 3H6"/>`, `<path class="hatch" d="M3 0V6"/>`, `<path class="hatch" d="M0 3H6M3 0V6"/>`,
	}
	if kind >= len(marks) {
		return ""
	}
	return fmt.Sprintf(`<pattern id="%s-k%d" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="f%d" width="6" height="6"/>%s</pattern>`,
		id, kind, kind+1, marks[kind])
}

// filled draws a rectangle with the fill of a kind; -1 is none.
func (c *canvas) filled(id string, kind int, x, y, w, h float64) {
	c.raw("<rect")
	if kind < 0 {
		c.class("q0")
	} else {
		c.raw(` fill="url(#`, id, "-k", fmt.Sprint(kind), `)"`)
	}
	c.attr("x", x)
	c.attr("y", y)
	c.attr("width", max(w, 0.3))
	c.attr("height", h)
	c.raw("/>")
}
