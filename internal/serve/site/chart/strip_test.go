package chart_test

import (
	"fmt"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func decades() []chart.Bar {
	counts := []float64{12, 240, 1810, 2950, 3400, 4120, 6890, 9050, 12400, 18250, 21900, 8400, chart.Unknown()}
	bars := make([]chart.Bar, len(counts))
	for i, n := range counts {
		label := fmt.Sprintf("%ds", 1900+10*i)
		bars[i] = chart.Bar{Label: label, Value: n, Href: "/films?decade=" + label, On: i == 8}
	}
	return bars
}

func TestStrip(t *testing.T) {
	golden(t, "strip-decades", chart.Strip{
		Head:     chart.Head{ID: "decades", Title: "Films by decade", Desc: "Most films are of the 2000s."},
		Category: "Decade", Value: chart.Axis{Name: "Films", Unit: "films"}, Bars: decades(),
	})
	ratings := chart.Strip{
		Head:     chart.Head{ID: "ratings", Title: "Films by rating"},
		Category: "Rating", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for i := range 10 {
		ratings.Bars = append(ratings.Bars, chart.Bar{Label: fmt.Sprint(i), Value: float64(i * (10 - i) * 3)})
	}
	golden(t, "strip-ratings", ratings)
	years := chart.Strip{
		Head:     chart.Head{ID: "years", Title: "Films by year"},
		Category: "Year", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for i := range 100 {
		years.Bars = append(years.Bars, chart.Bar{Label: fmt.Sprint(1920 + i), Value: float64(20 + i*i%97 + i*2), Href: fmt.Sprint("/films?year=", 1920+i)})
	}
	golden(t, "strip-years", years)
	golden(t, "strip-years-small", years.At(chart.Small))
}

func TestPeakIsTheTallestBarAndItsShare(t *testing.T) {
	if b, share, ok := (chart.Strip{Bars: []chart.Bar{{Label: "a", Value: 1}, {Label: "b", Value: 3}, {Label: "c", Value: chart.Unknown()}}}).Peak(); !ok || b.Label != "b" || share != 0.75 {
		t.Errorf("%v %v %v", b, share, ok)
	}
	for _, bars := range [][]chart.Bar{nil, {{Value: 0}}, {{Value: chart.Unknown()}}, {{Value: -1}}} {
		if _, _, ok := (chart.Strip{Bars: bars}).Peak(); ok {
			t.Errorf("%v has a peak", bars)
		}
	}
}
