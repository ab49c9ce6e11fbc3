package forecast

import "math"

// Predict tells what may become of a project that was checked. The same project
// gives the same outcome (TRACE R-28).
func (x *Forecast) Predict(p *Project) (*Outcome, error) {
	q := x.place(p)
	a := x.archive
	c := a.around(&q.brief, q.thoughts)
	o := newOutcome(q)
	near := a.comparable(q, c.near)
	if len(near) == 0 {
		o.Warnings = append(o.Warnings, "No earlier film is enough like the project to compare it with, so nothing is estimated.")
		o.Audience, o.Marketing = nothingKnown(q)
		return o, nil
	}
	row := row{values: make([]float32, 0, 128)}
	a.traits(&row, &q.brief, &c)
	x.estimate(&o.Prediction, q, row.values, len(near))
	var err error
	if o.Comparables, err = x.describe(q, near, c.near, row.values, float64(*o.Prediction.Gross)); err != nil {
		return nil, err
	}
	o.Audience = audienceOf(q, o)
	o.Marketing = x.notes(q, o)
	return o, nil
}

// lnGross is the estimate of money: ln of US dollars of the project's year.
func (x *Forecast) lnGross(q *asked, row []float32) float64 {
	if q.budget > 0 {
		return math.Log(float64(q.budget)) + x.models.mean.of(aimMultiple, row)
	}
	return x.models.mean.of(aimGross, row) - math.Log(realDollars(q.year))
}

// estimate fills in the figures.
func (x *Forecast) estimate(p *Prediction, q *asked, row []float32, comparables int) {
	m := x.models
	money := aimGross
	if q.budget > 0 {
		money = aimMultiple
	}
	in := bandOf(q.budget)
	ln := x.lnGross(q, row)
	spread, reach := m.spreadOf(money, row), m.about.Reach[money][in]
	gross := Range{
		dollars(ln + min(0, reach.Low)*spread), dollars(ln), dollars(ln + max(0, reach.High)*spread),
	}
	p.Comparables = comparables
	p.Intervals = Intervals{
		Gross:       &MoneyRange{int64(gross.P10), int64(gross.P50), int64(gross.P90)},
		Rating:      x.mark(aimRating, in, row, 1, 10, 1),
		MasterScore: x.mark(aimMaster, in, row, 0, 100, 2),
	}
	if q.budget > 0 {
		p.Intervals.ROI = &Range{roi(gross.P10, q.budget), roi(gross.P50, q.budget), roi(gross.P90, q.budget)}
		p.Confidence = confidenceOf(gross.P10, gross.P90, comparables)
	}
	p.Gross, p.ROI = &p.Intervals.Gross.P50, p.Intervals.ROI.middle()
	p.Rating, p.MasterScore = p.Intervals.Rating.middle(), p.Intervals.MasterScore.middle()
	chance := round(max(0.01, min(0.99, m.mean.of(aimRelease, row))), 2)
	p.Release.Chance = &chance
}

// mark estimates a rating.
func (x *Forecast) mark(of aim, in band, row []float32, least, most float64, decimals int) *Range {
	v := x.models.mean.of(of, row)
	spread, reach := x.models.spreadOf(of, row), x.models.about.Reach[of][in]
	fit := func(v float64) float64 { return round(max(least, min(most, v)), decimals) }
	return &Range{fit(v + min(0, reach.Low)*spread), fit(v), fit(v + max(0, reach.High)*spread)}
}

// mostGross bounds estimates: no film took more than a small part of it.
const mostGross = 1e11

// dollars turns the logarithm of an amount into whole dollars.
func dollars(ln float64) float64 { return math.Round(min(mostGross, math.Exp(ln))) }

func roi(gross float64, budget int64) float64 {
	return round((gross-float64(budget))/float64(budget), 2)
}

func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
