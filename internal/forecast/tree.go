package forecast

import (
	"cmp"
	"math"
	"slices"
)

// mostBins is into how many steps the values of a trait are cut, beside the
// missing ones.
const mostBins = 63

// bins are the rows of a training set with every trait cut into steps.
type bins struct {
	// edges are the upper edges of a trait's steps, ascending.
	edges [][]float32
	// steps are, by trait and row, 0 for a missing value and else one more than
	// the number of edges below it.
	steps [][]uint8
}

func binned(s *rowset) *bins {
	width := len(s.traits[0])
	b := &bins{edges: make([][]float32, width), steps: make([][]uint8, width)}
	for j := range width {
		var values []float32
		for _, row := range s.traits {
			if v := row[j]; v == v {
				values = append(values, v)
			}
		}
		slices.Sort(values)
		b.edges[j] = quantileEdges(values)
		steps := make([]uint8, len(s.traits))
		for i, row := range s.traits {
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

// tree grows one tree.
type tree struct {
	growth
	bins   *bins
	pull   []float64 // by row, times its weight
	weight []float64
	nodes  []node
}

// cut is a way to fork.
type cut struct {
	gain    float64
	trait   int
	step    int // rows up to this step go low
	missing bool
}

// split appends the tree of the rows and gives its value if it is a leaf.
func (t *tree) split(rows []int32, traits []int, depth int) {
	var pull, weight float64
	for _, i := range rows {
		pull += t.pull[i]
		weight += t.weight[i]
	}
	best := cut{trait: -1}
	if depth < t.depth && len(rows) >= 2*t.least {
		best = t.bestCut(rows, traits, pull, weight)
	}
	if best.trait < 0 {
		t.nodes = append(t.nodes, node{Trait: -1, Edge: float32(t.rate * pull / (weight + t.ridge))})
		return
	}
	steps := t.bins.steps[best.trait]
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
	fork := node{Trait: int32(best.trait), Edge: float32(math.Inf(-1))}
	if best.step > 0 {
		fork.Edge = float32(math.Inf(1))
		if edges := t.bins.edges[best.trait]; best.step <= len(edges) {
			fork.Edge = edges[best.step-1]
		}
	}
	if best.missing {
		fork.Missing = 1
	}
	t.nodes = append(t.nodes, fork)
	t.split(low, traits, depth+1)
	t.nodes[at].High = int32(len(t.nodes))
	t.split(up, traits, depth+1)
}

// bestCut looks at every trait and takes the best cut; of equal ones that of the
// first trait.
func (t *tree) bestCut(rows []int32, traits []int, pull, weight float64) cut {
	base := pull * pull / (weight + t.ridge)
	cuts := make([]cut, len(traits))
	for k, trait := range traits {
		cuts[k] = t.cutOf(rows, trait, pull, weight, base)
	}
	return slices.MaxFunc(cuts, func(a, b cut) int {
		if c := cmp.Compare(a.gain, b.gain); c != 0 {
			return c
		}
		return cmp.Compare(b.trait, a.trait)
	})
}

// leastGain is what a cut must bring to be made.
const leastGain = 1e-6

func (t *tree) cutOf(rows []int32, trait int, pull, weight, base float64) cut {
	var sums [mostBins + 2]struct {
		pull, weight float64
		rows         int
	}
	steps := t.bins.steps[trait]
	for _, i := range rows {
		sum := &sums[steps[i]]
		sum.pull += t.pull[i]
		sum.weight += t.weight[i]
		sum.rows++
	}
	best := cut{gain: leastGain, trait: -1}
	last := len(t.bins.edges[trait]) + 1
	try := func(step int, missing bool, p, w float64, n int) {
		if n < t.least || len(rows)-n < t.least {
			return
		}
		q, v := pull-p, weight-w
		gain := p*p/(w+t.ridge) + q*q/(v+t.ridge) - base
		if gain > best.gain {
			best = cut{gain: gain, trait: trait, step: step, missing: missing}
		}
	}
	var p, w float64
	n := 0
	for step := 1; step < last; step++ {
		p, w, n = p+sums[step].pull, w+sums[step].weight, n+sums[step].rows
		try(step, true, p, w, n)
		if none := sums[0]; none.rows > 0 {
			try(step, false, p+none.pull, w+none.weight, n+none.rows)
		}
	}
	if none := sums[0]; none.rows > 0 { // all that have it against all that have not
		try(last, true, pull-none.pull, weight-none.weight, len(rows)-none.rows)
	}
	return best
}
