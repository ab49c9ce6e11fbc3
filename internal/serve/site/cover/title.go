package cover

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// face is a typeface that every system has, or one with the same widths.
type face struct {
	family string // as font-family, the ways out at its end
	bold   *[95]uint16
	mono   uint16 // the width of every letter instead, in thousandths of the size
	// glyph returns the width of a letter instead, for a typeface that is at hand.
	glyph func(r rune) int
}

// The faces. Arial, Helvetica and Liberation Sans have the same widths, as have Times New Roman,
// Times and Liberation Serif, and the Couriers.
var (
	sans       = face{family: "Helvetica,Arial,sans-serif", bold: &helveticaBold}
	serif      = face{family: "Times New Roman,Times,serif", bold: &timesBold}
	typewriter = face{family: "Courier New,Courier,monospace", mono: 600}
)

// helveticaBold and timesBold are the widths of U+0020 to U+007E, in thousandths of the size.
var helveticaBold = [95]uint16{
	278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
	556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611,
	611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
}

var timesBold = [95]uint16{
	250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500, 500,
	500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667, 611, 778, 778, 389, 500, 778, 667, 944, 722, 778,
	611, 778, 722, 556, 667, 722, 722, 1000, 722, 722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500,
	556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
}

// mark reports whether a letter stands on, in or around the one before it and has no width.
func mark(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == '\u200d', r == '\u200c', r >= 0xfe00 && r <= 0xfe0f, r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me)
}

// ideograph reports whether a line may end after a letter though no space follows.
func ideograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) ||
		r >= 0x3000 && r <= 0x30ff || r >= 0xff00 && r <= 0xff60
}

// advance estimates the width of a letter, in thousandths of the size. For letters outside of
// Latin it is rather too much.
func (f *face) advance(r rune) int {
	if f.glyph != nil {
		return f.glyph(r)
	}
	if r >= 0x20 && r < 0x7f {
		if f.mono > 0 {
			return int(f.mono)
		}
		return int(f.bold[r-0x20])
	}
	if mark(r) {
		return 0
	}
	if r >= 0xa0 && r < 0x460 || r >= 0x1e00 && r < 0x2000 { // with an accent it is as wide
		if base := []rune(norm.NFD.String(string(r)))[0]; base != r {
			return f.advance(base)
		}
	}
	if i := strings.IndexRune(like, r); i >= 0 { // each letter stands before the Latin one of its width
		return f.advance(rune(like[i+utf8.RuneLen(r)]))
	}
	switch {
	case r == '’', r == '‘', r == '·', r == '¡':
		return 333
	case r == '“', r == '”', r == '–':
		return 556
	case ideograph(r) && !unicode.In(r, unicode.Thai, unicode.Lao), r == '…', r == '—':
		return 1000
	case r >= 0x1f000, r >= 0x2600 && r <= 0x27bf, r >= 0x2b00 && r <= 0x2bff:
		return 1300
	case unicode.IsUpper(r):
		return 800
	case unicode.In(r, unicode.Cyrillic, unicode.Greek):
		return 640
	}
	return 700
}

// width is that of a text at size 1.
func (f *face) width(s string) float64 {
	sum := 0
	for _, r := range s {
		sum += f.advance(r)
	}
	return float64(sum) / 1000
}

// like are letters of Cyrillic and Greek, each before a Latin one that is about as wide.
const like = "АAБBВBГTДDЕEЖWЗZИHЙHКRЛHМMНHОOПHРPСCТTУYФOХXЦHЧNШWЩWЪOЫWЬEЭCЮWЯRІIЇIЄCҐT" +
	"аaбoвoгrдoеeжwзsиnйnкkлnмwнnоoпnрpсcтcуyфmхxцnчnшmщmъoыwьnэaюwяnіiїiєaґrёeЁE" +
	"ΑAΒBΓTΔAΕEΖZΗHΘOΙIΚKΛAΜMΝNΞEΟOΠHΡPΣTΤTΥYΦOΧXΨWΩO" +
	"αoβoγyδoεcζsηnθoιiκkλyμnνyξsοoπnρpςcσoτsυnφwχxψwωw"

// measured reports whether the widths of all letters are those of the face, and not a guess.
func measured(s string) bool {
	for _, r := range s {
		known := r < 0x250 || r >= 0x370 && r < 0x460 || r >= 0x1e00 && r < 0x2000 || r >= 0x2010 && r <= 0x2026
		if !known {
			return false
		}
	}
	return true
}

// mostLetters is how much of a title is set; no line has room for more.
const mostLetters = 140

// tidy returns a text as it is set: composed, one space for any white space, no control characters,
// nothing that turns the direction of text around it, nothing that XML cannot have.
func tidy(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, ""))
	var b strings.Builder
	n, gap := 0, false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			gap = n > 0
			continue
		case r == '\u200d', r == '\u200c': // they join letters, and parts of pictures
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Bidi_Control), r&0xfffe == 0xfffe, r == utf8.RuneError, r >= 0xfdd0 && r <= 0xfdef:
			continue
		}
		if n++; n > mostLetters {
			return strings.TrimSpace(b.String()) + "…"
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// leftward reports whether a text is written from right to left: whether its first strong letter is.
func leftward(s string) bool {
	for _, r := range s {
		p, _ := bidi.LookupRune(r)
		switch p.Class() {
		case bidi.R, bidi.AL:
			return true
		case bidi.L:
			return false
		}
	}
	return false
}

// setting is a title as lines of one size.
type setting struct {
	face  *face
	size  float64
	lines []string
}

// leading is the distance of lines, in sizes.
const leading = 1.04

// height is that of the lines, from the top of the first to the foot of the last.
func (s *setting) height() float64 {
	foot := .93
	if !measured(s.lines[len(s.lines)-1]) { // marks and long tails
		foot = 1.06
	}
	return s.size * (leading*float64(len(s.lines)-1) + foot)
}

// set breaks a title into lines within a width and a height, as large as it goes, but rather with
// few lines, and none with a short word alone between others. A word is broken only where nothing
// else helps; what then has no room ends with an ellipsis.
func set(title string, f *face, width, height, largest float64) setting {
	const smallest = 15
	words := f.pieces(title)
	oneWord := !strings.Contains(title, " ")
	var best setting
	most := 0.
	for size := largest; size >= smallest && size > most; size-- {
		lines := f.wrap(words, width/size)
		s := setting{f, size, lines}
		if lines == nil || len(lines) > 6 || s.height() > height {
			continue
		}
		worth := size - 3*float64(len(lines)-1)
		for i, line := range lines {
			if i > 0 && i < len(lines)-1 && utf8.RuneCountInString(line) <= 3 {
				worth -= 10
			}
		}
		if oneWord && len(lines) > 1 {
			worth -= 26
		}
		if worth > most {
			best, most = s, worth
		}
	}
	if best.lines != nil {
		return best
	}
	s := setting{face: f, size: smallest + 1}
	s.lines = f.wrap(f.broken(words, width/s.size), width/s.size)
	for len(s.lines) > 1 && s.height() > height {
		s.lines = s.lines[:len(s.lines)-1]
		last := strings.TrimRight(s.lines[len(s.lines)-1], " ,:;.-…")
		for f.width(last)+1 > width/s.size && last != "" {
			_, n := utf8.DecodeLastRuneInString(last)
			last = last[:len(last)-n]
		}
		s.lines[len(s.lines)-1] = last + "…"
	}
	return s
}

// piece is a part of a title in which no line ends.
type piece struct {
	text  string
	width float64 // at size 1
	gap   bool    // whether a space stands before it
}

// pieces takes a title apart. A dash that stands alone belongs to the word before it.
func (f *face) pieces(title string) (all []piece) {
	for word := range strings.FieldsSeq(title) {
		if n := len(all); n > 0 && strings.Trim(word, "-–—+") == "" {
			all[n-1].text += " " + word
			all[n-1].width = f.width(all[n-1].text)
			continue
		}
		for i, text := range pieces(word) {
			all = append(all, piece{text, f.width(text), i == 0})
		}
	}
	return all
}

// wrap sets pieces in lines of a width in sizes. It returns nil when one is wider.
func (f *face) wrap(all []piece, width float64) (lines []string) {
	space := float64(f.advance(' ')) / 1000
	var line []byte
	taken := 0.
	for i, p := range all {
		if p.width > width {
			return nil
		}
		gap := 0.
		if p.gap && i > 0 {
			gap = space
		}
		if len(line) > 0 && taken+gap+p.width > width {
			lines, line, taken = append(lines, string(line)), line[:0], 0
		}
		if len(line) > 0 && gap > 0 {
			line, taken = append(line, ' '), taken+gap
		}
		line, taken = append(line, p.text...), taken+p.width
	}
	return append(lines, string(line))
}

// broken returns pieces that are none wider than a width.
func (f *face) broken(all []piece, width float64) (fit []piece) {
	for _, p := range all {
		for p.width > width {
			n := f.cut(p.text, width)
			if n == len(p.text) {
				break
			}
			fit = append(fit, piece{p.text[:n], f.width(p.text[:n]), p.gap})
			p = piece{p.text[n:], f.width(p.text[n:]), false}
		}
		p.width = min(p.width, width) // one letter with all its marks
		fit = append(fit, p)
	}
	return fit
}

// pieces breaks a word where a line may end in it: after hyphens and slashes, and between
// ideographs, not before what closes.
func pieces(word string) (all []string) {
	from := 0
	var before rune
	for i, r := range word {
		opens := before >= 0x80 && unicode.In(before, unicode.Ps, unicode.Pi)
		breaks := before == '-' || before == '/' || before == '–' || before == '—' || before >= 0x80 && !opens && ideograph(before) || r >= 0x80 && before != 0 && !opens && ideograph(r)
		if breaks && i > from && !mark(r) && !unicode.IsPunct(r) && r != 'ー' && !unicode.Is(unicode.Mc, r) && before != '\u200d' {
			all = append(all, word[from:i])
			from = i
		}
		before = r
	}
	return append(all, word[from:])
}

// cut returns how much of a word fits, at least one letter with its marks.
func (f *face) cut(word string, width float64) int {
	sum, before := 0., rune(0)
	for i, r := range word {
		sum += float64(f.advance(r)) / 1000
		if i > 0 && sum > width && !mark(r) && before != '\u200d' {
			return i
		}
		before = r
	}
	return len(word)
}
