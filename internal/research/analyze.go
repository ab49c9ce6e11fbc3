package research

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
)

// sceneInfluence is what a scene does to a feature.
type sceneInfluence struct {
	scene int // place in Report.Scenes
	// z is what the feature's z-score would lose without the scene.
	z float64
}

// errNoModel returns the fault of kind Upstream for a library without a model.
func errNoModel() error {
	return fault.New(fault.Upstream, "this library has too few research screenplays for a model; nothing was spent")
}

// Analyze holds a script that was measured against the set (REQ S-18 to S-28).
// The same script gives the same analysis. Without a model it is a fault of kind
// Upstream.
func (x *Set) Analyze(s *screenplay.Script, r *measure.Report) (*Analysis, error) {
	a, err := x.Classify(s, r)
	if err != nil {
		return nil, err
	}
	places, influences := newOffsets(s.Source), r.Influences()
	evidence := x.evidence(&r.Vector, influences)
	a.findings(&evidence, places)
	a.WhatMoves = x.whatMoves(r, a.IsScreenplay(), influences, places)
	return a, nil
}

// Classify returns what Analyze does without what is told of scenes: no findings, no
// evidence, and of what moves the class only whether the script lies within range.
func (x *Set) Classify(s *screenplay.Script, r *measure.Report) (*Analysis, error) {
	if x.tier == nil {
		return nil, errNoModel()
	}
	asked := x.tier.Predict(r.Vector[:])
	form, formEvidence := screenplay.FormOf(s)
	a := &Analysis{
		Prediction: predictionOf(asked.Class, asked.Votes), Features: r.Vector.ByFeature(), Comparisons: x.comparisons(&r.Vector),
		Reading: Reading{ScriptLength: utf8.RuneCountInString(s.Source), Format: s.Format.String(), Form: form.String(), FormEvidence: formEvidence},
		Votes:   asked.Votes, Report: r, Model: x.tier.version, script: s,
	}
	a.WhatMoves.WithinRange = x.domain.contains(&r.Vector)
	a.Warnings = x.warnings(s, a)
	return a, nil
}

// comparisons returns where each feature stands in the set.
func (x *Set) comparisons(v *measure.Vector) measure.ByFeature[Comparison] {
	return measure.EachFeature(func(f int) Comparison {
		norm, z := x.norms[f], x.norms[f].Z(v[f])
		return Comparison{v[f], norm.Mean, norm.Std, z + 0, round(percentileOf(z), 4)}
	})
}

// maxEvidence is how many scenes are named for a feature.
const maxEvidence = 3

// evidence names the scenes that push each feature to the side of the mean it is
// on.
// A feature that does not vary in the set has none.
func (x *Set) evidence(v *measure.Vector, influences []measure.Vector) (found [measure.Count][]sceneInfluence) {
	for f, norm := range x.norms {
		if norm.Std > 0 {
			for _, scene := range strongest(influences, f, norm.Z(v[f]) >= 0) {
				found[f] = append(found[f], sceneInfluence{scene, influences[scene][f] / norm.Std})
			}
		}
	}
	return found
}

// strongest gives the scenes that raise a feature most, or lower it most, the
// strongest first.
// There are at most maxEvidence. A scene without influence is not among them.
func strongest(influences []measure.Vector, feature int, raise bool) []int {
	var best []int
	push := func(scene int) float64 {
		if raise {
			return influences[scene][feature]
		}
		return -influences[scene][feature]
	}
	for scene := range influences {
		if push(scene) <= 0 {
			continue
		}
		place := len(best)
		for place > 0 && push(best[place-1]) < push(scene) {
			place--
		}
		if place < maxEvidence {
			best = slices.Insert(best, place, scene)
			best = best[:min(len(best), maxEvidence)]
		}
	}
	return best
}

// warnings say what the figures do not.
// The slice is never nil.
func (x *Set) warnings(s *screenplay.Script, a *Analysis) []string {
	all := []string{}
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if !a.IsScreenplay() {
		add("%s", notAScreenplay[a.Form]+": "+a.FormEvidence.Reason+". The model knows screenplays only, so its class says nothing of this text")
	}
	if len(s.Scenes) == 0 {
		add("no scene headings were found: whatever is measured by scene is 0")
	}
	if a.Report.Speeches == 0 {
		add("no dialogue under a character's name was found: whatever is measured of speeches is 0")
	}
	if x.PartOfFilm(a.ScriptLength) {
		add("this is shorter than 99 of 100 scripts of the research set, which are whole films (%d characters, against %d): counts and diversity do not compare", a.ScriptLength, x.usualLength(0.01))
	} else if long := x.usualLength(0.99); a.ScriptLength > long {
		add("this is longer than 99 of 100 scripts of the research set (%d characters, against %d): counts do not compare", a.ScriptLength, long)
	}
	if !a.WhatMoves.WithinRange {
		add("together, these features are unlike those of 97 of 100 scripts of the research set: the prediction says little")
	}
	if n := len(s.Scenes); n > measure.MostScenes {
		add("%d scenes are more than evidence is looked for in (%d)", n, measure.MostScenes)
	}
	if n := len(s.Scenes); n > maxScenes {
		add("only the first %d of %d scenes are listed", maxScenes, n)
	}
	if n := len(a.Report.Characters); n > maxCharacters {
		add("only the %d largest of %d parts are listed", maxCharacters, n)
	}
	return all
}

// notAScreenplay begins the warning of a text of another form.
var notAScreenplay = map[string]string{
	screenplay.FormTranscript.String(): "this reads as a transcript of what was said, not as a screenplay",
	screenplay.FormProse.String():      "this reads as prose, not as a screenplay",
	screenplay.FormOther.String():      "this does not read as a screenplay",
}

// usualLength is the length, in characters, that a part of the set's scripts do
// not exceed.
func (x *Set) usualLength(part float64) int {
	return int(stat.Quantile(x.lengths, part))
}
