package forecast

import (
	"fmt"
	"math"
)

// Predict tells what may become of a project that was checked. The same project
// gives the same outcome (REQ R-28).
// Without comparables nothing is estimated and a warning says so; that is no error.
func (x *Forecast) Predict(p *Project) (*Outcome, error) { return x.predict(x.newQuery(p)) }

func (x *Forecast) predict(q *query) (*Outcome, error) {
	a := x.archive
	c := a.findNeighbours(&q.inputs, q.queryTerms)
	o := newOutcome(q)
	near := a.pickComparables(&q.inputs, q.queryTerms, &c)
	if len(near) < fewestComparables {
		o.Warnings = append(o.Warnings, tooFew(len(near)))
		o.Audience, o.Marketing = nothingKnown(q)
		return o, nil
	}
	row := featureVector{values: make([]float32, 0, 128)}
	a.features(&row, &q.inputs, &c)
	x.estimate(&o.Prediction, q, row.values, len(near))
	var err error
	if o.Comparables, err = x.describe(q, near, c.near, row.values, float64(*o.Prediction.Gross)); err != nil {
		return nil, err
	}
	if o.Prediction.Release.Unlikely() {
		o.Warnings = append(o.Warnings, fmt.Sprintf("More of such films take less than %s worldwide than reach it: read what it takes whatever its release (unconditional) before the estimates, which are of a commercial release.", money(Released)))
	}
	o.Audience = audienceOf(q, o)
	o.Marketing = x.notes(q, o)
	return o, nil
}

// fewestComparables are the fewest films that a forecast rests on.
const fewestComparables = 5

// tooFew says why nothing is estimated from so many comparables.
func tooFew(n int) string {
	switch n {
	case 0:
		return "No earlier film is enough like the project to compare it with, so nothing is estimated."
	case 1:
		return fmt.Sprintf("Only one earlier film is enough like the project to compare it with; with fewer than %d nothing is estimated.", fewestComparables)
	}
	return fmt.Sprintf("Only %d earlier films are enough like the project to compare it with; with fewer than %d nothing is estimated.", n, fewestComparables)
}

// lnGross returns the estimate of the gross by each row of features: ln of US dollars of the
// project's year.
func (x *Forecast) lnGross(b *inputs, rows [][]float32) []float64 {
	of, add := targetGross, -math.Log(realDollars(b.year))
	if b.budget > 0 {
		of, add = targetMultiple, math.Log(float64(b.budget))
	}
	all := x.models.mean.ofEach(of, rows)
	for i := range all {
		all[i] += add
	}
	return all
}

// estimate fills in the figures from the project's features.
// Money is estimated through its multiple of the budget when a budget is stated, and
// directly otherwise. Without a budget the ROI stays nil and the confidence as it was.
func (x *Forecast) estimate(p *Prediction, q *query, row []float32, comparables int) {
	m := x.models
	money := targetGross
	if q.budget > 0 {
		money = targetMultiple
	}
	in := bandOf(q.budget)
	ln := x.lnGross(&q.inputs, [][]float32{row})[0]
	spread, bounds := m.spreadOf(money, row), m.metadata.Bounds[money][in]
	gross := Range{
		dollars(ln + min(0, bounds.Low)*spread), dollars(ln), dollars(ln + max(0, bounds.High)*spread),
	}
	p.Comparables = comparables
	p.Intervals = Intervals{
		Gross:       &MoneyRange{int64(gross.P10), int64(gross.P50), int64(gross.P90)},
		Rating:      x.estimateRating(targetRating, in, row, 1, 10, 1),
		MasterScore: x.estimateRating(targetMaster, in, row, 0, 100, 2),
	}
	if q.budget > 0 {
		p.Intervals.ROI = &Range{roi(gross.P10, q.budget), roi(gross.P50, q.budget), roi(gross.P90, q.budget)}
		p.Confidence = m.metadata.Widths[in].confidenceOf((max(0, bounds.High) - min(0, bounds.Low)) * spread)
	}
	p.Gross, p.ROI = &p.Intervals.Gross.P50, p.Intervals.ROI.middle()
	p.Rating, p.MasterScore = p.Intervals.Rating.middle(), p.Intervals.MasterScore.middle()
	chance := max(0.01, min(0.99, m.mean.of(targetRelease, row)))
	t := takings{ln, spread, bounds.Curve, chance, m.metadata.Token}
	p.Chances, p.Unconditional = chances(q.budget, t.below), t.whateverRelease(q.budget)
	chance = round(chance, 2)
	p.Release.Chance = &chance
}

// estimateRating returns the estimate and interval of a rating, rounded to some
// decimals and kept from least to most.
func (x *Forecast) estimateRating(of target, in band, row []float32, least, most float64, decimals int) *Range {
	v := x.models.mean.of(of, row)
	spread, bounds := x.models.spreadOf(of, row), x.models.metadata.Bounds[of][in]
	fit := func(v float64) float64 { return round(max(least, min(most, v)), decimals) }
	return &Range{fit(v + min(0, bounds.Low)*spread), fit(v), fit(v + max(0, bounds.High)*spread)}
}

// mostGross bounds estimates: no film took more than a small part of it.
const mostGross = 1e11

// dollars returns the amount of a natural logarithm, in whole dollars up to mostGross.
func dollars(ln float64) float64 { return math.Round(min(mostGross, math.Exp(ln))) }

// roi returns (gross - budget) / budget, rounded to two decimals.
// The budget must not be 0.
func roi(gross float64, budget int64) float64 {
	return round((gross-float64(budget))/float64(budget), 2)
}

// round rounds half away from zero.
func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
