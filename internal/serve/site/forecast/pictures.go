package forecast

import (
	"fmt"

	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/part"
)

// coverage is what share of films the intervals hold.
const coverage = 0.8

// grossPicture shows the estimate of the gross beside the budget on a logarithmic scale. It
// has no rows when there is no estimate.
func grossPicture(o *forecast.Outcome) chart.Intervals {
	n := chart.Intervals{
		Head:  chart.Head{ID: "gross", Title: "Worldwide gross", Desc: "The estimate and the interval that holds four of five films like it, on a logarithmic scale."},
		Value: chart.Axis{Name: "Worldwide gross", Unit: dollars(o), Format: chart.Money, Log: true},
	}
	if b := o.Project.Budget; b != nil {
		n.Rows = append(n.Rows, chart.Interval{Label: "Budget", Point: *b})
	}
	if g := o.Prediction.Intervals.Gross; g != nil {
		n.Rows = append(n.Rows, chart.Interval{Label: "Estimated gross", Point: float64(g.P50), Ranges: []chart.Range{{Low: float64(g.P10), High: float64(g.P90), Level: coverage}}})
	}
	return n
}

// dollars names the dollars that all money of the page is in.
func dollars(o *forecast.Outcome) string { return fmt.Sprintf("US dollars of %d", o.Prediction.AsOf) }

// comparablesPicture shows the comparables by budget and gross, with the project among them.
func comparablesPicture(o *forecast.Outcome, prefix string) chart.Scatter {
	s := chart.Scatter{
		Head: chart.Head{ID: "comparables", Title: "Comparable films by budget and gross", Desc: "Each point is a film that the estimate rests on; above the line it took more than it cost."},
		X:    chart.Axis{Name: "Budget", Unit: dollars(o), Format: chart.Money, Log: true}, Y: chart.Axis{Name: "Worldwide gross", Unit: dollars(o), Format: chart.Money, Log: true}, Diagonal: "gross = budget",
	}
	if o.Project.Budget != nil && o.Prediction.Gross != nil {
		s.Points = append(s.Points, chart.Point{Label: o.Project.Title, X: *o.Project.Budget, Y: float64(*o.Prediction.Gross), On: true, Note: "the estimate"})
	}
	for _, c := range o.Comparables {
		s.Points = append(s.Points, chart.Point{Label: c.Title, X: chart.Known(c.Budget), Y: chart.Known(c.Gross), Href: prefix + part.FilmPath(c.ID, c.Title)})
	}
	return s
}
