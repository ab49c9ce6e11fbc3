package measure

// MostScenes is how many scenes a script may have for Influences to leave out
// each; the longest scripts that were filmed have some four hundred.
const MostScenes = 2000

// Without returns the features, unrounded, of the script without one of its
// scenes. It is what measuring the rest would give, without reading it again,
// but for two things: which names carry no sentiment stays as it was, and
// vocabulary_richness is estimated where a factor is longer than ten thousand
// words, or for so long none ends where it did before (REQ S-08). It panics
// for a scene that the report does not have.
func (r *Report) Without(scene int) Vector { return newLeaveOneOut(r).without(scene) }

// Influences returns, scene by scene, what each feature would lose without it:
// feature minus Without (leave-one-out influence). A scene with a positive
// influence raises the feature. It is nil for a script of more than MostScenes
// scenes.
func (r *Report) Influences() []Vector {
	if len(r.scenes) > MostScenes {
		return nil
	}
	c := newLeaveOneOut(r)
	whole := r.whole.vector()
	all := make([]Vector, len(r.scenes))
	for scene := range all {
		rest := c.without(scene)
		for i := range rest {
			all[scene][i] = whole[i] - rest[i]
		}
	}
	return all
}

// leaveOneOut computes the features without a scene from sums over the whole
// script. It holds buffers and is not safe for concurrent use; the report it
// reads is not changed.
type leaveOneOut struct {
	*Report
	sums    *prefixSums
	removed []role
	// distinct sums up the distinct words of the windows of MATTR: before each
	// window, and of all.
	distinct []uint64
	counts   []uint16
	junction []uint32
	scan     *factorScan
}

func newLeaveOneOut(r *Report) *leaveOneOut {
	c := &leaveOneOut{
		Report: r, sums: newPrefixSums(r.sentences), removed: make([]role, len(r.roles.all)),
		distinct: make([]uint64, 1, len(r.words)+1), counts: make([]uint16, r.vocabularySize), scan: newFactorScan(r.vocabularySize),
	}
	if len(r.words) > 0 {
		eachWindow(r.words, c.counts, func(distinct int) {
			c.distinct = append(c.distinct, c.distinct[len(c.distinct)-1]+uint64(distinct))
		})
	}
	return c
}

func (c *leaveOneOut) without(scene int) Vector {
	sp := &c.scenes[scene]
	f := aggregates{tally: c.whole.minus(sp.tally), sceneStats: c.whole.sceneStats}
	f.sceneStats.add(sp.setting, sp.words(), -1)
	if c.places[sp.place] == 1 {
		f.places--
	}
	f.castStats = c.roles.withoutScene(c.roles.byScene[scene], c.removed)
	f.mattr = c.mattrWithout(sp.begin, sp.end)
	f.mtld = c.mtldWithout(sp.begin, sp.end)
	f.arc = c.sums.arcWithout(sp.from, sp.to)
	if f.words() == 0 {
		f.sentiment = 0 // not what rounding left of it
	}
	return f.vector()
}

// mattrWithout returns MATTR without words[from:to]: windows wholly before or
// after the gap are as they were, those across it are counted again.
func (c *leaveOneOut) mattrWithout(from, to int) float64 {
	rest := len(c.words) - (to - from)
	if rest <= window || from == to {
		if from == to {
			return c.whole.mattr
		}
		c.junction = append(append(c.junction[:0], c.words[:from]...), c.words[to:]...)
		return c.mattrOfJunction()
	}
	sum := uint64(0)
	if from >= window {
		sum += c.distinct[from-window+1]
	}
	if len(c.words)-to >= window {
		sum += c.distinct[len(c.distinct)-1] - c.distinct[to]
	}
	// One word less than a window on either side: every window of it crosses.
	before, after := max(0, from-window+1), min(len(c.words), to+window-1)
	c.junction = append(append(c.junction[:0], c.words[before:from]...), c.words[to:after]...)
	if len(c.junction) >= window {
		eachWindow(c.junction, c.counts, func(distinct int) { sum += uint64(distinct) })
	}
	return float64(sum) / float64(rest-window+1) / window
}

// mattrOfJunction returns MATTR of the words in junction alone, 0 of none.
func (c *leaveOneOut) mattrOfJunction() float64 {
	if len(c.junction) == 0 {
		return 0
	}
	sum, n := uint64(0), 0
	size := eachWindow(c.junction, c.counts, func(distinct int) {
		sum += uint64(distinct)
		n++
	})
	return float64(sum) / float64(n) / float64(size)
}

// mtldWithout returns MTLD without words[from:to]: the mean of the forward and
// the backward pass.
func (c *leaveOneOut) mtldWithout(from, to int) float64 {
	n := len(c.words)
	rest := n - (to - from)
	forward := c.forward.factorsWithout(from, to, c.scan)
	backward := c.backward.factorsWithout(n-to, n-from, c.scan)
	return (mtld(rest, forward) + mtld(rest, backward)) / 2
}
