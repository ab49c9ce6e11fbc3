package forecast

import (
	"math/rand/v2"
	"slices"

	"kinodex/internal/stat"
)

// hyperparameters say how an ensemble is fitted. The same hyperparameters and rows
// give the same trees, bit for bit, on any number of processors.
type hyperparameters struct {
	trees, depth   int
	rate           float64 // learning rate (shrinkage), above 0, at most 1
	least          int     // least number of rows in a leaf
	ridge          float64 // L2 regularisation of leaves: rows of value 0 added to each
	rows, features float64 // the share of each that a tree is fitted to, above 0, at most 1
	// clip bounds the residuals that trees are fitted to, which is the gradient of
	// Huber's loss; 0 for squared error.
	clip float64
	seed uint64
}

// trainingSet holds rows of features (NaN where missing), the label of each row, and
// how much the row counts. All rows have the same length.
type trainingSet struct {
	features [][]float32
	labels   []float64
	weights  []float64
}

// len returns the number of rows.
func (s *trainingSet) len() int { return len(s.labels) }

// node is a fork of a tree, or a leaf. Trees lie one after the other in one slice. The
// child for low values is the next node and the other child comes later, so that
// walking always goes forward and ends.
type node struct {
	// Feature is the index of the feature that decides, -1 in a leaf.
	Feature int32
	// High is the index of the child for rows above Threshold.
	High int32
	// Threshold is the largest value that goes low; in a leaf, the leaf's value.
	Threshold float32
	// Missing is 1 when rows in which the feature is missing go high.
	Missing uint32
}

// ensemble is gradient-boosted regression trees: an estimate is Start plus one leaf of
// every tree. Roots are indices of Nodes.
type ensemble struct {
	Start float64
	Roots []uint32
	Nodes []node
}

// of returns the estimate for a row of as many features as the trees were fitted with.
// It takes time in proportion to the number of trees times their depth.
func (e *ensemble) of(row []float32) float64 {
	sum := e.Start
	for _, root := range e.Roots {
		sum += e.leaf(root, row)
	}
	return sum
}

// ofEach returns what of returns for each row. All rows go through a tree before the next one,
// since a tree fits into the processor's first cache and all of them do not.
func (e *ensemble) ofEach(rows [][]float32) []float64 {
	sums := make([]float64, len(rows))
	for i := range sums {
		sums[i] = e.Start
	}
	for _, root := range e.Roots {
		for i, row := range rows {
			sums[i] += e.leaf(root, row)
		}
	}
	return sums
}

// leaf returns the value of the leaf that a row comes to in the tree of a root.
func (e *ensemble) leaf(root uint32, row []float32) float64 {
	for i := int32(root); ; {
		n := &e.Nodes[i]
		if n.Feature < 0 {
			return float64(n.Threshold)
		}
		switch v := row[n.Feature]; {
		case v <= n.Threshold, v != v && n.Missing == 0:
			i++
		default:
			i = n.High
		}
	}
}

// sound reports whether every walk through the trees ends in a finite leaf and reads
// only the first features of a row. A file's trees are walked only if they are sound.
func (e *ensemble) sound(features int) bool {
	if !stat.Finite(e.Start) {
		return false
	}
	for i, n := range e.Nodes {
		if n.Feature < 0 {
			if !stat.Finite(float64(n.Threshold)) {
				return false
			}
			continue
		}
		if int(n.Feature) >= features || i+1 >= len(e.Nodes) || int(n.High) <= i || int(n.High) >= len(e.Nodes) {
			return false
		}
	}
	for _, r := range e.Roots {
		if int(r) >= len(e.Nodes) {
			return false
		}
	}
	return len(e.Nodes) == 0 || e.Nodes[len(e.Nodes)-1].Feature < 0
}

// fitEnsemble fits an ensemble by stochastic gradient boosting: every tree is fitted
// to the residuals of the trees before it, on a random part of the rows and features
// (Friedman, "Stochastic Gradient Boosting", Computational Statistics & Data Analysis
// 38, 2002). Without rows it estimates 0, with few the weighted mean of the labels.
func fitEnsemble(s *trainingSet, g hyperparameters) *ensemble {
	e := &ensemble{}
	n := s.len()
	if n == 0 {
		return e
	}
	e.Start = weightedMean(s.labels, s.weights)
	if n < 2*g.least {
		return e
	}
	b := binned(s)
	r := rand.New(rand.NewPCG(g.seed, uint64(n)))
	now := make([]float64, n)
	for i := range now {
		now[i] = e.Start
	}
	t := &treeGrower{bins: b, hyperparameters: g, gradient: make([]float64, n), weight: s.weights}
	shown := make([]int32, 0, n)
	order := make([]int, len(b.edges))
	for i := range order {
		order[i] = i
	}
	for range g.trees {
		for i, y := range s.labels {
			gradient := y - now[i]
			if g.clip > 0 {
				gradient = max(-g.clip, min(g.clip, gradient))
			}
			t.gradient[i] = gradient * s.weights[i]
		}
		shown = shown[:0]
		for i := range n {
			if r.Float64() < g.rows {
				shown = append(shown, int32(i))
			}
		}
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		features := slices.Clone(order[:max(1, int(float64(len(order))*g.features))])
		slices.Sort(features)
		root := len(e.Nodes)
		e.Roots = append(e.Roots, uint32(root))
		t.nodes = e.Nodes
		t.grow(shown, features)
		e.Nodes = t.nodes
		one := ensemble{Roots: []uint32{uint32(root)}, Nodes: e.Nodes}
		for i, row := range s.features {
			now[i] += one.of(row)
		}
	}
	return e
}

// weightedMean returns the mean of values by weight, 0 without weight.
func weightedMean(values, weights []float64) float64 {
	var sum, all float64
	for i, v := range values {
		sum += v * weights[i]
		all += weights[i]
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
