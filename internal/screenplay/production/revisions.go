package production

import (
	"sort"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
)

// revisionReport lists the texts that the file marks as revised.
var revisionReport = Report{
	Name: "revisions", Title: "Revisions", About: "The texts that a Final Draft file marks as revised, with the set of revisions that each belongs to. Other files have no such marks.",
	Columns: []Column{
		{Name: "scene", Title: "Scene"}, {Name: "set", Title: "Set of revisions"}, {Name: "color", Title: "Colour"}, {Name: "mark", Title: "Mark"},
		{Name: "element", Title: "Element"}, {Name: "text", Title: "Revised text"},
	},
	rows: func(p *Production, _ string) (rows []Row, notes []string) {
		if p.Script.Format != screenplay.FinalDraft {
			return nil, []string{"This is not a Final Draft file, so nothing is known of revisions."}
		}
		elements, scenes := p.Script.Elements, p.sceneNumbers()
		for _, r := range fdx.Revisions(p.Script.Source) {
			i := sort.Search(len(elements), func(i int) bool { return elements[i].Start >= r.End }) - 1
			if i < 0 || elements[i].End <= r.Start { // not in the script: a header, a note of the program
				continue
			}
			rows = append(rows, Row{scenes(elements[i].Scene), r.Set, orNil(r.Color), orNil(r.Mark), elements[i].Kind.String(), r.Text})
		}
		if len(rows) == 0 {
			notes = append(notes, "The file marks nothing as revised.")
		}
		return rows, notes
	},
}

// orNil returns nil for an empty text.
func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}
