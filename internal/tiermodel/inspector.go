package tiermodel

import (
	"math"
	"math/rand/v2"
)

// forestInspector examines the forests of one repeat while they are in memory. Permutation
// importance: a feature counts for as much as macro-F1 falls when its values are
// shuffled among the unseen samples (Breiman, "Random Forests", Machine Learning 45,
// 2001, section 10). Stability: how often a small change of a sample changes its
// grade.
type forestInspector struct {
	e       *evaluationRun
	random  *rand.Rand
	without []Confusion // by feature that was shuffled
}

// newForestInspector returns a forestInspector for one repeat, which shuffles by a seed of its own.
func newForestInspector(e *evaluationRun, repeat int) *forestInspector {
	return &forestInspector{
		e: e, random: rand.New(rand.NewPCG(e.protocol.Seed+uint64(repeat), 0xfea7)),
		without: make([]Confusion, len(e.x[0])),
	}
}

// look asks the forest about samples it had not seen.
func (c *forestInspector) look(ask classifier, unseen []int) {
	for j := range c.without {
		order := c.random.Perm(len(unseen))
		for k, i := range unseen {
			x := append([]float64(nil), c.e.x[i]...)
			x[j] = c.e.x[unseen[order[k]]][j]
			c.without[j][c.e.classes[i]][argmax(ask(x))]++
		}
	}
	if c.e.protocol.Perturbed == nil {
		return
	}
	s := &c.e.out.Stability
	for _, i := range unseen {
		before := ask(c.e.x[i])
		for _, x := range c.e.protocol.Perturbed[i] {
			after := ask(x)
			var shift float64
			for k := range after {
				shift = max(shift, math.Abs(after[k]-before[k]))
			}
			s.Variants++
			s.Shift += shift
			s.Most = max(s.Most, shift)
			if argmax(after) == argmax(before) {
				s.Same++
			}
		}
	}
}

// finish compares with the gradings of unchanged samples.
func (c *forestInspector) finish(chances [][Classes]float64) {
	full := confusionOf(c.e.classes, chances).MacroF1()
	for j, m := range c.without {
		c.e.out.Permuted[j] = append(c.e.out.Permuted[j], full-m.MacroF1())
	}
}
