package fdx

import (
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/plain"
)

// settle ends the reading of a file: types of the writer's own making are
// placed, elements come into the order of the source (a note ends before the
// paragraph that holds it), and the title page gives its entries.
func (r *fdxReader) settle() {
	elements := r.script.Elements
	for _, c := range r.custom {
		if kind, level, known := screenplay.ElementNamed(r.paginated[c.kind]); known {
			e := &elements[c.element]
			e.Kind, e.Level = kind, level
			if kind != screenplay.Action {
				e.Text, e.Centered = strings.TrimSpace(e.Text), false
			}
		}
	}
	slices.SortStableFunc(elements, func(a, b screenplay.Element) int { return a.Start - b.Start })
	r.script.Title = titleOf(elements)
}

// titleOf reads a title page that has lines but no keys.
func titleOf(elements []screenplay.Element) []screenplay.Field {
	var page strings.Builder
	for _, e := range elements {
		if e.Kind == screenplay.TitlePage {
			page.WriteString(e.Text + "\n")
		}
	}
	return plain.TitleFields(page.String())
}
