package eval

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Bound is the range that a metric must stay in.
type Bound struct {
	Metric      string
	Value       float64
	Least, Most float64 // inclusive; a bound that is not set is an infinity
}

// AtLeast returns a bound from below.
func AtLeast(metric string, value, least float64) Bound {
	return Bound{metric, value, least, math.Inf(1)}
}

// AtMost returns a bound from above.
func AtMost(metric string, value, most float64) Bound {
	return Bound{metric, value, math.Inf(-1), most}
}

// Kept reports whether the metric stays in its range; NaN stays in none.
func (b Bound) Kept() bool { return b.Value >= b.Least && b.Value <= b.Most }

// Range returns the range in words, with two decimals or as many as it takes.
func (b Bound) Range() string {
	switch {
	case math.IsInf(b.Most, 1):
		return "≥ " + decimals(b.Least)
	case math.IsInf(b.Least, -1):
		return "≤ " + decimals(b.Most)
	}
	return decimals(b.Least) + " to " + decimals(b.Most)
}

func decimals(v float64) string {
	short := strconv.FormatFloat(v, 'f', 2, 64)
	if exact, err := strconv.ParseFloat(short, 64); err == nil && exact == v {
		return short
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Gate returns one error for all bounds that are not kept, nil when all are.
func Gate(bounds []Bound) error {
	var all error
	for _, b := range bounds {
		if !b.Kept() {
			all = errors.Join(all, fmt.Errorf("%s: %.4f is not %s", b.Metric, b.Value, b.Range()))
		}
	}
	return all
}
