package grade

import (
	"math"
	"math/rand/v2"
)

// closer looks at the forests of one repeat while they are at hand: what they
// answer when a feature is shuffled, and when a sample is slightly changed.
type closer struct {
	e       *evaluating
	random  *rand.Rand
	without []Confusion // by feature that was shuffled
}

func newCloser(e *evaluating, repeat int) *closer {
	return &closer{
		e: e, random: rand.New(rand.NewPCG(e.protocol.Seed+uint64(repeat), 0xfea7)),
		without: make([]Confusion, len(e.x[0])),
	}
}

// look asks the forest about samples it had not seen.
func (c *closer) look(ask asked, unseen []int) {
	for j := range c.without {
		order := c.random.Perm(len(unseen))
		for k, i := range unseen {
			x := append([]float64(nil), c.e.x[i]...)
			x[j] = c.e.x[unseen[order[k]]][j]
			c.without[j][c.e.classes[i]][likeliest(ask(x))]++
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
			if likeliest(after) == likeliest(before) {
				s.Same++
			}
		}
	}
}

// finish compares with the gradings of unchanged samples.
func (c *closer) finish(chances [][Classes]float64) {
	full := marked(c.e.classes, chances).MacroF1()
	for j, m := range c.without {
		c.e.out.Permuted[j] = append(c.e.out.Permuted[j], full-m.MacroF1())
	}
}
