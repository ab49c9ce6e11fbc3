package encoder

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestProductsOfMatrices(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []float32 {
		all := make([]float32, n)
		for i := range all {
			all[i] = float32(random.NormFloat64())
		}
		return all
	}
	for _, c := range []struct{ rows, outputs, inner int }{
		{1, 1, 1}, {1, 5, 3}, {3, 4, 16}, {4, 4, 7}, {5, 9, 21}, {8, 6, 64}, {9, 13, 100},
	} {
		// The views have columns around them, which must neither be read nor written.
		x := dense(numbers(c.rows*(c.inner+3)), c.inner+3).columns(2, c.inner)
		w := dense(numbers(c.outputs*(c.inner+1)), c.inner+1).columns(1, c.inner)
		for name, product := range map[string]func(y, x, w matrix){"multiply": multiply, "multiplyBlocked": multiplyBlocked} {
			room := dense(numbers(c.rows*(c.outputs+2)), c.outputs+2)
			before := dense(append([]float32(nil), room.data...), room.cols)
			y := room.columns(1, c.outputs)
			product(y, x, w)
			for i := range c.rows {
				if room.row(i)[0] != before.row(i)[0] || room.row(i)[c.outputs+1] != before.row(i)[c.outputs+1] {
					t.Errorf("%s of %+v writes beside row %d", name, c, i)
				}
				for j := range c.outputs {
					var want float64
					for k := range c.inner {
						want += float64(x.row(i)[k]) * float64(w.row(j)[k])
					}
					if got := y.row(i)[j]; math.Abs(float64(got)-want) > 1e-4 {
						t.Fatalf("%s of %+v is %v at %d, %d, not %v", name, c, got, i, j, want)
					}
				}
			}
		}
	}
}

func BenchmarkMultiply(b *testing.B) {
	const rows = 20
	x, w, y := make([]float32, rows*Dimensions), make([]float32, hiddenSize*Dimensions), make([]float32, rows*hiddenSize)
	for name, product := range map[string]func(y, x, w matrix){"multiply": multiply, "multiplyBlocked": multiplyBlocked} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				product(dense(y, hiddenSize), dense(x, Dimensions), dense(w, Dimensions))
			}
			b.ReportMetric(float64(b.N)*rows*hiddenSize*Dimensions/b.Elapsed().Seconds()/1e9, "GMAC/s")
		})
	}
}
