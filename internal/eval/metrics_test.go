package eval_test

import (
	"math"
	"strings"
	"testing"

	"kinodex/internal/eval"
)

func TestTheAreaUnderTheCurveIsTheChanceOfARightOrder(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		did    []bool
		want   float64
	}{
		{[]float64{1, 2, 3, 4}, []bool{false, false, true, true}, 1},
		{[]float64{1, 2, 3, 4}, []bool{true, true, false, false}, 0},
		{[]float64{1, 1, 1, 1}, []bool{true, false, true, false}, 0.5},
		{[]float64{1, 2, 3}, []bool{true, true, true}, 0.5},
		{[]float64{1, 2, 2, 3}, []bool{false, true, false, true}, 0.875},
	} {
		if got := eval.AUC(c.scores, c.did); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v %v: %v, want %v", c.scores, c.did, got, c.want)
		}
	}
}

func TestRanksThatAgreeAndDoNot(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 90}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, 0.8},
		{[]float64{5, 5, 5}, []float64{5, 5, 5}, 1},
		{[]float64{5, 5, 5}, []float64{1, 2, 3}, 0},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, math.Sqrt(3) / 2},
	} {
		if got := eval.Spearman(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestBoundsAreKeptBothWays(t *testing.T) {
	for _, c := range []struct {
		bound eval.Bound
		kept  bool
		in    string
	}{
		{eval.AtLeast("a", 0.5, 0.4), true, "≥ 0.40"}, {eval.AtLeast("a", 0.3, 0.4), false, "≥ 0.40"},
		{eval.AtMost("a", 0.3, 0.045), false, "≤ 0.045"}, {eval.AtMost("a", 0.3, 0.4), true, "≤ 0.40"},
		{eval.Bound{Metric: "a", Value: 0.8, Least: 0.7, Most: 0.9}, true, "0.70 to 0.90"},
		{eval.Bound{Metric: "a", Value: 0.95, Least: 0.7, Most: 0.9}, false, "0.70 to 0.90"},
		{eval.AtLeast("a", math.NaN(), 0.1), false, "≥ 0.10"},
	} {
		err := eval.Gate([]eval.Bound{c.bound})
		if c.bound.Kept() != c.kept || c.bound.Range() != c.in || (err == nil) != c.kept {
			t.Errorf("%+v: %v, %q, %v", c.bound, c.bound.Kept(), c.bound.Range(), err)
		}
	}
}

// A template that asks for what the data do not have writes nothing.
func TestACardIsWrittenWholeOrNotAtAll(t *testing.T) {
	var out strings.Builder
	if err := eval.WriteCard(&out, "a{{.Missing}}", eval.About{}); err == nil || out.Len() > 0 {
		t.Errorf("%v, %q", err, &out)
	}
	if err := eval.WriteCard(&out, `{{.Generation}} {{percent 0.25}}`, eval.About{Generation: "g"}); err != nil || out.String() != "g 25" {
		t.Errorf("%v, %q", err, &out)
	}
}
