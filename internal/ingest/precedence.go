package ingest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kinodex/internal/ingest/source"
)

// Rule says which source is believed for a field when several speak.
type Rule struct {
	Field string
	// Formats, the most believed first. A format that is not listed comes after
	// those that are. Within a format the newer file is believed first, then
	// the file that was named first.
	Formats []source.Format
	// NewestOf is a format of which only the newest file has its place in
	// Formats; older ones come after all that are listed, because the field
	// changes with time and an old official figure is worse than a recent copy.
	NewestOf source.Format
	Note     string
}

// Markdown gives the table of the rules as docs/data/merge.md shows it.
func Markdown() string {
	var b strings.Builder
	b.WriteString("| field | sources, the most believed first | note |\n|---|---|---|\n")
	for _, r := range Precedence() {
		names := make([]string, len(r.Formats))
		for i, f := range r.Formats {
			names[i] = string(f)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", r.Field, strings.Join(names, ", "), r.Note)
	}
	return b.String()
}

// ranking gives, for each field, the rank of each input: 0 is believed first.
// Every input has its own rank.
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

func (r *Rule) place(in *input, newest map[source.Format]string) int {
	if in.format == r.NewestOf && newness(in.period) < newest[in.format] {
		return len(r.Formats)
	}
	if i := slices.Index(r.Formats, in.format); i >= 0 {
		return i
	}
	return len(r.Formats) + 1
}

// newness makes periods comparable: "2017-12" is newer than "2017", unknown is
// older than all.
func newness(period string) string {
	if period == "" || period[0] < '0' || period[0] > '9' {
		return ""
	}
	return period
}
