package chart_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func TestParts(t *testing.T) {
	golden(t, "parts", chart.Parts{
		Head:      chart.Head{ID: "score", Title: "How the master score adds up", Desc: "Ratings lift it from 50 to 74.3."},
		Score:     chart.Axis{Name: "Master score", Unit: "of 100", Decimals: 1},
		StartName: "The middle of the scale", Start: 50, Total: 74.3,
		Parts: []chart.Part{
			{Name: "User rating", Detail: "7.8 of 10, above 90% of films, counts 50%", Points: 17.6},
			{Name: "Critics", Detail: "81 of 100, above 91% of films, counts 30% because many critics saw it", Points: 8.1, Href: "/docs/master-score"},
			{Name: "Second rating", Detail: "6.1 of 10, below most films", Points: -4.2},
			{Name: "Awards", Detail: "2 nominations", Points: 2.8},
			{Name: "Return on the budget", Detail: "unknown", Points: chart.Unknown()},
			{Name: "Return", Points: 0},
		},
	})
}

func TestIntervals(t *testing.T) {
	gross := chart.Axis{Name: "Worldwide gross", Format: chart.Money, Log: true}
	golden(t, "intervals", chart.Intervals{
		Head:  chart.Head{ID: "gross", Title: "What it may gross", Desc: "Somewhere between 4 and 170 million."},
		Value: gross,
		Rows: []chart.Interval{
			{Label: "This project", Point: 61e6, Ranges: []chart.Range{{Low: 12e6, High: 170e6, Level: 0.8}, {Low: 30e6, High: 95e6, Level: 0.5}}},
			{Label: "Without the lead actor and with a very long name", Point: 22e6, Ranges: []chart.Range{{Low: 4e6, High: 88e6, Level: 0.8}}, Href: "/forecast?lead="},
			{Label: "A film that took nothing", Point: 0, Ranges: []chart.Range{{Low: 0, High: 9e6, Level: 0.8}}},
		},
	})
	golden(t, "intervals-linear", chart.Intervals{
		Head:  chart.Head{ID: "rating", Title: "What users may think"},
		Value: chart.Axis{Name: "Rating", Unit: "of 10", Decimals: 1},
		Rows:  []chart.Interval{{Label: "User rating", Point: 6.6, Ranges: []chart.Range{{Low: 5.6, High: 7.5, Level: 0.8}}}},
	})
}

func comparables() chart.Scatter {
	s := chart.Scatter{
		Head:     chart.Head{ID: "comparables", Title: "Comparable films by budget and gross", Desc: "Most took more than they cost."},
		X:        chart.Axis{Name: "Budget", Format: chart.Money, Log: true},
		Y:        chart.Axis{Name: "Worldwide gross", Format: chart.Money, Log: true},
		Diagonal: "on this line a film takes what it cost",
		Points:   []chart.Point{{Label: "This project", X: 25e6, Y: 61e6, On: true}},
	}
	names := strings.Fields("Heat Panic Ran Vertigo Alien Memento Ugetsu Amélie Fargo Tokyo_Story The_Long_Goodbye_of_an_Extremely_Long_Title Jaws M Zodiac Sicario Drive مستند 七人の侍 Gilda Laura")
	for i, name := range names {
		b := 2e6 * math.Pow(1.25, float64(i))
		s.Points = append(s.Points, chart.Point{
			Label: strings.ReplaceAll(name, "_", " "), X: b, Y: b * (0.3 + float64(i*7%11)/2), Href: fmt.Sprint("/films/tt", i), Note: "similar genre",
		})
	}
	s.Points = append(s.Points, chart.Point{Label: "Free", X: 0, Y: 1e6}, chart.Point{Label: "Unknown", X: chart.Unknown(), Y: 1e6})
	return s
}

func TestScatter(t *testing.T) {
	golden(t, "scatter", comparables())
	golden(t, "scatter-small", comparables().At(chart.Small))
}
