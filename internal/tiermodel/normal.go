package tiermodel

import (
	"math"
	"slices"
)

// normalKnots is by how many quantiles a feature's distribution is kept.
const normalKnots = 65

// normalScores turn features into normal scores: the value of a standard normal
// distribution at the same quantile. Skew and outliers then weigh no more than
// other samples (van der Waerden, "Order tests for the two-sample problem", 1952).
type normalScores struct {
	// knots, by feature, are quantiles of what was learned from, ascending.
	knots [][]float64
	at    []float64 // the normal score of each place among the knots
}

// normalScoresOf learns the distributions of the features.
func normalScoresOf(x [][]float64) *normalScores {
	knots := make([][]float64, len(x[0]))
	for j := range knots {
		column := make([]float64, len(x))
		for i := range x {
			column[i] = x[i][j]
		}
		slices.Sort(column)
		knots[j] = make([]float64, normalKnots)
		for k := range knots[j] {
			place := float64(k) * float64(len(column)-1) / (normalKnots - 1)
			below := int(place)
			above := min(below+1, len(column)-1)
			knots[j][k] = column[below] + float64((place-float64(below))*(column[above]-column[below]))
		}
	}
	return newNormalScores(knots)
}

// newNormalScores returns normal scores by quantiles that are known.
func newNormalScores(knots [][]float64) *normalScores {
	n := &normalScores{knots: knots, at: make([]float64, normalKnots)}
	for k := range n.at {
		n.at[k] = math.Sqrt2 * math.Erfinv((2*float64(k)+1)/normalKnots-1)
	}
	return n
}

// of writes the normal scores of x to z, which is as long. Values beyond what was
// learned from have the score of the nearest that was.
func (n *normalScores) of(x, z []float64) {
	for j, v := range x {
		knots := n.knots[j]
		low, found := slices.BinarySearch(knots, v)
		switch {
		case found: // the middle of all knots of this value
			high := low
			for high+1 < normalKnots && knots[high+1] == v {
				high++
			}
			z[j] = (n.at[low] + n.at[high]) / 2
		case low == 0:
			z[j] = n.at[0]
		case low == normalKnots:
			z[j] = n.at[normalKnots-1]
		default:
			part := (v - knots[low-1]) / (knots[low] - knots[low-1])
			z[j] = n.at[low-1] + float64(part*(n.at[low]-n.at[low-1]))
		}
	}
}

// all returns the normal scores of every row.
func (n *normalScores) all(x [][]float64) [][]float64 {
	z := make([][]float64, len(x))
	for i := range x {
		z[i] = make([]float64, len(x[i]))
		n.of(x[i], z[i])
	}
	return z
}
