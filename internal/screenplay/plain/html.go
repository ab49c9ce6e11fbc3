package plain

import (
	"strings"
	"unicode/utf8"
)

// hasHTML reports whether a text has remains of a web page: at least one tag
// or entity that pages are made of. The time is linear in the length of s.
func hasHTML(s string) bool {
	for at := 0; at < len(s); {
		i := strings.IndexAny(s[at:], "<&")
		if i < 0 {
			return false
		}
		at += i
		if s[at] == '<' && tagLength(s[at:]) > 0 {
			return true
		}
		if _, n := entity(s[at:]); n > 0 {
			return true
		}
		at++
	}
	return false
}

// maxTagLength bounds a tag, so that unclosed brackets cost nothing.
const maxTagLength = 1024

// tagLength gives the length of the tag or comment that s begins with, 0 when it
// begins with none. Only names that pages are made of count: "<3" and "<sighs>"
// are the writer's own.
func tagLength(s string) int {
	if len(s) < 3 || s[0] != '<' {
		return 0
	}
	if strings.HasPrefix(s, "<!") || strings.HasPrefix(s, "<?") {
		if i := strings.IndexByte(s[:min(len(s), maxTagLength)], '>'); i > 0 {
			return i + 1
		}
		return 0
	}
	i := 1
	if s[i] == '/' {
		i++
	}
	from := i
	for i < len(s) && i-from < 11 && isASCIILetter(s[i]) || i > from && i < len(s) && s[i] >= '1' && s[i] <= '6' {
		i++
	}
	if i == from || i >= len(s) || !isTagName(s[from:i]) || strings.IndexByte(" \t\r\n/>", s[i]) < 0 {
		return 0
	}
	for ; i < len(s) && i < maxTagLength; i++ {
		switch s[i] {
		case '>':
			return i + 1
		case '<':
			return 0
		}
	}
	return 0
}

// isASCIILetter reports whether b is an ASCII letter in either case.
func isASCIILetter(b byte) bool { b |= 0x20; return b >= 'a' && b <= 'z' }

// isTagName reports whether web pages have elements of that name, in any case.
func isTagName(name string) bool {
	var low [11]byte
	if len(name) > len(low) {
		return false
	}
	for i := range len(name) {
		low[i] = name[i] | 0x20
		if name[i] < 'A' {
			low[i] = name[i]
		}
	}
	switch string(low[:len(name)]) {
	case "a", "abbr", "address", "article", "aside", "b", "basefont", "big", "blockquote", "body", "br", "center", "cite", "code",
		"col", "dd", "div", "dl", "dt", "em", "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr",
		"html", "i", "iframe", "img", "input", "ins", "label", "li", "link", "main", "meta", "nav", "noscript", "o", "ol", "option",
		"p", "param", "pre", "q", "s", "script", "section", "select", "small", "span", "strike", "strong", "style", "sub", "sup",
		"table", "tbody", "td", "textarea", "tfoot", "th", "thead", "title", "tr", "tt", "u", "ul", "wbr":
		return true
	}
	return false
}

// breaksLine reports whether the tag ends a line on a page.
// The tag is given with its brackets, in any case.
func breaksLine(tag string) bool {
	name := strings.ToLower(strings.Trim(tag, "</> \t\r\n"))
	if i := strings.IndexAny(name, " \t\r\n/"); i >= 0 {
		name = name[:i]
	}
	switch name {
	case "br", "p", "div", "li", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "table", "center", "blockquote",
		"body", "head", "html", "title", "ul", "ol", "dl", "dt", "dd", "section", "article":
		return true
	}
	return false
}

// span is a stretch of the source.
type span struct{ start, end int }

// tagSpans returns, in order, the tags that break lines and what a page never
// shows: scripts, styles and comments. Each closing mark is looked for to the
// end of the text once, so that unclosed tags cost linear time.
func tagSpans(s string) []span {
	var spans []span
	gone := map[string]bool{} // the ends that do not come any more
	for at := 0; at < len(s); {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			break
		}
		at += i
		n := tagLength(s[at:])
		if n == 0 {
			at++
			continue
		}
		end := at + n
		if closing := hiddenUntil(s[at:end]); closing != "" && !gone[closing] {
			if j := indexFold(s[at:], closing); j >= 0 {
				end = at + j + len(closing)
			} else {
				gone[closing] = true
			}
			spans = append(spans, span{at, end})
		} else if breaksLine(s[at:end]) {
			spans = append(spans, span{at, end})
		}
		at = end
	}
	return spans
}

// hiddenUntil names what ends a tag whose content is not shown, "" for the others.
func hiddenUntil(tag string) string {
	switch {
	case strings.HasPrefix(tag, "<!--"):
		return "-->"
	case len(tag) >= 7 && strings.EqualFold(tag[:7], "<script"):
		return "</script>"
	case len(tag) >= 6 && strings.EqualFold(tag[:6], "<style"):
		return "</style>"
	}
	return ""
}

// indexFold returns where an ASCII needle first stands in s, in any case, or -1.
// The needle must begin with a character that has no case.
func indexFold(s, needle string) int {
	for i := 0; i+len(needle) <= len(s); i++ {
		if s[i] == needle[0] && strings.EqualFold(s[i:i+len(needle)], needle) {
			return i
		}
	}
	return -1
}

// hasSpaceEntity reports whether s begins with &nbsp;.
func hasSpaceEntity(s string) bool { return strings.HasPrefix(s, "&nbsp;") }

// entity reads the entity that s begins with; n is 0 when it begins with none.
// n is its length in bytes. The rune is dropped for the number of a character that
// a text cannot have.
func entity(s string) (r rune, n int) {
	if len(s) < 4 || s[0] != '&' {
		return 0, 0
	}
	i := strings.IndexByte(s[:min(len(s), 10)], ';')
	if i < 2 {
		return 0, 0
	}
	name := s[1:i]
	if name[0] == '#' {
		code, base := 0, 10
		digits := name[1:]
		if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
			base, digits = 16, digits[1:]
		}
		if digits == "" || len(digits) > 6 {
			return 0, 0
		}
		for _, d := range []byte(digits) {
			v := hexDigit(d)
			if v < 0 || v >= base {
				return 0, 0
			}
			code = code*base + v
		}
		if code >= 0x80 && code < 0xa0 {
			return fromWindows(byte(code)), i + 1
		}
		if code < 9 || !utf8.ValidRune(rune(code)) {
			return dropped, i + 1
		}
		return rune(code), i + 1
	}
	if r := namedEntity(name); r != 0 {
		return r, i + 1
	}
	return 0, 0
}

// hexDigit returns the value of a hexadecimal digit, -1 for any other byte.
func hexDigit(b byte) int {
	switch {
	case b >= '0' && b <= '9':
		return int(b - '0')
	case b >= 'a' && b <= 'f':
		return int(b-'a') + 10
	case b >= 'A' && b <= 'F':
		return int(b-'A') + 10
	}
	return -1
}

// namedEntity returns the character of a named entity as scripts contain them, 0
// for any other name. The case of the name matters.
func namedEntity(name string) rune {
	switch name {
	case "nbsp", "ensp", "emsp", "thinsp":
		return ' '
	case "amp":
		return '&'
	case "lt":
		return '<'
	case "gt":
		return '>'
	case "quot":
		return '"'
	case "apos":
		return '\''
	case "rsquo":
		return '’'
	case "lsquo":
		return '‘'
	case "ldquo":
		return '“'
	case "rdquo":
		return '”'
	case "ndash":
		return '–'
	case "mdash":
		return '—'
	case "hellip":
		return '…'
	case "shy":
		return '-'
	case "copy":
		return '©'
	case "eacute":
		return 'é'
	case "egrave":
		return 'è'
	case "agrave":
		return 'à'
	case "ccedil":
		return 'ç'
	case "ntilde":
		return 'ñ'
	case "ouml":
		return 'ö'
	case "uuml":
		return 'ü'
	case "auml":
		return 'ä'
	}
	return 0
}
