package chart_test

import (
	"math"
	"testing"

	"kinodex/internal/serve/site/chart"
)

func features() []chart.Feature {
	axis := func(name, unit string, decimals int) chart.Axis {
		return chart.Axis{Name: name, Unit: unit, Decimals: decimals}
	}
	return []chart.Feature{
		{Axis: axis("Scenes", "scenes", 0), Value: 118, P10: 80, Median: 125, P90: 190, Percentile: 41, Href: "#scenes"},
		{Axis: axis("Mean scene length", "words", 1), Value: 412.4, P10: 120, Median: 180, P90: 260, Percentile: 100},
		{Axis: axis("Dialogue share", "%", 1), Value: 3, P10: 38, Median: 52, P90: 66, Percentile: 0},
		{Axis: axis("A feature with a very long name that cannot fit beside its value", "words a sentence", 2), Value: 7.25, P10: 5, Median: 7, P90: 9, Percentile: 62},
		{Axis: axis("Speaking characters", "", 0), Value: 40, P10: 40, Median: 40, P90: 40, Percentile: 50},
		{Axis: axis("Mood at the end", "", 2), Value: math.NaN(), P10: -0.4, Median: 0.1, P90: 0.5, Percentile: math.NaN()},
		{Axis: axis("Interior scenes", "%", 0), Value: 61, P10: math.NaN(), Median: math.NaN(), P90: math.NaN(), Percentile: math.NaN()},
	}
}

func TestNorms(t *testing.T) {
	n := chart.Norms{
		Head:  chart.Head{ID: "norms", Title: "Features against norms", Desc: "Scenes are long."},
		This:  "this script",
		Group: "produced scripts", Features: features(),
	}
	golden(t, "norms", n)
	n.Size = chart.Medium
	golden(t, "norms-medium", n)
}
