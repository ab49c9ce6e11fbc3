package style

import (
	"math/rand/v2"
	"slices"

	"kinodex/internal/guide"
	"kinodex/internal/writersroom"
)

// served asks among all writers with a guide, as the service does, those without
// screenplays included. It returns a row without figures when tuning.
func (e *experiment) served(guides []*guide.Guide, match method, o Options) Row {
	row := Row{Name: "among all writers with a guide"}
	if o.Tuning {
		return row
	}
	all := newServedExam(e, guides)
	mine := map[int]bool{}
	for _, w := range e.writers {
		for _, f := range w.Films {
			mine[f] = true
		}
	}
	for length := range lengths {
		row.Metrics[length] = measureRanks(all.ask(length, match, func(f int) bool { return mine[f] }), o)
	}
	return row
}

// newServedExam returns e with all writers who have a guide. e does not change.
func newServedExam(e *experiment, guides []*guide.Guide) *experiment {
	other := *e
	other.writers = nil
	words := writersroom.Vocabularies(guides)
	for i, g := range guides {
		w := Writer{Name: g.Name, vocabulary: words[i]}
		for j := range e.films {
			if g.Credits(e.films[j].film, guide.Writer) {
				w.Films = append(w.Films, j)
			}
		}
		other.writers = append(other.writers, w)
	}
	return &other
}

// seriesAmong returns the pairs of one writer's films that share speaking parts, by
// title, in order; it is never nil.
func (e *experiment) seriesAmong() []string {
	said := []string{}
	for i := range e.writers {
		of := e.writers[i].Films
		for j, a := range of {
			for _, b := range of[j+1:] {
				if name := e.films[a].Title + " and " + e.films[b].Title; e.series(a, b) && !slices.Contains(said, name) {
					said = append(said, name)
				}
			}
		}
	}
	slices.Sort(said)
	return said
}

// shuffled is a permutation test: it draws anew who wrote which of the films, each
// writer as many as before, and asks about single scenes. P is
// (draws at least as good as observed + 1)/(N + 1).
func (e *experiment) shuffled(match method, o Options, observed float64) Permutation {
	s := Permutation{N: o.Permutations}
	if s.N == 0 {
		return s
	}
	draw := rand.New(rand.NewPCG(o.Seed, 2))
	mine := map[int]bool{}
	for _, w := range e.writers {
		for _, f := range w.Films {
			mine[f] = true
		}
	}
	var films []int
	for f := range e.films {
		if mine[f] {
			films = append(films, f)
		}
	}
	atLeast := 0
	for range s.N {
		other := *e
		moved := slices.Clone(films)
		draw.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		at := map[int]int{}
		for i, f := range films {
			at[f] = moved[i]
		}
		other.writers = slices.Clone(e.writers)
		for i := range other.writers {
			works := make([]int, len(other.writers[i].Films))
			for j, f := range other.writers[i].Films {
				works[j] = at[f]
			}
			other.writers[i].Films = works
		}
		top := measureRanks(other.ask(oneScene, match, nil), Options{}).Top1
		s.Mean += top / float64(s.N)
		s.Most = max(s.Most, top)
		if top >= observed {
			atLeast++
		}
	}
	s.P = float64(atLeast+1) / float64(s.N+1)
	return s
}
