package taste

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"kinodex/internal/taste/feature"
)

// Latent themes: the films' plots as a matrix of TF-IDF rows (plot words and
// keywords), its strongest right singular vectors found by subspace iteration
// (Halko, Martinsson, Tropp, "Finding structure with randomness", 2011, §4.5).
// The start is seeded, rows are worked on independently and sums are taken in
// a fixed order, so that the bytes are the same on any number of cores.
const (
	themeSeed  = 1895
	oversample = 16
	iterations = 4
	// blockRows is how many rows a sum is taken of before it joins the others.
	blockRows = 4096
)

// fitLatentThemes fills in the latent themes: a truncated singular value decomposition
// of the TF-IDF matrix of films by terms (latent semantic analysis: Deerwester et al.,
// "Indexing by Latent Semantic Analysis", JASIS 41, 1990).
// A model without plot words and keywords gets zeros. The error is that of ctx, which is
// checked once an iteration.
func (m *model) fitLatentThemes(ctx context.Context) error {
	a := m.plots()
	width := min(dims+oversample, a.rows, a.cols)
	m.themes = make([]int8, m.Films*dims)
	if width == 0 {
		return nil
	}
	t := a.transposed()
	rng := rand.New(rand.NewPCG(themeSeed, themeSeed))
	v := mat.NewDense(a.cols, width, nil)
	for i := range v.RawMatrix().Data {
		v.RawMatrix().Data[i] = rng.NormFloat64()
	}
	orthonormal(v)
	for range iterations {
		if err := ctx.Err(); err != nil {
			return err
		}
		v = t.times(a.times(v))
		orthonormal(v)
	}
	// The singular vectors within the subspace are the eigenvectors of its Gram
	// matrix, the strongest first.
	y := a.times(v)
	var eigen mat.EigenSym
	if !eigen.Factorize(gram(y), true) {
		return nil // nothing to learn from: all plots stay at zero
	}
	var turn mat.Dense
	eigen.VectorsTo(&turn)
	kept := min(dims, width)
	strongest := mat.NewDense(width, kept, nil)
	values := eigen.Values(nil)
	for j := range kept {
		from := width - 1 - j
		if values[from] <= 1e-9*values[width-1] {
			continue // a direction no plot lies in
		}
		column := mat.Col(nil, from, &turn)
		fixSign(column)
		strongest.SetCol(j, column)
	}
	var terms, plots mat.Dense
	terms.Mul(v, strongest)
	plots.Mul(y, strongest)
	m.keepThemes(&terms, &plots)
	return nil
}

// fixSign makes the component of the greatest absolute value positive. Eigenvectors have no
// sign of their own, so this makes the result the same everywhere.
func fixSign(v []float64) {
	greatest := 0
	for i := range v {
		if math.Abs(v[i]) > math.Abs(v[greatest]) {
			greatest = i
		}
	}
	if v[greatest] < 0 {
		for i := range v {
			v[i] = -v[i]
		}
	}
}

// keepThemes fills in themes, termFeatures, termThemes and termScale, rounded to bytes. terms
// and plots have a row for each term and film.
func (m *model) keepThemes(terms, plots *mat.Dense) {
	_, kept := plots.Dims()
	for d := range m.Films {
		round(m.theme(uint32(d)), plots.RawRowView(d)[:kept])
	}
	m.listTerms()
	m.termThemes = make([]int8, len(m.termFeatures)*dims)
	m.termScale = make([]float32, len(m.termFeatures))
	for i := range m.termFeatures {
		m.termScale[i] = round(m.termThemes[i*dims:(i+1)*dims], terms.RawRowView(i)[:kept])
	}
}

// listTerms fills in termFeatures.
func (m *model) listTerms() {
	m.termFeatures = m.termFeatures[:0]
	for _, k := range themeKinds {
		for f := m.Ranges[k]; f < m.Ranges[k+1]; f++ {
			m.termFeatures = append(m.termFeatures, f)
		}
	}
}

// round writes row to dst, scaled to length 127 and rounded, and returns the length it had. A
// row of zeros leaves dst as it is and gives 0.
func round(dst []int8, row []float64) float32 {
	norm := 0.0
	for _, x := range row {
		norm += x * x
	}
	if norm == 0 {
		return 0
	}
	norm = math.Sqrt(norm)
	for i, x := range row {
		dst[i] = int8(math.Round(127 * x / norm))
	}
	return float32(norm)
}

// themeKinds are the kinds of features that latent themes are made of, ascending.
var themeKinds = [...]feature.Kind{feature.Keyword, feature.PlotWord}

// plots returns the matrix of films by terms, with the TF-IDF weights of the features of
// themeKinds as values from 0 to 1.
func (m *model) plots() *sparse {
	a := &sparse{rows: m.Films, first: make([]uint32, 1, m.Films+1)}
	var offset [feature.Kinds]uint32
	for _, k := range themeKinds {
		offset[k] = uint32(a.cols)
		a.cols += int(m.Ranges[k+1] - m.Ranges[k])
	}
	for d := range m.Films {
		features, weights := m.Of(uint32(d))
		for i, f := range features {
			if k := m.KindOf(f); k == feature.Keyword || k == feature.PlotWord {
				a.column = append(a.column, f-m.Ranges[k]+offset[k])
				a.value = append(a.value, float32(weights[i])/255)
			}
		}
		a.first = append(a.first, uint32(len(a.column)))
	}
	return a
}

// sparse is a matrix in compressed sparse row form: row r has the values value[i] in the
// columns column[i] for first[r] <= i < first[r+1].
type sparse struct {
	rows, cols int
	first      []uint32
	column     []uint32
	value      []float32
}

// transposed returns the matrix with rows and columns exchanged, as a copy, in linear time.
func (a *sparse) transposed() *sparse {
	t := &sparse{rows: a.cols, cols: a.rows, first: make([]uint32, a.cols+1),
		column: make([]uint32, len(a.column)), value: make([]float32, len(a.value))}
	for _, c := range a.column {
		t.first[c+1]++
	}
	for i := range a.cols {
		t.first[i+1] += t.first[i]
	}
	next := append([]uint32{}, t.first...)
	for r := range a.rows {
		for i := a.first[r]; i < a.first[r+1]; i++ {
			c := a.column[i]
			t.column[next[c]], t.value[next[c]] = uint32(r), a.value[i]
			next[c]++
		}
	}
	return t
}

// times returns the product with a dense matrix that has as many rows as a has columns. It
// uses every processor; the result does not depend on how many there are.
func (a *sparse) times(x *mat.Dense) *mat.Dense {
	_, width := x.Dims()
	y := mat.NewDense(a.rows, width, nil)
	inBlocks(a.rows, func(from, to int) {
		for r := from; r < to; r++ {
			row := y.RawRowView(r)
			for i := a.first[r]; i < a.first[r+1]; i++ {
				w := float64(a.value[i])
				for j, v := range x.RawRowView(int(a.column[i])) {
					row[j] += w * v
				}
			}
		}
	})
	return y
}

// gram returns the Gram matrix of the columns of y, yᵀy. Sums are taken block by block in a
// fixed order, so that the bits are the same on any number of processors.
func gram(y *mat.Dense) *mat.SymDense {
	rows, width := y.Dims()
	blocks := make([]*mat.SymDense, (rows+blockRows-1)/blockRows)
	inBlocks(rows, func(from, to int) {
		g := mat.NewSymDense(width, nil)
		g.SymOuterK(1, y.Slice(from, to, 0, width).T())
		blocks[from/blockRows] = g
	})
	sum := mat.NewSymDense(width, nil)
	for _, g := range blocks {
		sum.AddSym(sum, g)
	}
	return sum
}

// orthonormal makes the columns of y orthonormal, in place; columns that depend on others
// become zero. It multiplies with the eigenvectors of the Gram matrix, scaled, and does so
// twice, since once loses half of the digits.
func orthonormal(y *mat.Dense) {
	_, width := y.Dims()
	for range 2 {
		var eigen mat.EigenSym
		if !eigen.Factorize(gram(y), true) {
			return
		}
		var turn mat.Dense
		eigen.VectorsTo(&turn)
		values := eigen.Values(nil)
		for j := range width {
			scale := 0.0
			if values[j] > 1e-12*values[width-1] && values[j] > 0 {
				scale = 1 / math.Sqrt(values[j])
			}
			for i := range width {
				turn.Set(i, j, turn.At(i, j)*scale)
			}
		}
		rows, _ := y.Dims()
		inBlocks(rows, func(from, to int) {
			part := y.Slice(from, to, 0, width).(*mat.Dense)
			var turned mat.Dense
			turned.Mul(part, &turn)
			part.Copy(&turned)
		})
	}
}

// inBlocks calls do for every block of at most blockRows rows and returns when all calls have
// returned. Calls run at the same time, in any order.
func inBlocks(rows int, do func(from, to int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (rows+blockRows-1)/blockRows) {
		all.Go(func() {
			for from := int(next.Add(blockRows)) - blockRows; from < rows; from = int(next.Add(blockRows)) - blockRows {
				do(from, min(from+blockRows, rows))
			}
		})
	}
	all.Wait()
}
