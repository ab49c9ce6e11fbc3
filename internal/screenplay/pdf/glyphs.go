package pdf

import (
	"math"
	"unicode"
	"unicode/utf8"

	pdf "github.com/ledongthuc/pdf"
)

// glyph is one character on a page, in points from the page's lower left.
type glyph struct {
	x, y  float64
	width float64 // how far it moves the pen
	size  float64 // of the font, as drawn
	text  string
}

// isLetter reports whether the glyph's first character is a letter.
func (g glyph) isLetter() bool {
	r, _ := utf8.DecodeRuneInString(g.text)
	return unicode.IsLetter(r)
}

// isSpace reports whether the glyph has no text, or begins with white space or a
// control character.
func (g glyph) isSpace() bool {
	r, _ := utf8.DecodeRuneInString(g.text)
	return unicode.IsSpace(r) || unicode.IsControl(r) || g.text == ""
}

// matrix is a PDF transformation: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// times gives the transformation that does m, then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

// moved returns the transformation that moves by x and y, then does m.
func (m matrix) moved(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y}.times(m) }

// pen is the state that text is drawn in.
type pen struct {
	page         matrix // of user space
	text, line   matrix
	font         *font
	size         float64
	space, word  float64 // added after each character, and after each blank
	scale, raise float64
	leading      float64
}

// drawing runs the program of a page.
type drawing struct {
	pen    pen
	saved  []pen
	glyphs []glyph
	fonts  fontCache
	named  map[string]*font // by their names in the resources at hand
	images int              // how many were drawn
}

// maxForms is how deep forms may be drawn within forms.
const maxForms = 6

// readPage draws a page: its glyphs are in the order they are drawn. whole is
// false when its program broke off.
func readPage(page pdf.Page, fonts fontCache) (d *drawing, whole bool) {
	d = &drawing{fonts: fonts, named: map[string]*font{}}
	d.pen = pen{page: identity, text: identity, line: identity, scale: 1}
	defer func() {
		// The reader panics on what it cannot read. What was drawn before stays.
		if recover() != nil {
			whole = false
		}
	}()
	if contents := page.V.Key("Contents"); contents.Kind() == pdf.Stream || contents.Kind() == pdf.Array {
		d.run(contents, page.Resources(), 0)
	}
	return d, true
}

// run interprets the program of a page or of a form. depth is 0 for a page, and
// one more in each form within.
func (d *drawing) run(program, resources pdf.Value, depth int) {
	pdf.Interpret(program, func(stack *pdf.Stack, operator string) {
		args := make([]pdf.Value, min(stack.Len(), 64))
		for i := range args {
			args[len(args)-1-i] = stack.Pop()
		}
		for stack.Len() > 0 {
			stack.Pop()
		}
		d.operate(operator, args, resources, depth)
	})
}

// numbers returns n numbers. It returns nil when there are more or fewer operands,
// or when one is NaN or larger than a million, whatever its sign.
func numbers(args []pdf.Value, n int) []float64 {
	if len(args) != n {
		return nil
	}
	out := make([]float64, n)
	for i, a := range args {
		out[i] = a.Float64()
		if math.IsNaN(out[i]) || math.Abs(out[i]) > 1e6 {
			return nil
		}
	}
	return out
}

// operate carries out one operator of a content stream (ISO 32000-1, annex A).
// Operators that neither place text nor draw objects are ignored.
func (d *drawing) operate(operator string, args []pdf.Value, resources pdf.Value, depth int) {
	p := &d.pen
	switch operator {
	case "q":
		if len(d.saved) < 256 {
			d.saved = append(d.saved, *p)
		}
	case "Q":
		if n := len(d.saved); n > 0 {
			d.pen, d.saved = d.saved[n-1], d.saved[:n-1]
		}
	case "cm":
		if n := numbers(args, 6); n != nil {
			p.page = matrix{n[0], n[1], n[2], n[3], n[4], n[5]}.times(p.page)
		}
	case "Do":
		if len(args) == 1 && depth < maxForms {
			d.form(resources.Key("XObject").Key(args[0].Name()), resources, depth)
		}
	case "BT":
		p.text, p.line = identity, identity
	case "Tf":
		if len(args) == 2 {
			name := args[0].Name()
			face, known := d.named[name]
			if !known {
				face = d.fonts.get(resources.Key("Font").Key(name))
				d.named[name] = face
			}
			p.font, p.size = face, args[1].Float64()
		}
	case "Tm":
		if n := numbers(args, 6); n != nil {
			p.text = matrix{n[0], n[1], n[2], n[3], n[4], n[5]}
			p.line = p.text
		}
	case "TD", "Td":
		if n := numbers(args, 2); n != nil {
			if operator == "TD" {
				p.leading = -n[1]
			}
			d.newLine(n[0], n[1])
		}
	case "T*":
		d.newLine(0, -p.leading)
	case "'", "\"":
		d.newLine(0, -p.leading)
		if len(args) == 3 {
			p.word, p.space = args[0].Float64(), args[1].Float64()
		}
		if len(args) > 0 {
			d.show(args[len(args)-1].RawString())
		}
	case "Tj":
		if len(args) == 1 {
			d.show(args[0].RawString())
		}
	case "TJ":
		if len(args) == 1 {
			d.showSpread(args[0])
		}
	case "Tc", "Tw", "Tz", "TL", "Ts":
		if n := numbers(args, 1); n != nil {
			d.set(operator, n[0])
		}
	}
}

// set changes a parameter of the text state by the operator that sets it. The
// value of Tz is in percent.
func (d *drawing) set(operator string, value float64) {
	switch operator {
	case "Tc":
		d.pen.space = value
	case "Tw":
		d.pen.word = value
	case "Tz":
		d.pen.scale = value / 100
	case "TL":
		d.pen.leading = value
	case "Ts":
		d.pen.raise = value
	}
}

// newLine moves to the start of another line, by x and y from that of the current
// one.
func (d *drawing) newLine(x, y float64) {
	d.pen.line = d.pen.line.moved(x, y)
	d.pen.text = d.pen.line
}

// form draws a form, which some programs put a whole page into.
// An image is only counted. The state afterwards is that before.
func (d *drawing) form(object, resources pdf.Value, depth int) {
	if object.Key("Subtype").Name() == "Image" {
		d.images++
	}
	if object.Kind() != pdf.Stream || object.Key("Subtype").Name() != "Form" {
		return
	}
	own := object.Key("Resources")
	if own.IsNull() {
		own = resources
	}
	before, saved, named := d.pen, len(d.saved), d.named
	d.named = map[string]*font{}
	if m := object.Key("Matrix"); m.Len() == 6 {
		d.pen.page = matrix{m.Index(0).Float64(), m.Index(1).Float64(), m.Index(2).Float64(),
			m.Index(3).Float64(), m.Index(4).Float64(), m.Index(5).Float64()}.times(d.pen.page)
	}
	d.run(object, own, depth+1)
	d.pen, d.saved, d.named = before, d.saved[:min(saved, len(d.saved))], named
}

// showSpread shows strings with shifts between them, in thousandths of the
// font size.
func (d *drawing) showSpread(array pdf.Value) {
	for i := range array.Len() {
		v := array.Index(i)
		if v.Kind() == pdf.String {
			d.show(v.RawString())
		} else {
			d.pen.text = d.pen.text.moved(-v.Float64()/1000*d.pen.size*d.pen.scale, 0)
		}
	}
}

// show draws a string and moves the pen over it. What is not upright, such as
// a watermark across the page, moves it only.
// A page has at most maxGlyphs glyphs; the rest is not drawn.
func (d *drawing) show(raw string) {
	p := &d.pen
	if p.font == nil {
		return
	}
	for len(raw) > 0 && len(d.glyphs) < maxGlyphs {
		n := min(p.font.bytes, len(raw))
		c := p.font.char(raw[:n])
		at := matrix{p.size * p.scale, 0, 0, p.size, 0, p.raise}.times(p.text).times(p.page)
		step := c.width/1000*p.size + p.space
		if n == 1 && raw[0] == ' ' {
			step += p.word
		}
		raw = raw[n:]
		upright := at.a > 0 && math.Abs(at.b) <= at.a/10 && !math.IsNaN(at.e+at.f) && math.Abs(at.e)+math.Abs(at.f) < 1e5
		if upright && c.text != "" {
			d.glyphs = append(d.glyphs, glyph{x: at.e, y: at.f, width: c.width / 1000 * at.a, size: math.Abs(at.d), text: c.text})
		}
		p.text = p.text.moved(step*p.scale, 0)
	}
}
