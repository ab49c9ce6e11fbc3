package forecast

import (
	"math"
	"slices"

	"kinodex/internal/stat"
)

// curvePoints is how many quantiles a curve has.
const curvePoints = 49

// curve is a distribution by its quantiles, ascending: point i (from 0) is the quantile of
// (i+1) / (curvePoints+1). A curve without points is unknown.
type curve []float64

// curveOf returns the curve of sorted values, of which there must be one.
func curveOf(sorted []float64) curve {
	c := make(curve, curvePoints)
	for i := range c {
		c[i] = stat.Quantile(sorted, level(i))
	}
	return c
}

// level returns the probability that belongs to a point of a curve.
func level(i int) float64 { return float64(i+1) / (curvePoints + 1) }

// normalCurve returns the curve of a normal distribution whose tenth and ninetieth
// percentile are -bound and bound.
func normalCurve(bound float64) curve {
	c := make(curve, curvePoints)
	for i := range c {
		c[i] = bound * math.Erfinv(2*level(i)-1) / math.Erfinv(Coverage)
	}
	return c
}

// towards returns the curve drawn towards another: the mean of their quantiles, weighted.
func (c curve) towards(other curve, own, others float64) curve {
	drawn := make(curve, len(c))
	for i := range c {
		drawn[i] = (c[i]*own + other[i]*others) / (own + others)
	}
	return drawn
}

// below returns the probability of a value of at most v: linear between points, and beyond
// the ends half of what lies there.
func (c curve) below(v float64) float64 {
	i, _ := slices.BinarySearch(c, v)
	switch {
	case i == 0:
		return level(0) / 2
	case i == len(c):
		return 1 - level(0)/2
	}
	return level(i-1) + (v-c[i-1])/(c[i]-c[i-1])*level(0)
}

// takings is the distribution of what a project takes worldwide, ln of US dollars of its
// year.
type takings struct {
	middle, spread float64 // of a commercial release
	residuals      curve   // in spreads from the middle
	chance         float64 // of a commercial release
	token          curve   // what films take that have none
}

// below returns the probability that a commercial release takes at most ln dollars.
func (t *takings) below(ln float64) float64 { return t.residuals.below((ln - t.middle) / t.spread) }

// anyBelow returns the probability of taking at most ln dollars, whatever the release.
func (t *takings) anyBelow(ln float64) float64 {
	return t.chance*t.below(ln) + (1-t.chance)*t.token.below(ln)
}

// anyQuantile returns the least ln dollars that are not exceeded with a probability,
// whatever the release (by bisection).
func (t *takings) anyQuantile(p float64) float64 {
	low, high := 0.0, math.Log(mostGross)
	for range 60 {
		if middle := (low + high) / 2; t.anyBelow(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// chances returns the chances of taking at least the budget, twice and three times the
// budget, nil without one. below is the probability of taking at most an amount.
func chances(budget int64, below func(ln float64) float64) Chances {
	if budget <= 0 {
		return Chances{}
	}
	of := func(times float64) *float64 {
		v := round(max(0.01, min(0.99, 1-below(math.Log(times*float64(budget))))), 2)
		return &v
	}
	return Chances{of(1), of(2), of(3)}
}

// whateverRelease returns what a project takes, released commercially or not.
func (t *takings) whateverRelease(budget int64) *Unconditional {
	tail := (1 - Coverage) / 2
	at := func(p float64) int64 { return int64(dollars(t.anyQuantile(p))) }
	return &Unconditional{MoneyRange{at(tail), at(0.5), at(1 - tail)}, chances(budget, t.anyBelow)}
}

// tokenCurve returns the curve of what films take that are not released commercially (ln,
// US dollars of their year): those of the pool from one year to before another. With too
// few it is even from $1,000 to Released.
func (a *archive) tokenCurve(from, to int) curve {
	var taken []float64
	for _, d := range a.pool[a.before(from):a.before(to)] {
		if a.gross[d] < Released {
			taken = append(taken, math.Log(float64(a.gross[d])))
		}
	}
	if len(taken) < leastForBand {
		taken = []float64{math.Log(1000), math.Log(Released)}
	}
	slices.Sort(taken)
	return curveOf(taken)
}
