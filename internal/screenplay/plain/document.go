package plain

import (
	"strings"
	"unicode/utf8"
)

// maxLines is how many lines a screenplay may have; the longest ever filmed
// has some 20,000. A text of more lines is one block of action.
const maxLines = 200_000

// tabWidth is how many columns a tab moves on; which number hardly matters, as
// only the differences between a document's own columns are used.
const tabWidth = 8

// maxColumn is the deepest indentation told apart.
const maxColumn = 127

// line is one line of a document that is not blank.
type line struct {
	start, end    int32  // in the source, indentation and trailing space excluded
	text          string // cleaned
	indent        uint8  // in columns, at most maxColumn
	blanks        uint8  // blank lines above it, at most 15
	role          lineRole
	surface       surface
	label         label
	transcriptCue bool // the NAME of a line of NAME: speech
	dual          dualPart
	letterSpaced  bool // its letters stood apart, and the gaps between words are lost
}

// lineRole says whether a line is of the script, of the page or of the title
// page. Only lines of the script have labels.
type lineRole uint8

const (
	scriptLine lineRole = iota
	artifactLine
	titleLine
)

// document is a text while it is parsed. The steps of Parse fill it in order,
// and each reads what those before it wrote: lines, roles, surfaces, layout,
// labels. It serves one call and one goroutine.
type document struct {
	source      string
	lines       []line
	body        []int32 // the indexes of the lines that are of the film, in order
	first, last int     // where the first line begins and the last ends
	tooLong     bool    // more than mostLines lines; lines are then incomplete
	cleaner     cleaner
	candidates  cueCandidates
	layout      layoutStats
}

// readDocument divides the source into lines. A line ends at a line feed, a
// carriage return or both together, at a form feed, a vertical tab, or a
// Unicode line or paragraph separator; in a document with remains of HTML also
// at a tag that breaks lines. Blank lines are counted, not kept. The time is
// linear in the length of the source.
func readDocument(source string) *document {
	p := &document{source: source, cleaner: cleaner{html: hasHTML(source)}}
	p.lines = make([]line, 0, 64+len(source)/34)
	at, blanks := 0, 0
	if strings.HasPrefix(source, "\ufeff") {
		at = len("\ufeff")
	}
	var cut []span
	if p.cleaner.html {
		cut = tagSpans(source)
	}
	for at < len(source) {
		for len(cut) > 0 && cut[0].end <= at {
			cut = cut[1:]
		}
		var end, next int
		if len(cut) > 0 {
			if end, next = lineEnd(source[:max(at, cut[0].start)], at); end == next {
				end, next = max(at, cut[0].start), cut[0].end
			}
		} else {
			end, next = lineEnd(source, at)
		}
		if p.add(at, end, blanks) {
			blanks = 0
			if len(p.lines) > maxLines {
				p.tooLong = true
				break
			}
		} else {
			blanks++
		}
		at = next
	}
	if n := len(p.lines); n > 0 {
		p.first, p.last = int(p.lines[0].start), int(p.lines[n-1].end)
	}
	if p.tooLong {
		p.last = len(strings.TrimRight(source, " \t\r\n"))
	}
	return p
}

// lineEnd returns where the line that begins at at ends, and where the next
// one begins; both are len(s) for the last line.
func lineEnd(s string, at int) (end, next int) {
	for i := at; i < len(s); i++ {
		c := s[i]
		if c > '\r' && c < 0xe2 {
			continue
		}
		switch {
		case c == '\n' || c == '\f' || c == '\v':
			return i, i + 1
		case c == '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				return i, i + 2
			}
			return i, i + 1
		case c == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xa8 || s[i+2] == 0xa9):
			return i, i + 3
		}
	}
	return len(s), len(s)
}

// add appends the line source[start:end] with so many blank lines above it. It
// reports false, and appends nothing, when the line is blank.
func (p *document) add(start, end, blanks int) bool {
	start, column := p.cleaner.indentation(p.source, start, end)
	end = p.cleaner.trimmed(p.source, start, end)
	if start >= end {
		return false
	}
	raw := p.source[start:end]
	text, apart := p.cleaner.line(raw), false
	if isLetterSpaced(raw) {
		text, apart = joinLetters(raw)
	}
	if text == "" {
		return false
	}
	p.lines = append(p.lines, line{
		start: int32(start), end: int32(end), text: text,
		indent: uint8(min(column, maxColumn)), blanks: uint8(min(blanks, 15)), letterSpaced: apart,
	})
	return true
}

// indentation skips the white space that s[at:end] begins with. It returns
// where the text begins and the width of the space in columns.
func (c *cleaner) indentation(s string, at, end int) (start, column int) {
	for at < end {
		switch b := s[at]; {
		case b == ' ':
			column++
			at++
		case b == '\t':
			column += tabWidth - column%tabWidth
			at++
		case b < ' ':
			at++
		case b == '<' && c.html && tagLength(s[at:end]) > 0:
			at += tagLength(s[at:end])
		case b == '&' && c.html && hasSpaceEntity(s[at:end]):
			column++
			at += len("&nbsp;")
		case b >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s[at:end])
			if !isSpace(r) && !isInvisible(r) {
				return at, column
			}
			if isSpace(r) {
				column++
			}
			at += n
		default:
			return at, column
		}
	}
	return at, column
}

// trimmed returns the end of s[start:end] without the white space there.
func (c *cleaner) trimmed(s string, start, end int) int {
	for end > start {
		b := s[end-1]
		if b <= ' ' {
			end--
			continue
		}
		if b < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeLastRuneInString(s[start:end])
		if !isSpace(r) && !isInvisible(r) {
			break
		}
		end -= n
	}
	return end
}
