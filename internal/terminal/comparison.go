package terminal

import (
	"fmt"
	"io"
	"math"
	"strings"

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

// drafts adds titles and warnings of both drafts, which scenes changed, then the figures.
// The last column is the change of a probability in percentage points.
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
	p.sceneChanges(&c.Scenes)
	p.classes(c)
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
	p.line("  ", classOf(&c.Before.Prediction), " ", p.arrow, " ", classOf(&c.After.Prediction))
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

// classOf names the class of a draft with its tiers, or the classes that its votes do not tell apart.
func classOf(of *research.Prediction) string {
	if of.ClassRange != of.PredictedClass {
		return of.ClassRange
	}
	return of.PredictedClass + " (" + of.PredictedTier + ")"
}

// mostScenesTold is how many scenes the page names that are not what they were.
const mostScenesTold = 40

// sceneChanges adds what became of the scenes: in a sentence, then scene by scene.
func (p *page) sceneChanges(c *research.SceneChanges) {
	p.section("WHICH SCENES")
	p.prose(2, "", c.Summary)
	if len(c.List) > 0 {
		p.line()
	}
	for i := range c.List[:min(len(c.List), mostScenesTold)] {
		change := &c.List[i]
		length := " (" + counted(research.Words(change.After), "word")
		if len(change.After) == 0 {
			length = " (" + counted(research.Words(change.Before), "word")
		}
		if change.Similarity != nil {
			length += ", " + percent(*change.Similarity) + " in common"
		}
		length += ")"
		numbers := numbersOrNone(change.Before) + " " + p.arrow + " " + numbersOrNone(change.After)
		numbers += strings.Repeat(" ", max(1, 14-columns(numbers)))
		heading := p.cut(p.clean(change.Heading()), max(12, p.width-20-columns(numbers)-len(length)))
		p.line("  ", p.ink(bold, p.left(change.What, 18)), p.cut(numbers+heading+length, p.width-20))
	}
	if more := len(c.List) - mostScenesTold; more > 0 {
		p.line("  ", p.ink(faint, fmt.Sprintf("and %s more: --json has them all", counted(more, "scene"))))
	}
}

// numbersOrNone names the scenes of a draft by number; it has none of a scene that is new or was cut.
func numbersOrNone(scenes []research.SceneOf) string {
	if len(scenes) == 0 {
		return "none"
	}
	return research.Numbers(scenes)
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
