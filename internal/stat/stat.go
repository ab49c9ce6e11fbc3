// Package stat holds the few descriptive statistics that packages here need and
// whose every bit must be the same on every machine: sums run from the first
// value to the last, and nothing is fused or reordered.
//
// It imports the standard library alone.
package stat

import (
	"math"
	"slices"
)

// Finite reports whether v is a number, neither NaN nor infinite.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Mean returns the arithmetic mean, 0 of no values.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// Deviation returns the standard deviation of a sample (divisor n-1), 0 of fewer
// than two values.
func Deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, squares := Mean(values), 0.0
	for _, v := range values {
		d := v - mean
		squares += float64(d * d)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

// Quantile returns the value below which the part q, from 0 to 1, of the values
// lies, between neighbours in proportion (type 7 of Hyndman and Fan 1996). The
// values must be sorted and not NaN; of none it is 0.
func Quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

// Median returns the middle value, the mean of the two in the middle of an even
// number of values, and 0 of none. It does not change values.
func Median[T ~int | ~float64](values []T) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return float64(sorted[(len(sorted)-1)/2]+sorted[len(sorted)/2]) / 2
}

// UpperMedian is Median but for an even number of values, of which it returns
// the greater of the two in the middle, so that it is always one of the values.
func UpperMedian(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(values))[len(values)/2]
}
