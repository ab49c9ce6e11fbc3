package fdx

import (
	"slices"
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// settle ends the reading of a file: types of the writer's own making are
// placed, elements come into the order of the source (a note ends before the
// paragraph that holds it), and the title page gives its entries.
func (r *fdxReader) settle() {
	elements := r.script.Elements
	for _, c := range r.custom {
		if kind, known := fdxKind(r.paginated[c.kind]); known {
			e := &elements[c.element]
			e.Kind = kind
			if kind != screenplay.Action {
				e.Text, e.Centered = strings.TrimSpace(e.Text), false
			}
			if kind == screenplay.Section {
				e.Level = 1
			}
		}
	}
	slices.SortStableFunc(elements, func(a, b screenplay.Element) int { return a.Start - b.Start })
	r.script.Title = titleOf(elements)
}

// credits are the lines of a title page that say what the name under them did.
var credits = map[string]bool{
	"by": true, "written by": true, "screenplay by": true, "story by": true, "teleplay by": true,
	"original screenplay by": true, "a screenplay by": true, "an original screenplay by": true, "created by": true,
}

// titleOf reads a title page that has lines but no keys: the first is the
// title, a credit names who stands under it.
func titleOf(elements []screenplay.Element) []screenplay.Field {
	var fields []screenplay.Field
	credit := ""
	for _, e := range elements {
		if e.Kind != screenplay.TitlePage {
			continue
		}
		folded := strings.Trim(text.Fold(e.Text), " :")
		switch {
		case len(fields) == 0:
			fields = append(fields, screenplay.Field{Key: "title", Value: e.Text})
		case credits[folded]:
			credit = e.Text
			fields = append(fields, screenplay.Field{Key: "credit", Value: e.Text})
		case credit != "":
			fields = append(fields, screenplay.Field{Key: "author", Value: e.Text})
			credit = ""
		}
	}
	return fields
}
