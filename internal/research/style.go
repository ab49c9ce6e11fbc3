package research

import (
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// styleFeatureCount is how many places a script's habits have.
var styleFeatureCount = len(measure.StyleFeatures())

// styleCountsOf lays the habits of a set out for its file.
func styleCountsOf(set []scored) []uint16 {
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

// StyleCounts gives the habits of a film's script, if they were counted.
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

// StyleTotals adds the habits of all scripts up, by place; all 0 where none were
// counted.
func (x *Set) StyleTotals() []int {
	sums := make([]int, styleFeatureCount)
	for i, n := range x.styleCounts {
		sums[i%styleFeatureCount] += int(n)
	}
	return sums
}
