package chart

import (
	"fmt"
	"math"
	"slices"

	"kinodex/internal/stat"
)

// classes sorts values into up to five classes, from low to high.
type classes struct {
	from  []float64 // where each class begins
	names []string  // what each holds: "10 to 99 films"
}

// mostClasses is how many colours q1 to q5 there are.
const mostClasses = 5

// newClasses returns classes of the values that can be drawn: on a logarithmic axis each as
// many times the one before, else of about as many values each. Values of 0 or less are in
// no class.
func newClasses(a Axis, values []float64) classes {
	var sorted []float64
	for _, v := range values {
		if v > 0 && v <= farthest {
			sorted = append(sorted, v)
		}
	}
	slices.Sort(sorted)
	if len(sorted) == 0 {
		return classes{}
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	from := []float64{low}
	for i := 1; i < mostClasses; i++ {
		part := float64(i) / mostClasses
		v := stat.Quantile(sorted, part)
		if a.Log {
			v = low * math.Pow(high/low, part)
		}
		if v = roundTo(v, 2); v > from[len(from)-1] && v <= high {
			from = append(from, v)
		}
	}
	k := classes{from: from}
	for i := range from {
		if i+1 < len(from) {
			k.names = append(k.names, a.short(from[i])+" to under "+a.short(from[i+1]))
		} else if from[i] == high {
			k.names = append(k.names, a.short(high))
		} else {
			k.names = append(k.names, a.short(from[i])+" to "+a.short(high))
		}
	}
	return k
}

// class returns the class of a value's colour, q0 of one in no class.
func (k classes) class(v float64) string {
	if !(v > 0 && v <= farthest) || len(k.from) == 0 {
		return "q0"
	}
	i := 0
	for i+1 < len(k.from) && v >= k.from[i+1] {
		i++
	}
	return fmt.Sprintf("q%d", k.number(i+1))
}

// number returns the number of the i-th colour; few classes are spread over all of them.
func (k classes) number(i int) int {
	if n := len(k.from); i > 0 && n > 0 && n < mostClasses {
		return 1 + int(math.Round(float64(i)/float64(n)*(mostClasses-1)))
	}
	return i
}

// roundTo rounds to so many significant digits.
func roundTo(v float64, digits int) float64 {
	scale := math.Pow10(digits - 1 - int(math.Floor(math.Log10(math.Abs(v)))))
	if r := math.Round(v*scale) / scale; v != 0 && stat.Finite(r) {
		return r
	}
	return v
}
