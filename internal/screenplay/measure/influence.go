package measure

// MostScenes is how many scenes a script may have for Influences to look at each;
// the longest scripts that were filmed have some four hundred.
const MostScenes = 2000

// Without gives the features, unrounded, of the script without one of its scenes.
// It is what measuring the rest would give, but that the rest is not read again:
// who counts as a name for the sentiment stays as it was, and vocabulary_richness
// is estimated where a run of words is longer than ten thousand, or for so long
// none ends where it did before (REQ S-08).
func (r *Report) Without(scene int) Vector { return newCutting(r).without(scene) }

// Influences gives, scene by scene, what each feature would lose without it:
// feature minus Without. A scene with a positive influence raises the feature.
// It is nil for a script of more than MostScenes scenes.
func (r *Report) Influences() []Vector {
	if len(r.scenes) > MostScenes {
		return nil
	}
	c := newCutting(r)
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

// cutting takes scenes out of a script without reading it again.
type cutting struct {
	*Report
	course *course
	fewer  []part
	// distinct sums up the distinct words of the windows of MATTR: before each
	// window, and of all.
	distinct []uint64
	counts   []uint16
	junction []uint32
	run      *run
}

func newCutting(r *Report) *cutting {
	c := &cutting{
		Report: r, course: newCourse(r.sentences), fewer: make([]part, len(r.parts.all)),
		distinct: make([]uint64, 1, len(r.words)+1), counts: make([]uint16, r.kinds), run: newRun(r.kinds),
	}
	if len(r.words) > 0 {
		slide(r.words, c.counts, func(distinct int) {
			c.distinct = append(c.distinct, c.distinct[len(c.distinct)-1]+uint64(distinct))
		})
	}
	return c
}

func (c *cutting) without(scene int) Vector {
	sp := &c.scenes[scene]
	f := figures{tally: c.whole.minus(sp.tally), stage: c.whole.stage}
	f.stage.add(sp.setting, sp.words(), -1)
	if c.places[sp.place] == 1 {
		f.places--
	}
	f.cast = c.parts.without(c.parts.byScene[scene], c.fewer)
	f.nearby = c.nearbyWithout(sp.begin, sp.end)
	f.diversity = c.diversityWithout(sp.begin, sp.end)
	f.arc = c.course.without(sp.from, sp.to)
	if f.words() == 0 {
		f.mood = 0 // not what rounding left of it
	}
	return f.vector()
}

// nearbyWithout gives MATTR without words[from:to]: the windows wholly before or
// after are as they were, those across the gap are counted.
func (c *cutting) nearbyWithout(from, to int) float64 {
	rest := len(c.words) - (to - from)
	if rest <= window || from == to {
		if from == to {
			return c.whole.nearby
		}
		c.junction = append(append(c.junction[:0], c.words[:from]...), c.words[to:]...)
		return c.windows()
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
		slide(c.junction, c.counts, func(distinct int) { sum += uint64(distinct) })
	}
	return float64(sum) / float64(rest-window+1) / window
}

// windows gives MATTR of the junction alone.
func (c *cutting) windows() float64 {
	if len(c.junction) == 0 {
		return 0
	}
	sum, n := uint64(0), 0
	size := slide(c.junction, c.counts, func(distinct int) {
		sum += uint64(distinct)
		n++
	})
	return float64(sum) / float64(n) / float64(size)
}

// diversityWithout gives MTLD without words[from:to].
func (c *cutting) diversityWithout(from, to int) float64 {
	n := len(c.words)
	rest := n - (to - from)
	forward := c.forward.without(from, to, c.run)
	backward := c.backward.without(n-to, n-from, c.run)
	return (runLength(rest, forward) + runLength(rest, backward)) / 2
}
