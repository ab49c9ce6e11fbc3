package terminal

import (
	"fmt"
	"io"
	"math"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// WriteComparison writes the page of two drafts; before and after are their titles,
// which are cleaned here. It writes once; an error is that of to.
func WriteComparison(to io.Writer, on Screen, before, after string, c *research.DraftComparison) error {
	p := newPage(on)
	p.drafts(before, after, c)
	return p.print(to)
}

// drafts adds titles, warnings and classes of both drafts, then what changed. The
// last column is the change of a probability in percentage points.
func (p *page) drafts(before, after string, c *research.DraftComparison) {
	p.line(p.ink(bold, "TWO DRAFTS"))
	p.line("  before: ", p.cut(p.clean(before), p.width-10))
	p.line("  after:  ", p.cut(p.clean(after), p.width-10))
	for _, draft := range []struct {
		name string
		of   *research.Draft
	}{{"before", &c.Before}, {"after", &c.After}} {
		for _, warning := range draft.of.Warnings {
			p.item(draft.name + ": " + p.clean(warning) + ".")
		}
	}
	p.classes(c)
	p.sceneChanges(&c.Scenes)
	p.changes(c)
}

// classes adds the classes of both drafts and the votes behind them, each with the
// change in percentage points beside its noise; nothing of texts that are no
// screenplays.
func (p *page) classes(c *research.DraftComparison) {
	p.section("CLASS")
	if !c.Before.IsScreenplay() || !c.After.IsScreenplay() {
		p.prose(2, "", "None: the model knows screenplays only, and one of these is none.")
		return
	}
	p.line(fmt.Sprintf("  %s (%s) %s %s (%s)", c.Before.PredictedClass, c.Before.PredictedTier, p.arrow, c.After.PredictedClass, c.After.PredictedTier))
	room := min(40, p.width-len("  High   100% -> 100%  +100  noise 10"))
	was, is, noise := c.Before.Probabilities, c.After.Probabilities, c.ProbabilityNoise
	for _, class := range []struct {
		name    string
		was, is float64
		noise   *float64
	}{{"High", was.High, is.High, noise.High}, {"Mid", was.Mid, is.Mid, noise.Mid}, {"Low", was.Low, is.Low, noise.Low}} {
		floor := ""
		if class.noise != nil {
			floor = fmt.Sprintf("  noise %.0f", math.Ceil(100**class.noise))
		}
		p.line("  ", p.left(class.name, 6), p.bar(class.is, room), " ", right(percent(class.was), 4), " ", p.arrow, " ", right(percent(class.is), 4),
			right(fmt.Sprintf("%+.0f", 100*(class.is-class.was)), 6), p.ink(faint, floor))
	}
	if c.ClassChanged && !c.ClassExceedsNoise {
		p.prose(2, "", "Small edits move the votes as far as this: read the class as unchanged.")
	}
}

// mostScenesTold is how many scenes of a kind of change the page names.
const mostScenesTold = 12

// sceneChanges adds which scenes were cut, added, moved and changed.
func (p *page) sceneChanges(c *research.SceneChanges) {
	p.section("WHICH SCENES")
	if !c.Aligned {
		p.prose(2, "", "Scenes were not matched: there are none, or too many.")
		return
	}
	p.prose(2, "", fmt.Sprintf("%s unchanged, %d cut, %d added, %d moved, %d changed.", counted(c.Unchanged, "scene"), len(c.Cut), len(c.Added), len(c.Moved), len(c.Changed)))
	var cut, added, moved, changed []string
	for _, s := range c.Cut {
		cut = append(cut, p.sceneLine(s))
	}
	for _, s := range c.Added {
		added = append(added, p.sceneLine(s))
	}
	for _, m := range c.Moved {
		moved = append(moved, fmt.Sprintf("%d %s %s", m.Before.Scene, p.arrow, p.sceneLine(m.After)))
	}
	for _, m := range c.Changed {
		changed = append(changed, fmt.Sprintf("%d %s %s, %s in common", m.Before.Scene, p.arrow, p.sceneLine(m.After), percent(m.Similarity)))
	}
	for _, kind := range []struct {
		name  string
		lines []string
	}{{"Cut", cut}, {"Added", added}, {"Moved", moved}, {"Changed", changed}} {
		if len(kind.lines) == 0 {
			continue
		}
		p.line()
		p.line("  ", p.ink(bold, kind.name))
		for _, line := range kind.lines[:min(len(kind.lines), mostScenesTold)] {
			p.line("    ", p.cut(line, p.width-4))
		}
		if more := len(kind.lines) - mostScenesTold; more > 0 {
			p.line("    ", p.ink(faint, fmt.Sprintf("and %s more: --json has them all", counted(more, "scene"))))
		}
	}
}

// sceneLine names a scene by number, heading and length.
func (p *page) sceneLine(s research.SceneOf) string {
	return fmt.Sprintf("%d %s (%s)", s.Scene, p.clean(s.Heading), counted(s.Words, "word"))
}

// changes adds every feature before and after, by category. Without a measured
// noise floor no change is marked or counted.
func (p *page) changes(c *research.DraftComparison) {
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
		d := c.Changes.At(f)
		p.delta(label, about, d)
		if d.ExceedsNoise {
			moved++
		}
	}
	if c.Edits > 0 {
		p.line()
		p.prose(2, "", fmt.Sprintf("%d of %d features moved by more than noise. Nothing here is causal.", moved, measure.Count))
	}
}

// delta adds a line for one feature: before, after, change and noise floor, with
// "?" for a floor that is not known. A change beyond the floor is marked. label is
// the width of the first column.
func (p *page) delta(label int, about measure.Feature, d *research.Delta) {
	noise, says, in := "?", "", ink("")
	if d.NoiseFloor != nil {
		noise = featureText(*d.NoiseFloor, about)
		if d.ExceedsNoise {
			says, in = "beyond", bold
		}
	}
	change := "0"
	if d.Delta != 0 {
		change = fmt.Sprintf("%+.*f", min(about.Decimals, 3), d.Delta)
	}
	p.line("  ", p.ink(in, p.left(about.Label, label)), right(featureText(d.Before, about), 9), right(featureText(d.After, about), 9),
		p.ink(in, right(change, 9)), p.ink(faint, right(noise, 9)), "  ", p.ink(in, says))
}
