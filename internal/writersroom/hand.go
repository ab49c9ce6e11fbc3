package writersroom

import (
	"math"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// Work is one measured screenplay of somebody's.
type Work struct {
	Film     film.ID
	Habits   measure.Habits // nil when they were not counted
	Features measure.Vector
}

// Hand is how somebody writes, as figures of their screenplays: how much more or
// less often than others they reach for each of the commonest words and marks, and
// where their scripts lie among others by what is measured.
type Hand struct {
	Works []Work
	lean  []float64 // by habit: the logarithm of their rate over everybody's; nil without habits
	place [measure.Count]spread
}

// spread is how the z-scores of a feature lie over somebody's scripts.
type spread struct{ mean, std float64 }

// Yardstick is what hands are measured against: everybody's habits and norms.
type Yardstick struct {
	rate  []float64 // by habit: its share of all counts of action, or of dialogue
	spoke []bool    // by habit: whether it is of dialogue
	norms [measure.Count]research.Norm
}

// NewYardstick makes a yardstick of everybody's counts, as research.Set adds them
// up, and norms. Without counts hands have no habits.
func NewYardstick(counts []int, norms [measure.Count]research.Norm) *Yardstick {
	y := &Yardstick{norms: norms}
	var all [2]float64
	list := measure.HabitList()
	for i, h := range list {
		y.spoke = append(y.spoke, h.Spoken)
		all[channel(h.Spoken)] += float64(counts[i])
	}
	if all[0] == 0 || all[1] == 0 {
		return y
	}
	y.rate = make([]float64, len(list))
	for i, n := range counts {
		// Half a count more, so that a rate is never 0.
		y.rate[i] = (float64(n) + 0.5) / (all[channel(y.spoke[i])] + 0.5*float64(len(list)))
	}
	return y
}

func channel(spoken bool) int {
	if spoken {
		return 1
	}
	return 0
}

// steadiness is how many counts of everybody's stand beside somebody's own, so
// that a few scripts do not make a habit of a chance. It was chosen on writers
// without a guide (docs/cards/style-match.md).
const steadiness = 8000

// NewHand makes a hand of works.
func (y *Yardstick) NewHand(works []Work) *Hand {
	h := &Hand{Works: works}
	counts, all := make([]float64, len(y.rate)), [2]float64{}
	for _, w := range works {
		if len(w.Habits) != len(y.rate) {
			continue
		}
		for i, n := range w.Habits {
			counts[i] += float64(n)
			all[channel(y.spoke[i])] += float64(n)
		}
	}
	if all[0]+all[1] > 0 {
		h.lean = make([]float64, len(counts))
		for i, n := range counts {
			h.lean[i] = math.Log((n + steadiness*y.rate[i]) / (all[channel(y.spoke[i])] + steadiness) / y.rate[i])
		}
	}
	for f := range h.place {
		h.place[f] = spreadOf(works, f, y.norms[f])
	}
	return h
}

func spreadOf(works []Work, feature int, norm research.Norm) (s spread) {
	for _, w := range works {
		s.mean += norm.Z(w.Features[feature]) / float64(len(works))
	}
	for _, w := range works {
		d := norm.Z(w.Features[feature]) - s.mean
		s.std += d * d / float64(len(works))
	}
	s.std = math.Sqrt(s.std)
	return s
}

// Likeness is how much likelier a text's habits are from this hand than from
// anybody's: the logarithm of the ratio, 0 without habits on either side.
func (h *Hand) Likeness(text measure.Habits) float64 {
	sum := 0.0
	if len(text) == len(h.lean) {
		for i, n := range text {
			if n > 0 {
				sum += float64(n) * h.lean[i]
			}
		}
	}
	return sum
}

// The features that a part of a script has as the whole does, by which a hand may
// be told from a scene; those of the whole script are for whole scripts.
var local = []int{measure.DialogueRatio, measure.AvgSpeechLen, measure.QuestionRatio, measure.ExclamationRatio, measure.AvgSentenceLen,
	measure.ProfanityRate, measure.ActionRatio}

// Distance is how far a text's features lie from those of the hand: the root of
// the mean square of the differences of z-scores, over the features that a text
// with so many scenes has. It is +Inf for a hand without works.
func (h *Hand) Distance(y *Yardstick, v measure.Vector, scenes int) float64 {
	if len(h.Works) == 0 {
		return math.Inf(1)
	}
	compared := local
	if scenes >= wholeScript {
		compared = everyFeature
	}
	sum := 0.0
	for _, f := range compared {
		d := y.norms[f].Z(v[f]) - h.place[f].mean
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(compared)))
}

// wholeScript is how many scenes make a text that features of whole scripts are
// compared by.
const wholeScript = 30

var everyFeature = func() []int {
	all := make([]int, measure.Count)
	for f := range all {
		all[f] = f
	}
	return all
}()
