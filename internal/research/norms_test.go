package research

import (
	"math"
	"math/rand/v2"
	"testing"

	"kinodex/internal/screenplay/measure"
)

// REQ S-24, S-25.
func TestZAndPercentile(t *testing.T) {
	for _, c := range []struct {
		values     []float64
		value      float64
		mean, std  float64
		z, percent float64
	}{
		{[]float64{1, 3}, 3, 2, 1, 1, 84.1344746},
		{[]float64{1, 3}, 2, 2, 1, 0, 50},
		{[]float64{1, 3}, -1, 2, 1, -3, 0.1349898},
		{[]float64{0.1, 0.1, 0.1}, 0.7, 0.1, 0, 0, 50}, // does not vary
		{nil, 5, 0, 0, 0, 50},
		{[]float64{1e9 + 1, 1e9 + 3}, 1e9 + 3, 1e9 + 2, 1, 1, 84.1344746},
	} {
		n := normOf(c.values)
		z := n.Z(c.value)
		if n.Mean != c.mean || n.Std != c.std || z != c.z || math.Abs(percentileOf(z)-c.percent) > 1e-6 {
			t.Errorf("%v against %v: %+v, z %v, percentile %v", c.value, c.values, n, z, percentileOf(z))
		}
	}
}

// The inverse is one, also of features that say the same or do not vary, and the
// middle of the set is the nearest there is to it.
func TestTheJointRange(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 1))
	vectors := make([]measure.Vector, 400)
	for i := range vectors {
		for f := range vectors[i] {
			vectors[i][f] = draw.NormFloat64()
		}
		vectors[i][1] = 1 - vectors[i][0] // the one is the other
		vectors[i][2] = 4                 // does not vary
	}
	norms := normsOf(vectors)
	m := correlationMatrix(vectors, norms)
	inverse := invert(m)
	for a := range measure.Count {
		for b := range measure.Count {
			sum := 0.0
			for k := range measure.Count {
				sum += m[a*measure.Count+k] * inverse[k*measure.Count+b]
			}
			if want := map[bool]float64{true: 1, false: 0}[a == b]; math.Abs(sum-want) > 1e-9 {
				t.Fatalf("row %d, column %d of matrix times inverse is %v", a, b, sum)
			}
		}
	}
	j := newReferenceDomain(vectors, norms)
	inside := 0
	for i := range vectors {
		if d := j.mahalanobis(&vectors[i]); d < 0 || math.IsNaN(d) {
			t.Fatalf("distance %v", d)
		}
		if j.contains(&vectors[i]) {
			inside++
		}
	}
	if inside < 388 || inside > 392 {
		t.Errorf("%d of 400 scripts are within the range of 97.5 %%", inside)
	}
	var middle, apart measure.Vector
	for f := range middle {
		middle[f] = norms[f].Mean
	}
	apart = middle
	apart[0], apart[1] = norms[0].Mean+2*norms[0].Std, norms[1].Mean+2*norms[1].Std // each usual, together unheard of
	if j.mahalanobis(&middle) > 1e-9 || j.contains(&apart) {
		t.Errorf("distances: middle %v, impossible pair %v, limit %v", j.mahalanobis(&middle), j.mahalanobis(&apart), j.maxDistance)
	}
}
