package forecast

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"kinodex/internal/pack"
	"kinodex/internal/stat"
)

// archive holds everything that forecasts are made from but the models. It is read-
// only once prepare has run, and may then be used by several goroutines.
type archive struct {
	*history
	// pool are the films that may be comparables: those whose year and worldwide
	// gross are known, by year and then document. A place is an index in it.
	pool     []uint32
	synopses *tfidfIndex
	norms    norms

	// By place, for the neighbours' loop.
	lnBudget, lnGross []float32 // real dollars; NaN when unknown
	known             []float64 // how well a film is known, 0 to 1: its share of ln(mostKnown)
	places            []int32   // by document, -1 for those outside the pool
	// medians are, by year from firstCPIYear, the median budget (ln, real) of the
	// pool's films of the five years before; NaN for none.
	medians []float64
	// phraseIndex finds the pool's films by the runs of words of their titles.
	phraseIndex keyIndex
}

// norms are the means of the films that models may learn from. Sparse figures are
// shrunk towards them. Gross and Multiple are natural logarithms (Gross in real
// dollars), Rating is from 0 to 10, Master from 0 to 100, Votes is ln(1 + votes).
type norms struct {
	Gross, Multiple, Rating, Master, Votes float64
}

// gatherPool returns the films that may be comparables, by year and then document.
func (p *history) gatherPool() []uint32 {
	var pool []uint32
	for d := range p.year {
		if p.year[d] > 0 && p.gross[d] > 0 {
			pool = append(pool, uint32(d))
		}
	}
	slices.SortFunc(pool, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(p.year[a], p.year[b]), cmp.Compare(a, b))
	})
	return pool
}

// before returns how many places of the pool are of films of earlier years: places
// below it are before the year, all others are not.
func (a *archive) before(year int) int {
	return sort.Search(len(a.pool), func(i int) bool { return int(a.year[a.pool[i]]) >= year })
}

// prepare computes the columns that are not stored. It must run before any other
// method but those of history.
func (a *archive) prepare() {
	a.lnBudget, a.lnGross = make([]float32, len(a.pool)), make([]float32, len(a.pool))
	a.known = make([]float64, len(a.pool))
	a.places = make([]int32, a.len())
	for d := range a.places {
		a.places[d] = -1
	}
	for i, d := range a.pool {
		a.places[d] = int32(i)
		a.lnBudget[i] = float32(lnReal(a.budget[d], int(a.year[d])))
		a.known[i] = min(1, math.Log1p(float64(a.votes[d]))/math.Log(mostKnown))
		a.lnGross[i] = float32(lnReal(a.gross[d], int(a.year[d])))
	}
	a.medians = make([]float64, a.latest()+2-firstCPIYear+1)
	for i := range a.medians {
		year := firstCPIYear + i
		var recent []float64
		for place := a.before(year - 5); place < a.before(year); place++ {
			if b := a.lnBudget[place]; b == b {
				recent = append(recent, float64(b))
			}
		}
		slices.Sort(recent)
		if a.medians[i] = math.NaN(); len(recent) > 0 {
			a.medians[i] = stat.Quantile(recent, 0.5)
		}
	}
}

// median returns the median budget (ln, real dollars) of the five years before a year,
// NaN when none is known. Years outside the catalogue's have that of its ends.
func (a *archive) median(year int) float64 {
	return a.medians[min(max(year-firstCPIYear, 0), len(a.medians)-1)]
}

// lnMultiple returns the natural logarithm of how many times its budget the film took;
// NaN when either is unknown.
func (a *archive) lnMultiple(d uint32) float64 {
	if a.budget[d] <= 0 || a.gross[d] <= 0 {
		return math.NaN()
	}
	return math.Log(float64(a.gross[d]) / float64(a.budget[d]))
}

// normsOf returns the means of the first known places of the pool. What no film tells
// has a fixed value: a rating of 6, a master score of 50, else 0.
func (a *archive) normsOf(known int) norms {
	var gross, multiple, rating, master, votes mean
	for place, d := range a.pool[:known] {
		gross.add(float64(a.lnGross[place]), 1)
		multiple.add(a.lnMultiple(d), 1)
		rating.add(float64(a.rating[d]), 1)
		master.add(float64(a.master[d]), 1)
		votes.add(math.Log1p(float64(a.votes[d])), 1)
	}
	return norms{gross.or(0), multiple.or(0), rating.or(6), master.or(50), votes.or(0)}
}

// mean is a weighted mean of the values that are known. The zero mean has none.
type mean struct{ sum, weight float64 }

// add takes a value unless it is NaN. Weights must not be negative.
func (m *mean) add(v, weight float64) {
	if v == v {
		m.sum += v * weight
		m.weight += weight
	}
}

// or returns the mean, or v without any value.
func (m *mean) or(v float64) float64 {
	if m.weight == 0 {
		return v
	}
	return m.sum / m.weight
}

// shrunkTo returns the mean shrunk towards v as if by one more value of weight
// (additive smoothing).
func (m *mean) shrunkTo(v, weight float64) float64 {
	return (m.sum + v*weight) / (m.weight + weight)
}

// write writes the sections from which read makes the archive again; errors stay in w.
func (a *archive) write(w *pack.Writer) {
	a.history.write(w)
	pack.PutSection(w, "pool", a.pool)
	a.synopses.write(w)
	a.phraseIndex.write(w, "phrases")
}
