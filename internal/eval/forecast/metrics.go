package forecast

import (
	"fmt"
	"math"
	"slices"

	"kinodex/internal/eval"
	"kinodex/internal/forecast"
	"kinodex/internal/stat"
)

// Fit says how well a number was predicted. N is the number of films.
type Fit struct {
	N int
	// R2 is the share of the variance, about the mean of the films asked about,
	// that is explained; MAE the mean absolute error; Bias the mean of truth less
	// estimate.
	R2, MAE, Bias float64
}

// FitOf compares estimates with the truth. Both must be equally long; without values
// all figures are 0. R2 is 0 if the truth does not vary.
func FitOf(truth, estimate []float64) Fit {
	f := Fit{N: len(truth)}
	if f.N == 0 {
		return f
	}
	mean := stat.Mean(truth)
	var off, spread float64
	for i, y := range truth {
		e := y - estimate[i]
		off += e * e
		spread += (y - mean) * (y - mean)
		f.MAE += math.Abs(e)
		f.Bias += e
	}
	f.MAE /= float64(f.N)
	f.Bias /= float64(f.N)
	if spread > 0 {
		f.R2 = 1 - off/spread
	}
	return f
}

// grossBins are the upper ends, in US dollars, of eight of the nine classes of
// worldwide gross that the literature on forecasting films compares by.
var grossBins = []float64{1e6, 10e6, 20e6, 40e6, 65e6, 100e6, 150e6, 200e6}

// grossBin returns the class of a gross in US dollars, 0 to 8. A class includes its
// lower end.
func grossBin(gross float64) int {
	i, exact := slices.BinarySearch(grossBins, gross)
	if exact {
		i++
	}
	return i
}

// WithinOneBin returns the share of films that were predicted at most one of the
// nine classes off, and the share that were predicted in their own. Both are 0
// without films.
func WithinOneBin(truth, estimate []float64) (within, exact float64) {
	for i := range truth {
		switch off := grossBin(truth[i]) - grossBin(estimate[i]); {
		case off == 0:
			within, exact = within+1, exact+1
		case off == 1 || off == -1:
			within++
		}
	}
	n := float64(max(1, len(truth)))
	return within / n, exact / n
}

// GrossMetrics say how well the gross was predicted for a population: by the model,
// by the budget alone, by the mean, and by the model without the budget.
type GrossMetrics struct {
	Model, Budget, Mean, Unbudgeted Fit // of ln(gross)
	WithinOne, SameBin              float64
	BudgetWithinOne                 float64
	AUC, BudgetAUC                  float64 // of taking at least the budget
	BreakEvenAUC                    float64 // of taking at least twice the budget
}

// MeasureGross compares the estimates of the worldwide gross with the truth. Films
// without an estimate, with or without their budget, are left out.
func MeasureGross(films []Prediction) GrossMetrics {
	var truth, ln, model, budget, mean, free, gross, baseline, multiple, byBudget []float64
	var paid, twice []bool
	for i := range films {
		v := &films[i]
		if v.Outlook.Gross == nil || v.Unbudgeted.Gross == nil {
			continue
		}
		y := math.Log(float64(v.Gross))
		truth, ln = append(truth, float64(v.Gross)), append(ln, y)
		model = append(model, math.Log(float64(*v.Outlook.Gross)))
		gross = append(gross, float64(*v.Outlook.Gross))
		line := v.Baseline.Gross.At(math.Log(float64(v.Budget)))
		budget, baseline = append(budget, line), append(baseline, math.Exp(line))
		mean = append(mean, v.Baseline.LnGross)
		free = append(free, math.Log(float64(*v.Unbudgeted.Gross)))
		multiple = append(multiple, float64(*v.Outlook.Gross)/float64(v.Budget))
		byBudget = append(byBudget, math.Exp(line)/float64(v.Budget))
		paid = append(paid, v.Gross >= v.Budget)
		twice = append(twice, v.Gross >= 2*v.Budget)
	}
	m := GrossMetrics{Model: FitOf(ln, model), Budget: FitOf(ln, budget), Mean: FitOf(ln, mean), Unbudgeted: FitOf(ln, free)}
	m.WithinOne, m.SameBin = WithinOneBin(truth, gross)
	m.BudgetWithinOne, _ = WithinOneBin(truth, baseline)
	m.AUC, m.BudgetAUC, m.BreakEvenAUC = eval.AUC(multiple, paid), eval.AUC(byBudget, paid), eval.AUC(multiple, twice)
	return m
}

// RatingMetrics say how well the user rating and the master score were predicted for
// a population, beside predicting their means.
type RatingMetrics struct{ Rating, RatingMean, Master, MasterMean Fit }

// MeasureRatings compares the estimates of the user rating and of the master score
// with the truth, for films whose rating is known.
func MeasureRatings(films []Prediction) RatingMetrics {
	var r, re, rm, s, se, sm []float64
	for i := range films {
		v := &films[i]
		if v.Outlook.Rating == nil || v.Rating != v.Rating {
			continue
		}
		r, re, rm = append(r, v.Rating), append(re, *v.Outlook.Rating), append(rm, v.Baseline.Rating)
		s, se, sm = append(s, v.Master), append(se, *v.Outlook.MasterScore), append(sm, v.Baseline.Master)
	}
	return RatingMetrics{FitOf(r, re), FitOf(r, rm), FitOf(s, se), FitOf(s, sm)}
}

// Bounds returns the metrics with what they must reach: those of the headline
// population, and the coverage of intervals for released films.
func (t *Backtest) Bounds() []eval.Bound {
	films := Kept(t.Marked(), headline)
	gross, rating := MeasureGross(films), MeasureRatings(films).Rating
	bounds := []eval.Bound{
		eval.AtLeast("R² of ln(gross)", gross.Model.R2, 0.63),
		eval.AtMost("MAE of ln(gross)", gross.Model.MAE, 0.85),
		eval.AtLeast("better than budget alone by", 1-gross.Model.MAE/gross.Budget.MAE, 0.04),
		eval.AtLeast("within one of nine bins", gross.WithinOne, 0.72),
		eval.AtLeast("AUC of taking at least the budget", gross.AUC, 0.63),
		eval.AtMost("MAE of the user rating", rating.MAE, 0.58),
		eval.AtLeast("R² of the user rating", rating.R2, 0.30),
	}
	for i, c := range Coverage(Kept(t.Marked(), released)) {
		bound := eval.Bound{Metric: "80 % intervals hold, " + c.Band, Value: c.Share, Least: 0.72, Most: 0.90}
		if i == 0 {
			bound.Least, bound.Most = 0.77, 0.84
		}
		bounds = append(bounds, bound)
	}
	for _, c := range t.RecentCoverage() {
		if c.N > 0 {
			bounds = append(bounds, eval.Bound{Metric: fmt.Sprintf("the same from %d on, %s", recentYear, c.Band), Value: c.Share, Least: 0.72, Most: 0.90})
		}
	}
	return bounds
}

// Marked are the films of the years that marks are of.
func (t *Backtest) Marked() []Prediction { return Kept(t.Asked, marked) }

// BandCoverage says how often the truth lay within an interval, for a band of budgets.
type BandCoverage struct {
	Band  string // "all" for all
	N     int
	Share float64
	// Width is the median of p90/p10.
	Width float64
}

// Coverage returns how often the gross lay within its interval: first for all films,
// then for each band of budgets. Films without an interval are left out.
func Coverage(films []Prediction) []BandCoverage {
	all := []BandCoverage{{Band: "all"}}
	for _, b := range forecast.Bands() {
		all = append(all, BandCoverage{Band: b.Name})
	}
	for i := range all {
		c := &all[i]
		var widths []float64
		for j := range films {
			v := &films[j]
			g := v.Outlook.Intervals.Gross
			if g == nil || i > 0 && *v.Outlook.Band != c.Band {
				continue
			}
			c.N++
			widths = append(widths, float64(g.P90)/max(1, float64(g.P10)))
			if v.Gross >= g.P10 && v.Gross <= g.P90 {
				c.Share++
			}
		}
		if c.N > 0 {
			c.Share /= float64(c.N)
			slices.Sort(widths)
			c.Width = widths[len(widths)/2]
		}
	}
	return all
}

// coveredBy returns the share of values within their intervals; 0 without any.
// Values that are NaN and films without an interval are left out.
func coveredBy(films []Prediction, of func(*Prediction) (float64, *forecast.Range)) float64 {
	in, n := 0.0, 0.0
	for i := range films {
		v, r := of(&films[i])
		if v != v || r == nil {
			continue
		}
		n++
		if v >= r.P10 && v <= r.P90 {
			in++
		}
	}
	return in / max(1, n)
}
