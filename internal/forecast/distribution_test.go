package forecast

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestCurvesTellProbabilities(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, 5000)
	for i := range values {
		values[i] = r.NormFloat64()
	}
	slices.Sort(values)
	drawn, normal := curveOf(values), normalCurve(1.2816)
	for v, want := range map[float64]float64{-5: 0.01, -1: 0.1587, 0: 0.5, 0.5: 0.6915, 1.2816: 0.9, 5: 0.99} {
		for _, c := range []curve{drawn, normal, drawn.towards(normal, 3, 1)} {
			if got := c.below(v); math.Abs(got-want) > 0.02 {
				t.Errorf("below %v: %.3f, want %.3f", v, got, want)
			}
		}
	}
}

// What is taken whatever the release is a mixture: with even odds, half of it is below
// what token releases take at most.
func TestTokenReleasesArePartOfWhatIsTakenWhateverTheRelease(t *testing.T) {
	token := curveOf([]float64{math.Log(1e4), math.Log(4e5)})
	for _, c := range []struct{ chance, least, most float64 }{{0.99, 9e6, 1.1e7}, {0.5, 3e5, 6e5}, {0.1, 4e4, 2e5}} {
		x := takings{math.Log(1e7), 1, normalCurve(1.6), c.chance, token}
		if got := math.Exp(x.anyQuantile(0.5)); got < c.least || got > c.most {
			t.Errorf("chance %v: the middle is %.0f", c.chance, got)
		}
		if once := chances(1e7, x.anyBelow).Once; math.Abs(*once-max(0.01, c.chance/2)) > 0.02 {
			t.Errorf("chance %v: the budget is taken by %v", c.chance, *once)
		}
	}
}

// Months are advised only when the comparables stand out from what films mostly do.
func TestMonthsAreAdvisedAboveTheBaseRate(t *testing.T) {
	a := &archive{history: &history{}}
	for i := range 1200 { // a quarter of all paid films opens in each quarter
		a.pool = append(a.pool, uint32(i))
		a.year, a.month = append(a.year, 2010), append(a.month, uint8(1+i%12))
		a.budget, a.gross = append(a.budget, 1), append(a.gross, 2)
	}
	outcome := func(months ...int) *Outcome {
		o := &Outcome{}
		for _, m := range months {
			o.Comparables = append(o.Comparables, Comparable{Title: "A", Year: 2000, month: m, Budget: ptr(int64(1)), Gross: ptr(int64(2)), ROI: ptr(1.0)})
		}
		return o
	}
	for _, c := range []struct {
		months []int
		want   string
	}{
		{nil, ""},
		{[]int{5, 5}, ""},
		{[]int{1, 4, 7, 10, 2, 5, 8, 11, 12}, ""},
		{[]int{1, 4, 7, 10, 11, 12, 10, 12, 11}, "October to December: 6 of the 9"},
	} {
		if got := a.season(2015, outcome(c.months...)); !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q", c.months, got)
		}
	}
	for range 900 { // and now most of them in the last quarter
		a.pool = append(a.pool, uint32(len(a.year)))
		a.year, a.month, a.budget, a.gross = append(a.year, 2012), append(a.month, 12), append(a.budget, 1), append(a.gross, 2)
	}
	if got := a.season(2015, outcome(1, 4, 7, 10, 11, 12, 10, 12, 11)); got != "" {
		t.Errorf("what all films do is advised: %q", got)
	}
}
