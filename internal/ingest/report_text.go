package ingest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// WriteText writes the report for people: totals first, then a table each for
// sources, joins, refusals, completeness, fields that no film has and those on which sources
// differ.
func (r *Report) WriteText(w io.Writer) error {
	t := &reportText{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0), r: r}
	t.totals()
	t.warnings()
	t.sources()
	t.counts("Rows without a film id, joined by", r.Joined)
	t.counts("Rows without a film id, not joined because", r.Unjoined)
	t.counts("Titles not in the catalogue, by reason", r.Refused)
	t.completeness()
	t.missing()
	t.counts("Films by decade", r.Decades)
	t.counts("Films by band of the master score", r.Bands)
	t.fields()
	t.samples()
	if err := t.w.Flush(); err != nil {
		return err
	}
	return t.err
}

// reportText writes lines and keeps the first error.
type reportText struct {
	w   *tabwriter.Writer
	r   *Report
	err error
}

// line writes one line, formatted as by fmt.Fprintf; tabs end cells.
func (t *reportText) line(format string, args ...any) {
	if _, err := fmt.Fprintf(t.w, format+"\n", args...); t.err == nil {
		t.err = err
	}
}

// totals writes the counts of the whole build.
func (t *reportText) totals() {
	r := t.r
	rows, claims, passed, rejects := 0, 0, 0, 0
	for _, s := range r.Sources {
		rows += s.Rows
		claims += s.Claims
		passed += s.Passed
		rejects += total(s.Rejects)
	}
	t.line("Films in the catalogue\t%d", r.Films)
	t.line("  with overview, director, genres, runtime and rating\t%d", r.Core)
	t.line("Years of the catalogue\t%d to %d", r.Years.First, r.Years.Last)
	t.line("Titles known to the sources\t%d", r.Titles)
	t.line("  not in the catalogue\t%d", total(r.Refused))
	if r.Unlisted > 0 {
		t.line("    episodes and games, not listed in the rejects\t%d", r.Unlisted)
	}
	t.line("Rows read\t%d", rows)
	t.line("  used\t%d", claims)
	if passed > 0 {
		t.line("  passed over: of episodes, games, series, shorts\t%d", passed)
	}
	t.line("  rejected\t%d", rejects)
	t.line("Rows without a film id, joined\t%d", total(r.Joined))
	t.line("  not joined\t%d", total(r.Unjoined))
	t.line("People credited by id only\t%d", r.Names.Wanted)
	t.line("  named by a source\t%d", r.Names.Stated)
	t.line("  named by deduction\t%d", r.Names.Deduced)
	t.line("Time\t%s", r.Took.Round(100*time.Millisecond))
}

// warnings writes the warnings, and nothing when there is none.
func (t *reportText) warnings() {
	if len(t.r.Warnings) == 0 {
		return
	}
	t.line("\nWarnings")
	for i := range t.r.Warnings {
		t.line("  %s", &t.r.Warnings[i])
	}
}

// sources writes what was read of each file, then the columns of which nothing was
// used.
func (t *reportText) sources() {
	t.line("\nFile\tformat\tperiod\trows\tused\tpassed over\trejected\trepaired")
	for _, s := range t.r.Sources {
		format, rejected := s.Format, listed(s.Rejects)
		switch {
		case format == "":
			format = "(not recognised)"
		case s.Unused != "":
			rejected = "not read: " + s.Unused
		}
		t.line("%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s", s.File, format, s.Period, s.Rows, s.Claims, s.Passed, rejected, listed(s.Repairs))
	}
	t.line("\nFile\tcolumns of which a film holds nothing")
	for _, s := range t.r.Sources {
		if len(s.ColumnsNotUsed) > 0 {
			t.line("%s\t%s", s.File, strings.Join(s.ColumnsNotUsed, ", "))
		}
	}
}

// counts writes a table of what is counted by name, the largest count first, and nothing when
// there are no counts.
func (t *reportText) counts(title string, counts map[string]int) {
	if len(counts) == 0 {
		return
	}
	t.line("\n%s\t", title)
	for _, name := range ranked(counts) {
		t.line("  %s\t%d", name, counts[name])
	}
}

// completeness writes the share of films that have each field, in percent of the
// films of the catalogue.
func (t *reportText) completeness() {
	t.line("\nField\tfilms that have it\tshare")
	for _, name := range ranked(t.r.Complete) {
		n := t.r.Complete[name]
		t.line("  %s\t%d\t%.1f %%", name, n, 100*float64(n)/float64(max(t.r.Films, 1)))
	}
}

// missing writes the fields that no film has, with the sources that would state them, and
// nothing when every field is known of some film.
func (t *reportText) missing() {
	fields := completeness(&film.Film{})
	head := false
	for _, rule := range Precedence() {
		if _, counted := fields[rule.Field]; !counted || t.r.Films == 0 || t.r.Complete[rule.Field] > 0 {
			continue
		}
		var stated []string
		for _, f := range rule.Formats {
			if from := source.SourceOf(f); !slices.Contains(stated, from) {
				stated = append(stated, from)
			}
		}
		if !head {
			t.line("\nField that no film has\tsources that state it: kinodex sources list, docs/data/sources.md")
			head = true
		}
		t.line("  %s\t%s", rule.Field, strings.Join(stated, ", "))
	}
}

// fields writes how often the sources of each field agreed.
func (t *reportText) fields() {
	t.line("\nField\tone row\tagree\tdiffer\tbelieved where they differ")
	for _, name := range sortedKeys(t.r.Fields) {
		f := t.r.Fields[name]
		t.line("  %s\t%d\t%d\t%d\t%s", name, f.Alone, f.Agreed, f.Differed, listed(f.BelievedDiffering))
	}
}

// samples writes the conflicts that Report holds of each field.
func (t *reportText) samples() {
	for _, name := range sortedKeys(t.r.Fields) {
		f := t.r.Fields[name]
		if len(f.Sample) == 0 {
			continue
		}
		t.line("\nSome of the films on which %s differs", name)
		for _, c := range f.Sample {
			others := make([]string, len(c.Others))
			for i, o := range c.Others {
				others[i] = fmt.Sprintf("%s (%s:%d)", o.Value, o.File, o.Line)
			}
			t.line("  %s  %s (%s:%d), not %s", c.Film, c.Chosen.Value, c.Chosen.File, c.Chosen.Line, strings.Join(others, "; "))
		}
	}
}

// total returns the sum of the counts.
func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// listed returns counts on one line, the largest first: "blank_row 43814, no_title 3".
func listed(counts map[string]int) string {
	parts := make([]string, 0, len(counts))
	for _, name := range ranked(counts) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}

// ranked returns the names by count, the largest first, then by name.
func ranked(counts map[string]int) []string {
	names := sortedKeys(counts)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	return names
}

// sortedKeys returns the keys of a map in ascending order.
func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
