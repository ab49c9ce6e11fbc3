package research

import (
	"math"

	"kinodex/internal/screenplay/measure"
)

// leastPairs is how many films a correlation needs (REQ S-34).
const leastPairs = 10

// relation is how a feature goes with an outcome over the films that have it. R
// is Pearson's coefficient, NaN when there are fewer than leastPairs films or
// one side does not vary.
type relation struct {
	r float64
	n int
}

// relate correlates a feature with an outcome, leaving out films whose outcome
// is not known (NaN).
// x and y have a value for each film, in the same order.
func relate(x, y []float64) relation {
	var n int
	var sumX, sumY float64
	for i := range x {
		if !math.IsNaN(y[i]) {
			n++
			sumX, sumY = sumX+x[i], sumY+y[i]
		}
	}
	if n < leastPairs {
		return relation{math.NaN(), n}
	}
	meanX, meanY := sumX/float64(n), sumY/float64(n)
	var xx, yy, xy float64
	for i := range x {
		if !math.IsNaN(y[i]) {
			dx, dy := x[i]-meanX, y[i]-meanY
			xx, yy, xy = xx+dx*dx, yy+dy*dy, xy+dx*dy
		}
	}
	if xx == 0 || yy == 0 {
		return relation{math.NaN(), n}
	}
	return relation{max(-1, min(1, xy/math.Sqrt(xx*yy))), n}
}

// relations are those of all features and outcomes.
type relations [measure.Count][outcomeCount]relation

// relationsOf correlates every feature with every outcome. vectors and fared are of
// the same films, in the same order.
func relationsOf(vectors []measure.Vector, fared []outcomes) (all relations) {
	for m := range outcomeCount {
		y := make([]float64, len(fared))
		for i := range fared {
			y[i] = fared[i][m]
		}
		for f := range measure.Count {
			all[f][m] = relate(column(vectors, f), y)
		}
	}
	return all
}

// effect is how far a feature differs between the S and the E tier: Cohen's d,
// the difference of the means in units of the pooled standard deviation (each
// variance with divisor n-1). NaN where it cannot be told.
type effect struct{ d, sMean, eMean float64 }

// effectOf compares the values of a feature in the S tier with those in the E tier.
// All is NaN when either has fewer than two; d alone is when neither varies.
func effectOf(s, e []float64) effect {
	if len(s) < 2 || len(e) < 2 {
		return effect{math.NaN(), math.NaN(), math.NaN()}
	}
	a, b := normOf(s), normOf(e)
	n, m := float64(len(s)), float64(len(e))
	pooled := math.Sqrt((n*a.Std*a.Std + m*b.Std*b.Std) / (n + m - 2))
	if pooled == 0 {
		return effect{math.NaN(), a.Mean, b.Mean}
	}
	return effect{(a.Mean - b.Mean) / pooled, a.Mean, b.Mean}
}
