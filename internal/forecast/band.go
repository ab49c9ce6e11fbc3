package forecast

import (
	"math"
	"slices"

	"kinodex/internal/stat"
)

// band is a range of budgets. Errors within a band are of about the same size, so
// intervals are calibrated within each.
type band int

const (
	micro band = iota
	low
	mid
	high
	blockbuster
	unstated // no budget is known
	bands
)

// Band is a range of budgets and its name.
type Band struct {
	Name string
	// Least is the smallest budget of the band, US dollars of the film's year.
	Least int64
}

// Bands are the bands of budgets, ascending; a budget is of the last one whose
// Least it conformalBounds.
func Bands() []Band {
	return []Band{
		{"micro", 0}, {"low", 5_000_000}, {"mid", 15_000_000}, {"high", 40_000_000}, {"blockbuster", 100_000_000},
	}
}

// BandOf returns the name of the band of a budget, which must be above 0.
func BandOf(budget int64) string { return Bands()[bandOf(budget)].Name }

// bandOf returns the band of a budget in US dollars, unstated for 0 or less.
func bandOf(budget int64) band {
	if budget <= 0 {
		return unstated
	}
	is := micro
	for i, b := range Bands() {
		if budget >= b.Least {
			is = band(i)
		}
	}
	return is
}

// Coverage is the share of films that intervals are meant to hold.
const Coverage = 0.80

// leastForBand is how many films a band needs for an interval of its own; with
// fewer it has that of all films. poolFilms is how many films of all bands count
// beside its own: bands are small, and what befalls one may befall another.
const (
	leastForBand = 40
	poolFilms    = 100
)

// residual is how far an estimate was off: what happened less the estimate, divided by
// the spread that was estimated for it.
type residual struct {
	band band
	off  float64
}

// conformalBounds returns, by band, how many spreads intervals must extend so that a
// tenth of the films ends below and a tenth above: split conformal prediction with
// normalised residuals (Lei, G'Sell, Rinaldo, Tibshirani, Wasserman, "Distribution-
// Free Predictive Inference for Regression", JASA 113, 2018). Quantiles are of ranks
// among n+1, so that the promise holds for a film that is yet to come.
//
// A band of leastForBand films or more has bounds of its own, drawn towards those of
// all films as if by poolFilms films; any other has those of all.
func conformalBounds(residuals []residual) (all [bands]bounds) {
	whole := boundsOf(residuals, func(residual) bool { return true })
	for b := range all {
		own := boundsOf(residuals, func(m residual) bool { return m.band == band(b) })
		all[b] = bounds{whole.Low, whole.High, own.N, whole.Curve}
		if n := float64(own.N); own.N >= leastForBand {
			all[b].Low = (own.Low*n + whole.Low*poolFilms) / (n + poolFilms)
			all[b].High = (own.High*n + whole.High*poolFilms) / (n + poolFilms)
			all[b].Curve = own.Curve.towards(whole.Curve, n, poolFilms)
		}
	}
	return all
}

// defaultBound is the bound, in spreads, when there are too few residuals: the 90 %
// quantile of a normal distribution is 1.2816 standard deviations, which is 1.6 mean
// absolute errors.
const defaultBound = 1.6

// boundsOf returns the tenth and the ninetieth percentile of the residuals that are
// wanted, and how many there are.
func boundsOf(residuals []residual, of func(residual) bool) bounds {
	var offs []float64
	for _, m := range residuals {
		if of(m) {
			offs = append(offs, m.off)
		}
	}
	n := len(offs)
	if n < leastForBand {
		return bounds{-defaultBound, defaultBound, n, normalCurve(defaultBound)}
	}
	slices.Sort(offs)
	tail := (1 - Coverage) / 2
	under := int(math.Floor(tail*float64(n+1))) - 1
	over := int(math.Ceil((1-tail)*float64(n+1))) - 1
	return bounds{offs[max(under, 0)], offs[min(over, n-1)], n, curveOf(offs)}
}

// The widest intervals, as p90/p10 of the gross, that are of the upper two levels of
// confidence in any band (REQ R-24).
const (
	highWidth   = 3.0
	mediumWidth = 6.0
)

// widths part the intervals of a band in thirds: the widest of the narrowest third and of
// the middle third, as ln(p90/p10) of the gross.
type widths struct {
	High   float64 `json:"high"`
	Medium float64 `json:"medium"`
}

// widthsOf returns the thirds of some intervals, at least highWidth and mediumWidth; those
// for fewer than leastForBand.
func widthsOf(all []float64) widths {
	w := widths{math.Log(highWidth), math.Log(mediumWidth)}
	if len(all) < leastForBand {
		return w
	}
	slices.Sort(all)
	return widths{max(w.High, stat.Quantile(all, 1.0/3)), max(w.Medium, stat.Quantile(all, 2.0/3))}
}

// Confidence is the word for how sure an estimate is.
type Confidence string

// The words.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// confidenceOf returns the word for the width of the gross's interval, ln(p90/p10), among
// those of its band (REQ R-24).
func (w widths) confidenceOf(width float64) Confidence {
	switch {
	case width <= w.High:
		return High
	case width <= w.Medium:
		return Medium
	}
	return Low
}
