package tiermodel

import (
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"kinodex/internal/stat"
)

// Forest is a random forest: decision trees, each grown on a bootstrap sample with a
// random choice of features at every split, whose votes are counted (Breiman, "Random
// Forests", Machine Learning 45, 2001). It may be asked from several goroutines.
type Forest struct {
	features    int
	nodes       []node
	roots       []uint32 // where each tree begins in nodes
	depth       []uint8  // of each tree
	importances []float64
	oblique     *oblique // nil when no tree is oblique
}

// node is a node as it is walked. Its link holds a feature in the upper byte
// and where its first child lies in the rest; the second child is next to it. A
// leaf leads to itself: its threshold cannot be exceeded, and its "feature" is
// its class. So a walk needs no branches and may go on past a leaf.
type node struct {
	threshold float32
	link      uint32
}

const (
	linkBits = 24
	linkMask = 1<<linkBits - 1
)

// errForestTooLarge says that a link of linkBits bits cannot reach every node.
var errForestTooLarge = errors.New("a forest of more than 16 million nodes")

// asked is how many features nodes may ask about, directions of oblique trees
// included.
func (f *Forest) asked() int {
	if f.oblique == nil {
		return f.features
	}
	return f.features + len(f.oblique.directions)
}

// growForest grows a forest of ordinary trees, several at a time; each depends on the
// seed and its own number alone.
func growForest(x [][]float64, classes []Class, p Params) (*Forest, error) {
	return growOn(columnsOf(x), classes, p)
}

// growOn is growForest on features that are ranked already.
func growOn(c *columns, classes []Class, p Params) (*Forest, error) {
	trees := make([][]branch, p.Trees)
	impurityDecreases := make([][]float64, p.Trees)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), p.Trees) {
		all.Go(func() {
			g := newGrower(c, classes, p)
			for t := int(next.Add(1)) - 1; t < p.Trees; t = int(next.Add(1)) - 1 {
				g.grow(t)
				trees[t] = append([]branch(nil), g.nodes...)
				impurityDecreases[t] = g.impurityDecrease
			}
		})
	}
	all.Wait()
	f := &Forest{features: len(c.levels)}
	for _, t := range trees {
		if err := f.addTree(t); err != nil {
			return nil, err
		}
	}
	f.importances = meanDecrease(impurityDecreases, f.features)
	return f, nil
}

// addTree adds a tree. Its branches must be as branch says; a tree that is not
// gives an error.
func (f *Forest) addTree(tree []branch) error {
	root := len(f.nodes)
	if root+len(tree) > linkMask {
		return errForestTooLarge
	}
	depth := make([]uint8, len(tree))
	child := 1
	for i, b := range tree {
		if i >= child {
			return errors.New("a tree goes on after its last leaf")
		}
		if b.feature >= leaf {
			if b.feature-leaf >= Classes {
				return errors.New("a leaf of no class")
			}
			f.nodes = append(f.nodes, node{float32(math.Inf(1)), uint32(b.feature-leaf)<<linkBits | uint32(root+i)})
			continue
		}
		switch {
		case int(b.feature) >= f.asked():
			return errors.New("a tree asks for a feature that does not exist")
		case child+2 > len(tree):
			return errors.New("a tree ends before its last leaf")
		case depth[i] >= maxDepth:
			return errors.New("a tree is too deep")
		case !stat.Finite(float64(b.threshold)):
			return errors.New("a threshold is not finite")
		}
		f.nodes = append(f.nodes, node{b.threshold, uint32(b.feature)<<linkBits | uint32(root+child)})
		depth[child], depth[child+1] = depth[i]+1, depth[i]+1
		child += 2
	}
	if len(tree) == 0 || child != len(tree) {
		return errors.New("a tree ends before its last leaf")
	}
	f.roots = append(f.roots, uint32(root))
	f.depth = append(f.depth, depth[len(tree)-1]) // the last node is a deepest one
	return nil
}

// branches returns the nodes of tree t as they were added.
func (f *Forest) branches(t int) []branch {
	end := len(f.nodes)
	if t+1 < len(f.roots) {
		end = int(f.roots[t+1])
	}
	nodes := f.nodes[f.roots[t]:end]
	tree := make([]branch, len(nodes))
	for i, n := range nodes {
		tree[i] = branch{uint8(n.link >> linkBits), n.threshold}
		if n.link&linkMask == f.roots[t]+uint32(i) {
			tree[i] = branch{feature: leaf + uint8(n.link>>linkBits)}
		}
	}
	return tree
}

// Trees is how many trees vote.
func (f *Forest) Trees() int { return len(f.roots) }

// Nodes is how many questions and leaves the trees have together.
func (f *Forest) Nodes() int { return len(f.nodes) }

// Importances are, by feature, the mean decrease in Gini impurity over the
// trees, each tree counting the same (Breiman 2001). They are at least 0 and sum
// to 1; where no tree asks anything they are all equal. They flatter features
// with many different values: see Evaluation.Permuted for importances that do
// not.
func (f *Forest) Importances() []float64 { return append([]float64(nil), f.importances...) }

// meanDecrease returns the mean over trees of each feature's share in the decrease of
// impurity.
func meanDecrease(impurityDecreases [][]float64, features int) []float64 {
	mean := make([]float64, features)
	for _, d := range impurityDecreases {
		if s := sum(d); s > 0 {
			for j := range d {
				mean[j] += max(0, d[j]) / s
			}
		}
	}
	total := sum(mean)
	for j := range mean {
		if total > 0 {
			mean[j] /= total
		} else {
			mean[j] = 1 / float64(features)
		}
	}
	return mean
}

// sum adds in the order of x, so that the same numbers give the same bits.
func sum(x []float64) (s float64) {
	for _, v := range x {
		s += v
	}
	return s
}
