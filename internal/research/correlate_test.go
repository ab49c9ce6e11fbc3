package research

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kinodex/internal/screenplay/measure"
)

// REQ S-34: Pearson's r over the films that have the outcome, null below ten.
func TestRelations(t *testing.T) {
	nan := math.NaN()
	line := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, c := range []struct {
		name string
		x, y []float64
		r    float64
		n    int
	}{
		{"the same", line, line, 1, 10},
		{"the opposite", line, []float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, -1, 10},
		{"one unknown", line, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, nan}, nan, 9},
		{"eleven, one unknown", append([]float64{99}, line...), append([]float64{nan}, line...), 1, 10},
		{"no variation", line, make([]float64, 10), nan, 10},
		{"none", nil, nil, nan, 0},
		{"by hand", line, []float64{2, 1, 4, 3, 6, 5, 8, 7, 10, 9}, 0.9393939393939394, 10},
	} {
		got := relate(c.x, c.y)
		if got.n != c.n || math.IsNaN(got.r) != math.IsNaN(c.r) || math.Abs(got.r-c.r) > 1e-12 {
			t.Errorf("%s: %+v, want r %v over %d", c.name, got, c.r, c.n)
		}
	}
}

func TestEffects(t *testing.T) {
	// Means 4 and 2, both variances (n-1) 2: d = 2/√2.
	if e := effectOf([]float64{3, 5}, []float64{1, 3}); math.Abs(e.d-math.Sqrt2) > 1e-12 || e.sMean != 4 || e.eMean != 2 {
		t.Errorf("effect %+v", e)
	}
	if e := effectOf([]float64{3}, []float64{1, 3}); !math.IsNaN(e.d) {
		t.Errorf("an effect of one script: %+v", e)
	}
	if e := effectOf([]float64{3, 3}, []float64{1, 1}); !math.IsNaN(e.d) || e.sMean != 3 {
		t.Errorf("an effect without variation: %+v", e)
	}
}

var figures = regexp.MustCompile(`r = (-?[0-9.]+) over ([0-9]+) films`)

// What insights say is true: direction, r, n and the word for strength.
func TestInsightsAreTrue(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 5))
	vectors, fared := make([]measure.Vector, 500), make([]outcomes, 500)
	for i := range vectors {
		for f := range vectors[i] {
			vectors[i][f] = draw.NormFloat64()
		}
		for m := range fared[i] {
			fared[i][m] = draw.NormFloat64() + 0.25*vectors[i][m] - 0.5*vectors[i][m+8]
		}
	}
	related := relationsOf(vectors, fared)
	all := significant(&related)
	if len(all) < 8 || len(all) > maxInsights {
		t.Fatalf("%d insights", len(all))
	}
	for i, in := range all {
		if i > 0 && math.Abs(in.r) > math.Abs(all[i-1].r) {
			t.Errorf("insight %d is stronger than the one before", i)
		}
		if in.relation != related[in.feature][in.outcome] {
			t.Errorf("insight %d is not what was measured", i)
		}
		said := figures.FindStringSubmatch(in.text)
		if said == nil {
			t.Fatalf("%q tells no figures", in.text)
		}
		r, _ := strconv.ParseFloat(said[1], 64)
		if math.Abs(r-in.r) > 0.005 || said[2] != strconv.Itoa(in.n) {
			t.Errorf("%q: r is %v over %d", in.text, in.r, in.n)
		}
		higher := strings.Contains(in.text, "films higher in the second")
		if higher != (in.r > 0) || !strings.HasPrefix(in.text, measure.Features()[in.feature].Label+" and "+outcomeNames[in.outcome].label+":") {
			t.Errorf("%q: r is %v", in.text, in.r)
		}
		if weak := strings.Contains(in.text, "a weak relation"); weak != (math.Abs(in.r) >= 0.1 && math.Abs(in.r) < 0.3) {
			t.Errorf("%q: r is %v", in.text, in.r)
		}
	}
}

// Where nothing is related, that is what is said.
func TestInsightsAdmitChance(t *testing.T) {
	draw := rand.New(rand.NewPCG(6, 6))
	vectors, fared := make([]measure.Vector, 60), make([]outcomes, 60)
	for i := range vectors {
		for f := range vectors[i] {
			vectors[i][f] = draw.NormFloat64()
		}
		for m := range fared[i] {
			fared[i][m] = draw.NormFloat64()
		}
	}
	related := relationsOf(vectors, fared)
	if all := significant(&related); len(all) != 1 || !strings.Contains(all[0].text, "may well be chance") {
		t.Errorf("insights into noise: %+v", all)
	}
	none := relationsOf(nil, nil)
	if all := significant(&none); len(all) != 0 {
		t.Errorf("insights into nothing: %+v", all)
	}
}
