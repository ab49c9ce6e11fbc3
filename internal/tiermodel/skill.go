package tiermodel

import (
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/stat"
)

// Skill is how well samples were graded by models that had not seen them.
type Skill struct {
	// MacroF1 of each repeat of the cross-validation.
	MacroF1 []float64
	// Confusion adds the repeats up.
	Confusion Confusion
	// Brier is the mean over samples and repeats of the squared differences
	// between the three chances and the truth (1 for its class, 0 for others):
	// 0 is perfect, 2/3 is a third for everything, 2 the worst (Brier 1950).
	Brier float64
	// Calibration says what became of chances of about the same size.
	Calibration []Bin
	// Near are the gradings whose first class Range does not tell from the second, Apart the
	// others.
	Near, Apart Lead

	graded [][]Class // by repeat and sample
	truth  []Class
	group  []int // of each sample, numbered from 0
}

// Bin holds the gradings whose winning chance lies in [From, To).
type Bin struct {
	From, To float64
	N        int
	Chance   float64 // mean of the winning chances; 0 when N is 0
	Right    float64 // share that was right; 0 when N is 0
}

// Lead says what became of gradings: in what share the class with the most votes was right,
// and the one with the second most.
type Lead struct {
	N             int
	First, Second float64
}

// add counts a grading.
func (l *Lead) add(first, second, truth Class) {
	l.N++
	switch truth {
	case first:
		l.First++
	case second:
		l.Second++
	}
}

// share returns the lead with shares in place of counts.
func (l Lead) share() Lead {
	n := float64(max(l.N, 1))
	return Lead{l.N, l.First / n, l.Second / n}
}

// bins is how many parts of equal width the chances are put in.
const bins = 10

// skillOf compares gradings with the truth. chances are by repeat and sample.
func skillOf(samples []Sample, chances [][][Classes]float64) Skill {
	s := Skill{truth: classesOf(samples), group: numberGroups(samples)}
	bin := make([]Bin, bins)
	for _, repeat := range chances {
		var m Confusion
		graded := make([]Class, len(repeat))
		for i, p := range repeat {
			c := argmax(p)
			graded[i] = c
			m[s.truth[i]][c]++
			for k := range p {
				d := p[k]
				if Class(k) == s.truth[i] {
					d--
				}
				s.Brier += float64(d * d)
			}
			second := secondOf(p, c)
			if float64((p[c]-p[second])*nearWhole) < nearPart {
				s.Near.add(c, second, s.truth[i])
			} else {
				s.Apart.add(c, second, s.truth[i])
			}
			b := &bin[min(int(p[c]*bins), bins-1)]
			b.N++
			b.Chance += p[c]
			if c == s.truth[i] {
				b.Right++
			}
		}
		s.graded = append(s.graded, graded)
		s.MacroF1 = append(s.MacroF1, m.MacroF1())
		s.Confusion = s.Confusion.Plus(m)
	}
	if n := s.Confusion.Total(); n > 0 {
		s.Brier /= float64(n)
	}
	for k := range bin {
		bin[k].From, bin[k].To = float64(k)/bins, float64(k+1)/bins
		if n := float64(bin[k].N); n > 0 {
			bin[k].Chance /= n
			bin[k].Right /= n
		}
	}
	s.Calibration = bin
	s.Near, s.Apart = s.Near.share(), s.Apart.share()
	return s
}

// secondOf returns the likeliest class but one.
func secondOf(p [Classes]float64, first Class) Class {
	p[first] = -1
	return argmax(p)
}

// Mean is the mean macro-F1 of the repeats.
func (s Skill) Mean() float64 { return stat.Mean(s.MacroF1) }

// SD is the standard deviation (divisor n−1) of the macro-F1 over the repeats:
// how much the dealing of folds matters. It does not say how much other samples
// would change; Interval does.
func (s Skill) SD() float64 { return stat.Deviation(s.MacroF1) }

// CalibrationError is the expected calibration error: the mean distance between
// the chance of the winning class and the share that was right, over Calibration
// weighed by N. In [0, 1], 0 is best.
func (s Skill) CalibrationError() float64 {
	var e float64
	n := 0
	for _, b := range s.Calibration {
		e += float64(float64(b.N) * math.Abs(b.Chance-b.Right))
		n += b.N
	}
	if n == 0 {
		return 0
	}
	return e / float64(n)
}

// Interval holds the middle 95 % of a figure over resampled samples.
type Interval struct{ Low, High float64 }

// resamples of a bootstrap.
const resamples = 2000

// Interval says where the mean macro-F1 would lie with other samples of the
// same kind: the groups are drawn again with putting back, and their gradings
// marked again.
func (s Skill) Interval() Interval {
	return s.resample(func(n []int) float64 { return s.macroF1(n) })
}

// Over is how much higher the mean macro-F1 is than that of other, a skill on the
// same samples, and the interval of that difference, both marked on the same
// draws.
func (s Skill) Over(other Skill) (float64, Interval) {
	return s.Mean() - other.Mean(), s.resample(func(n []int) float64 { return s.macroF1(n) - other.macroF1(n) })
}

// macroF1 is the mean over the repeats when group k counts n[k] times.
func (s Skill) macroF1(n []int) float64 {
	var total float64
	for _, graded := range s.graded {
		var m Confusion
		for i, c := range graded {
			m[s.truth[i]][c] += n[s.group[i]]
		}
		total += m.MacroF1()
	}
	return total / float64(max(1, len(s.graded)))
}

// resample returns the 2.5 and 97.5 percentiles of a figure over resamples draws of
// the groups with replacement (cluster bootstrap: Efron, Tibshirani, "An Introduction
// to the Bootstrap", 1993). n counts how often each group was drawn.
func (s Skill) resample(figure func(n []int) float64) Interval {
	if len(s.group) == 0 {
		return Interval{}
	}
	groups := slices.Max(s.group) + 1
	random := rand.New(rand.NewPCG(0xb007, uint64(groups)))
	all, n := make([]float64, resamples), make([]int, groups)
	for k := range all {
		clear(n)
		for range groups {
			n[random.IntN(groups)]++
		}
		all[k] = figure(n)
	}
	slices.Sort(all)
	return Interval{all[resamples*25/1000], all[resamples*975/1000]}
}

// numberGroups numbers the groups of the samples from 0, in order of appearance.
func numberGroups(samples []Sample) []int {
	number := make(map[string]int, len(samples))
	all := make([]int, len(samples))
	for i, s := range samples {
		n, ok := number[s.Group]
		if !ok {
			n = len(number)
			number[s.Group] = n
		}
		all[i] = n
	}
	return all
}
