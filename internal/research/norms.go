package research

import (
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// Norm is how a feature is spread over a set of scripts. Std is the standard
// deviation of the set as a whole: the divisor is n, not n-1.
type Norm struct{ Mean, Std float64 }

// Z is how many standard deviations a value lies above the mean; 0 where the set
// does not vary (REQ S-24, S-25).
func (n Norm) Z(value float64) float64 {
	if n.Std == 0 {
		return 0
	}
	return (value - n.Mean) / n.Std
}

// percentileOf is the normal distribution's: 0 to 100, 50 at z = 0 (REQ S-25).
func percentileOf(z float64) float64 { return 50 * math.Erfc(-z/math.Sqrt2) }

// normOf gives mean and standard deviation of values, both 0 of none. It takes
// two passes, so that nothing is lost between large numbers.
func normOf(values []float64) Norm {
	if len(values) == 0 {
		return Norm{}
	}
	first := values[0]
	same, sum := true, 0.0
	for _, v := range values {
		sum += v
		same = same && v == first
	}
	if same { // exactly, whatever the sum's last bit says
		return Norm{Mean: first}
	}
	n := float64(len(values))
	mean, squares := sum/n, 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return Norm{mean, math.Sqrt(squares / n)}
}

// normsOf gives the norms of all features.
func normsOf(vectors []measure.Vector) (norms [measure.Count]Norm) {
	for f := range norms {
		norms[f] = normOf(column(vectors, f))
	}
	return norms
}

// column is one feature of all scripts.
func column(vectors []measure.Vector, feature int) []float64 {
	values := make([]float64, len(vectors))
	for i := range vectors {
		values[i] = vectors[i][feature]
	}
	return values
}

// sortedColumn is column, ascending.
func sortedColumn(vectors []measure.Vector, feature int) []float64 {
	values := column(vectors, feature)
	slices.Sort(values)
	return values
}
