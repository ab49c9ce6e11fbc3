package forecast

import (
	"math/rand/v2"
	"slices"

	"kinodex/internal/stat"
)

// growth says how an ensemble is grown. The same growth over the same rows
// gives the same trees, bit for bit, on any number of processors.
type growth struct {
	trees, depth int
	rate         float64 // how much of a leaf's value is taken
	least        int     // rows in a leaf
	ridge        float64 // rows of value 0 that every leaf is drawn towards 0 by
	rows, traits float64 // the share of each that a tree is shown
	// clip bounds the residual that a row may pull with (Huber's loss); 0 for
	// squared error.
	clip float64
	seed uint64
}

// rowset is a training set: rows of traits (NaN where missing), what is to be
// foretold of each, and how much each counts.
type rowset struct {
	traits  [][]float32
	targets []float64
	weights []float64
}

func (s *rowset) len() int { return len(s.targets) }

// node is one fork of a tree, or a leaf. Trees lie one after the other in one
// slice; a fork's Low child follows it somewhere later, so that walking always
// goes forward and ends.
type node struct {
	// Trait is which number of a row is asked about, -1 in a leaf.
	Trait int32
	// High is the index of the child for rows above Edge; the child for the
	// others is the next node.
	High int32
	// Edge is the most that goes low; in a leaf, the value.
	Edge float32
	// Missing is 1 when rows without the trait go high.
	Missing uint32
}

// ensemble is boosted regression trees: the sum of a start and one leaf of
// every tree.
type ensemble struct {
	Start float64
	Roots []uint32
	Nodes []node
}

// of foretells a row.
func (e *ensemble) of(row []float32) float64 {
	sum := e.Start
	for _, root := range e.Roots {
		i := int32(root)
		for {
			n := &e.Nodes[i]
			if n.Trait < 0 {
				sum += float64(n.Edge)
				break
			}
			v := row[n.Trait]
			switch {
			case v != v:
				if n.Missing == 1 {
					i = n.High
				} else {
					i++
				}
			case v <= n.Edge:
				i++
			default:
				i = n.High
			}
		}
	}
	return sum
}

// sound reports whether every walk through the trees ends in a leaf with a value
// and asks about traits that rows of so many have.
func (e *ensemble) sound(traits int) bool {
	if !stat.Finite(e.Start) {
		return false
	}
	for i, n := range e.Nodes {
		if n.Trait < 0 {
			if !stat.Finite(float64(n.Edge)) {
				return false
			}
			continue
		}
		if int(n.Trait) >= traits || i+1 >= len(e.Nodes) || int(n.High) <= i || int(n.High) >= len(e.Nodes) {
			return false
		}
	}
	for _, r := range e.Roots {
		if int(r) >= len(e.Nodes) {
			return false
		}
	}
	return len(e.Nodes) == 0 || e.Nodes[len(e.Nodes)-1].Trait < 0
}

// grow fits an ensemble. Without rows it foretells 0.
func grow(s *rowset, g growth) *ensemble {
	e := &ensemble{}
	n := s.len()
	if n == 0 {
		return e
	}
	e.Start = weightedMean(s.targets, s.weights)
	if n < 2*g.least {
		return e
	}
	b := binned(s)
	r := rand.New(rand.NewPCG(g.seed, uint64(n)))
	now := make([]float64, n)
	for i := range now {
		now[i] = e.Start
	}
	t := &tree{bins: b, growth: g, pull: make([]float64, n), weight: s.weights}
	shown := make([]int32, 0, n)
	order := make([]int, len(b.edges))
	for i := range order {
		order[i] = i
	}
	for range g.trees {
		for i, y := range s.targets {
			pull := y - now[i]
			if g.clip > 0 {
				pull = max(-g.clip, min(g.clip, pull))
			}
			t.pull[i] = pull * s.weights[i]
		}
		shown = shown[:0]
		for i := range n {
			if r.Float64() < g.rows {
				shown = append(shown, int32(i))
			}
		}
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		traits := slices.Clone(order[:max(1, int(float64(len(order))*g.traits))])
		slices.Sort(traits)
		root := len(e.Nodes)
		e.Roots = append(e.Roots, uint32(root))
		t.nodes = e.Nodes
		t.split(shown, traits, 0)
		e.Nodes = t.nodes
		one := ensemble{Roots: []uint32{uint32(root)}, Nodes: e.Nodes}
		for i, row := range s.traits {
			now[i] += one.of(row)
		}
	}
	return e
}

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
