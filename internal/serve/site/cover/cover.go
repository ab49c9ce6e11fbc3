// Package cover draws the cover of a film: a picture in the form of a poster, made of what is known
// of the film, for films whose poster is not stored.
//
// Film is what a cover is drawn from. The same film has the same cover for ever: nothing but its
// values counts, and chance is a hash of its id. What it shows follows from genres and keywords
// (themes.go, compositions.go), its colours from those read of its poster or from its time and
// country (palette.go, colour.go), and the title is set to fit, in any script (title.go). SVG writes
// it for pages, PNG for previews elsewhere (png.go). Tint gives the colours of its page. The package imports nothing of this project.
package cover

import (
	"cmp"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Film is what a cover is drawn from. Only ID is needed.
type Film struct {
	ID       string // such as tt0041959
	Title    string
	Original string // the title in its own language; for pictures whose letters lack those of Title
	Year     int    // 0 when unknown
	Director string
	Genres   []string // the most fitting first
	Keywords []string
	// Countries are codes of ISO 3166-1, the first counts.
	Countries []string
	// Palette are colours read of the film's poster, as #rrggbb, the largest first; empty where no
	// poster was read.
	Palette []string
}

// Version changes when films get other covers than before.
const Version = "1"

// text is a line of letters.
type text struct {
	words  string
	face   *face
	size   float64
	y      float64 // of the base line
	colour colour
	small  bool
	width  float64 // that it is set to; 0 for whatever the letters take
}

// picture is a cover before it is written.
type picture struct {
	drawing
	scheme
	ground colour // of the whole
	panel  colour // behind the title
	texts  []text
	anchor byte // where lines stand: 'l'eft, 'm'iddle, or 'r'ight for what is written leftward
	name   string
}

// margin is between the title and the edges.
const margin = 14

// SVG returns the cover as a document.
func SVG(f *Film) []byte { return f.compose(nil).svg() }

// choice overrides what is left to chance, for contact sheets.
type choice struct {
	composition string
	mode        mode
}

// design is what is decided of a film's cover before it is drawn.
type design struct {
	chance // what goes on from there
	scheme
	drawn  *composition
	panel  colour // behind the title
	ink    colour // of the title
	title  setting
	anchor byte
	framed bool // whether the picture has a margin
	above  bool // whether the title stands above it
}

// design decides how a film is drawn. With only, some of it is decided already.
func (f *Film) design(only *choice) *design {
	d := &design{chance: chanceOf(f.ID), anchor: 'l'}
	colours := paletteOf(f, &d.chance)
	d.drawn = f.choose(&d.chance)
	m := mode(0)
	for at := d.below(100); m < bold && at >= d.drawn.grounds[m]; m++ {
		at -= d.drawn.grounds[m]
	}
	if only != nil {
		m = only.mode
		for i := range compositions {
			if compositions[i].name == only.composition {
				d.drawn = &compositions[i]
			}
		}
	}
	d.scheme = schemeOf(colours, m)
	d.panel, d.ink = d.ground, d.scheme.ink
	if d.in(22) { // the title on a field of its own
		d.panel, d.ink = d.ink, d.ink.readable(d.ground)
	}
	d.title = f.set(&d.chance)
	if d.title.face == &serif && d.in(70) {
		d.anchor = 'm'
	}
	d.framed = d.in(16)
	d.above = d.drawn.place == 'a' || d.drawn.place == 0 && d.in(45)
	return d
}

// compose draws a film.
func (f *Film) compose(only *choice) *picture {
	d := f.design(only)
	p := &picture{scheme: d.scheme, ground: d.ground, panel: d.panel, anchor: d.anchor, name: d.drawn.name}
	credits := f.credits(d.title.face)
	block := d.title.height() + 2*margin
	if len(credits) > 0 {
		block += 4 + 13*float64(len(credits))
	}
	block = math.Round(block)
	a := &canvas{chance: d.chance, scheme: d.scheme, foot: Height - block}
	top := a.foot
	if d.above {
		a.top, a.foot, top = block, Height, 0
	}
	d.drawn.draw(a)
	p.drawing = a.drawing
	if d.framed { // the edge of the sheet
		const edge = 9
		p.path(p.panel).rect(0, 0, edge, Height).rect(Width-edge, 0, edge, Height).rect(0, 0, Width, edge).rect(0, Height-edge, Width, edge)
	}
	p.path(p.panel).rect(0, top, Width, block)
	p.write(d.title, credits, top, d.ink)
	return p
}

// readable returns a colour for text on c: other, moved as far as needed.
func (c colour) readable(other colour) colour { return other.away(c, textContrast+.3) }

// set sets the title in a face.
func (f *Film) set(c *chance) setting {
	title := tidy(f.Title)
	if title == "" {
		title = cmp.Or(tidy(f.ID), "…")
	}
	letters := len([]rune(title))
	use := f.face(c)
	if !measured(title) || letters < 5 {
		use = &sans
	}
	if upper := capitals(title); upper != "" && use == &sans && c.in(45) {
		title = upper
	}
	largest := 50.
	if letters <= 2 {
		largest = 124
	} else if letters <= 4 {
		largest = 76
	}
	return set(title, use, Width-2*margin, 116, largest)
}

// classical are genres whose films often have titles in serifs, reported those whose titles may look
// typed.
var (
	classical = []string{"History", "Romance", "Fantasy", "Biography", "Horror", "Musical", "Film-Noir"}
	reported  = []string{"Crime", "Mystery", "Thriller", "Documentary", "War", "News"}
)

// face returns the face that the title is set in where it has the letters.
func (f *Film) face(c *chance) *face {
	any := func(of []string) bool {
		return slices.ContainsFunc(f.Genres, func(g string) bool { return slices.Contains(of, g) })
	}
	at, serifs, typed := c.below(100), 10, 0
	if any(classical) {
		serifs = 34
	}
	if f.Year > 0 && f.Year < 1960 {
		serifs += 12
	}
	if any(reported) {
		typed = 12
	}
	switch {
	case at < serifs:
		return &serif
	case at < serifs+typed:
		return &typewriter
	}
	return &sans
}

// capitals returns a short title in capitals, "" for one of a script without them, or with letters
// whose capitals depend on the language.
func capitals(title string) string {
	if len(title) > 40 {
		return ""
	}
	for _, r := range title {
		if r > 0x17f && !unicode.In(r, unicode.Cyrillic) || r == 'ß' || r == 'ı' || r == 'i' && strings.ContainsAny(title, "ığşİ") {
			return ""
		}
	}
	return strings.ToUpper(title)
}

// credits returns the lines under the title: who directed, and the year.
func (f *Film) credits(use *face) (lines []string) {
	const size = 11
	room := (Width - 2*margin) / size * .96
	director := tidy(f.Director)
	if i := strings.Index(director, ", "); i > 0 && use.width(director) > room {
		director = director[:i] + " …"
	}
	if use.width(director) > room {
		director = director[:use.cut(director, room-1)] + "…"
	}
	year := ""
	if f.Year > 0 {
		year = strconv.Itoa(f.Year)
	}
	switch {
	case director != "" && year != "" && use.width(director+" · "+year) <= room:
		return []string{director + " · " + year}
	case director != "" && year != "":
		return []string{director, year}
	case director+year != "":
		return []string{director + year}
	}
	return nil
}

// write sets the title and the credits into the block that begins at top.
func (p *picture) write(title setting, credits []string, top float64, ink colour) {
	y := top + margin + title.size*.76
	if leftward(strings.Join(title.lines, " ")) {
		p.anchor = 'r'
	}
	for _, line := range title.lines {
		t := text{words: line, face: title.face, size: title.size, y: math.Round(y), colour: ink}
		if measured(line) { // a font in the place of ours may be wider
			t.width = math.Round(min(title.face.width(line)*title.size, Width-2*margin))
		}
		p.texts = append(p.texts, t)
		y += title.size * leading
	}
	y = top + margin + title.height() + 13
	for _, line := range credits {
		p.texts = append(p.texts, text{words: line, face: title.face, size: 11, y: math.Round(y), colour: ink, small: true})
		y += 13
	}
}

// svg writes the picture.
func (p *picture) svg() []byte {
	b := make([]byte, 0, 2<<10)
	b = append(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300"><path fill="`...)
	b = append(append(b, p.ground.String()...), `" d="M0 0h200v300h-200z"/>`...)
	b = p.appendSVG(b)
	b = append(append(append(b, `<g fill="`...), p.texts[0].colour.String()...), `" font-family="`...)
	b = append(append(b, p.texts[0].face.family...), `" font-weight="700"`...)
	x := float64(margin)
	switch p.anchor {
	case 'r':
		b, x = append(b, ` direction="rtl"`...), Width-margin
	case 'm':
		b, x = append(b, ` text-anchor="middle"`...), Width/2
	}
	b = append(b, '>')
	for _, t := range p.texts {
		b = appendNumber(append(b, `<text x="`...), x)
		b = appendNumber(append(b, `" y="`...), t.y)
		b = appendNumber(append(b, `" font-size="`...), t.size)
		if t.width > 0 {
			b = appendNumber(append(b, `" textLength="`...), t.width)
			b = append(b, `" lengthAdjust="spacingAndGlyphs`...)
		}
		b = append(append(append(b, `">`...), html.EscapeString(t.words)...), `</text>`...)
	}
	return append(b, `</g></svg>`...)
}
