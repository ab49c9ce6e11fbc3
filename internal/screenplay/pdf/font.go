package pdf

import (
	"strings"

	pdf "github.com/ledongthuc/pdf"
)

// font is what is needed of a font: what its codes say and how wide they are.
type font struct {
	bytes    int // of one code: 1, or 2 in a composite font
	decode   pdf.TextEncoding
	widths   map[int]float64 // in thousandths of the font size
	standard float64         // the width of a code that has none
	chars    map[string]char
}

// char is what a code of a font says. The text is empty when it says nothing; the
// width is in thousandths of the font size.
type char struct {
	text  string
	width float64
}

// fontCache keeps fonts by the text of their dictionary: the same font stands
// on every page.
type fontCache map[string]*font

// get returns the font of a dictionary, nil when v is no dictionary. At most 512
// fonts are kept.
func (fonts fontCache) get(v pdf.Value) *font {
	if v.Kind() != pdf.Dict {
		return nil
	}
	// The dictionary without what it refers to: references print as numbers.
	key := v.String()
	if f, known := fonts[key]; known {
		return f
	}
	f := newFont(v)
	if len(fonts) < 512 {
		fonts[key] = f
	}
	return f
}

// courier is the width of every character of the typewriter face, and the
// default where a font states none.
const courier = 600

// newFont reads the font of a dictionary. Where the dictionary states no width, it
// is that of Courier, or the mean of Helvetica, Times and Arial for those faces.
func newFont(v pdf.Value) *font {
	face := pdf.Font{V: v}
	f := &font{bytes: 1, widths: map[int]float64{}, standard: courier, chars: map[string]char{}}
	f.decode = face.Encoder()
	if v.Key("Subtype").Name() == "Type0" {
		f.bytes = 2
		f.composite(v.Key("DescendantFonts").Index(0))
		return f
	}
	widths := v.Key("Widths")
	first := face.FirstChar()
	for i := range min(widths.Len(), 256) {
		if w := widths.Index(i).Float64(); w > 0 && w < 5000 {
			f.widths[first+i] = w
		}
	}
	if name := strings.ToLower(face.BaseFont()); len(f.widths) == 0 &&
		(strings.Contains(name, "helvetica") || strings.Contains(name, "times") || strings.Contains(name, "arial")) {
		f.standard = 500 // their mean; only a standard face may leave its widths out
	}
	return f
}

// composite reads the widths of a composite font: runs of "first [w w …]" and
// "first last w".
// A code without a width has that of DW, which is 1000 unless stated.
func (f *font) composite(v pdf.Value) {
	f.standard = 1000
	if dw := v.Key("DW").Float64(); dw > 0 && dw < 5000 {
		f.standard = dw
	}
	w := v.Key("W")
	for i := 0; i+1 < w.Len() && len(f.widths) < 1<<16; {
		first := int(w.Index(i).Int64())
		if list := w.Index(i + 1); list.Kind() == pdf.Array {
			for j := range min(list.Len(), 1<<16) {
				f.widths[first+j] = list.Index(j).Float64()
			}
			i += 2
			continue
		}
		last := min(int(w.Index(i+1).Int64()), first+1<<16)
		for code := first; code <= last; code++ {
			f.widths[code] = w.Index(i + 2).Float64()
		}
		i += 3
	}
}

// char gives what one code says and how wide it is.
// The code has f.bytes bytes, or fewer where a string ends amid one.
func (f *font) char(code string) char {
	if c, known := f.chars[code]; known {
		return c
	}
	number := 0
	for i := range len(code) {
		number = number<<8 | int(code[i])
	}
	c := char{width: f.standard}
	if w, stated := f.widths[number]; stated {
		c.width = w
	}
	if f.decode != nil {
		c.text = readable(f.decode.Decode(code))
	}
	f.chars[code] = c
	return c
}

// readable gives a decoded character as text is written: ligatures apart, no
// code points that mean nothing.
func readable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == 'ﬁ':
			b.WriteString("fi")
		case r == 'ﬂ':
			b.WriteString("fl")
		case r == 'ﬀ':
			b.WriteString("ff")
		case r == 'ﬃ':
			b.WriteString("ffi")
		case r == 'ﬄ':
			b.WriteString("ffl")
		case r == '\u00ad':
			b.WriteByte('-')
		case r == '\u00a0' || r == '\t':
			b.WriteByte(' ')
		case r < ' ' || r == '\u007f' || r == '\ufffd' || r == '\ufeff' || r >= 0xE000 && r <= 0xF8FF:
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
