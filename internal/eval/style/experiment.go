package style

import (
	"math"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/writersroom"
)

// experiment is one examination: films, the writers they are asked about, and how
// hands are made.
type experiment struct {
	films    []Film
	writers  []Writer
	at       map[film.ID]int // of films, by id
	baseline *writersroom.Baseline
	// apart leaves out of a hand what is of one series with the film held out.
	apart bool
}

func newExperiment(films []Film, counts []int, norms [measure.Count]research.Norm, writers []Writer) *experiment {
	e := &experiment{films: films, writers: writers, at: map[film.ID]int{}, baseline: writersroom.NewBaseline(counts, norms)}
	for i := range films {
		e.at[films[i].Film] = i
	}
	return e
}

// hand makes a writer's hand without the film at a place; -1 for all films.
func (e *experiment) hand(w *Writer, without int) *writersroom.StyleProfile {
	var works []writersroom.Work
	for _, i := range w.Films {
		if i == without || e.apart && without >= 0 && e.series(i, without) {
			continue
		}
		works = append(works, e.films[i].Work)
	}
	return e.baseline.NewProfile(works)
}

// sharedNames is how many speaking parts of one name make two films a series.
const sharedNames = 3

func (e *experiment) series(a, b int) bool {
	n := 0
	for name := range e.films[a].names {
		if e.films[b].names[name] {
			n++
		}
	}
	return n >= sharedNames
}

// Ranks are where the right writer came, passage by passage of one film.
type Ranks struct {
	Film  int
	Ranks []place
	// right of all writers wrote it.
	right, all int
}

// place is how many writers came before the right one, and how many stood level.
type place struct{ before, level int }

// within is how likely the right writer is among the first k, whatever order those
// who stand level are put in.
func (p place) within(k int) float64 {
	return min(max(float64(k-p.before)/float64(p.level+1), 0), 1)
}

// reciprocal is the mean reciprocal rank over those orders.
func (p place) reciprocal() float64 {
	sum := 0.0
	for i := range p.level + 1 {
		sum += 1 / float64(p.before+i+1)
	}
	return sum / float64(p.level+1)
}

// ask asks who wrote each passage of a length, of the films that asked names.
func (e *experiment) ask(length int, method method, asked func(film int) bool) []Ranks {
	full := make([]*writersroom.StyleProfile, len(e.writers))
	right := map[int][]int{} // writers by film
	for i := range e.writers {
		full[i] = e.hand(&e.writers[i], -1)
		for _, f := range e.writers[i].Films {
			right[f] = append(right[f], i)
		}
	}
	var all []Ranks
	for q := range e.films {
		if len(right[q]) == 0 || asked != nil && !asked(q) {
			continue
		}
		hands := slices.Clone(full)
		reachable := false
		for _, i := range right[q] {
			hands[i] = e.hand(&e.writers[i], q)
			reachable = reachable || len(hands[i].Works) > 0
		}
		if !reachable {
			continue // all else of theirs is of one series with it
		}
		r := Ranks{Film: q, right: len(right[q]), all: len(e.writers)}
		for _, s := range e.films[q].Parts[length] {
			r.Ranks = append(r.Ranks, rankOf(method(e, q, s, hands), right[q]))
		}
		if len(r.Ranks) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// rankOf is the place of whoever of the right writers came first.
func rankOf(scores []float64, right []int) place {
	best := math.Inf(-1)
	for _, i := range right {
		best = max(best, scores[i])
	}
	p := place{}
	for i, s := range scores {
		switch {
		case s > best:
			p.before++
		case s == best && !slices.Contains(right, i):
			p.level++
		}
	}
	return p
}
