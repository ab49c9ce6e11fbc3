package research

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"kinodex/internal/fault"
	"kinodex/internal/grade"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
)

// Analysis is a script held against the set. It is read-only once made.
type Analysis struct {
	// Class has the most votes; Tiers are the two tiers of that class, "S/A".
	Class grade.Class
	Tiers string
	// Votes are the trees' for High, Mid and Low; they add up to Trees.
	Votes [grade.Classes]int
	Trees int
	// Features and Comparisons are in the order of measure.Features.
	Features    measure.Vector
	Comparisons [measure.Count]Comparison
	// Length is how many characters (code points) the text has.
	Length int
	Format string // plain, fountain, fdx or pdf
	// Warnings say, in sentences, what makes the figures less than they seem.
	Warnings []string
	Report   *measure.Report
	// Evidence is, by feature, the scenes that drive its z-score most.
	Evidence [measure.Count][]Evidence
	Moves    Moves
	// Model is the version of the model that was asked.
	Model string

	ruler *ruler
}

// Comparison is a feature against the set (TRACE S-23).
type Comparison struct {
	Value      float64
	Norm       Norm
	Z          float64 // standard deviations above the mean
	Percentile float64 // 0 to 100, by the normal distribution of Z
}

// Evidence is a scene that drives a feature.
type Evidence struct {
	Scene int // place in Report.Scenes
	// Z is what the feature's z-score would lose without the scene.
	Z float64
}

// errNoModel is what there is to say without a research set.
func errNoModel() error {
	return fault.New(fault.Upstream, "this library has too few research screenplays for a model; nothing was spent")
}

// Analyze holds a script that was measured against the set (TRACE S-18 to S-28).
// The same script gives the same analysis. Without a model it is a fault of kind
// Upstream.
func (x *Set) Analyze(s *screenplay.Script, r *measure.Report) (*Analysis, error) {
	if x.tier == nil {
		return nil, errNoModel()
	}
	asked := x.tier.Predict(r.Vector[:])
	a := &Analysis{
		Class: asked.Class, Tiers: tiersOf(asked.Class), Votes: asked.Votes, Trees: asked.Trees,
		Features: r.Vector, Length: utf8.RuneCountInString(s.Source), Format: s.Format.String(),
		Report: r, Model: x.tier.version, ruler: newRuler(s.Source),
	}
	for f, value := range r.Vector {
		z := x.norms[f].Z(value)
		a.Comparisons[f] = Comparison{value, x.norms[f], z, percentileOf(z)}
	}
	influences := r.Influences()
	a.Evidence = x.evidence(&a.Comparisons, influences)
	a.Moves = x.whatMoves(r.Vector, influences)
	a.Warnings = x.warnings(s, a)
	return a, nil
}

// mostEvidence is how many scenes are named for a feature.
const mostEvidence = 3

// evidence names the scenes that push each feature to the side of the mean it is
// on.
func (x *Set) evidence(all *[measure.Count]Comparison, influences []measure.Vector) (found [measure.Count][]Evidence) {
	for f := range found {
		if std := x.norms[f].Std; std > 0 {
			for _, scene := range strongest(influences, f, all[f].Z >= 0) {
				found[f] = append(found[f], Evidence{scene, influences[scene][f] / std})
			}
		}
	}
	return found
}

// strongest gives the scenes that raise a feature most, or lower it most, the
// strongest first.
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
		if place < mostEvidence {
			best = slices.Insert(best, place, scene)
			best = best[:min(len(best), mostEvidence)]
		}
	}
	return best
}

// warnings say what the figures do not.
func (x *Set) warnings(s *screenplay.Script, a *Analysis) []string {
	var all []string
	add := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if len(s.Scenes) == 0 {
		add("no scene headings were found: this does not look like a screenplay, and whatever is measured by scene is 0")
	}
	if a.Report.Speeches == 0 {
		add("no dialogue under a character's name was found: this does not look like a screenplay, and whatever is measured of speeches is 0")
	}
	if short := x.usualLength(0.01); a.Length < short {
		add("this is shorter than 99 of 100 scripts of the research set, which are whole films (%d characters, against %d): counts and diversity do not compare", a.Length, short)
	} else if long := x.usualLength(0.99); a.Length > long {
		add("this is longer than 99 of 100 scripts of the research set (%d characters, against %d): counts do not compare", a.Length, long)
	}
	if !x.joint.holds(&a.Features) {
		add("together, these features are unlike those of 97 of 100 scripts of the research set: the prediction says little")
	}
	if n := len(s.Scenes); n > measure.MostScenes {
		add("%d scenes are more than evidence is looked for in (%d)", n, measure.MostScenes)
	}
	if n := len(s.Scenes); n > mostListed {
		add("only the first %d of %d scenes are listed", mostListed, n)
	}
	if n := len(a.Report.Characters); n > mostCast {
		add("only the %d largest of %d parts are listed", mostCast, n)
	}
	return all
}

// usualLength is the length, in characters, that a part of the set's scripts do
// not exceed.
func (x *Set) usualLength(part float64) int {
	return int(stat.Quantile(x.lengths, part))
}
