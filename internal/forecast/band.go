package forecast

import (
	"math"
	"slices"
)

// band is a range of budgets. Films of one band are off by about as much, and
// intervals are measured within each.
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
// Least it reaches.
func Bands() []Band {
	return []Band{
		{"micro", 0}, {"low", 5_000_000}, {"mid", 15_000_000}, {"high", 40_000_000}, {"blockbuster", 100_000_000},
	}
}

// BandOf names the band of a budget.
func BandOf(budget int64) string { return Bands()[bandOf(budget)].Name }

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

// miss is how far an estimate was off, in spreads: what happened less what was
// foretold.
type miss struct {
	band band
	off  float64
}

// reaches measures how far intervals must reach so that a tenth of the films of
// each band ends below and a tenth above (split conformal prediction: ranks are
// of n+1, so that the promise holds for a film that is yet to come).
func reaches(misses []miss) (all [bands]reach) {
	whole := reachOf(misses, func(miss) bool { return true })
	for b := range all {
		own := reachOf(misses, func(m miss) bool { return m.band == band(b) })
		all[b] = reach{whole.Low, whole.High, own.N}
		if n := float64(own.N); own.N >= leastForBand {
			all[b].Low = (own.Low*n + whole.Low*poolFilms) / (n + poolFilms)
			all[b].High = (own.High*n + whole.High*poolFilms) / (n + poolFilms)
		}
	}
	return all
}

// fewReach is how far an interval reaches when there are too few films to
// measure it: the width of a normal distribution's, by its mean absolute error.
const fewReach = 1.6

func reachOf(misses []miss, of func(miss) bool) reach {
	var offs []float64
	for _, m := range misses {
		if of(m) {
			offs = append(offs, m.off)
		}
	}
	n := len(offs)
	if n < leastForBand {
		return reach{-fewReach, fewReach, n}
	}
	slices.Sort(offs)
	tail := (1 - Coverage) / 2
	under := int(math.Floor(tail*float64(n+1))) - 1
	over := int(math.Ceil((1-tail)*float64(n+1))) - 1
	return reach{offs[max(under, 0)], offs[min(over, n-1)], n}
}

// The widest intervals, as p90/p10 of the gross, of the upper two levels of
// confidence (REQ R-24).
const (
	highWidth   = 3.0
	mediumWidth = 6.0
)

// Confidence is the word for how sure an estimate is.
type Confidence string

// The words.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// fewComparables are too few to be confident, whatever the width.
const fewComparables = 5

// confidenceOf goes by the width of the gross's interval and by how many films
// it rests on.
func confidenceOf(p10, p90 float64, comparables int) Confidence {
	switch width := p90 / p10; {
	case p10 <= 0 || comparables < fewComparables:
		return Low
	case width <= highWidth:
		return High
	case width <= mediumWidth:
		return Medium
	}
	return Low
}
