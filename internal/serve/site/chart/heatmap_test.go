package chart_test

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func correlations() chart.HeatMap {
	h := chart.HeatMap{
		Head:    chart.Head{ID: "corr", Title: "Features and outcomes", Desc: "Most correlations are weak."},
		RowName: "Feature", Value: chart.Axis{Name: "r", Decimals: 2}, Limit: 0.5,
		Columns: []string{"User rating", "Critics", "Master score", "Budget", "Worldwide gross", "Return on investment", "Nominations", "Academy Awards won"},
		Rows: []string{"Scenes", "Mean scene length", "Scene length spread", "Dialogue share", "Mean speech length", "Speeches per scene",
			"Speaking characters", "Largest part", "Interior scenes", "Day scenes", "Vocabulary", "Sentence length", "Questions",
			"Exclamations", "Mood", "Mood swing", "Mood at the end", "Act one share", "A feature with a name that is far too long", "Pages"},
	}
	for i := range h.Rows {
		var row []chart.HeatCell
		for k := range h.Columns {
			r := math.Sin(float64(i*8+k)*1.7) * 0.62
			row = append(row, chart.HeatCell{Value: r, N: 1200 - 31*i, Low: r - 0.06, High: r + 0.06})
		}
		h.Cells = append(h.Cells, row)
	}
	h.Cells[3][4] = chart.HeatCell{Value: math.NaN(), N: 4}
	h.Cells[19] = h.Cells[19][:5]
	return h
}

func TestHeatMap(t *testing.T) {
	golden(t, "heatmap", correlations())
	small := correlations()
	small.Rows, small.Columns = small.Rows[:4], small.Columns[:3]
	golden(t, "heatmap-small", small)
}

// The names of rows stand in a picture of their own at the places where the grid has them.
func TestNamesOfRowsStandBesideTheirRows(t *testing.T) {
	place := regexp.MustCompile(`<text text-anchor="end" x="([^"]+)" y="([^"]+)">`)
	for _, c := range []chart.Grid{
		chart.HeatMap{Rows: []string{"A", "Worldwide gross"}, Columns: []string{"one", "two", "a long name"}},
		chart.Coverage{Rows: []string{"Release date", "B"}, Columns: []string{"1910s", "1920s"}},
	} {
		names, grid := place.FindAllString(c.RowNames(), -1), place.FindAllString(c.SVG(), -1)
		if len(names) != 2 || !slices.Equal(names, grid[:2]) {
			t.Errorf("%T: names at %v, rows at %v", c, names, grid)
		}
		wellFormed(t, "names", strings.Replace(c.RowNames(), "<svg ", `<svg role="img" `, 1))
	}
	if s := (chart.HeatMap{}).RowNames(); s != "" {
		t.Errorf("no rows have the names %s", s)
	}
	hostile := chart.HeatMap{Rows: []string{"</text><script>x"}, Columns: []string{"a"}}
	wellFormed(t, "hostile names", strings.Replace(hostile.RowNames(), "<svg ", `<svg role="img" `, 1))
}
