package writersroom

import (
	"math"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// Pages are those the script would have in the usual form: Courier at twelve
// points, so many lines a page, so many letters a line of each kind. They are
// counted rather than read off the text, whose page breaks are often lost.
const (
	linesAPage    = 54
	actionWidth   = 61
	speechWidth   = 35
	asideWidth    = 25
	pagesNote     = "pages are counted as the usual form would set them, 54 lines each; they are not those printed on the text"
	leastOnAPage  = 1
	blankBefore   = 1
	headingMargin = 2
)

// countPages finds where each scene begins.
func (m *Manuscript) countPages() {
	m.pages = make([]float64, len(m.Script.Scenes))
	lines, scene := 0, -1
	for i := range m.Script.Elements {
		e := &m.Script.Elements[i]
		if e.Scene != scene && e.Scene >= 0 {
			scene = e.Scene
			m.pages[scene] = 1 + float64(lines)/linesAPage
		}
		lines += linesOf(e)
	}
	m.total = math.Max(leastOnAPage, math.Ceil(float64(lines)/linesAPage))
}

// linesOf is how many lines an element takes, blank ones before it included.
func linesOf(e *screenplay.Element) int {
	wrapped := func(width int) int { return (utf8.RuneCountInString(e.Text) + width - 1) / width }
	switch e.Kind {
	case screenplay.Heading:
		return headingMargin + wrapped(actionWidth)
	case screenplay.Action, screenplay.Transition:
		return blankBefore + wrapped(actionWidth)
	case screenplay.Character:
		return blankBefore + 1
	case screenplay.Dialogue, screenplay.Lyric:
		return wrapped(speechWidth)
	case screenplay.Parenthetical:
		return wrapped(asideWidth)
	}
	return 0
}

// page returns the page, from 1, that a scene, from 0, begins on.
func (m *Manuscript) page(scene int) int { return int(m.pages[scene]) }

// pageAt returns the page, from 1, of a position in the script, from 0 to 1.
func (m *Manuscript) pageAt(position float64) int {
	return 1 + int(position*(m.total-1)+0.5)
}

// length returns how many pages a scene takes, rounded to eighths, as productions
// count them, and at least one eighth.
func (m *Manuscript) length(scene int) float64 {
	end := m.total + 1
	if scene+1 < len(m.pages) {
		end = m.pages[scene+1]
	}
	return math.Max(1, math.Round(8*(end-m.pages[scene]))) / 8
}
