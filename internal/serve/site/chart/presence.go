package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/serve/table"
)

// Presence shows who is in which scene: a row for each character, a column for each scene.
type Presence struct {
	Head
	Scenes     []string // a label for each scene, in order
	SceneHrefs []string // where each leads; shorter, or with empty ones, if nowhere
	Characters []Present
}

// Present is one character and the numbers of the scenes they are in, from 1.
type Present struct {
	Name   string
	Scenes []int
	Href   string
}

// Table returns a row for each character with the scenes they are in.
func (p Presence) Table() table.Table {
	t := p.table(table.Column{Name: "Character"}, table.Column{Name: "Scenes", Numeric: true},
		table.Column{Name: "First scene", Numeric: true}, table.Column{Name: "Last scene", Numeric: true}, table.Column{Name: "In scenes"})
	for _, who := range p.Characters {
		scenes := p.scenes(who)
		cells := []table.Cell{table.Text(who.Name).To(who.Href), table.Int(len(scenes)), table.None(), table.None(), table.Text("")}
		if n := len(scenes); n > 0 {
			cells[2], cells[3] = table.Int(scenes[0]).To(p.href(scenes[0])), table.Int(scenes[n-1]).To(p.href(scenes[n-1]))
		}
		var stretches []string
		for _, r := range runs(scenes) {
			stretches = append(stretches, r.String())
		}
		cells[4] = table.Text(strings.Join(stretches, ", "))
		t.Add(cells...)
	}
	return t
}

// scenes returns the scenes of a character in order, without those that are not there.
func (p Presence) scenes(who Present) []int {
	scenes := slices.DeleteFunc(slices.Clone(who.Scenes), func(n int) bool { return n < 1 || n > len(p.Scenes) })
	slices.Sort(scenes)
	return slices.Compact(scenes)
}

func (p Presence) href(scene int) string {
	if scene <= len(p.SceneHrefs) {
		return p.SceneHrefs[scene-1]
	}
	return ""
}

// run is a row of scenes without a gap.
type run struct{ first, last int }

func (r run) String() string {
	if r.first == r.last {
		return fmt.Sprint(r.first)
	}
	return fmt.Sprintf("%d–%d", r.first, r.last)
}

func runs(sorted []int) []run {
	var all []run
	for _, n := range sorted {
		if last := len(all) - 1; last >= 0 && all[last].last == n-1 {
			all[last].last = n
			continue
		}
		all = append(all, run{n, n})
	}
	return all
}

// Scrolls implements Chart.
func (p Presence) Scrolls() bool { return p.scrolls(p.suits()) }

// Sizes implements Chart.
func (p Presence) Sizes() []Size { return p.sizes(p.suits(), false) }

// At implements Chart.
func (p Presence) At(size Size) Chart {
	p.Head = p.at(size)
	return p
}

func (p Presence) suits() Size {
	switch n := len(p.Scenes); {
	case n <= 20:
		return Small
	case n <= 120:
		return Medium
	}
	return Wide
}

// SVG implements Chart. The scenes of a character are one path, and the column of a scene is one link, so
// that a long script has as many links as it has scenes.
func (p Presence) SVG() string {
	c := newCanvas(p.Head, p.suits())
	if len(p.Scenes) == 0 || len(p.Characters) == 0 {
		return c.empty()
	}
	const tall = 22.0
	left := c.width * 0.27
	if c.size == Wide {
		left = 190
	}
	slot := (c.width - left - 8) / float64(len(p.Scenes))
	f := frame{left: left, right: c.width - 8, top: 26}
	f.bottom = f.top + float64(len(p.Characters))*tall
	p.numbers(c, f, slot)
	p.columns(c, f, slot)
	for i, who := range p.Characters {
		y := f.top + float64(float64(i)*tall)
		scenes := p.scenes(who)
		c.begin(who.Href, fmt.Sprintf("%s: in %s of %s scenes", who.Name, table.Number(len(scenes), 0), table.Number(len(p.Scenes), 0)))
		c.label("", "end", left-8, y+16, left-12, who.Name)
		c.end()
		c.line("grid", f.left, y+tall/2, f.right, y+tall/2)
		if len(scenes) > 0 {
			c.raw(`<g pointer-events="none"`, inScenes(f.left, y+4, slot), ">")
			c.path("f1", stretches(scenes, tall-8))
			c.raw("</g>")
		}
	}
	return c.svg(f.bottom + 8)
}

// columns draws what is pointed at to read the heading of a scene, for the scenes that anybody is in.
func (p Presence) columns(c *canvas, f frame, slot float64) {
	in := make([]bool, len(p.Scenes))
	for _, who := range p.Characters {
		for _, scene := range p.scenes(who) {
			in[scene-1] = true
		}
	}
	c.raw("<g", inScenes(f.left, f.top, slot), ">")
	for n, some := range in {
		if some {
			c.begin(p.href(n+1), fmt.Sprintf("Scene %d", n+1)+joined(": ", p.Scenes[n]))
			c.rect("hit", float64(n), 0, 1, f.bottom-f.top)
			c.end()
		}
	}
	c.raw("</g>")
}

// inScenes is the attribute that makes a scene one wide, from a place on.
func inScenes(x, y, slot float64) string {
	return ` transform="translate(` + coordinate(x) + " " + coordinate(y) + ") scale(" + strconv.FormatFloat(slot, 'f', 4, 64) + ` 1)"`
}

// stretches draws scenes as a path of a height, in which a scene is one wide. Scenes that follow one
// another are one mark, with a gap before the next.
func stretches(scenes []int, tall float64) string {
	var d strings.Builder
	high, at := coordinate(tall), 0
	for _, r := range runs(scenes) {
		wide := strconv.Itoa(r.last - r.first)
		if wide == "0" {
			wide = ""
		}
		fmt.Fprintf(&d, "m%d 0h%s.9v%sh-%[2]s.9z", r.first-1-at, wide, high)
		at = r.first - 1
	}
	return "M0 0" + d.String()
}

// numbers writes the numbers of scenes above the rows.
func (p Presence) numbers(c *canvas, f frame, slot float64) {
	c.text("m", "end", f.left-8, f.top-8, "scene")
	step := 1
	for _, s := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if step = s; float64(s)*slot >= textWidth(fmt.Sprint(len(p.Scenes)))+8 {
			break
		}
	}
	for n := 1; n <= len(p.Scenes); n++ {
		if n == 1 || n%step == 0 && n > step/2 {
			x := f.left + (float64(n)-0.5)*slot
			if n == 1 || x-f.left > textWidth("1")+textWidth(fmt.Sprint(n))/2+4 {
				c.line("grid", x, f.top-4, x, f.bottom)
				c.text("m", "middle", c.inside(x, fmt.Sprint(n)), f.top-8, fmt.Sprint(n))
			}
		}
	}
}

// sortBy sorts by a number, and what is equal by its place.
func sortBy(order []int, by func(int) float64) {
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(by(a), by(b)) })
}
