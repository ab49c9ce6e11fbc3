package forecast

import (
	"cmp"
	"math"
	"slices"
)

// mostBins is the number of bins of a feature, beside the one for missing values.
// Splits are looked for between bins only, as in histogram-based boosting (Ke et al.,
// "LightGBM", NIPS 2017).
const mostBins = 63

// bins are the rows of a training set with every feature quantised.
type bins struct {
	// edges are the upper edges of a feature's steps, ascending.
	edges [][]float32
	// steps are, by feature and row, 0 for a missing value and else one more than
	// the number of edges below it.
	steps [][]uint8
}

// binned quantises the features of a training set of at least one row.
func binned(s *trainingSet) *bins {
	width := len(s.features[0])
	b := &bins{edges: make([][]float32, width), steps: make([][]uint8, width)}
	for j := range width {
		var values []float32
		for _, row := range s.features {
			if v := row[j]; v == v {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		b.edges[j] = quantileEdges(values)
		steps := make([]uint8, len(s.features))
		for i, row := range s.features {
			if v := row[j]; v == v {
				at, _ := slices.BinarySearch(b.edges[j], v)
				steps[i] = uint8(1 + at)
			}
		}
		b.steps[j] = steps
	}
	return b
}

// quantileEdges cuts sorted values into at most mostBins steps of about as many
// values each; the edges lie halfway between values. A value is below an edge
// or above, never on it, unless two neighbours are too close to part.
// The edges ascend. There are none for values that are all the same.
func quantileEdges(values []float32) []float32 {
	var edges []float32
	for k := 1; k < mostBins; k++ {
		i := k * len(values) / mostBins
		if i == 0 || i >= len(values) {
			continue
		}
		// Go down to where the value begins, so that equal ones stay together.
		at, _ := slices.BinarySearch(values, values[i])
		if at == 0 {
			continue
		}
		edge := values[at-1] + (values[at]-values[at-1])/2
		if len(edges) == 0 || edge > edges[len(edges)-1] {
			edges = append(edges, edge)
		}
	}
	return edges
}

// treeGrower fits regression trees to gradients, one after the other.
type treeGrower struct {
	hyperparameters
	bins     *bins
	gradient []float64 // by row, times its weight
	weight   []float64
	nodes    []node
}

// candidateSplit is a way to part the rows of a node in two.
type candidateSplit struct {
	gain    float64
	feature int
	step    int // rows up to this step go low
	missing bool
}

// split appends the tree of the rows: a leaf with the mean gradient, shrunk by ridge
// and rate, or a fork and its two subtrees. A leaf has at least t.least rows.
func (t *treeGrower) split(rows []int32, features []int, depth int) {
	var gradient, weight float64
	for _, i := range rows {
		gradient += t.gradient[i]
		weight += t.weight[i]
	}
	best := candidateSplit{feature: -1}
	if depth < t.depth && len(rows) >= 2*t.least {
		best = t.bestSplit(rows, features, gradient, weight)
	}
	if best.feature < 0 {
		t.nodes = append(t.nodes, node{Feature: -1, Threshold: float32(t.rate * gradient / (weight + t.ridge))})
		return
	}
	steps := t.bins.steps[best.feature]
	high := func(i int32) bool {
		if s := steps[i]; s != 0 {
			return int(s) > best.step
		}
		return best.missing
	}
	low := make([]int32, 0, len(rows))
	up := make([]int32, 0, len(rows))
	for _, i := range rows {
		if high(i) {
			up = append(up, i)
		} else {
			low = append(low, i)
		}
	}
	at := len(t.nodes)
	fork := node{Feature: int32(best.feature), Threshold: float32(math.Inf(-1))}
	if best.step > 0 {
		fork.Threshold = float32(math.Inf(1))
		if edges := t.bins.edges[best.feature]; best.step <= len(edges) {
			fork.Threshold = edges[best.step-1]
		}
	}
	if best.missing {
		fork.Missing = 1
	}
	t.nodes = append(t.nodes, fork)
	t.split(low, features, depth+1)
	t.nodes[at].High = int32(len(t.nodes))
	t.split(up, features, depth+1)
}

// bestSplit returns the split with the largest gain over all features; of equal ones
// that of the first feature. Its feature is -1 when no split gains minGain.
// There must be a feature.
func (t *treeGrower) bestSplit(rows []int32, features []int, gradient, weight float64) candidateSplit {
	base := gradient * gradient / (weight + t.ridge)
	cuts := make([]candidateSplit, len(features))
	for k, feature := range features {
		cuts[k] = t.bestSplitOf(rows, feature, gradient, weight, base)
	}
	return slices.MaxFunc(cuts, func(a, b candidateSplit) int {
		if c := cmp.Compare(a.gain, b.gain); c != 0 {
			return c
		}
		return cmp.Compare(b.feature, a.feature)
	})
}

// minGain is the least gain of a split.
const minGain = 1e-6

// bestSplitOf returns the split of one feature with the largest gain: the sum over
// both sides of gradient^2 / (weight + ridge), less that of the whole (Chen, Guestrin,
// "XGBoost", KDD 2016, equation 7). Missing values go to the side that gains more.
func (t *treeGrower) bestSplitOf(rows []int32, feature int, gradient, weight, base float64) candidateSplit {
	var sums [mostBins + 2]struct {
		gradient, weight float64
		rows             int
	}
	steps := t.bins.steps[feature]
	for _, i := range rows {
		sum := &sums[steps[i]]
		sum.gradient += t.gradient[i]
		sum.weight += t.weight[i]
		sum.rows++
	}
	best := candidateSplit{gain: minGain, feature: -1}
	last := len(t.bins.edges[feature]) + 1
	try := func(step int, missing bool, p, w float64, n int) {
		if n < t.least || len(rows)-n < t.least {
			return
		}
		q, v := gradient-p, weight-w
		gain := p*p/(w+t.ridge) + q*q/(v+t.ridge) - base
		if gain > best.gain {
			best = candidateSplit{gain: gain, feature: feature, step: step, missing: missing}
		}
	}
	var p, w float64
	n := 0
	for step := 1; step < last; step++ {
		p, w, n = p+sums[step].gradient, w+sums[step].weight, n+sums[step].rows
		try(step, true, p, w, n)
		if none := sums[0]; none.rows > 0 {
			try(step, false, p+none.gradient, w+none.weight, n+none.rows)
		}
	}
	if none := sums[0]; none.rows > 0 { // all that have it against all that have not
		try(last, true, gradient-none.gradient, weight-none.weight, len(rows)-none.rows)
	}
	return best
}
