package forecast

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"kinodex/internal/pack"
	"kinodex/internal/stat"
)

// archive is everything forecasts are made from but the models.
type archive struct {
	*past
	// pool are the films that may be comparables: those whose year and worldwide
	// gross are known, by year and then document. A place is an index in it.
	pool   []uint32
	themes *themes
	norms  norms

	// By place, for the neighbours' loop.
	lnBudget, lnGross []float32 // real dollars; NaN when unknown
	places            []int32   // by document, -1 for those outside the pool
	// medians are, by year from firstPriced, the median budget (ln, real) of the
	// pool's films of the five years before; NaN for none.
	medians []float64
}

// norms are what a film is taken for of which nothing is known: the means of
// the films that models may learn from.
type norms struct {
	Gross, Multiple, Rating, Master, Votes float64
}

// gatherPool lists the films that may be comparables.
func (p *past) gatherPool() []uint32 {
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

// before is how many places of the pool are of films before a year.
func (a *archive) before(year int) int {
	return sort.Search(len(a.pool), func(i int) bool { return int(a.year[a.pool[i]]) >= year })
}

// prepare computes what is not stored.
func (a *archive) prepare() {
	a.lnBudget, a.lnGross = make([]float32, len(a.pool)), make([]float32, len(a.pool))
	a.places = make([]int32, a.len())
	for d := range a.places {
		a.places[d] = -1
	}
	for i, d := range a.pool {
		a.places[d] = int32(i)
		a.lnBudget[i] = float32(lnReal(a.budget[d], int(a.year[d])))
		a.lnGross[i] = float32(lnReal(a.gross[d], int(a.year[d])))
	}
	a.medians = make([]float64, a.latest()+2-firstPriced+1)
	for i := range a.medians {
		year := firstPriced + i
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

// median is the median budget (ln, real) of the five years before a year.
func (a *archive) median(year int) float64 {
	return a.medians[min(max(year-firstPriced, 0), len(a.medians)-1)]
}

// lnMultiple is the logarithm of how many times its budget the film took; NaN
// when either is unknown.
func (a *archive) lnMultiple(d uint32) float64 {
	if a.budget[d] <= 0 || a.gross[d] <= 0 {
		return math.NaN()
	}
	return math.Log(float64(a.gross[d]) / float64(a.budget[d]))
}

// normsOf measures the means of the first places.
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

// mean is a weighted mean of what is known.
type mean struct{ sum, weight float64 }

// add takes a value unless it is NaN.
func (m *mean) add(v, weight float64) {
	if v == v {
		m.sum += v * weight
		m.weight += weight
	}
}

// or is the mean, or v without any value.
func (m *mean) or(v float64) float64 {
	if m.weight == 0 {
		return v
	}
	return m.sum / m.weight
}

// drawn is the mean drawn towards v as if by one more value of weight.
func (m *mean) drawn(v, weight float64) float64 {
	return (m.sum + v*weight) / (m.weight + weight)
}

func (a *archive) write(w *pack.Writer) {
	a.past.write(w)
	pack.PutSection(w, "pool", a.pool)
	a.themes.write(w)
}
