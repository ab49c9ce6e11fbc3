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
	Habits   measure.StyleCounts // nil when they were not counted
	Features measure.Vector
}

// StyleProfile is how somebody writes, as figures of their screenplays
// (stylometry): how much more or less often than others they use each of the
// commonest words and marks, and where their scripts lie among others by what is
// measured. It holds no text. A profile without works is like nobody.
type StyleProfile struct {
	Works []Work
	lean  []float64 // by habit: the logarithm of their rate over everybody's; nil without habits
	place [measure.Count]spread
}

// spread is how the z-scores of a feature lie over somebody's scripts.
type spread struct{ mean, std float64 }

// Baseline is what profiles are measured against: how often everybody uses each
// word and mark, and the norms of the features. It is safe for concurrent use.
type Baseline struct {
	rate  []float64 // by habit: its share of all counts of action, or of dialogue
	spoke []bool    // by habit: whether it is of dialogue
	norms [measure.Count]research.Norm
}

// NewBaseline returns the baseline of everybody's counts, by habit as research.Set
// adds them up, and of norms. Without counts of action or of dialogue profiles have
// no habits.
func NewBaseline(counts []int, norms [measure.Count]research.Norm) *Baseline {
	b := &Baseline{norms: norms}
	var all [2]float64
	list := measure.StyleFeatures()
	for i, h := range list {
		b.spoke = append(b.spoke, h.Spoken)
		all[channel(h.Spoken)] += float64(counts[i])
	}
	if all[0] == 0 || all[1] == 0 {
		return b
	}
	b.rate = make([]float64, len(list))
	for i, n := range counts {
		// Half a count more, so that a rate is never 0.
		b.rate[i] = (float64(n) + 0.5) / (all[channel(b.spoke[i])] + 0.5*float64(len(list)))
	}
	return b
}

// channel returns the index of a count: 0 of action, 1 of dialogue.
func channel(spoken bool) int {
	if spoken {
		return 1
	}
	return 0
}

// priorCounts is how many counts of everybody's stand beside somebody's own
// (additive smoothing towards the baseline), so that a few scripts do not make a
// habit of a chance. It was chosen on writers
// without a guide (docs/cards/style-match.md).
const priorCounts = 8000

// NewProfile returns the profile of somebody's works, which it keeps.
func (b *Baseline) NewProfile(works []Work) *StyleProfile {
	h := &StyleProfile{Works: works}
	counts, all := make([]float64, len(b.rate)), [2]float64{}
	for _, w := range works {
		if len(w.Habits) != len(b.rate) {
			continue
		}
		for i, n := range w.Habits {
			counts[i] += float64(n)
			all[channel(b.spoke[i])] += float64(n)
		}
	}
	if all[0]+all[1] > 0 {
		h.lean = make([]float64, len(counts))
		for i, n := range counts {
			h.lean[i] = math.Log((n + priorCounts*b.rate[i]) / (all[channel(b.spoke[i])] + priorCounts) / b.rate[i])
		}
	}
	for f := range h.place {
		h.place[f] = spreadOf(works, f, b.norms[f])
	}
	return h
}

// spreadOf returns the mean and the standard deviation (of the population) of the
// z-scores of a feature over works; zeros without works.
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

// LogRatio returns the log-likelihood ratio of a text's habits: how much likelier
// they are from this profile than from the baseline, 0 without habits on either
// side.
func (h *StyleProfile) LogRatio(text measure.StyleCounts) float64 {
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

// The features that a part of a script has as the whole does, by which a profile
// may be told from a scene; those of the whole script are for whole scripts.
var local = []int{measure.DialogueRatio, measure.AvgSpeechLen, measure.QuestionRatio, measure.ExclamationRatio, measure.AvgSentenceLen,
	measure.ProfanityRate, measure.ActionRatio}

// Distance is how far a text's features lie from those of the profile: the root of
// the mean square of the differences of z-scores, over the features that a text
// with so many scenes has. It is +Inf for a profile without works.
func (h *StyleProfile) Distance(y *Baseline, v measure.Vector, scenes int) float64 {
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
