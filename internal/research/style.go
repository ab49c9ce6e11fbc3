package research

import (
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// styleFeatureCount is how many places a script's habits have.
var styleFeatureCount = len(measure.StyleFeatures())

// styleCountsOf lays out the style counts of a set for its file:
// styleFeatureCount numbers a script, all 0 where they were not counted by the
// list of this program.
func styleCountsOf(set []scoredScript) []uint16 {
	all := make([]uint16, len(set)*styleFeatureCount)
	for i := range set {
		if s := &set[i]; s.StyleFeaturesVersion == measure.StyleFeaturesVersion && len(s.StyleCounts) == styleFeatureCount {
			copy(all[i*styleFeatureCount:], s.StyleCounts)
		}
	}
	return all
}

// readStyleCounts maps the habits of a file that has them by the list of this program.
func (x *Set) readStyleCounts(r *pack.Reader) {
	if x.about.StyleFeatures == measure.StyleFeaturesVersion {
		x.styleCounts = pack.Column[uint16](r, sectionStyleCounts, len(x.scripts)*styleFeatureCount)
	}
}

// StyleCounts returns the style counts of a film's script; false for a film
// without a script, or when they were not counted. They must not be changed,
// nor read after Close.
func (x *Set) StyleCounts(id film.ID) (measure.StyleCounts, bool) {
	i, ok := x.byFilm[id]
	if !ok || x.styleCounts == nil {
		return nil, false
	}
	h := measure.StyleCounts(x.styleCounts[i*styleFeatureCount : (i+1)*styleFeatureCount])
	for _, n := range h {
		if n > 0 {
			return h, true
		}
	}
	return nil, false
}

// StyleTotals returns the sum of the style counts of all scripts, by style
// feature; all 0 where none were counted. The slice is the caller's own.
func (x *Set) StyleTotals() []int {
	sums := make([]int, styleFeatureCount)
	for i, n := range x.styleCounts {
		sums[i%styleFeatureCount] += int(n)
	}
	return sums
}
