package tiermodel

import (
	"bytes"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
)

func grown(t testing.TB, samples []Sample, p Params) *Forest {
	t.Helper()
	f, err := growForest(vectors(samples), classesOf(samples), p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Four corners, of which opposite ones are of one class: a question about one
// feature alone tells nothing.
func TestAForestLearnsWhatNoSingleFeatureTells(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var samples []Sample
	for range 400 {
		a, b := random.Float64()*2-1, random.Float64()*2-1
		c := High
		if a*b < 0 {
			c = Low
		}
		samples = append(samples, Sample{X: []float64{a, b}, Class: c})
	}
	f := grown(t, samples, quick())
	for _, corner := range []struct {
		x    []float64
		want Class
	}{{[]float64{.5, .5}, High}, {[]float64{-.5, -.5}, High}, {[]float64{.5, -.5}, Low}, {[]float64{-.5, .5}, Low}} {
		if got := most(f.Votes(corner.x)); got != corner.want {
			t.Errorf("%v is graded %v, want %v", corner.x, got, corner.want)
		}
	}
}

func TestTheBestQuestionLeavesTheLeastImpurity(t *testing.T) {
	x := [][]float64{{1}, {2}, {3}, {4}, {5}, {6}}
	classes := []Class{High, High, Mid, Low, Low, Low}
	for _, c := range []struct {
		name    string
		minLeaf int
		low     uint32
		// Gini impurity times weight: all six have 6·(1−(4+1+9)/36).
		impurityDecrease float64
	}{
		// Three on each side: 3·(1−(4+1)/9) and nothing.
		{"between 3 and 4", 1, 2, 6 - 14.0/6 - (3 - 5.0/3)},
		{"leaves of three", 3, 2, 6 - 14.0/6 - (3 - 5.0/3)},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := quick()
			p.MinLeaf, p.Balance = c.minLeaf, false
			g := newGrower(columnsOf(x), classes, p)
			g.random = rand.New(rand.NewPCG(1, 1))
			g.order = []int{0}
			node := []int32{0, 1, 2, 3, 4, 5}
			for i := range classes {
				g.bag[i] = tallyOf(classes[i], 1)
			}
			s := g.best(node, g.count(node))
			if !s.found || s.low != c.low || s.high != c.low+1 || math.Abs(s.impurityDecrease-c.impurityDecrease) > 1e-12 {
				t.Errorf("got %+v, want a split after rank %d with a decline of %v", s, c.low, c.impurityDecrease)
			}
		})
	}
}

// Walking four trees at a time without branches is the same as asking question
// after question.
func TestVotesAreThoseOfEveryTree(t *testing.T) { // REQ S-20
	samples := drawn(40, 5, 1, 1)
	random := rand.New(rand.NewPCG(2, 2))
	for trees := 1; trees <= 9; trees++ {
		p := quick()
		p.Trees = trees
		f := grown(t, samples, p)
		for range 200 {
			x := make([]float64, 5)
			for j := range x {
				x[j] = 3 * random.NormFloat64()
			}
			if random.IntN(4) == 0 { // on a threshold, which is not above it
				x = slices.Clone(samples[random.IntN(len(samples))].X)
				b := f.branches(0)[0]
				x[b.feature%5] = float64(b.threshold)
			}
			var want [Classes]int
			for tree := range trees {
				want[walked(f.branches(tree), x)]++
			}
			if got := f.Votes(x); got != want {
				t.Fatalf("%d trees vote %v, want %v", trees, got, want)
			}
		}
	}
}

// walked asks one tree, question after question.
func walked(tree []branch, x []float64) Class {
	children := map[int]int{}
	next := 1
	for i, b := range tree {
		if b.feature < leaf {
			children[i] = next
			next += 2
		}
	}
	at := 0
	for tree[at].feature < leaf {
		child := children[at]
		if float32(x[tree[at].feature]) > tree[at].threshold {
			child++
		}
		at = child
	}
	return Class(tree[at].feature - leaf)
}

func TestVotesSumToTheTreesAndProbabilitiesToOne(t *testing.T) { // REQ S-20, S-21
	samples := drawn(40, 5, .5, 1)
	p := quick()
	p.Trees = 512
	f := grown(t, samples, p)
	for _, s := range samples {
		votes := f.Votes(s.X)
		if votes[0]+votes[1]+votes[2] != 512 {
			t.Fatalf("votes %v of 512 trees", votes)
		}
		pred := Prediction{Class: most(votes), Votes: votes, Trees: 512}
		if total := pred.Probability(High) + pred.Probability(Mid) + pred.Probability(Low); total != 1 {
			t.Fatalf("probabilities sum to %v", total)
		}
		for c := High; c <= Low; c++ {
			if pred.Probability(c) > pred.Probability(pred.Class) {
				t.Fatalf("%v is not the likeliest of %v", pred.Class, votes)
			}
		}
	}
}

func TestAmongEqualsTheEarlierClassWins(t *testing.T) { // REQ S-20
	for _, c := range []struct {
		votes [Classes]int
		want  Class
	}{
		{[Classes]int{4, 4, 4}, High}, {[Classes]int{1, 4, 4}, Mid}, {[Classes]int{4, 1, 4}, High},
		{[Classes]int{3, 4, 3}, Mid}, {[Classes]int{3, 3, 4}, Low},
	} {
		if got := most(c.votes); got != c.want {
			t.Errorf("%v wins with %v, want %v", got, c.votes, c.want)
		}
	}
}

func TestAForestDoesNotDependOnTheNumberOfCores(t *testing.T) { // REQ S-28
	samples := drawn(60, 8, .7, 1)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first []byte
	for _, cores := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(cores)
		m, err := Train(names(8), samples, quick())
		if err != nil {
			t.Fatal(err)
		}
		b := m.Encode()
		if first == nil {
			first = b
		}
		if !bytes.Equal(b, first) {
			t.Errorf("%d cores give other bytes", cores)
		}
	}
}

func TestLeavesAndDepthKeepTheirBounds(t *testing.T) {
	samples := drawn(60, 4, .3, 1)
	for _, c := range []struct{ minLeaf, maxDepth int }{{1, 64}, {7, 64}, {1, 3}, {20, 2}} {
		p := quick()
		p.MinLeaf, p.MaxDepth = c.minLeaf, c.maxDepth
		f := grown(t, samples, p)
		for tree := range f.Trees() {
			if d := int(f.depth[tree]); d > c.maxDepth {
				t.Fatalf("depth %d, at most %d allowed", d, c.maxDepth)
			}
			// Every leaf holds at least as many samples as were in its bag.
			holds := map[uint32]int{}
			for _, s := range samples {
				var v [256]float32
				for j, x := range s.X {
					v[j] = float32(x)
				}
				at := f.roots[tree]
				for range f.depth[tree] {
					at = f.nodes[at].next(&v)
				}
				holds[at]++
			}
			leaves := 0
			for _, b := range f.branches(tree) {
				if b.feature >= leaf {
					leaves++
				}
			}
			if len(holds) != leaves {
				t.Fatalf("%d of %d leaves hold samples", len(holds), leaves)
			}
			for _, n := range holds {
				if n < c.minLeaf {
					t.Fatalf("a leaf of %d samples, at least %d wanted", n, c.minLeaf)
				}
			}
		}
	}
}

func TestImportancesFindTheFeatureThatTells(t *testing.T) { // REQ S-37
	samples := drawn(100, 6, 2, 1)
	for i := range samples {
		samples[i].X[5] = 1 // never varies
	}
	im := grown(t, samples, quick()).Importances()
	if math.Abs(sum(im)-1) > 1e-12 || slices.Min(im) < 0 {
		t.Errorf("importances %v are not shares of a whole", im)
	}
	if slices.Max(im) != im[0] || im[0] < .4 || im[5] != 0 {
		t.Errorf("importances %v: the first feature tells, the last never varies", im)
	}
}

func TestWithoutVariationNothingIsAsked(t *testing.T) {
	var samples []Sample
	for i := range 30 {
		samples = append(samples, Sample{X: []float64{3, 4}, Class: Class(i % 3)})
	}
	f := grown(t, samples, quick())
	if f.Nodes() != f.Trees() {
		t.Errorf("%d nodes in %d trees", f.Nodes(), f.Trees())
	}
	if im := f.Importances(); im[0] != .5 || im[1] != .5 {
		t.Errorf("importances %v, want equal ones", im)
	}
}

func TestBalanceLetsARareClassSpeak(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	var samples []Sample
	for i := range 300 {
		c := Mid
		x := random.NormFloat64()
		if i%15 == 0 {
			c, x = High, x+1.2
		}
		samples = append(samples, Sample{X: []float64{x}, Class: c})
	}
	high := func(balance bool) (n int) {
		p := quick()
		p.MinLeaf, p.Balance = 20, balance
		f := grown(t, samples, p)
		for _, s := range samples {
			n += f.Votes(s.X)[High]
		}
		return n
	}
	if with, without := high(true), high(false); with < 2*without+100 {
		t.Errorf("%d votes for the rare class balanced, %d not", with, without)
	}
}

func TestNeighboursInSinglePrecisionAreToldApart(t *testing.T) {
	a := float32(1)
	b := math.Nextafter32(a, 2)
	c := columnsOf([][]float64{{float64(a)}, {float64(b)}})
	if got := c.between(0, 0, 1); got != a {
		t.Errorf("threshold %v, want %v", got, a)
	}
	huge := columnsOf([][]float64{{-math.MaxFloat32}, {math.MaxFloat32}})
	if got := huge.between(0, 0, 1); got != 0 {
		t.Errorf("threshold %v, want 0", got)
	}
}

func TestVotesAllocateNothing(t *testing.T) {
	samples := drawn(40, 20, 1, 1)
	f := grown(t, samples, quick())
	if n := testing.AllocsPerRun(100, func() { f.Votes(samples[0].X) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAVectorOfOtherFeaturesIsADefect(t *testing.T) {
	f := grown(t, drawn(20, 3, 1, 1), quick())
	defer func() {
		if recover() == nil {
			t.Error("two features were graded by a forest of three")
		}
	}()
	f.Votes([]float64{1, 2})
}
