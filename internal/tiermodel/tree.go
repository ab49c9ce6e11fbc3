package tiermodel

import (
	"math/rand/v2"
	"slices"
)

// branch is a node of a tree as it was grown: a question, or a leaf. Nodes lie
// in the order of their depth; the children of the k-th question are nodes 2k+1
// and 2k+2.
type branch struct {
	feature   uint8 // leaf+class of a leaf
	threshold float32
}

// leaf is the mark of a leaf of class 0; those of the others follow.
const leaf = 253

// maxDepth is the most questions any tree asks before a leaf.
const maxDepth = 64

// tally counts samples: how often those of each class are in the bag, and how
// many different ones they are. Two counts share a word, so that adding is quick:
// it is what growing spends its time on.
type tally struct {
	highMid      uint64 // Mid in the upper half
	lowDifferent uint64 // different ones in the upper half
}

// tallyOf counts one sample that is in the bag some times.
func tallyOf(c Class, times uint64) tally {
	switch c {
	case High:
		return tally{times, 1 << 32}
	case Mid:
		return tally{times << 32, 1 << 32}
	}
	return tally{0, 1<<32 + times}
}

// add adds the counts of o. Each count must stay below 2^32.
func (t *tally) add(o tally) {
	t.highMid += o.highMid
	t.lowDifferent += o.lowDifferent
}

// different returns how many different samples are counted.
func (t tally) different() uint32 { return uint32(t.lowDifferent >> 32) }

// classes returns how often samples of each class are in the bag.
func (t tally) classes() (high, mid, low float64) {
	return float64(uint32(t.highMid)), float64(uint32(t.highMid >> 32)), float64(uint32(t.lowDifferent))
}

// run is a value that occurs in a node.
type run struct {
	rank uint32
	tally
}

// grower grows one tree after the other on the same training set (CART:
// Breiman, Friedman, Olshen and Stone 1984; forests: Breiman 2001). Its buffers
// are used again from tree to tree.
type grower struct {
	columns *columns
	classes []Class
	weight  [Classes]float64
	params  Params
	tries   int // features at a split

	random           *rand.Rand
	bag              []tally // how often each sample is in the bag
	samples          []int32 // the different samples in the bag, node by node
	right            []int32
	order            []int   // features, shuffled at every split
	byRank           []tally // all zero between uses
	keys             []uint64
	runs             []run
	nodes            []branch
	impurityDecrease []float64 // of impurity, by feature
}

// newGrower returns a grower whose trees are seen as p says.
func newGrower(c *columns, classes []Class, p Params) *grower {
	features := len(c.levels)
	g := &grower{
		columns: c, classes: classes, weight: p.weights(classes), params: p,
		tries:  p.SplitFeatures,
		bag:    make([]tally, len(classes)),
		order:  make([]int, features),
		byRank: make([]tally, c.widest()),
		runs:   make([]run, 0, c.widest()+1),
	}
	if g.tries == 0 {
		for g.tries = 1; (g.tries+1)*(g.tries+1) <= features; {
			g.tries++
		}
	}
	g.tries = min(g.tries, features)
	return g
}

// span is a node that is still to be asked about: samples[from:to].
type span struct{ from, to, depth int }

// grow grows tree number t and leaves it in g.nodes and g.decline. Everything
// random in it comes from the seed and t alone.
func (g *grower) grow(t int) {
	g.random = rand.New(rand.NewPCG(g.params.Seed, uint64(t)))
	g.nodes, g.samples = g.nodes[:0], g.samples[:0]
	g.impurityDecrease = make([]float64, len(g.order))
	for i := range g.order {
		g.order[i] = i
	}
	clear(g.bag)
	for range g.bag {
		i := g.random.IntN(len(g.bag))
		g.bag[i].highMid++
	}
	for i, t := range g.bag {
		if t.highMid > 0 {
			g.bag[i] = tallyOf(g.classes[i], t.highMid)
			g.samples = append(g.samples, int32(i))
		}
	}
	for queue := []span{{0, len(g.samples), 0}}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		node := g.samples[s.from:s.to]
		total := g.count(node)
		var best split
		if s.depth < g.params.MaxDepth && len(node) >= 2*g.params.MinLeaf && !pure(total) {
			best = g.best(node, total)
		}
		if !best.found {
			g.nodes = append(g.nodes, branch{feature: leaf + uint8(g.vote(total))})
			continue
		}
		g.impurityDecrease[best.feature] += best.impurityDecrease
		g.nodes = append(g.nodes, branch{uint8(best.feature), g.columns.between(best.feature, best.low, best.high)})
		middle := s.from + g.partition(node, best)
		queue = append(queue, span{s.from, middle, s.depth + 1}, span{middle, s.to, s.depth + 1})
	}
}

// count weighs the classes in a node.
func (g *grower) count(node []int32) [Classes]float64 {
	var all tally
	for _, i := range node {
		all.add(g.bag[i])
	}
	high, mid, low := all.classes()
	return [Classes]float64{high * g.weight[High], mid * g.weight[Mid], low * g.weight[Low]}
}

// pure reports whether a node holds one class only.
func pure(w [Classes]float64) bool {
	return w[0]+w[1] == 0 || w[1]+w[2] == 0 || w[0]+w[2] == 0
}

// vote is the class that weighs most in a leaf. Among equals the tree draws, so
// that small leaves favour no class.
func (g *grower) vote(w [Classes]float64) Class {
	most := max(w[0], w[1], w[2])
	var equal []Class
	for c := range w {
		if w[c] == most {
			equal = append(equal, Class(c))
		}
	}
	if len(equal) == 1 {
		return equal[0]
	}
	return equal[g.random.IntN(len(equal))]
}

// partition orders the node so that what answers no to the question of s comes
// first, each side in its old order, and tells how many those are.
func (g *grower) partition(node []int32, s split) int {
	rank, n := g.columns.rank[s.feature], 0
	g.right = g.right[:0]
	for _, i := range node {
		if rank[i] <= s.low {
			node[n] = i
			n++
		} else {
			g.right = append(g.right, i)
		}
	}
	copy(node[n:], g.right)
	return n
}

// collect fills g.runs with the values of the feature in the node, ascending.
// A node that holds much of the training set is counted by rank, a small one
// sorted.
func (g *grower) collect(node []int32, feature int) {
	rank := g.columns.rank[feature]
	g.runs = g.runs[:0]
	if levels := len(g.columns.levels[feature]); len(node)*16 >= levels {
		by := g.byRank[:levels]
		for _, i := range node {
			by[rank[i]].add(g.bag[i])
		}
		// Whether a value occurs is as good as random, so it is written down
		// always and counted where it does, which needs no guess.
		runs, n := g.runs[:levels+1], 0
		for r, t := range by {
			runs[n] = run{uint32(r), t}
			by[r] = tally{}
			if t.lowDifferent > 0 {
				n++
			}
		}
		g.runs = runs[:n]
		return
	}
	g.keys = g.keys[:0]
	for _, i := range node {
		g.keys = append(g.keys, uint64(rank[i])<<32|uint64(i))
	}
	slices.Sort(g.keys)
	for _, k := range g.keys {
		r, i := uint32(k>>32), uint32(k)
		if n := len(g.runs); n > 0 && g.runs[n-1].rank == r {
			g.runs[n-1].add(g.bag[i])
		} else {
			g.runs = append(g.runs, run{r, g.bag[i]})
		}
	}
}
