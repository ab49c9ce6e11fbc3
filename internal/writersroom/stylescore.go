package writersroom

import (
	"math"

	"kinodex/internal/guide"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/text"
)

// Sample is a text as it is compared with style profiles. It is read-only once made.
type Sample struct {
	Habits   measure.StyleCounts // nil for a synopsis, or where they are not to count
	Features measure.Vector
	Scenes   int
	words    *lexicon
}

// Sample returns the sample of a manuscript, which shares its habits.
func (m *Manuscript) Sample() *Sample {
	s := &Sample{words: m.lexicon()}
	if m.Script != nil {
		s.Habits, s.Features, s.Scenes = m.Habits, m.Report.Vector, len(m.Script.Scenes)
	}
	return s
}

// Candidate is a writer whom a text may be like.
type Candidate struct {
	Profile *StyleProfile
	// Vocabulary are the words of the writer's guide; nil without a guide.
	Vocabulary []WeightedWord
}

// WeightedWord is a word, by its stem, and how much it says.
type WeightedWord struct {
	Stem   string
	Weight float64
}

// Weights are how much each kind of likeness counts.
type Weights struct{ Habits, Features, Vocabulary float64 }

// Usual are the weights of style-match. They were chosen on writers and films that
// the card of style-match does not report on.
var Usual = Weights{Habits: 1, Vocabulary: 0.3}

// Scores says how like each candidate the sample is; only differences mean
// something. Who has no measured script is taken to have everybody's habits and
// to lie as far away as candidates do on average.
func (b *Baseline) Scores(s *Sample, all []Candidate, w Weights) []float64 {
	scores := make([]float64, len(all))
	patience := scriptWeight(s.Habits)
	distances, known := make([]float64, len(all)), 0
	average := 0.0
	for i, c := range all {
		if distances[i] = math.Inf(1); s.Habits != nil {
			distances[i] = c.Profile.Distance(b, s.Features, s.Scenes)
		}
		if !math.IsInf(distances[i], 1) {
			average += distances[i]
			known++
		}
	}
	average /= float64(max(known, 1))
	for i, c := range all {
		if math.IsInf(distances[i], 1) {
			distances[i] = average
		}
		scores[i] = w.Habits*patience*c.Profile.LogRatio(s.Habits) - w.Features*distances[i] + w.Vocabulary*c.echo(s.words)
	}
	return scores
}

// The words of one text hang together, so a long text does not say as much more
// than a short one as its count of words would have it: its likeness is divided
// by temper and by how many times enough it has.
const (
	temper = 6.0
	enough = 500.0
)

// scriptWeight returns the factor, above 0, for the log-likelihood ratio of a text
// with these counts.
func scriptWeight(h measure.StyleCounts) float64 {
	n := 0.0
	for _, count := range h {
		n += float64(count)
	}
	return 1 / (temper * (1 + n/enough))
}

// echo returns the sum of the weights of the words of the vocabulary that the text
// has; how often it has one does not matter.
func (c *Candidate) echo(words *lexicon) float64 {
	sum := 0.0
	for _, w := range c.Vocabulary {
		if len(words.at[w.Stem]) > 0 {
			sum += w.Weight
		}
	}
	return sum
}

// Vocabularies weighs the vocabularies of guides, in their order: a word that many
// of them have says less.
func Vocabularies(guides []*guide.Guide) [][]WeightedWord {
	having := map[string]int{}
	for _, g := range guides {
		for _, word := range g.Vocabulary {
			having[text.Stem(text.Fold(word))]++
		}
	}
	all := make([][]WeightedWord, len(guides))
	for i, g := range guides {
		for _, word := range g.Vocabulary {
			stem := text.Stem(text.Fold(word))
			rare := math.Log(float64(len(guides))/float64(having[stem])) / math.Log(float64(max(len(guides), 2)))
			all[i] = append(all[i], WeightedWord{stem, rare})
		}
	}
	return all
}

// shares returns the softmax of scores: shares that add up to 1, in the same order.
// The highest score is subtracted first, so that no exponential overflows.
func shares(scores []float64) []float64 {
	most := math.Inf(-1)
	for _, s := range scores {
		most = max(most, s)
	}
	sum, all := 0.0, make([]float64, len(scores))
	for i, s := range scores {
		all[i] = math.Exp(s - most)
		sum += all[i]
	}
	for i := range all {
		all[i] /= sum
	}
	return all
}
