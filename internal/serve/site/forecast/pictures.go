package forecast

import (
	"kinodex/internal/app"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/part"
)

// coverage is what share of films the intervals hold.
const coverage = 0.8

// grossPicture shows the estimates of the gross on one logarithmic scale: of one scenario beside
// its budget and its comparables, of several each with its name. It has no rows when there is no estimate.
func grossPicture(all []app.Scenario) chart.Intervals {
	n := chart.Intervals{
		Head:  chart.Head{ID: "gross", Title: "Worldwide gross", Desc: "The estimate and the interval that holds four of five films like it, on a logarithmic scale."},
		Value: chart.Axis{Name: "Worldwide gross", Unit: part.RealDollars, Format: chart.Money, Log: true},
	}
	if len(all) > 1 {
		n.Title, n.Desc = "Worldwide gross by scenario", "For each scenario the estimate and the interval that holds four of five films like it, on one logarithmic scale."
	}
	for i, s := range all {
		label := name(all, i)
		if len(all) == 1 {
			label = "Estimated gross"
			if b := s.Outcome.Project.Budget; b != nil {
				n.Rows = append(n.Rows, chart.Interval{Label: "Budget", Point: *b})
			}
		}
		if g := s.Outcome.Prediction.Intervals.Gross; g != nil {
			n.Rows = append(n.Rows, interval(label, g))
		}
		if b := s.Brief; len(all) == 1 && b != nil && b.Comparables != nil {
			n.Rows = append(n.Rows, interval("Comparable films", b.Comparables))
		}
	}
	return n
}

func interval(label string, r *forecast.MoneyRange) chart.Interval {
	return chart.Interval{Label: label, Point: float64(r.P50), Ranges: []chart.Range{{Low: float64(r.P10), High: float64(r.P90), Level: coverage}}}
}

// comparablesPicture shows the comparables by budget and gross, with the project among them.
func (s *view) comparablesPicture(o *forecast.Outcome) chart.Scatter {
	plot := chart.Scatter{
		Head: chart.Head{ID: "comparables", Title: "Comparable films by budget and gross", Desc: "Each point is a film that the estimate rests on; above the line it took more than it cost."},
		X:    chart.Axis{Name: "Budget", Unit: part.RealDollars, Format: chart.Money, Log: true}, Y: chart.Axis{Name: "Worldwide gross", Unit: part.RealDollars, Format: chart.Money, Log: true}, Diagonal: "gross = budget",
	}
	if o.Project.Budget != nil && o.Prediction.Gross != nil {
		plot.Points = append(plot.Points, chart.Point{Label: o.Project.Title, X: *o.Project.Budget, Y: float64(*o.Prediction.Gross), On: true, Note: "the estimate"})
	}
	for _, c := range o.Comparables {
		point := chart.Point{Label: c.Title, X: chart.Known(c.Budget), Y: chart.Known(c.Gross)}
		if path := s.filmPath(c.ID, c.Title); path != "" {
			point.Href = s.prefix + path
		}
		plot.Points = append(plot.Points, point)
	}
	return plot
}
