package fountain

import (
	"strings"
	"unicode"

	"kinodex/internal/screenplay"
)

// fountainLine is a line as Fountain reads it: without notes and boneyard. One
// that a note or boneyard spans is joined over it.
type fountainLine struct {
	// text is what is left to read, line break and trailing space removed.
	text string
	// start and end bound in the source what is visible of it.
	start, end int
	// spaces is how wide the white space of a blank line is, a tab as four, up
	// to 255.
	spaces uint8
	// spaceAfter says that white space stood at its end.
	spaceAfter bool
	// gone says that the line held a note and nothing else: it is as if it were
	// not there, and separates nothing.
	gone bool
}

// blank reports whether nothing is left to read on the line. A line that is gone
// is blank, too.
func (l fountainLine) blank() bool { return l.text == "" }

// fountainLines divides a source into lines and takes the notes and the
// boneyard out, as elements of kind Note. A byte order mark is skipped.
// A line ends at a line feed, a form feed, a carriage return with or without a
// line feed, or a Unicode line or paragraph separator. The notes are in order of
// Start.
func fountainLines(source string) ([]fountainLine, []screenplay.Element) {
	lines := make([]fountainLine, 0, 1+max(strings.Count(source, "\n"), strings.Count(source, "\r")))
	var notes []screenplay.Element
	hidden := hiddenParts{source: source}
	for at := hidden.begin(); at < len(source); {
		var l fountainLine
		l, at = hidden.line(at, &notes)
		lines = append(lines, l)
	}
	return lines, notes
}

// hiddenParts finds what a source hides, going forward once: each next closing
// mark and blank line is looked for only when the last one found is passed, so
// that a million opening marks cost no more than one.
// It must be asked about ascending places.
type hiddenParts struct {
	source                        string
	nextNote, nextBone, nextBlank int // 0 unknown, len(source)+1 none
}

// begin is where the first line begins.
func (h *hiddenParts) begin() int {
	if strings.HasPrefix(h.source, "\ufeff") {
		return len("\ufeff")
	}
	return 0
}

// line reads the line at a place, and says where the next one begins.
// Notes and boneyards that begin on the line are appended to notes. The place of
// the next line is len(source) after the last one.
func (h *hiddenParts) line(at int, notes *[]screenplay.Element) (fountainLine, int) {
	l := fountainLine{start: -1}
	var joined []byte // set once something is hidden
	noted := false
	from := at // of the visible run
	show := func(to int) {
		run := h.source[from:to]
		if visible := strings.TrimSpace(run); visible != "" {
			lead := len(run) - len(strings.TrimLeftFunc(run, unicode.IsSpace))
			if l.start < 0 {
				l.start = from + lead
			}
			l.end = from + lead + len(visible)
		}
		if joined != nil || noted {
			// A part that was hidden between two spaces leaves one.
			if n := len(joined); n > 0 && joined[n-1] == ' ' && strings.HasPrefix(run, " ") {
				run = run[1:]
			}
		}
		joined = append(joined, run...)
	}
	i, next := at, len(h.source)
scan:
	for i < len(h.source) {
		switch c := h.source[i]; {
		case c == '\n' || c == '\f' || c == '\r':
			next = i + 1
			if c == '\r' && next < len(h.source) && h.source[next] == '\n' {
				next++
			}
			break scan
		case c == '[' && h.noteEnd(i) > 0, c == '/' && h.boneEnd(i) > 0:
			end, isNote := h.boneEnd(i), false
			if c == '[' {
				end, isNote = h.noteEnd(i), true
			}
			show(i)
			noted = noted || isNote
			*notes = append(*notes, screenplay.Element{Kind: screenplay.Note, Start: i, End: end, Text: noteText(h.source[i+2 : end-2])})
			i, from = end, end
			continue
		case c == 0xE2 && (strings.HasPrefix(h.source[i:], "\u2028") || strings.HasPrefix(h.source[i:], "\u2029")):
			next = i + 3
			break scan
		}
		i++
	}
	if i >= len(h.source) {
		i = len(h.source)
	}
	if from == at {
		l.text = h.source[at:i]
		if visible := strings.TrimSpace(l.text); visible != "" {
			l.start = at + len(l.text) - len(strings.TrimLeftFunc(l.text, unicode.IsSpace))
			l.end = l.start + len(visible)
		}
	} else {
		show(i)
		l.text = string(joined)
	}
	whole := l.text
	l.text = strings.TrimRightFunc(whole, unicode.IsSpace)
	l.spaceAfter = len(whole) > len(l.text)
	if l.text == "" {
		l.spaces = uint8(min(255, strings.Count(whole, " ")+4*strings.Count(whole, "\t")))
		l.gone = noted
	}
	return l, max(next, i)
}

// noteEnd gives the place after the note that opens at i, or 0. A blank line
// within makes it no note; one of two spaces does not.
func (h *hiddenParts) noteEnd(i int) int {
	if !strings.HasPrefix(h.source[i:], "[[") {
		return 0
	}
	none := len(h.source) + 1
	if h.nextNote < i+2 {
		h.nextNote = none
		if j := strings.Index(h.source[i+2:], "]]"); j >= 0 {
			h.nextNote = i + 2 + j
		}
	}
	if h.nextNote == none {
		return 0
	}
	if h.nextBlank < i {
		h.nextBlank = blankAfter(h.source, i)
	}
	if h.nextBlank < h.nextNote {
		return 0
	}
	return h.nextNote + 2
}

// boneEnd gives the place after the boneyard that opens at i, or 0.
// A boneyard may span blank lines.
func (h *hiddenParts) boneEnd(i int) int {
	if !strings.HasPrefix(h.source[i:], "/*") {
		return 0
	}
	if h.nextBone < i+2 {
		h.nextBone = len(h.source) + 1
		if j := strings.Index(h.source[i+2:], "*/"); j >= 0 {
			h.nextBone = i + 2 + j
		}
	}
	if h.nextBone > len(h.source) {
		return 0
	}
	return h.nextBone + 2
}

// blankAfter gives the place of the first line break at or after i that an
// empty line follows, or one past the end.
func blankAfter(source string, i int) int {
	for ; i < len(source); i++ {
		if source[i] != '\n' && source[i] != '\r' {
			continue
		}
		j := i + 1
		if source[i] == '\r' && j < len(source) && source[j] == '\n' {
			j++
		}
		if j < len(source) && source[j] == ' ' && (j+1 == len(source) || source[j+1] == '\n' || source[j+1] == '\r') {
			j++
		}
		if j < len(source) && (source[j] == '\n' || source[j] == '\r') {
			return i
		}
		i = j - 1
	}
	return len(source) + 1
}

// noteText returns the text inside a note: its lines without white space at their
// ends, blank ones left out, joined by line feeds.
func noteText(inside string) string {
	var b strings.Builder
	for line := range strings.FieldsFuncSeq(inside, func(r rune) bool { return r == '\n' || r == '\r' || r == '\f' }) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return b.String()
}
