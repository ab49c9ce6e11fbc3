package chart_test

import (
	"math"
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
