package research

import (
	"math"

	"kinodex/internal/grade"
	"kinodex/internal/screenplay/measure"
)

// Comparing is what changed between two drafts of a script.
type Comparing struct {
	Before, After *Analysis
	Deltas        [measure.Count]Delta
	// Edits is on how many edited texts the noise floor rests; 0 when it was not
	// measured, and no change is told from noise.
	Edits int
}

// Delta is the change of one feature. Floor is its noise floor: of small edits of
// scripts (one line in a hundred dropped or doubled), nineteen of twenty move it
// by no more. Beyond is whether the change is more than that.
type Delta struct {
	Before, After, Change float64
	// Z is the change in standard deviations of the set.
	Z      float64
	Floor  float64
	Beyond bool
}

// Compare tells what changed from one draft to the next.
func (x *Set) Compare(before, after *Analysis) *Comparing {
	c := &Comparing{Before: before, After: after, Edits: x.about.Edits}
	for f, about := range measure.Features() {
		d := &c.Deltas[f]
		d.Before, d.After, d.Floor = before.Features[f], after.Features[f], x.floor[f]
		scale := math.Pow10(about.Decimals)
		d.Change = math.Round((d.After-d.Before)*scale)/scale + 0
		if std := x.norms[f].Std; std > 0 {
			d.Z = d.Change / std
		}
		d.Beyond = x.about.Edits > 0 && math.Abs(d.Change) > d.Floor
	}
	return c
}

// AppendJSON appends the comparison as a JSON object.
func (c *Comparing) AppendJSON(dst []byte) []byte {
	t := &text{b: dst}
	names := measure.Names()
	t.b = append(t.b, '{')
	draft := func(key string, a *Analysis) {
		t.key(key).open('{')
		t.key("predicted_class").word(a.Class.String())
		t.key("predicted_tier").word(a.Tiers)
		t.key("probabilities")
		t.probabilities(a.Votes, a.Trees)
		t.key("features")
		t.features(&a.Features, names)
		t.key("script_length").integer(a.Length)
		t.key("format").word(a.Format)
		t.key("warnings").words(a.Warnings)
		t.shut('}')
	}
	draft("before", c.Before)
	draft("after", c.After)
	t.key("changes").open('{')
	for f, d := range c.Deltas {
		t.key(names[f]).open('{')
		t.key("before").number(d.Before)
		t.key("after").number(d.After)
		t.key("delta").number(d.Change)
		t.key("delta_z").rounded(d.Z, 4)
		t.key("noise_floor")
		if c.Edits == 0 {
			t.null()
		} else {
			t.number(d.Floor)
		}
		t.key("exceeds_noise").boolean(d.Beyond)
		t.shut('}')
	}
	t.shut('}')
	t.key("probability_changes").open('{')
	for class := range grade.Class(grade.Classes) {
		t.key(class.String()).number(float64(c.After.Votes[class]-c.Before.Votes[class]) / float64(c.After.Trees))
	}
	t.shut('}')
	t.key("class_changed").boolean(c.Before.Class != c.After.Class)
	t.key("note").word("noise_floor: of small edits of scripts of the research set, one line in a hundred dropped or doubled, 19 of 20 move the feature by no more. A change within it is no change. Nothing here is causal.")
	t.shut('}')
	return t.b
}
