package breakdown

import (
	"sort"
	"strings"

	"kinodex/internal/screenplay"
)

// What a line is marked with that no heading stands above.
const (
	offFilm   = -2 // blank, or of the paper
	noHeading = -1 // of the film, before the first heading
)

// measure finds the scenes on the pages of a PDF, whose text layer has a line for each
// line of the page and a form feed between pages.
//
// A page goes from its first line of the film to its last: running heads, page numbers
// and the title page are not of the film. Each page counts as one page however full it
// is, as on paper, but for the last, which counts by its lines beside the fullest one.
func (l *length) measure(s *screenplay.Script) {
	starts := lineStarts(s.Source)
	marks := markLines(s, starts)
	pages := pagesOf(s.Source, starts, marks)
	l.titleEnd = leaveTitleOut(s, starts, pages)
	fullest, last, written := 0, 0, 0
	for i, p := range pages {
		if p.last > p.first {
			fullest, last, written = max(fullest, p.last-p.first), i, written+1
		}
	}
	if written == 1 {
		fullest = max(fullest, linesPerPage)
	}
	scene := noHeading
	for i, p := range pages {
		lines := p.last - p.first
		if i == last {
			lines = fullest
		}
		for _, mark := range marks[p.first:p.last] {
			if mark != offFilm {
				scene = mark
			}
			l.add(scene, 1/float64(lines))
		}
	}
	page := 1
	for i, scene := range s.Scenes {
		line := lineAt(starts, s.Elements[scene.First].Start)
		for page < len(pages) && line >= pages[page].start {
			page++
		}
		l.pages[i] = page
	}
}

// leaveTitleOut takes the lines of the film off the pages that have a part of the title
// page and no scene heading: they are names and addresses. It returns the byte where the
// last of these pages ends.
func leaveTitleOut(s *screenplay.Script, starts []int, pages []page) (end int) {
	at := func(e *screenplay.Element) int {
		line := lineAt(starts, e.Start)
		return sort.Search(len(pages), func(i int) bool { return pages[i].start > line }) - 1
	}
	headings := map[int]bool{}
	for _, scene := range s.Scenes {
		headings[at(&s.Elements[scene.First])] = true
	}
	for i := range s.Elements {
		e := &s.Elements[i]
		if e.Kind != screenplay.TitlePage || headings[at(e)] {
			continue
		}
		p := &pages[at(e)]
		p.last = p.first
		end = len(s.Source)
		if next := at(e) + 1; next < len(pages) {
			end = starts[pages[next].start]
		}
	}
	return end
}

// lineStarts returns the byte that each line of a text begins at. A form feed belongs
// to the line that it begins.
func lineStarts(text string) []int {
	starts := []int{0}
	for i := range len(text) {
		if text[i] == '\n' && i+1 < len(text) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineAt returns the line that a byte of the text is on, from 0.
func lineAt(starts []int, offset int) int {
	return sort.SearchInts(starts, offset+1) - 1
}

// markLines returns for each line the heading whose scene it is part of, noHeading or
// offFilm. A line that has nothing but furniture of the page is offFilm, also within
// a speech.
func markLines(s *screenplay.Script, starts []int) []int {
	marks := make([]int, len(starts))
	for i := range marks {
		marks[i] = offFilm
	}
	mark := func(e *screenplay.Element, scene int) {
		for line := lineAt(starts, e.Start); line <= lineAt(starts, max(e.Start, e.End-1)); line++ {
			end := len(s.Source)
			if line+1 < len(starts) {
				end = starts[line+1]
			}
			if strings.TrimSpace(s.Source[starts[line]:end]) != "" {
				marks[line] = scene
			}
		}
	}
	for i := range s.Elements {
		if e := &s.Elements[i]; e.Kind.InFilm() {
			mark(e, e.Scene)
		}
	}
	for i := range s.Elements {
		if e := &s.Elements[i]; !e.Kind.InFilm() && wholeLines(s.Source, e) {
			mark(e, offFilm)
		}
	}
	return marks
}

// wholeLines reports whether an element shares no line with another one.
func wholeLines(source string, e *screenplay.Element) bool {
	before, after := source[:e.Start], source[e.End:]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ = strings.Cut(after, "\n")
	return strings.TrimSpace(before) == "" && strings.TrimSpace(after) == ""
}

// page is a page of a PDF: its first line, and the lines of the film on it, from its
// first to behind its last. Without any, first equals last.
type page struct{ start, first, last int }

// pagesOf divides the lines of a text into pages, by the form feeds they begin with.
func pagesOf(source string, starts, marks []int) []page {
	pages := []page{{}}
	for line, start := range starts {
		for i := start; i < len(source) && source[i] == '\f'; i++ {
			pages = append(pages, page{start: line, first: line, last: line})
		}
		p := &pages[len(pages)-1]
		if marks[line] == offFilm {
			continue
		}
		if p.first == p.last {
			p.first = line
		}
		p.last = line + 1
	}
	return pages
}
