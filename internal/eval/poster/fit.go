package poster

import (
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/poster/vision"
	"kinodex/internal/stat"
)

// linearFit holds what ridge and logistic regressions on the same posters
// share: standardised features and the Cholesky factors of their Gram matrix.
type linearFit struct {
	mean, spread []float64
	z            [][]float64 // standardised and clipped, with a 1 at the end
	ridge        [][]float64 // factor of Z'Z + λ
	logistic     [][]float64 // factor of Z'Z/4 + λ
	penalty      float64
}

// newLinearFit prepares regressions with an L2 penalty on standardised
// features; the intercept is not penalised.
func newLinearFit(x [][]float64, penalty float64) *linearFit {
	n, p := len(x), len(x[0])
	f := &linearFit{mean: make([]float64, p), spread: make([]float64, p)}
	for j := range p {
		for i := range x {
			f.mean[j] += x[i][j] / float64(n)
		}
		for i := range x {
			f.spread[j] += (x[i][j] - f.mean[j]) * (x[i][j] - f.mean[j]) / float64(n)
		}
		if f.spread[j] = math.Sqrt(f.spread[j]); f.spread[j] < 1e-9 {
			f.spread[j] = 1
		}
	}
	return f.on(x, penalty)
}

// on prepares other regressions on rows standardised in the same way.
func (f *linearFit) on(x [][]float64, penalty float64) *linearFit {
	p := len(f.mean)
	f = &linearFit{mean: f.mean, spread: f.spread, penalty: penalty}
	for _, row := range x {
		f.z = append(f.z, append(f.standard(row), 1))
	}
	gram := make([][]float64, p+1)
	for j := range gram {
		gram[j] = make([]float64, p+1)
	}
	for _, row := range f.z {
		for j, v := range row {
			for k := range j + 1 {
				gram[j][k] += v * row[k]
			}
		}
	}
	f.ridge, f.logistic = factor(gram, 1, penalty), factor(gram, 0.25, penalty)
	return f
}

func (f *linearFit) standard(row []float64) []float64 {
	z := make([]float64, len(row), len(row)+1)
	for j, v := range row {
		z[j] = min(max((v-f.mean[j])/f.spread[j], -3), 3)
	}
	return z
}

// factor is the Cholesky factor of scale·gram + penalty on the diagonal.
func factor(gram [][]float64, scale, penalty float64) [][]float64 {
	n := len(gram)
	l := make([][]float64, n)
	for i := range l {
		l[i] = make([]float64, i+1)
		for j := range i + 1 {
			sum := scale * gram[i][j]
			if i == j {
				sum += 1e-9
				if i < n-1 {
					sum += penalty
				}
			}
			for k := range j {
				sum -= l[i][k] * l[j][k]
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	return l
}

// solve gives x of L·L'·x = b, in place of b.
func solve(l [][]float64, b []float64) []float64 {
	for i := range l {
		for k := range i {
			b[i] -= l[i][k] * b[k]
		}
		b[i] /= l[i][i]
	}
	for i := len(l) - 1; i >= 0; i-- {
		for k := i + 1; k < len(l); k++ {
			b[i] -= l[k][i] * b[k]
		}
		b[i] /= l[i][i]
	}
	return b
}

// line fits a ridge regression.
func (f *linearFit) line(y []float64) []float64 {
	b := make([]float64, len(f.z[0]))
	for i, row := range f.z {
		for j, v := range row {
			b[j] += v * y[i]
		}
	}
	return solve(f.ridge, b)
}

// chances fits a logistic regression of a yes (1) or no (0), by bounding its
// curvature from above (Böhning and Lindsay 1988): every step descends, and the
// one factor serves all of them.
func (f *linearFit) chances(y []float64) []float64 {
	const rounds, close = 300, 1e-5
	w := make([]float64, len(f.z[0]))
	share := min(max(stat.Mean(y), 1e-3), 1-1e-3)
	w[len(w)-1] = math.Log(share / (1 - share))
	for range rounds {
		g := make([]float64, len(w))
		for i, row := range f.z {
			miss := y[i] - 1/(1+math.Exp(-product(w, row)))
			for j, v := range row {
				g[j] += v * miss
			}
		}
		for j := range len(w) - 1 {
			g[j] -= f.penalty * w[j]
		}
		far := 0.0
		for j, d := range solve(f.logistic, g) {
			w[j] += d
			far = max(far, math.Abs(d))
		}
		if far < close {
			break
		}
	}
	return w
}

func product(w, row []float64) float64 {
	sum := 0.0
	for j, v := range row {
		sum += w[j] * v
	}
	return sum
}

// at is the fitted line at a row of features.
func (f *linearFit) at(w, row []float64) float64 { return product(w, append(f.standard(row), 1)) }

// fittedOf turns weights into what the reader keeps, to four figures.
func fittedOf(name string, w []float64) vision.LinearModel {
	out := vision.LinearModel{Name: name, Intercept: fourFigures(w[len(w)-1])}
	for _, v := range w[:len(w)-1] {
		out.Weights = append(out.Weights, fourFigures(v))
	}
	return out
}

// fourFigures rounds to four significant figures.
func fourFigures(v float64) float32 {
	if v == 0 {
		return 0
	}
	p := math.Pow(10, 3-math.Floor(math.Log10(math.Abs(v))))
	return float32(math.Round(v*p) / p)
}

// dealt deals n posters into folds by a seed.
func dealt(n, folds int, seed uint64) [][]int {
	order := rand.New(rand.NewPCG(seed, uint64(n))).Perm(n)
	out := make([][]int, folds)
	for i, p := range order {
		out[i%folds] = append(out[i%folds], p)
	}
	return out
}

// others are all rows but those of a fold.
func others(folds [][]int, but int) []int {
	var out []int
	for i, f := range folds {
		if i != but {
			out = append(out, f...)
		}
	}
	slices.Sort(out)
	return out
}
