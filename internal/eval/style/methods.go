package style

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/guide"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/writersroom"
)

// Writer is a writer whose hand passages are held against.
type Writer struct {
	Name       string
	Films      []int // places among the films
	vocabulary []writersroom.WeightedWord
}

// leastWorks is how many screenplays of a writer there must be, so that one is
// left when another is held out.
const leastWorks = 2

// GuidedWriters are those who have a guide and scripts enough.
func GuidedWriters(films []Film, guides []*guide.Guide) []Writer {
	var all []Writer
	words := writersroom.Vocabularies(guides)
	for i, g := range guides {
		w := Writer{Name: g.Name, vocabulary: words[i]}
		for j := range films {
			if g.Credits(films[j].film, guide.Writer) {
				w.Films = append(w.Films, j)
			}
		}
		if len(w.Films) >= leastWorks {
			all = append(all, w)
		}
	}
	return all
}

// OtherWriters are those who have scripts enough and no guide, and wrote none of
// them with anyone who has: what is chosen for the examination is chosen on them.
func OtherWriters(films []Film, guides []*guide.Guide) []Writer {
	works := map[string][]int{}
	for j := range films {
		f := films[j].film
		if slices.ContainsFunc(guides, func(g *guide.Guide) bool { return g.Credits(f, guide.Writer) }) {
			continue
		}
		seen := map[string]bool{}
		for _, credit := range f.CrewSummary["writing"] {
			one := guide.Guide{Credited: []string{credit.Name}}
			if !seen[credit.Name] && one.Credits(f, guide.Writer) {
				seen[credit.Name] = true
				works[credit.Name] = append(works[credit.Name], j)
			}
		}
	}
	var all []Writer
	for name, of := range works {
		if len(of) >= leastWorks {
			all = append(all, Writer{Name: name, Films: of})
		}
	}
	slices.SortFunc(all, func(a, b Writer) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// A method gives every writer a score for a passage of the film at a place.
type method func(e *experiment, q int, s *writersroom.Sample, hands []*writersroom.StyleProfile) []float64

// weighed asks as style-match does, with its own weights or others.
func weighed(w writersroom.Weights) method {
	return func(e *experiment, _ int, s *writersroom.Sample, hands []*writersroom.StyleProfile) []float64 {
		candidates := make([]writersroom.Candidate, len(hands))
		for i := range hands {
			candidates[i] = writersroom.Candidate{Profile: hands[i], Vocabulary: e.writers[i].vocabulary}
		}
		return e.baseline.Scores(s, candidates, w)
	}
}

// byWordsAlone is weighed by common words without marks and what the page has:
// whatever a typist decides.
func byWordsAlone() method {
	list := measure.StyleFeatures()
	words := weighed(writersroom.Weights{Habits: 1})
	return func(e *experiment, q int, s *writersroom.Sample, hands []*writersroom.StyleProfile) []float64 {
		bare := *s
		bare.Habits = slices.Clone(s.Habits)
		for i, h := range list {
			if c := h.Token[0]; c < 'a' || c > 'z' {
				bare.Habits[i] = 0
			}
		}
		return words(e, q, &bare, hands)
	}
}

// byTheirNumber prefers who has more scripts.
func byTheirNumber(_ *experiment, _ int, _ *writersroom.Sample, hands []*writersroom.StyleProfile) []float64 {
	scores := make([]float64, len(hands))
	for i := range hands {
		scores[i] = float64(len(hands[i].Works))
	}
	return scores
}

// byTheirGenres prefers whose other films have the genres of the film, which the text
// does not state: a baseline that knows more than it should.
func byTheirGenres(e *experiment, q int, _ *writersroom.Sample, hands []*writersroom.StyleProfile) []float64 {
	scores := make([]float64, len(hands))
	for i := range hands {
		have := map[string]float64{}
		for _, w := range hands[i].Works {
			for _, g := range e.films[e.at[w.Film]].Genres {
				have[g]++
			}
		}
		for _, g := range e.films[q].Genres {
			scores[i] += math.Log((have[g] + 0.5) / (float64(len(hands[i].Works)) + 1))
		}
	}
	return scores
}
