package plain

import (
	"strings"
	"unicode/utf8"
)

// cleaner turns the characters of a line into text: runs of white space into
// one space; remains of HTML into what they stood for; quotation marks and
// dashes that went through the wrong encoding back into themselves; a soft
// hyphen, which page scrapers leave where a dash was, into a dash; what cannot
// be seen into nothing; and the asterisks of a revision, at the end of a line,
// into nothing. Letters are never changed.
type cleaner struct {
	html bool
	// to collects cleaned lines, many to an allocation.
	to strings.Builder
}

// cleanChunk is the least capacity, in bytes, of a buffer for cleaned lines.
const cleanChunk = 1 << 15

// line cleans a line without white space at its ends. A line that is clean
// already is returned as it is, without copying.
func (c *cleaner) line(raw string) string {
	raw = cutRevisionMark(raw)
	dirty := -1
	for i := 0; i < len(raw); i++ {
		b := raw[i]
		if b >= utf8.RuneSelf || b < ' ' || b == 0x7f || b == ' ' && i > 0 && raw[i-1] == ' ' || c.html && (b == '<' || b == '&') {
			dirty = i
			if b == ' ' {
				dirty = i - 1
			}
			break
		}
	}
	if dirty < 0 {
		return raw
	}
	if c.to.Cap()-c.to.Len() < 4*len(raw) {
		c.to = strings.Builder{}
		c.to.Grow(max(cleanChunk, 4*len(raw)))
	}
	from := c.to.Len()
	c.to.WriteString(raw[:dirty])
	space := false
	for i := dirty; i < len(raw); {
		if b := raw[i]; b > ' ' && b < 0x7f && b != '<' && b != '&' {
			if space && c.to.Len() > from {
				c.to.WriteByte(' ')
			}
			space = false
			c.to.WriteByte(b)
			i++
			continue
		}
		r, n := c.next(raw[i:])
		if r == utf8.RuneError {
			r = replacementFor(raw[:i], raw[i+n:])
		}
		i += n
		switch {
		case r == dropped:
		case isSpace(r) || r < ' ' || r == 0x7f:
			space = true
		default:
			if space && c.to.Len() > from {
				c.to.WriteByte(' ')
			}
			space = false
			c.to.WriteRune(r)
		}
	}
	cleaned := strings.TrimSpace(c.to.String()[from:])
	if len(cleaned) == len(raw) && cleaned == raw {
		return raw
	}
	return cutRevisionMark(cleaned)
}

// replacementFor guesses the character that some converter replaced by U+FFFD:
// an apostrophe before the end of a short form, else a dash.
func replacementFor(before, after string) rune {
	if before == "" || !isASCIILetter(before[len(before)-1]) {
		return '-'
	}
	n := 0
	for n < len(after) && isASCIILetter(after[n]) {
		n++
	}
	switch after[:n] {
	case "s", "t", "d", "m", "ll", "re", "ve", "S", "T", "D", "M", "LL", "RE", "VE":
		return '\''
	}
	return '-'
}

// dropped stands for a character that leaves no trace in the text.
const dropped rune = -1

// next reads one character, as it should have been, and how many bytes it takes.
// s must not be empty. The rune is dropped for what leaves no trace, and
// utf8.RuneError for U+FFFD, which stands for a character that was lost before.
func (c *cleaner) next(s string) (rune, int) {
	b := s[0]
	if b < utf8.RuneSelf {
		if c.html && b == '<' {
			if n := tagLength(s); n > 0 {
				return dropped, n
			}
		}
		if c.html && b == '&' {
			if r, n := entity(s); n > 0 {
				return r, n
			}
		}
		if b == ' ' || b > ' ' && b < 0x7f || b == '\t' {
			return rune(b), 1
		}
		return dropped, 1
	}
	if r, n := mojibake(s); n > 0 {
		return r, n
	}
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && n == 1:
		return fromWindows(b), 1
	case r >= 0x80 && r < 0xa0:
		return fromWindows(byte(r)), n
	case r == 0xad || r == '\u2010' || r == '\u2011':
		return '-', n
	case isInvisible(r):
		return dropped, n
	}
	return r, n
}

// mojibake recognises punctuation of UTF-8 that was read as Latin-1 or
// Windows-1252 and written as UTF-8 again: "â€™" and "â\u0080\u0099" for an
// apostrophe. It returns the character meant and how many bytes it takes in s;
// n is 0 when s begins with no such thing.
func mojibake(s string) (rune, int) {
	if !strings.HasPrefix(s, "â") {
		if strings.HasPrefix(s, "Â\u00a0") {
			return ' ', len("Â\u00a0")
		}
		return 0, 0
	}
	rest := s[len("â"):]
	switch {
	case strings.HasPrefix(rest, "\u0080"):
		rest = rest[len("\u0080"):]
	case strings.HasPrefix(rest, "€"):
		rest = rest[len("€"):]
	default:
		return 0, 0
	}
	r, n := utf8.DecodeRuneInString(rest)
	var low byte
	switch {
	case r >= 0x80 && r < 0xc0:
		low = byte(r)
	default:
		for b := byte(0x80); b < 0xa0; b++ {
			if fromWindows(b) == r {
				low = b
			}
		}
	}
	if low == 0 || r == utf8.RuneError {
		return 0, 0
	}
	return rune(0x2000) + rune(low-0x80), len(s) - len(rest) + n
}

// fromWindows reads a byte from 0x80 up as Windows-1252 does; below 0xa0 that is
// the punctuation that Latin-1 has no letters for.
func fromWindows(b byte) rune {
	if b >= 0xa0 {
		return rune(b)
	}
	return windowsPunctuation[b-0x80]
}

// windowsPunctuation has the characters of Windows-1252 from 0x80 to 0x9f, and
// dropped where it has none.
var windowsPunctuation = [32]rune{
	'€', dropped, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', dropped, 'Ž', dropped,
	dropped, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', dropped, 'ž', 'Ÿ',
}

// isSpace reports white space that is not ASCII, and ASCII's space and tab.
func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', 0xa0, 0x1680, 0x202f, 0x205f, 0x3000:
		return true
	}
	return r >= 0x2000 && r <= 0x200a
}

// isInvisible reports marks of direction, joiners and the byte order mark.
func isInvisible(r rune) bool {
	return r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x2064 || r == 0xfeff
}

// cutRevisionMark takes the asterisks off the end of a line that was revised.
// A line of nothing but asterisks stays as it is.
func cutRevisionMark(s string) string {
	for strings.HasSuffix(s, "*") {
		bare := strings.TrimRight(s, "*")
		if bare == "" || bare[len(bare)-1] != ' ' && bare[len(bare)-1] != '\t' && strings.Contains(bare, "*") {
			return s // a rule of asterisks, or the end of *emphasis*
		}
		s = strings.TrimRight(bare, " \t")
	}
	return s
}
