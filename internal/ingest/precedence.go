package ingest

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"kinodex/internal/ingest/source"
)

// precedenceTable holds the rules: a row a field, in the order the fields are
// decided, with the formats that may state it, the most believed first. The same
// table stands in docs/data/merge.md.
//
//go:embed precedence.md
var precedenceTable string

// Rule says which source is believed for a field when several state it (the
// survivorship rule of a record that is merged from many).
type Rule struct {
	Field string
	// Formats, the most believed first, each once. A format that is not listed
	// comes after those that are. Within a format the newer file is believed
	// first, then the file that was named first.
	Formats []source.Format
	// NewestOf is a format of which only the newest file has its place in
	// Formats; older ones come after all that are listed. It is for fields that
	// change with time, where an old official figure is worse than a recent copy.
	// It is source.Unknown when no format is treated so.
	NewestOf source.Format
}

// Precedence returns the rule of every field, each field once, in the order of
// precedenceTable. The caller owns the result.
func Precedence() []Rule {
	var rules []Rule
	for line := range strings.Lines(precedenceTable) {
		cells := strings.Split(line, " | ")
		field, isRule := strings.CutPrefix(cells[0], "| `")
		if !isRule {
			continue // the table's head
		}
		r := Rule{Field: strings.TrimSuffix(field, "`")}
		for name := range strings.SplitSeq(cells[1], ", ") {
			r.Formats = append(r.Formats, source.Format(name))
		}
		if r.Field == "ratings.filmdb" {
			r.NewestOf = source.TitleRatings
		}
		rules = append(rules, r)
	}
	return rules
}

// ranking returns, for each field, the rank of each input by its index: 0 is
// believed first. No two inputs of a field have the same rank.
func ranking(inputs []input) map[string][]int {
	ranks := map[string][]int{}
	newest := map[source.Format]string{}
	for i := range inputs {
		in := &inputs[i]
		newest[in.format] = max(newest[in.format], newness(in.period))
	}
	for _, r := range Precedence() {
		order := make([]int, len(inputs))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			x, y := &inputs[a], &inputs[b]
			return cmp.Or(
				cmp.Compare(r.place(x, newest), r.place(y, newest)),
				cmp.Compare(newness(y.period), newness(x.period)),
				cmp.Compare(a, b),
			)
		})
		rank := make([]int, len(inputs))
		for place, i := range order {
			rank[i] = place
		}
		ranks[r.Field] = rank
	}
	return ranks
}

// place returns where the rule puts an input: its index in Formats, and len(Formats) or one
// more for inputs that come after those listed. newest has the newest period of each format.
func (r *Rule) place(in *input, newest map[source.Format]string) int {
	if in.format == r.NewestOf && newness(in.period) < newest[in.format] {
		return len(r.Formats)
	}
	if i := slices.Index(r.Formats, in.format); i >= 0 {
		return i
	}
	return len(r.Formats) + 1
}

// newness returns a period as a string that compares by time: "2017-12" is newer
// than "2017". An unknown period gives "", which is older than all.
func newness(period string) string {
	if period == "" || period[0] < '0' || period[0] > '9' {
		return ""
	}
	return period
}
