package stat

import (
	"math"
	"testing"
)

func TestStatistics(t *testing.T) {
	for _, test := range []struct {
		values                                   []float64
		mean, deviation, median, upper, quartile float64
	}{
		{nil, 0, 0, 0, 0, 0},
		{[]float64{3}, 3, 0, 3, 3, 3},
		{[]float64{1, 3}, 2, math.Sqrt2, 2, 3, 1.5},
		{[]float64{1, 2, 4, 5}, 3, math.Sqrt(10.0 / 3), 3, 4, 1.75},
		{[]float64{-1, 0, 10}, 3, math.Sqrt(37), 0, 0, -0.5},
	} {
		for name, got := range map[string][2]float64{
			"mean":      {Mean(test.values), test.mean},
			"deviation": {Deviation(test.values), test.deviation},
			"median":    {Median(test.values), test.median},
			"upper":     {UpperMedian(test.values), test.upper},
			"quartile":  {Quantile(test.values, 0.25), test.quartile},
		} {
			if got[0] != got[1] {
				t.Errorf("%s of %v: %v, want %v", name, test.values, got[0], got[1])
			}
		}
	}
	if got := Median([]int{9, 2, 4, 3}); got != 3.5 {
		t.Errorf("median of whole numbers: %v", got)
	}
	if v := []float64{1, 2}; Quantile(v, 0) != 1 || Quantile(v, 1) != 2 {
		t.Error("the ends of a range")
	}
	if !Finite(0) || Finite(math.NaN()) || Finite(math.Inf(-1)) {
		t.Error("finite numbers")
	}
}

func TestQuantiles(t *testing.T) {
	for _, c := range []struct {
		sorted     []float64
		part, want float64
	}{
		{nil, 0.5, 0}, {[]float64{3}, 0.95, 3}, {[]float64{1, 2}, 0.5, 1.5}, {[]float64{0, 10, 20}, 0.05, 1}, {[]float64{0, 10, 20}, 1, 20},
	} {
		if got := Quantile(c.sorted, c.part); got != c.want {
			t.Errorf("quantile %v of %v: %v, want %v", c.part, c.sorted, got, c.want)
		}
	}
}
