package terminal

import (
	"fmt"
	"io"

	"kinodex/internal/grade"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// WriteComparison writes the page of two drafts; before and after are their titles.
func WriteComparison(to io.Writer, on Screen, before, after string, c *research.Comparing) error {
	p := newPage(on)
	p.drafts(before, after, c)
	return p.print(to)
}

func (p *page) drafts(before, after string, c *research.Comparing) {
	p.line(p.ink(bold, "TWO DRAFTS"))
	p.line("  before: ", p.cut(p.clean(before), p.width-10))
	p.line("  after:  ", p.cut(p.clean(after), p.width-10))
	for _, draft := range []struct {
		name string
		of   *research.Analysis
	}{{"before", c.Before}, {"after", c.After}} {
		for _, warning := range draft.of.Warnings {
			p.item(draft.name + ": " + p.clean(warning) + ".")
		}
	}
	p.section("CLASS")
	p.line(fmt.Sprintf("  %s (%s) %s %s (%s)", c.Before.Class, c.Before.Tiers, p.arrow, c.After.Class, c.After.Tiers))
	room := min(40, p.width-len("  High   100% -> 100%  +100"))
	for class := range grade.Class(grade.Classes) {
		was, is := share(c.Before.Votes[class], c.Before.Trees), share(c.After.Votes[class], c.After.Trees)
		p.line("  ", p.left(class.String(), 6), p.bar(is, room), " ", right(percent(was), 4), " ", p.arrow, " ", right(percent(is), 4),
			fmt.Sprintf("  %+.0f", 100*(is-was)))
	}
	p.changes(c)
}

// changes lists what changed, and whether it is more than small edits make.
func (p *page) changes(c *research.Comparing) {
	p.section("WHAT CHANGED")
	if c.Edits == 0 {
		p.prose(2, faint, "How much small edits move a feature was not measured for this library, so no change is told from noise.")
	} else {
		p.prose(2, faint, fmt.Sprintf("Noise is what small edits do: one line in a hundred dropped or doubled in %s moved the feature by no more, in 19 of 20. "+
			"A change within it is no change.", counted(c.Edits, "text")))
	}
	label := max(12, min(26, p.width-2-4*9-2-6))
	category, moved := "", 0
	for f, about := range measure.Features() {
		if about.Category != category {
			category = about.Category
			p.line()
			p.line("  ", p.ink(bold, p.left(capital(category), label)),
				p.ink(faint, right("before", 9)+right("after", 9)+right("change", 9)+right("noise", 9)))
		}
		p.delta(label, about, &c.Deltas[f], c.Edits > 0)
		if c.Deltas[f].Beyond {
			moved++
		}
	}
	if c.Edits > 0 {
		p.line()
		p.prose(2, "", fmt.Sprintf("%d of %d features moved by more than noise. Nothing here is causal.", moved, measure.Count))
	}
}

// delta writes the change of a feature, beside the noise where that is known.
func (p *page) delta(label int, about measure.Feature, d *research.Delta, known bool) {
	noise, says, in := "?", "", ink("")
	if known {
		noise = featureText(d.Floor, about)
		if d.Beyond {
			says, in = "beyond", bold
		}
	}
	change := "0"
	if d.Change != 0 {
		change = fmt.Sprintf("%+.*f", min(about.Decimals, 3), d.Change)
	}
	p.line("  ", p.ink(in, p.left(about.Label, label)), right(featureText(d.Before, about), 9), right(featureText(d.After, about), 9),
		p.ink(in, right(change, 9)), p.ink(faint, right(noise, 9)), "  ", p.ink(in, says))
}
