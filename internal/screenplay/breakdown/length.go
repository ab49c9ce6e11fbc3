package breakdown

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"kinodex/internal/screenplay"
)

// How a page is laid out where the form has no pages of its own: US Letter, typewriter
// type of twelve points (ten characters an inch, six lines an inch), one inch left free
// above and below. Widths are in characters, as screenwriting programs begin with them
// (the configuration of Trelby has the same).
const (
	linesPerPage       = 54
	actionWidth        = 60 // of headings, cues and transitions too
	dialogueWidth      = 35
	parentheticalWidth = 25
	estimateNote       = "pages are estimated by lines, as they would be printed: 54 lines a page, action 60 characters wide, dialogue 35"
)

// length is how long the parts of a script are on paper, in pages. Every heading of
// the script has a part, from it to the next one; what stands before the first
// heading is a part of its own.
type length struct {
	estimated bool
	opening   int       // Elements[:opening] stand before the first heading
	titleEnd  int       // of a PDF: what begins before this byte is on the title page
	before    float64   // the length of what stands before the first heading
	parts     []float64 // by heading
	pages     []int     // by heading: the page it stands on, from 1
}

// Pages returns how many pages a script has, and whether that was estimated, as in
// Length.
func Pages(s *screenplay.Script) (pages float64, estimated bool) {
	l := lengthOf(s)
	pages = l.before
	for _, part := range l.parts {
		pages += part
	}
	return hundredths(pages), l.estimated
}

// lengthOf measures a script.
func lengthOf(s *screenplay.Script) *length {
	l := &length{
		estimated: s.Format != screenplay.PDF, opening: len(s.Elements),
		parts: make([]float64, len(s.Scenes)), pages: make([]int, len(s.Scenes)),
	}
	if len(s.Scenes) > 0 {
		l.opening = s.Scenes[0].First
	}
	if l.estimated {
		l.estimate(s)
	} else {
		l.measure(s)
	}
	return l
}

// add adds to the part of a heading; to what stands before the first for -1.
func (l *length) add(scene int, pages float64) {
	if scene < 0 {
		l.before += pages
	} else {
		l.parts[scene] += pages
	}
}

// estimate lays the elements of the film out in lines.
func (l *length) estimate(s *screenplay.Script) {
	lines := make([]int, len(s.Elements))
	for i := range s.Elements {
		lines[i] = linesOf(&s.Elements[i])
	}
	sideBySide(s, lines)
	total, byScene := 0, make([]int, len(s.Scenes)+1) // the first is before the headings
	for i := range s.Elements {
		e := &s.Elements[i]
		if e.Kind == screenplay.Heading {
			l.pages[e.Scene] = total/linesPerPage + 1
		}
		total += lines[i]
		byScene[e.Scene+1] += lines[i]
	}
	for i, n := range byScene {
		l.add(i-1, float64(n)/linesPerPage)
	}
}

// linesOf returns how many lines an element takes, with the blank line above it; 0 if
// it is not part of the film.
func linesOf(e *screenplay.Element) int {
	switch {
	case e.Kind == screenplay.Dialogue, e.Kind == screenplay.Lyric && e.Speech >= 0:
		return wrapped(e.Text, dialogueWidth)
	case e.Kind == screenplay.Parenthetical:
		return wrapped(e.Text, parentheticalWidth)
	case e.Kind.InFilm():
		return 1 + wrapped(e.Text, actionWidth)
	}
	return 0
}

// sideBySide takes the lines of the shorter of two speeches that stand side by side
// off the cue of the second.
func sideBySide(s *screenplay.Script, lines []int) {
	size := func(speech screenplay.Speech) (n int) {
		for i := speech.First; i < speech.Last; i++ {
			n += lines[i]
		}
		return n
	}
	for i := 1; i < len(s.Speeches); i++ {
		left, right := s.Speeches[i-1], s.Speeches[i]
		if s.Elements[left.First].Dual && s.Elements[right.First].Dual && left.Last == right.First {
			lines[right.First] -= min(size(left), size(right))
			i++ // the next one begins another pair
		}
	}
}

// wrapped returns how many lines a text takes in a column of so many characters. A
// line feed begins a line, and a word longer than the column goes on in the next one.
// A text without words takes one line.
func wrapped(text string, column int) int {
	lines := 0
	for line := range strings.SplitSeq(text, "\n") {
		used := 0
		lines++
		for word := range strings.FieldsSeq(line) {
			n := characters(word)
			if used > 0 && used+1+n > column {
				lines, used = lines+1, 0
			} else if used > 0 {
				used++
			}
			used += n
			for used > column {
				lines, used = lines+1, used-column
			}
		}
	}
	return lines
}

// characters returns how many characters of typewriter type a word takes: two for a
// wide East Asian one, none for a combining mark.
func characters(word string) (n int) {
	for _, r := range word {
		switch {
		case r < 0x300:
			n++
		case unicode.In(r, unicode.Mn, unicode.Me):
		case width.LookupRune(r).Kind() == width.EastAsianWide, width.LookupRune(r).Kind() == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// round sets page and eighths of the scenes, and the eighths of the opening, and
// returns what they add up to.
//
// The rule is that of a ruler laid along the script: where each scene begins and ends
// is read to the nearest eighth of a page, and its length is the difference. So the
// scenes add up to the whole. A scene for which that is 0 counts as 1, since it has to
// be shot all the same; Raised counts these.
func (l *length) round(b *Breakdown) Length {
	whole := Length{Estimated: l.estimated}
	at := 0.0 // how far the ruler was read, in pages
	eighths := func(pages float64) int {
		from := math.Round(8 * at)
		at += pages
		n := int(math.Round(8*at) - from)
		if n == 0 {
			whole.Raised++
			n = 1
		}
		whole.Eighths += n
		return n
	}
	before := l.before
	if b.Opening != nil {
		b.Opening.Eighths, before = eighths(before), 0
	}
	for i := range b.Scenes {
		scene := &b.Scenes[i]
		scene.Page = l.pages[scene.first]
		if scene.Omitted {
			continue
		}
		pages := before // of a FADE IN above the first heading
		for _, part := range l.parts[scene.first:scene.last] {
			pages += part
		}
		scene.Eighths, before = eighths(pages), 0
	}
	whole.Pages = hundredths(at)
	return whole
}

// hundredths rounds to two decimals.
func hundredths(v float64) float64 { return math.Round(100*v) / 100 }

// FormatEighths writes a length as production people do: whole pages, then eighths that
// are not cancelled down, as in "1 4/8", "2" and "3/8".
func FormatEighths(eighths int) string {
	switch pages, rest := eighths/8, eighths%8; {
	case rest == 0:
		return strconv.Itoa(pages)
	case pages == 0:
		return fmt.Sprintf("%d/8", rest)
	default:
		return fmt.Sprintf("%d %d/8", pages, rest)
	}
}
