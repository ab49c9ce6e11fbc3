package forecast

import (
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

// bin is the sum of some rows that have one step of a feature.
type bin struct {
	gradient, weight float64
	rows             int
}

// histogram holds the bins of every feature that a tree is fitted to, one after the
// other, mostBins+2 each.
type histogram []bin

// treeGrower fits regression trees to gradients, one after the other.
type treeGrower struct {
	hyperparameters
	bins     *bins
	gradient []float64 // by row, times its weight
	weight   []float64
	nodes    []node
	levels   []histogram // by depth, room for the histogram of one child
}

// candidateSplit is a way to part the rows of a node in two.
type candidateSplit struct {
	gain    float64
	feature int
	step    int // rows up to this step go low
	missing bool
}

// grow appends the tree of the rows, fitted to some of the features.
func (t *treeGrower) grow(rows []int32, features []int) {
	for len(t.levels) <= t.depth {
		t.levels = append(t.levels, make(histogram, len(features)*(mostBins+2)))
	}
	h := t.levels[t.depth]
	t.count(h, rows, features)
	t.split(rows, features, 0, h)
}

// count fills a histogram with the rows.
func (t *treeGrower) count(h histogram, rows []int32, features []int) {
	clear(h)
	for k, feature := range features {
		of := h[k*(mostBins+2) : (k+1)*(mostBins+2)]
		steps := t.bins.steps[feature]
		for _, i := range rows {
			b := &of[steps[i]]
			b.gradient += t.gradient[i]
			b.weight += t.weight[i]
			b.rows++
		}
	}
}

// split appends the subtree of the rows, of which h is the histogram: a leaf with the mean
// gradient, shrunk by ridge and rate, or a fork and its two subtrees. A leaf has at
// least t.least rows. It changes h.
func (t *treeGrower) split(rows []int32, features []int, depth int, h histogram) {
	var gradient, weight float64
	for _, i := range rows {
		gradient += t.gradient[i]
		weight += t.weight[i]
	}
	best := candidateSplit{feature: -1}
	if t.divisible(rows, depth) {
		best = t.bestSplit(h, features, gradient, weight, len(rows))
	}
	if best.feature < 0 {
		t.nodes = append(t.nodes, node{Feature: -1, Threshold: float32(t.rate * gradient / (weight + t.ridge))})
		return
	}
	low, up := t.part(rows, best)
	forLow, forUp := t.histograms(h, low, up, features, depth+1)
	at := len(t.nodes)
	t.nodes = append(t.nodes, t.fork(best))
	t.split(low, features, depth+1, forLow)
	t.nodes[at].High = int32(len(t.nodes))
	t.split(up, features, depth+1, forUp)
}

// divisible reports whether a node of the rows may be a fork.
func (t *treeGrower) divisible(rows []int32, depth int) bool {
	return depth < t.depth && len(rows) >= 2*t.least
}

// part divides the rows.
func (t *treeGrower) part(rows []int32, by candidateSplit) (low, up []int32) {
	low, up = make([]int32, 0, len(rows)), make([]int32, 0, len(rows))
	steps := t.bins.steps[by.feature]
	for _, i := range rows {
		s := steps[i]
		if s != 0 && int(s) > by.step || s == 0 && by.missing {
			up = append(up, i)
		} else {
			low = append(low, i)
		}
	}
	return low, up
}

// histograms returns the histograms of the two parts of a node whose own is h: the
// smaller part is counted, the larger is what is left of h. Parts that are not divided
// further need none.
func (t *treeGrower) histograms(h histogram, low, up []int32, features []int, depth int) (forLow, forUp histogram) {
	if !t.divisible(low, depth) && !t.divisible(up, depth) {
		return nil, nil
	}
	small := t.levels[depth-1]
	least := low
	if len(up) < len(low) {
		least = up
	}
	t.count(small, least, features)
	for i := range h {
		h[i].gradient -= small[i].gradient
		h[i].weight -= small[i].weight
		h[i].rows -= small[i].rows
	}
	if len(up) < len(low) {
		return h, small
	}
	return small, h
}

// fork returns the node of a split, without its child for high values.
func (t *treeGrower) fork(s candidateSplit) node {
	n := node{Feature: int32(s.feature), Threshold: float32(math.Inf(-1))}
	if s.step > 0 {
		n.Threshold = float32(math.Inf(1))
		if edges := t.bins.edges[s.feature]; s.step <= len(edges) {
			n.Threshold = edges[s.step-1]
		}
	}
	if s.missing {
		n.Missing = 1
	}
	return n
}

// bestSplit returns the split with the largest gain over all features; of equal ones
// that of the first feature. Its feature is -1 when no split gains minGain.
// There must be a feature.
func (t *treeGrower) bestSplit(h histogram, features []int, gradient, weight float64, rows int) candidateSplit {
	best := candidateSplit{gain: minGain, feature: -1}
	for k, feature := range features {
		t.bestSplitOf(&best, h[k*(mostBins+2):], feature, gradient, weight, rows)
	}
	return best
}

// minGain is the least gain of a split.
const minGain = 1e-6

// bestSplitOf replaces best with a split of the feature if one gains more: the sum over
// both sides of gradient^2 / (weight + ridge), less that of the whole (Chen, Guestrin,
// "XGBoost", KDD 2016, equation 7). Missing values go to the side that gains more.
func (t *treeGrower) bestSplitOf(best *candidateSplit, sums histogram, feature int, gradient, weight float64, rows int) {
	base := gradient * gradient / (weight + t.ridge)
	last := len(t.bins.edges[feature]) + 1
	try := func(step int, missing bool, p, w float64, n int) {
		if n < t.least || rows-n < t.least {
			return
		}
		q, v := gradient-p, weight-w
		gain := p*p/(w+t.ridge) + q*q/(v+t.ridge) - base
		if gain > best.gain {
			*best = candidateSplit{gain: gain, feature: feature, step: step, missing: missing}
		}
	}
	var p, w float64
	n := 0
	none := sums[0]
	for step := 1; step < last; step++ {
		p, w, n = p+sums[step].gradient, w+sums[step].weight, n+sums[step].rows
		try(step, true, p, w, n)
		if none.rows > 0 {
			try(step, false, p+none.gradient, w+none.weight, n+none.rows)
		}
	}
	if none.rows > 0 { // all that have it against all that have not
		try(last, true, gradient-none.gradient, weight-none.weight, rows-none.rows)
	}
}
