package forecast

import (
	"fmt"
	"math"

	"kinodex/internal/forecast"
	"kinodex/internal/stat"
)

// chanceBin is the films whose chance was foretold to lie in a tenth, and how many of them
// did what it is of.
type chanceBin struct {
	From, To       float64
	N              int
	Foretold, Came float64 // means
}

// reliability is how foretold chances compare with what came: by tenths, and as a mean
// squared error (Brier score) beside that of foretelling the share for everybody.
type reliability struct {
	Name         string
	N            int
	Bins         []chanceBin
	Brier, Share float64
	Base         float64 // Share * (1 - Share)
	Off          float64 // mean of |Foretold - Came| over bins, weighted by N
}

// reliabilityOf compares chances with what came.
func reliabilityOf(name string, films []Prediction, chance func(*Prediction) *float64, came func(*Prediction) bool) reliability {
	r := reliability{Name: name, Bins: make([]chanceBin, 10)}
	for i := range films {
		p := chance(&films[i])
		if p == nil {
			continue
		}
		did := 0.0
		if came(&films[i]) {
			did = 1
		}
		b := &r.Bins[min(9, int(*p*10+1e-9))]
		b.N++
		b.Foretold += *p
		b.Came += did
		r.Brier += (did - *p) * (did - *p)
		r.Share += did
		r.N++
	}
	n := float64(max(1, r.N))
	for i := range r.Bins {
		b := &r.Bins[i]
		b.From, b.To = float64(i)/10, float64(i+1)/10
		r.Off += math.Abs(b.Foretold-b.Came) / n
		b.Foretold /= float64(max(1, b.N))
		b.Came /= float64(max(1, b.N))
	}
	r.Brier /= n
	r.Share /= n
	r.Base = r.Share * (1 - r.Share)
	return r
}

// Reliability holds the chances against what came: of commercial releases among those, and
// of any release among all films.
func (c card) Reliability() []reliability {
	times := func(k int64) func(*Prediction) bool {
		return func(p *Prediction) bool { return p.Gross >= k*p.Budget }
	}
	all := c.Marked()
	some := Kept(all, released)
	whatever := func(of func(forecast.Chances) *float64) func(*Prediction) *float64 {
		return func(p *Prediction) *float64 {
			if p.Outlook.Unconditional == nil {
				return nil
			}
			return of(p.Outlook.Unconditional.Chances)
		}
	}
	once := func(c forecast.Chances) *float64 { return c.Once }
	twice := func(c forecast.Chances) *float64 { return c.Twice }
	thrice := func(c forecast.Chances) *float64 { return c.Thrice }
	return []reliability{
		reliabilityOf("the budget, commercial releases", some, func(p *Prediction) *float64 { return p.Outlook.Chances.Once }, times(1)),
		reliabilityOf("twice the budget, commercial releases", some, func(p *Prediction) *float64 { return p.Outlook.Chances.Twice }, times(2)),
		reliabilityOf("three times the budget, commercial releases", some, func(p *Prediction) *float64 { return p.Outlook.Chances.Thrice }, times(3)),
		reliabilityOf("the budget, every film", all, whatever(once), times(1)),
		reliabilityOf("twice the budget, every film", all, whatever(twice), times(2)),
		reliabilityOf("three times the budget, every film", all, whatever(thrice), times(3)),
		reliabilityOf("a commercial release, every film", all, func(p *Prediction) *float64 { return p.Outlook.Release.Chance }, released),
	}
}

// freeEstimate is how a population is foretold without its budget.
type freeEstimate struct {
	Name string
	Fit
	// Times is the median of estimate / gross.
	Times float64
}

// Unbudgeted is how films are foretold without a budget: those whose budget is known, those
// whose is not, and both.
func (c card) Unbudgeted() (all []freeEstimate) {
	known := Kept(c.Marked(), released)
	unknown := Kept(c.Unknown, func(p *Prediction) bool { return released(p) && marked(p) })
	for _, of := range []struct {
		name  string
		films []Prediction
	}{{"budget known, not told", known}, {"budget unknown", unknown}, {"both", append(known, unknown...)}} {
		var y, e, times []float64
		for i := range of.films {
			if p := &of.films[i]; p.Unbudgeted.Gross != nil {
				y = append(y, math.Log(float64(p.Gross)))
				e = append(e, math.Log(float64(*p.Unbudgeted.Gross)))
				times = append(times, float64(*p.Unbudgeted.Gross)/float64(p.Gross))
			}
		}
		all = append(all, freeEstimate{of.name, FitOf(y, e), stat.Median(times)})
	}
	return all
}

// Told is the headline by what was told of its films.
func (c card) Told() []population {
	films := Kept(c.Marked(), headline)
	bare := make([]Prediction, len(films))
	for i, p := range films {
		bare[i] = p
		bare[i].Outlook = p.Bare
	}
	return []population{{"all of it", films}, {"title, genres, budget, director, cast, synopsis, year", bare}}
}

// recentYear is the first of the years that bands are held against by themselves: the last two
// of the protocol.
const recentYear = LastYear - 1

// RecentCoverage is Coverage from recentYear on.
func (t *Backtest) RecentCoverage() []BandCoverage {
	return Coverage(Kept(t.Marked(), func(p *Prediction) bool { return released(p) && p.Year >= recentYear }))
}

// RecentYears names the years of RecentCoverage.
func (c card) RecentYears() string { return fmt.Sprintf("%d to %d", recentYear, c.Shown()) }

// HasRecent reports whether the trial has those years.
func (c card) HasRecent() bool { return c.Last >= recentYear }

// HasLater reports whether the trial has years after LastYear.
func (c card) HasLater() bool { return c.Last > LastYear }

// LaterCoverage is Coverage of the years after LastYear.
func (c card) LaterCoverage() []BandCoverage {
	return Coverage(Kept(c.Asked, func(p *Prediction) bool { return released(p) && p.Year > LastYear }))
}
