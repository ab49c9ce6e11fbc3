package research

import (
	"math"
	"sort"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
)

// Spread is how the features of the set's scripts are distributed. Features are named by
// their place in a Vector. It is read-only once made.
type Spread struct{ sorted [measure.Count][]float64 }

// Spread returns how the features are distributed over the set.
func (x *Set) Spread() *Spread { return &x.spread }

func spreadOf(vectors []measure.Vector) (s Spread) {
	for f := range s.sorted {
		s.sorted[f] = sortedColumn(vectors, f)
	}
	return s
}

// Len is over how many scripts.
func (s *Spread) Len() int { return len(s.sorted[0]) }

// Quantile returns the value of a feature that a part of the scripts, 0 to 1, do not
// exceed; NaN without scripts.
func (s *Spread) Quantile(feature int, part float64) float64 {
	if len(s.sorted[feature]) == 0 {
		return math.NaN()
	}
	return stat.Quantile(s.sorted[feature], part)
}

// Below returns how many in a hundred of the scripts have less of a feature, counted;
// those that have as much count half. NaN without scripts.
func (s *Spread) Below(feature int, value float64) float64 {
	all := s.sorted[feature]
	less := sort.SearchFloat64s(all, value)
	upTo := sort.Search(len(all), func(i int) bool { return all[i] > value })
	return 100 * float64(less+upTo) / 2 / float64(len(all))
}
