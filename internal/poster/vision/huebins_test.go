package vision

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The table changes no reading: it says what the arcus tangent says, or nothing.
func TestHueBinsAreThoseOfTheArcusTangent(t *testing.T) {
	steps, draw := newHueBins(), rand.New(rand.NewPCG(1, 2))
	check := func(v lab) {
		t.Helper()
		if got, want := steps.of(v), hueBin(v); got != want {
			t.Fatalf("%+v: step %d, want %d", v, got, want)
		}
	}
	for range 1_000_000 {
		check(lab{a: float32(draw.NormFloat64()), b: float32(draw.NormFloat64())})
	}
	for degrees := range 720 { // on and close to every border, and on the axes
		for _, off := range []float64{0, 1e-9, -1e-9, 1e-6, -1e-6, 1e-4, -1e-4} {
			sin, cos := math.Sincos(float64(degrees)*math.Pi/360 + off)
			check(lab{a: float32(cos), b: float32(sin)})
		}
	}
	zero, minus := float32(0), float32(math.Copysign(0, -1))
	for _, a := range []float32{zero, minus, 1, -1, math.SmallestNonzeroFloat32} {
		for _, b := range []float32{zero, minus, 1, -1, -math.SmallestNonzeroFloat32} {
			check(lab{a: a, b: b})
		}
	}
	sure := 0
	for _, octant := range steps {
		for _, step := range octant {
			if step != unsure {
				sure++
			}
		}
	}
	if share := float64(sure) / (8 * (slopes + 1)); share < 0.98 {
		t.Errorf("%.3f of the table is sure", share)
	}
}
