package chart_test

import (
	"fmt"
	"math"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func series(n int) []chart.Series {
	names := []string{"Drama", "Comedy", "Horror", "Science-Fiction", "Documentary", "Film-Noir", "Western", "A genre with a very long name"}
	var all []chart.Series
	for i := range n {
		s := chart.Series{Name: names[i%len(names)], Href: "/films?genre=" + names[i%len(names)]}
		for d := range 11 {
			s.Points = append(s.Points, chart.XY{X: float64(1920 + 10*d), Y: 6 + math.Sin(float64(d+2*i)/2.5) + float64(i)*0.1})
		}
		all = append(all, s)
	}
	all[0].Points[4].Y = math.NaN()
	return all
}

func TestDistribution(t *testing.T) {
	var values []float64
	for i := range 400 {
		values = append(values, 6.4+1.1*math.Sin(float64(i)*12.9898)+0.9*math.Cos(float64(i)*78.233))
	}
	rating := chart.Axis{Name: "Rating", Unit: "of 10", Decimals: 1}
	golden(t, "distribution", chart.Distribution{
		Head:  chart.Head{ID: "dist", Title: "Ratings", Desc: "Most ratings lie between 5 and 8."},
		Value: rating, Count: chart.Axis{Name: "Films", Unit: "films"},
		Bins: chart.BinsOf(rating, values, 16), Quantiles: chart.QuantilesOf(values), ThisName: "this film", This: 7.1,
	})
	budgets := make([]float64, 300)
	for i := range budgets {
		budgets[i] = 1e4 * math.Pow(10, 4.2*float64(i*i%300)/300)
	}
	money := chart.Axis{Name: "Budget", Format: chart.Money, Log: true}
	golden(t, "distribution-money", chart.Distribution{
		Head:  chart.Head{ID: "money", Title: "Budgets"},
		Value: money, Count: chart.Axis{Name: "Films"}, Bins: chart.BinsOf(money, budgets, 14), Quantiles: chart.QuantilesOf(budgets),
	})
}

func TestBinsOf(t *testing.T) {
	for _, c := range []struct {
		values []float64
		log    bool
	}{
		{[]float64{1, 2, 2, 3, 10}, false}, {[]float64{5, 5, 5}, false}, {[]float64{-1, 0, 1, math.NaN(), math.Inf(1)}, false},
		{[]float64{0, 1, 10, 100}, true}, {[]float64{7}, true}, {[]float64{0.1, 0.2, 0.3}, false},
	} {
		a := chart.Axis{Log: c.log, Decimals: 2}
		want, got := 0, 0.0
		for _, v := range c.values {
			if !math.IsNaN(v) && !math.IsInf(v, 0) && (!c.log || v > 0) {
				want++
			}
		}
		for _, b := range chart.BinsOf(a, c.values, 5) {
			in := 0.0
			for _, v := range c.values {
				if v >= b.Low && v < b.High {
					in++
				}
			}
			if b.Low >= b.High || in > b.Count {
				t.Errorf("%v: bin %+v holds %v", c.values, b, in)
			}
			got += b.Count
		}
		if int(got) != want {
			t.Errorf("%v: %v values in bins, want %d", c.values, got, want)
		}
	}
	if bins := chart.BinsOf(chart.Axis{}, []float64{math.NaN()}, 5); bins != nil {
		t.Errorf("bins of nothing: %v", bins)
	}
}

func TestLines(t *testing.T) {
	l := chart.Lines{
		Head: chart.Head{ID: "lines", Title: "Rating by decade", Desc: "Ratings rise and fall."},
		X:    chart.Axis{Name: "Decade", Format: chart.Year}, Y: chart.Axis{Name: "Mean rating", Unit: "of 10", Decimals: 1},
		Series: series(6),
	}
	golden(t, "lines", l)
	l.Size, l.Series = chart.Small, l.Series[:3]
	golden(t, "lines-small", l)
}

func TestMultiples(t *testing.T) {
	m := chart.Multiples{
		Head: chart.Head{ID: "multiples", Title: "Rating by decade and genre"},
		X:    chart.Axis{Name: "Decade", Format: chart.Year}, Y: chart.Axis{Name: "Mean rating", Unit: "of 10", Decimals: 1},
		Series: series(8),
	}
	golden(t, "multiples", m)
	m.Bars, m.Size = true, chart.Medium
	golden(t, "multiples-bars", m)
}

func TestTimeline(t *testing.T) {
	l := chart.Timeline{
		Head: chart.Head{ID: "career", Title: "Films by year", Desc: "Ratings stay high."},
		Y:    chart.Axis{Name: "Rating", Unit: "of 10", Decimals: 1}, Area: chart.Axis{Name: "Worldwide gross", Format: chart.Money},
	}
	for i, name := range []string{"Heat", "Panic", "Ran", "The Long Goodbye", "A title that does not fit beside anything at all", "Vertigo", "Alien", "مستند", "M", "Zodiac", "Fargo"} {
		e := chart.Event{Label: name, Year: 1971 + i*i%37, Y: 5.5 + float64(i*7%5)*0.7, Area: math.Pow(3.1, float64(i)) * 9000, Href: fmt.Sprint("/films/tt", i)}
		if i == 3 {
			e.Area = math.NaN()
		}
		if i == 5 {
			e.Y = math.NaN()
		}
		if i == 8 {
			e.Year = 0
		}
		l.Events = append(l.Events, e)
	}
	golden(t, "timeline", l)
	golden(t, "timeline-small", l.At(chart.Small))
}

func TestRivers(t *testing.T) {
	r := chart.Rivers{
		Head:   chart.Head{ID: "rivers", Title: "Colours of posters by decade", Desc: "Blue grows."},
		Share:  chart.Axis{Name: "Share", Format: chart.Percent, Decimals: 1},
		Period: "Decade",
	}
	for d := range 10 {
		r.Periods = append(r.Periods, fmt.Sprintf("%ds", 1930+10*d))
	}
	for i, hex := range []string{"#1b1b1e", "#7a1f1f", "#c9702a", "#e3c34b", "#4f7f52", "#2e5c8a", "#f2ead8", "red", "#8a5fa0"} {
		colour := chart.Colour{Hex: hex, Name: []string{"black", "red", "orange", "yellow", "green", "blue", "cream", "not a colour", "violet"}[i], Href: "/posters?colour=" + hex[1:]}
		for d := range 10 {
			colour.Shares = append(colour.Shares, 0.05+0.1*math.Pow(math.Sin(float64(d*(i+1))/4+float64(i)), 2))
		}
		colour.Shares[6] = math.NaN()
		r.Colours = append(r.Colours, colour)
	}
	golden(t, "rivers", r)
	golden(t, "rivers-small", r.At(chart.Small))
}

func TestCoverage(t *testing.T) {
	g := chart.Coverage{Head: chart.Head{ID: "coverage", Title: "What is known"}, RowName: "Figure", Rows: []string{"Rating", "Budget", "Worldwide gross", "Runtime", "Awards"}}
	for d := range 9 {
		g.Columns = append(g.Columns, fmt.Sprintf("%ds", 1940+10*d))
	}
	for i := range g.Rows {
		var row []chart.CoverageCell
		for d := range g.Columns {
			row = append(row, chart.CoverageCell{Known: (d + 1) * (i + 3) * 20, Of: 1300})
		}
		g.Cells = append(g.Cells, row)
	}
	all, none := 1.0, 0.0
	g.Cells[0][0], g.Cells[0][1], g.Cells[0][2], g.Cells[0][3] = chart.Shared(&all), chart.Shared(&none), chart.Shared(nil), chart.CoverageCell{}
	golden(t, "coverage", g)
}
