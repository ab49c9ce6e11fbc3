package analyze

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/serve/table"
)

// mostText is how many bytes of scenes' text a page shows at most. A script of 120 pages
// has about 200,000.
const mostText = 1 << 20

// sceneLine is one scene of the list.
type sceneLine struct {
	number  int
	heading string
	facts   []string // length, setting, place in the text
	who     []string
	drives  []string // features it is evidence for, as a writer reads them
	text    []screenplay.Element
}

// sceneLines returns the scenes in order, with their text as far as room bytes of it.
func (r *report) sceneLines(room int) []sceneLine {
	all, shown := make([]sceneLine, len(r.Scenes)), 0
	sheet := map[int]*breakdown.Scene{}
	for i := range r.sheet.Scenes {
		sheet[r.sheet.Scenes[i].Scene] = &r.sheet.Scenes[i]
	}
	for i := range r.Scenes {
		s, of := &r.Scenes[i], &r.Script.Scenes[i]
		l := sceneLine{number: s.Scene, heading: s.Heading, who: s.Characters}
		for _, name := range s.Drives {
			l.drives = append(l.drives, label(name))
		}
		if on := sheet[s.Scene]; on != nil {
			l.facts = append(l.facts, "page "+strconv.Itoa(on.Page), eighths(on.Eighths)+" pages")
		}
		l.facts = append(l.facts, table.Count(s.Words, "word"))
		if place := r.place(of); place != "" {
			l.facts = append(l.facts, place)
		}
		for _, e := range r.Script.Elements[of.First:of.Last] {
			if e.Kind == screenplay.Heading || !e.Kind.InFilm() && e.Kind != screenplay.Note {
				continue
			}
			if shown += len(e.Text); shown <= room {
				l.text = append(l.text, e)
			}
		}
		all[i] = l
	}
	return all
}

// place says at which line of the text a scene begins, where the text has lines that its
// writer sees.
func (r *report) place(s *screenplay.Scene) string {
	if !r.Script.Format.HasLines() || s.First >= len(r.Script.Elements) {
		return ""
	}
	start := r.Script.Elements[s.First].Start
	return "line " + strconv.Itoa(1+sort.SearchInts(r.lines, start+1)) + " of your text"
}

// elementClass names an element for the style sheet, which needs no name for action.
func elementClass(k screenplay.Kind) string {
	switch k {
	case screenplay.Character:
		return "cue"
	case screenplay.Dialogue, screenplay.Lyric:
		return "said"
	case screenplay.Parenthetical:
		return "aside"
	case screenplay.Transition:
		return "cut"
	case screenplay.Note:
		return "note"
	}
	return ""
}

// upper returns names as a script writes them.
func upper(names []string) []string {
	all := slices.Clone(names)
	for i := range all {
		all[i] = strings.ToUpper(all[i])
	}
	return all
}
