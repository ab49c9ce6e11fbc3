package fountain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// Detect reports whether a text without a name is Fountain. Fountain and a
// tidy plain script overlap; the rule keeps them apart by counting:
//
// A title page with three usual keys decides. Six marks are hardly ever in a
// plain text and count as sure, by kind: a title page with two usual keys, a [[note]], a /* boneyard */, a #scene number# on a
// heading, a dual cue ^, a forced @cue. Others occur in scrapes too: a forced
// .heading, !action or >transition, a >centered< line, a # section, an =
// synopsis, a ~lyric, a === page break.
//
// A text is tidy when it has no page furniture, next to no indentation, at
// least two cues and a cue to four headings, and blank lines before nearly all
// of both: a scrape with a blank line after every line has no cues by that.
//
// It is Fountain when it has two sure kinds; or one sure kind and either is
// tidy or has three marks of any kind and no furniture; or when it is wholly
// tidy, with no cue or heading amid text, and has two kinds of the other sort
// or paragraphs that are not wrapped, as an editor leaves them and a scraped
// page does not. So one stray mark flips nothing, and neither do line endings
// or a byte order mark.
func Detect(source string) bool {
	source = source[:min(len(source), enough)]
	if isIndented(source) && !strings.ContainsAny(source, "[^@#") && !strings.Contains(source, "/*") {
		// Neither tidy nor marked: what most scrapes are, told without reading.
		return usualKeys(source) >= wholeTitle
	}
	c := fountainCensus{sure: map[string]int{}, other: map[string]int{}}
	switch keys := usualKeys(source); {
	case keys >= wholeTitle:
		return true
	case keys > 1:
		c.sure["title page"]++
	}
	c.count(source, c.surest(source))
	return c.verdict()
}

// sureMarks are what the sure marks that stand in lines are written with, by kind.
var sureMarks = [...]string{"[[", "/*", "#", "^", "@"}

// surest returns how many kinds of sure marks a text may have at most.
func (c *fountainCensus) surest(source string) int {
	n := len(c.sure)
	for _, mark := range sureMarks {
		if strings.Contains(source, mark) {
			n++
		}
	}
	return n
}

// count looks at every line and what stands above and under it. It ends early when no more
// than surest kinds of sure marks leave only one verdict.
func (c *fountainCensus) count(source string, surest int) {
	var notes []screenplay.Element
	hidden := hiddenParts{source: source}
	next, at := hidden.line(hidden.begin(), &notes)
	blankBefore := true
	for ended := false; !ended; {
		l := next
		next = fountainLine{}
		for ended = true; at < len(source) && ended; {
			next, at = hidden.line(at, &notes)
			ended = next.gone
		}
		if !l.gone && !l.blank() {
			c.line(l, blankBefore, !next.blank())
		}
		if surest < 2 && c.furniture > 0 || surest == 0 && c.loose > 0 {
			return // whatever follows, the verdict is no
		}
		blankBefore = l.blank()
	}
	for _, n := range notes {
		if source[n.Start] == '[' {
			c.sure["note"]++
		} else {
			c.sure["boneyard"]++
		}
	}
}

// fountainCensus counts what speaks for Fountain and what against.
type fountainCensus struct {
	sure, other map[string]int // marks by kind
	lines       int
	indented    int
	long        int // lines longer than a page is wide
	headings    int
	cues        int
	loose       int // headings and cues without a blank line before them
	furniture   int
}

// pageWidth is more characters than a wrapped line of a script has.
const pageWidth = 90

func (c *fountainCensus) verdict() bool {
	marks := 0
	for _, kinds := range []map[string]int{c.sure, c.other} {
		for _, n := range kinds {
			marks += n
		}
	}
	clean := c.furniture == 0 && 20*c.indented <= c.lines
	tidy := clean && c.cues >= 2 && 4*c.cues >= c.headings && 20*c.loose <= c.headings+c.cues
	switch len(c.sure) {
	case 0:
		return tidy && c.loose == 0 && (len(c.other) >= 2 || c.long >= 2 && 50*c.long >= c.lines)
	case 1:
		return tidy || marks >= 3 && c.furniture == 0
	}
	return true
}

// enough is how much of a text tells its form, in bytes: several screenplays.
const enough = 1 << 20

// wholeTitle is how many usual keys make a title page beyond doubt.
const wholeTitle = 3

// usualKeys counts the usual keys of the title page that a text begins with.
func usualKeys(source string) int {
	keys, begun := 0, false
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimPrefix(source[:min(len(source), 4096)], "\ufeff"), "\r", "\n")) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" {
			continue // also the second half of a line break
		}
		key, _, ok := titleKey(line)
		if !ok && !(begun && indented(line)) {
			break
		}
		begun = true
		if ok && titleKeys[key] {
			keys++
		}
	}
	return keys
}

// isIndented reports whether more than one line in twenty begins with white
// space and goes on.
func isIndented(source string) bool {
	lines, indented := 0, 0
	for len(source) > 0 {
		line, rest := source, ""
		if end := strings.IndexAny(source, "\n\r"); end >= 0 {
			line, rest = source[:end], source[end+1:]
		}
		source = rest
		switch text := trimIndent(line); {
		case text == "":
			continue
		case len(text) < len(line):
			indented++
		}
		lines++
	}
	return 20*indented > lines
}

// trimIndent returns a line without the blanks, tabs and no-break spaces it begins with.
func trimIndent(line string) string {
	for {
		switch {
		case line != "" && (line[0] == ' ' || line[0] == '\t'):
			line = line[1:]
		case strings.HasPrefix(line, "\u00a0"):
			line = line[len("\u00a0"):]
		default:
			return line
		}
	}
}

func (c *fountainCensus) line(l fountainLine, blankBefore, textUnder bool) {
	text := strings.TrimSpace(l.text)
	c.lines++
	if indented(l.text) {
		c.indented++
	}
	if utf8.RuneCountInString(text) > pageWidth {
		c.long++
	}
	if isArtifactLine(text) {
		c.furniture++
		return
	}
	if kind := otherMark(l, text, blankBefore); kind != "" {
		c.other[kind]++
		return
	}
	if screenplay.IsHeading(text) {
		c.headings++
		if !blankBefore || !isFountainHeading(l) {
			c.loose++ // or one that Fountain would not read
		}
		if number, _, found := screenplay.CutSceneNumber(text); found && strings.HasSuffix(text, "#"+number+"#") {
			c.sure["scene number"]++
		}
		return
	}
	if !textUnder {
		return
	}
	switch {
	case blankBefore && text[0] == '@' && len(text) > 1 && unicode.IsLetter(rune(text[1])):
		c.sure["forced cue"]++
		c.cues++
	case blankBefore && strings.HasSuffix(text, "^") && screenplay.IsCue(strings.TrimRight(text, "^ ")):
		c.sure["dual cue"]++
		c.cues++
	case screenplay.IsCue(text):
		c.cues++
		if !blankBefore {
			c.loose++
		}
	}
}

// otherMark names the mark of the less sure sort that a line has.
func otherMark(l fountainLine, text string, blankBefore bool) string {
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[1:], " "))
	worded := unicode.IsLetter(next) || unicode.IsDigit(next)
	switch {
	case isFountainPageBreak(text):
		return "page break"
	case !worded:
		return ""
	case text[0] == '>' && text[len(text)-1] == '<':
		return "centered"
	case l.text[0] == '#':
		return "section"
	case l.text[0] == '=':
		return "synopsis"
	case text[0] == '~':
		return "lyric"
	case !blankBefore || text[1] == ' ' && text[0] != '>':
		return ""
	case text[0] == '>':
		return "transition"
	case text[0] == '.':
		return "heading"
	case text[0] == '!':
		return "action"
	}
	return ""
}

// isArtifactLine reports whether a line is a page number or says that
// something goes on over the page.
func isArtifactLine(text string) bool {
	switch strings.Trim(text, "(): .0123456789") {
	case "CONTINUED", "MORE", "":
		return true
	}
	return false
}
