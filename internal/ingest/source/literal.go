package source

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// literal is a value written inside a cell: as JSON, or as one scripting
// language prints its lists ([{'id': 18, 'name': "D'Artagnan"}], None, True).
// The zero literal stands for nothing.
// Text is that of a text without its quotes and with its escapes resolved, or a bare word
// as it stands. A literal is valid as long as the cell it was read from.
type literal struct {
	kind  literalKind
	text  []byte    // of texts and bare words, may alias the cell
	items []literal // of lists; of dicts key, value, key, value …
}

// literalKind is what a literal is. None, null and nan are nothing; a tuple is a list.
type literalKind uint8

const (
	nothing literalKind = iota
	written
	bare // a number or an unquoted word
	list
	dict
)

// maxLiteralDepth is how deep lists and dicts may be nested; deeper ones are
// malformed.
const maxLiteralDepth = 16

// parseLiteral reads a literal in linear time. Quotes that were not escaped
// are forgiven where the meaning is plain: a quote ends a text only before a
// comma, colon, closing bracket or the end. Of input that is cut off the
// complete items are kept and whole is false; so it is when there is more
// after the value.
// parseLiteral never fails: of what it cannot read it returns what came before.
func parseLiteral(cell []byte) (v literal, whole bool) {
	p := literalParser{in: cell}
	p.space()
	v, ok := p.value(0)
	p.space()
	return v, ok && p.at == len(p.in)
}

// literalParser is a recursive-descent parser over the bytes of a cell.
type literalParser struct {
	in []byte
	at int
}

// space passes over white space.
func (p *literalParser) space() {
	for p.at < len(p.in) && isSpace(p.in[p.at]) {
		p.at++
	}
}

// isSpace reports whether c is a blank, tab, newline or carriage return.
func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// peek returns the next byte, 0 at the end.
func (p *literalParser) peek() byte {
	if p.at < len(p.in) {
		return p.in[p.at]
	}
	return 0
}

// value reads one value; ok is false when it is cut off or malformed, and then
// a list or dict holds its complete items.
// depth is how many lists and dicts are open around it.
func (p *literalParser) value(depth int) (literal, bool) {
	switch c := p.peek(); c {
	case '[', '(':
		return p.list(depth, closer(c))
	case '{':
		return p.dict(depth)
	case '\'', '"':
		return p.quoted(c)
	case 'u', 'b':
		if p.at+1 < len(p.in) && (p.in[p.at+1] == '\'' || p.in[p.at+1] == '"') {
			p.at++
			return p.quoted(p.in[p.at])
		}
	}
	return p.word()
}

// closer returns the bracket that closes an open one of a list or a tuple.
func closer(open byte) byte {
	if open == '(' {
		return ')'
	}
	return ']'
}

// list reads a list or a tuple that ends with the bracket end. A comma before that bracket
// is allowed. A list that is nested too deep is empty and not ok.
func (p *literalParser) list(depth int, end byte) (literal, bool) {
	v := literal{kind: list}
	if depth >= maxLiteralDepth {
		return v, false
	}
	p.at++
	for {
		p.space()
		if p.peek() == end {
			p.at++
			return v, true
		}
		item, ok := p.value(depth + 1)
		if !ok {
			return v, false
		}
		v.items = append(v.items, item)
		p.space()
		switch p.peek() {
		case ',':
			p.at++
		case end:
		default:
			return v, false
		}
	}
}

// dict reads a dict. Keys may be any literals; a key without a value is dropped, and so is
// everything after it.
func (p *literalParser) dict(depth int) (literal, bool) {
	v := literal{kind: dict}
	if depth >= maxLiteralDepth {
		return v, false
	}
	p.at++
	for {
		p.space()
		if p.peek() == '}' {
			p.at++
			return v, true
		}
		key, ok := p.value(depth + 1)
		if !ok {
			return v, false
		}
		p.space()
		if p.peek() != ':' {
			return v, false
		}
		p.at++
		p.space()
		value, ok := p.value(depth + 1)
		if !ok {
			return v, false
		}
		v.items = append(v.items, key, value)
		p.space()
		switch p.peek() {
		case ',':
			p.at++
		case '}':
		default:
			return v, false
		}
	}
}

// word reads what stands unquoted up to a comma, colon or closing bracket. None, null and
// nan are the zero literal. An empty word is not ok.
func (p *literalParser) word() (literal, bool) {
	n := bytes.IndexAny(p.in[p.at:], ",:]})")
	if n < 0 {
		n = len(p.in) - p.at
	}
	w := bytes.TrimRight(p.in[p.at:p.at+n], " \t\r\n")
	p.at += n
	switch string(w) {
	case "":
		return literal{}, false
	case "None", "null", "nan", "NaN":
		return literal{}, true
	}
	return literal{kind: bare, text: w}, true
}

// quoted reads a text between quotes; a text that does not end is not ok and is lost.
func (p *literalParser) quoted(quote byte) (literal, bool) {
	p.at++
	start := p.at
	escapes := false
	for p.at < len(p.in) {
		switch c := p.in[p.at]; {
		case c == '\\':
			escapes = true
			p.at += 2
			continue
		case c == quote && p.closes():
			raw := p.in[start:p.at]
			p.at++
			if escapes {
				raw = unescape(raw)
			}
			return literal{kind: written, text: raw}, true
		}
		p.at++
	}
	p.at = len(p.in)
	return literal{}, false
}

// closes reports whether the quote at hand is followed by what may follow a
// text. White space is looked through once per quote, so that parsing stays
// linear for anything but rows of blanks, whose look-ahead is bounded.
func (p *literalParser) closes() bool {
	const far = 64
	for i := p.at + 1; i < len(p.in) && i < p.at+far; i++ {
		if c := p.in[i]; !isSpace(c) {
			return c == ',' || c == ':' || c == ']' || c == '}' || c == ')'
		}
	}
	return true
}

// unescape returns raw with the escapes resolved that JSON and the scripting language use.
// Unknown escapes stay as they are; \b, \f and an escaped newline are dropped.
func unescape(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 == len(raw) {
			out = append(out, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b', 'f', '\n':
		case 'x', 'u', 'U':
			r, width := codePoint(raw[i:])
			if width == 0 {
				out = append(out, '\\', c)
				continue
			}
			out = utf8.AppendRune(out, r)
			i += width - 1
		case '\\', '\'', '"', '/':
			out = append(out, c)
		default:
			out = append(out, '\\', c)
		}
	}
	return out
}

// codePoint returns the code point of xNN, uNNNN (and a surrogate pair of them) or UNNNNNNNN,
// and how many bytes of b it takes. The width is 0 when b does not begin with one.
func codePoint(b []byte) (rune, int) {
	digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[b[0]]
	if len(b) < 1+digits {
		return 0, 0
	}
	n, err := strconv.ParseUint(string(b[1:1+digits]), 16, 32)
	if err != nil {
		return 0, 0
	}
	r, width := rune(n), 1+digits
	if utf16.IsSurrogate(r) && len(b) >= 11 && b[5] == '\\' && b[6] == 'u' {
		if low, err := strconv.ParseUint(string(b[7:11]), 16, 32); err == nil {
			if pair := utf16.DecodeRune(r, rune(low)); pair != utf8.RuneError {
				return pair, 11
			}
		}
	}
	return r, width
}

// get returns the value of the first such key of a dict; the zero literal when there is none
// or v is no dict.
func (v literal) get(key string) literal {
	if v.kind != dict {
		return literal{}
	}
	for i := 0; i+1 < len(v.items); i += 2 {
		if string(v.items[i].text) == key {
			return v.items[i+1]
		}
	}
	return literal{}
}

// number returns the whole number that a bare word or a text states, as wholeNumber reads it;
// 0 for any other literal.
func (v literal) number() int {
	if v.kind != bare && v.kind != written {
		return 0
	}
	return wholeNumber(v.text)
}

// each calls visit for every item of a list, in order, and for none of any other literal.
func (v literal) each(visit func(literal)) {
	if v.kind != list {
		return
	}
	for _, item := range v.items {
		visit(item)
	}
}
