package research

import (
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
)

// referenceDomain is where the scripts of the set lie, all features together:
// the model's domain of applicability. What is outside it no script of the set
// resembles, and nothing is said about it. It is read-only once made.
type referenceDomain struct {
	norms [measure.Count]Norm
	// scale is ten to the power of each feature's decimals.
	scale measure.Vector
	// low and high are the 5 % and the 95 % quantile of each feature.
	low, high measure.Vector
	// inverse is that of the features' correlation matrix, row by row, and limit
	// the squared Mahalanobis distance that 97.5 % of the set keep within.
	inverse     [measure.Count * measure.Count]float64
	maxDistance float64
}

// ridge is added to the diagonal of the correlation matrix, which is then scaled
// back: features that say nearly the same (dialogue and action ratio) would
// otherwise make it singular.
const ridge = 0.05

func newReferenceDomain(vectors []measure.Vector, norms [measure.Count]Norm) *referenceDomain {
	j := &referenceDomain{norms: norms}
	for f, about := range measure.Features() {
		j.scale[f] = math.Pow10(about.Decimals)
		values := sortedColumn(vectors, f)
		j.low[f], j.high[f] = stat.Quantile(values, 0.05), stat.Quantile(values, 0.95)
	}
	j.inverse = invert(correlationMatrix(vectors, norms))
	distances := make([]float64, len(vectors))
	for i := range vectors {
		distances[i] = j.mahalanobis(&vectors[i])
	}
	slices.Sort(distances)
	j.maxDistance = stat.Quantile(distances, 0.975)
	return j
}

// mahalanobis returns the squared Mahalanobis distance of a script from the
// mean of the set (Mahalanobis 1936), 0 or more.
func (j *referenceDomain) mahalanobis(v *measure.Vector) float64 {
	var z measure.Vector
	for f := range z {
		z[f] = j.norms[f].Z(v[f])
	}
	sum := 0.0
	for a := range z {
		row := j.inverse[a*measure.Count : (a+1)*measure.Count]
		part := 0.0
		for b := range z {
			part += row[b] * z[b]
		}
		sum += z[a] * part
	}
	return sum
}

// contains reports whether a script is no further from the mean than 97.5 % of
// the set.
func (j *referenceDomain) contains(v *measure.Vector) bool { return j.mahalanobis(v) <= j.maxDistance }

// correlationMatrix gives the correlations of features with each other, drawn
// towards none by ridge, row by row.
func correlationMatrix(vectors []measure.Vector, norms [measure.Count]Norm) (m [measure.Count * measure.Count]float64) {
	for i := range vectors {
		var z measure.Vector
		for f := range z {
			z[f] = norms[f].Z(vectors[i][f])
		}
		for a := range z {
			for b := range z {
				m[a*measure.Count+b] += z[a] * z[b]
			}
		}
	}
	for i := range m {
		m[i] /= float64(max(len(vectors), 1)) * (1 + ridge)
	}
	for f := range measure.Count {
		m[f*measure.Count+f] = 1 // also of a feature that does not vary
	}
	return m
}

// invert gives the inverse of a symmetric positive definite matrix, by Cholesky's
// decomposition.
func invert(m [measure.Count * measure.Count]float64) (inverse [measure.Count * measure.Count]float64) {
	const n = measure.Count
	var l [n * n]float64 // lower triangle: m = l·lᵀ
	for i := range n {
		for k := range i + 1 {
			sum := m[i*n+k]
			for x := range k {
				sum -= l[i*n+x] * l[k*n+x]
			}
			if i == k {
				l[i*n+i] = math.Sqrt(max(sum, 1e-12))
				continue
			}
			l[i*n+k] = sum / l[k*n+k]
		}
	}
	for c := range n { // m·x = unit vector c
		var y [n]float64
		for i := range n {
			if i == c {
				y[i] = 1
			}
			for x := range i {
				y[i] -= l[i*n+x] * y[x]
			}
			y[i] /= l[i*n+i]
		}
		for i := n - 1; i >= 0; i-- {
			sum := y[i]
			for x := i + 1; x < n; x++ {
				sum -= l[x*n+i] * inverse[x*n+c]
			}
			inverse[i*n+c] = sum / l[i*n+i]
		}
	}
	return inverse
}
