package research

import (
	"math"
	"testing"

	"kinodex/internal/screenplay/measure"
)

func TestASpreadCountsScripts(t *testing.T) {
	var vectors []measure.Vector
	for _, n := range []float64{5, 1, 2, 2, 10} {
		vectors = append(vectors, measure.Vector{measure.SceneCount: n})
	}
	s := spreadOf(vectors)
	for value, want := range map[float64]float64{0: 0, 1: 10, 2: 40, 3: 60, 10: 90, 11: 100} {
		if got := s.Below(measure.SceneCount, value); got != want {
			t.Errorf("%g of 100 have less than %g, want %g", got, value, want)
		}
	}
	if median := s.Quantile(measure.SceneCount, 0.5); median != 2 || s.Len() != 5 {
		t.Errorf("median %g of %d", median, s.Len())
	}
	none := spreadOf(nil)
	if !math.IsNaN(none.Below(0, 1)) || !math.IsNaN(none.Quantile(0, 0.5)) {
		t.Error("a spread of nothing is known")
	}
}
