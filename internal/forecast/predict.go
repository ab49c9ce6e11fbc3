package forecast

import (
	"math"

	"kinodex/internal/film"
)

// Outlook is what may become of a project. It is independent of the Forecast.
type Outlook struct {
	// AsOf is the year the project is placed in: films of that year and later
	// were not looked at.
	AsOf int
	// Gross is in US dollars of AsOf and holds if the project is released
	// commercially (Released); ROI is (gross - budget) / budget. Both are nil when
	// there is nothing to go by; ROI also without a budget.
	Gross  *Range
	ROI    *Range
	Rating *Range // 0 to 10
	Master *Range // 0 to 100
	// Confidence goes by the width of Gross (TRACE R-24).
	Confidence Confidence
	// Release is the chance, 0 to 1, that a film like this whose gross becomes
	// known takes at least Released; nil when there is nothing to go by.
	Release *float64
	// Band is the project's band of budgets, empty without a budget.
	Band        string
	Comparables []Comparable
	Audience    Audience
	Marketing   []string
	Warnings    []string
}

// Range is an estimate (the middle) and what four of five films like it lie
// between.
type Range struct{ P10, P50, P90 float64 }

// Comparable is an earlier film that the estimates rest on. Values that are not
// known are nil.
type Comparable struct {
	ID         film.ID
	Title      string
	Year       int
	Genres     []string
	Budget     *int64
	Gross      *int64
	ROI        *float64
	Rating     *float64
	Master     *float64
	Similarity float64 // 0 to 1, two decimals
	// Parts are how alike the film is in each aspect, 0 to 1; aspects that the
	// project says nothing of are left out.
	Parts []Part
	// Reasons are facts that film and project share.
	Reasons []string
	// Effect is what the film adds to the estimated gross, in US dollars: the
	// estimate less the one made without it.
	Effect int64

	month int // of release, 0 when unknown
}

// Part is one aspect of a similarity.
type Part struct {
	Aspect string
	Value  float64
}

// Predict tells what may become of a project that was checked. The same project
// gives the same outlook (TRACE R-28).
func (x *Forecast) Predict(p *Project) (*Outlook, error) {
	q := x.place(p)
	a := x.archive
	c := a.around(&q.brief, q.thoughts)
	o := &Outlook{AsOf: q.year, Confidence: Low, Warnings: q.warnings}
	if q.budget > 0 {
		o.Band = BandOf(q.budget)
	}
	near := a.comparable(q, c.near)
	if len(near) == 0 {
		o.Warnings = append(o.Warnings, "No earlier film is enough like the project to compare it with, so nothing is estimated.")
		o.Audience, o.Marketing = nothingKnown(q)
		return o, nil
	}
	row := row{values: make([]float32, 0, 128)}
	a.traits(&row, &q.brief, &c)
	x.estimate(o, q, row.values, len(near))
	var err error
	if o.Comparables, err = x.describe(q, near, c.near, row.values, o); err != nil {
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
func (x *Forecast) estimate(o *Outlook, q *asked, row []float32, comparables int) {
	m := x.models
	money := aimGross
	if q.budget > 0 {
		money = aimMultiple
	}
	in := bandOf(q.budget)
	ln := x.lnGross(q, row)
	spread, reach := m.spreadOf(money, row), m.about.Reach[money][in]
	o.Gross = &Range{
		dollars(ln + min(0, reach.Low)*spread), dollars(ln), dollars(ln + max(0, reach.High)*spread),
	}
	if q.budget > 0 {
		o.ROI = &Range{roi(o.Gross.P10, q.budget), roi(o.Gross.P50, q.budget), roi(o.Gross.P90, q.budget)}
		o.Confidence = confidenceOf(o.Gross.P10, o.Gross.P90, comparables)
	}
	o.Rating = x.mark(aimRating, in, row, 1, 10, 1)
	o.Master = x.mark(aimMaster, in, row, 0, 100, 2)
	chance := round(max(0.01, min(0.99, m.mean.of(aimRelease, row))), 2)
	o.Release = &chance
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
