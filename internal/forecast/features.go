package forecast

import (
	"math"
	"slices"
)

// featureVector collects the numbers that models learn from, in a fixed order. The
// order and the meaning of the numbers are part of the file's format. A feature that
// is not known is NaN.
type featureVector struct {
	values []float32
	names  []string // when wanted
	named  bool
}

// put appends a feature.
// The name is kept only when r.named is set.
func (r *featureVector) put(name string, v float64) {
	r.values = append(r.values, float32(v))
	if r.named {
		r.names = append(r.names, name)
	}
}

// features appends the features of a project: its own, of its series, of its people,
// of films with a similar synopsis and of its neighbours. Those of the neighbours must
// be the last, since effects replaces them.
func (a *archive) features(r *featureVector, b *inputs, c *neighbourhood) {
	a.projectFeatures(r, b)
	a.seriesFeatures(r, b)
	a.peopleFeatures(r, b)
	a.synopsisFeatures(r, c)
	neighbourFeatures(r, a.outcomesOf(c.near), noneLeftOut)
}

// projectFeatures appends what the project itself states.
func (a *archive) projectFeatures(r *featureVector, b *inputs) {
	budget := lnReal(b.budget, b.year)
	r.put("budget", budget)
	r.put("budget_to_median", budget-a.median(b.year))
	r.put("year", float64(b.year))
	for i, name := range genreNames {
		v := math.NaN()
		if b.genres != 0 {
			v = 0
			if b.genres.has(i) {
				v = 1
			}
		}
		r.put("genre_"+name, v)
	}
	r.put("genres", float64(b.genres.len()))
	r.put("title_words", float64(b.words))
	r.put("number", float64(b.titleParts.number))
	r.put("parted", truth(b.titleParts.parted))
	r.put("runtime", counted(b.runtime))
	r.put("month", counted(b.month))
}

// counted returns a count, NaN for 0, which stands for one that is not stated.
func counted(n int) float64 {
	if n <= 0 {
		return math.NaN()
	}
	return float64(n)
}

// truth returns 1 for true and 0 for false.
func truth(v bool) float64 {
	if v {
		return 1
	}
	return 0
}

// seriesYears is how many years a series is remembered.
const seriesYears = 30

// seriesFeatures appends what the earlier films of the project's series came to, and
// how many films have had its title.
// Values that no film tells are NaN, counts 0.
func (a *archive) seriesFeatures(r *featureVector, b *inputs) {
	var n, sharing, latest int
	last, best, multiple, rating := math.NaN(), math.NaN(), math.NaN(), math.NaN()
	for _, d := range a.predecessors(b) {
		if b.year-int(a.year[d]) > seriesYears {
			continue
		}
		n++
		shares := a.sharesPeople(b, d)
		if shares {
			sharing++
		}
		place := a.places[d]
		if place < 0 {
			continue
		}
		gross := float64(a.lnGross[place])
		if int(a.year[d]) >= latest {
			latest, last = int(a.year[d]), gross
			multiple, rating = a.lnMultiple(d), float64(a.rating[d])
		}
		if !(best >= gross) {
			best = gross
		}
	}
	since := math.NaN()
	if latest > 0 {
		since = float64(b.year - latest)
	}
	r.put("series_films", float64(n))
	r.put("series_same_people", float64(sharing))
	r.put("series_last_gross", last)
	r.put("series_best_gross", best)
	r.put("series_last_multiple", multiple)
	r.put("series_last_rating", rating)
	r.put("series_since", since)
	remakes := 0
	for _, d := range a.titleIndex().of(b.title) {
		if a.isEarlier(b, d) {
			remakes++
		}
	}
	r.put("same_title", float64(remakes))
}

// sharesPeople reports whether film and project have a director or actor in common.
func (a *archive) sharesPeople(b *inputs, d uint32) bool {
	for _, i := range a.directed.of.of(d) {
		if slices.Contains(b.directors, a.directed.keys[i]) {
			return true
		}
	}
	for _, i := range a.played.of.of(d) {
		if slices.Contains(b.cast, a.played.keys[i]) {
			return true
		}
	}
	return false
}

// featureNames returns the names of the features, in order.
func featureNames() []string {
	a := &archive{history: &history{directed: &credits{}, played: &credits{}, made: &credits{}, written: &credits{}}, medians: []float64{math.NaN()}}
	a.index()
	r := featureVector{named: true}
	a.features(&r, &inputs{}, &neighbourhood{})
	return r.names
}
