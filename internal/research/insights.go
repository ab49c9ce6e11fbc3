package research

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// insight is one relation in a sentence.
type insight struct {
	feature, outcome int
	relation
	text string
}

const (
	// maxInsights is how many sentences are told, the strongest first.
	maxInsights = 12
	// minZ is how many standard errors a relation must be from none to be
	// told: one in a hundred of all 160 together, when nothing is related to
	// anything, would be told by chance (two-sided, Bonferroni's correction).
	minZ = 4.0
)

// significant tells of the relations that chance does not explain, strongest
// first. When there are none, it tells of the strongest that it may be chance.
// There are at most maxInsights.
func significant(all *relations) []insight {
	var told, rest []insight
	for f := range all {
		for m, rel := range all[f] {
			if math.IsNaN(rel.r) {
				continue
			}
			in := insight{feature: f, outcome: m, relation: rel}
			if math.Abs(fisherZ(rel)) >= minZ {
				told = append(told, in)
			} else {
				rest = append(rest, in)
			}
		}
	}
	strongest := func(a, b insight) int {
		return cmp.Or(cmp.Compare(math.Abs(b.r), math.Abs(a.r)), cmp.Compare(a.feature, b.feature), cmp.Compare(a.outcome, b.outcome))
	}
	slices.SortFunc(told, strongest)
	slices.SortFunc(rest, strongest)
	chance := len(told) == 0
	if chance {
		told = rest[:min(1, len(rest))]
	}
	told = told[:min(len(told), maxInsights)]
	for i := range told {
		told[i].text = told[i].sentence(chance)
	}
	return told
}

// fisherZ returns how many standard errors a correlation is from none, by
// Fisher's transformation (Fisher 1921). Correlations of 1 and -1 have finite
// values; n must be more than 3.
func fisherZ(rel relation) float64 {
	return math.Atanh(max(-0.999999, min(0.999999, rel.r))) * math.Sqrt(float64(rel.n-3))
}

// sentence puts the relation in words. With chance it adds that it may be chance.
func (in *insight) sentence(chance bool) string {
	direction := "higher"
	if in.r < 0 {
		direction = "lower"
	}
	text := fmt.Sprintf("%s and %s: scripts higher in the first tend to belong to films %s in the second; r = %.2f over %d films, %s (%.1f %% of the variance).",
		measure.Features()[in.feature].Label, outcomeNames[in.outcome].label, direction, in.r, in.n, strength(in.r), 100*in.r*in.r)
	if chance {
		return text + " With so many comparisons this may well be chance."
	}
	return text
}

// strength puts a coefficient in words.
func strength(r float64) string {
	switch r = math.Abs(r); {
	case r < 0.1:
		return "next to nothing"
	case r < 0.3:
		return "a weak relation"
	case r < 0.5:
		return "a moderate relation"
	}
	return "a strong relation"
}
