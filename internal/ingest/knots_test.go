package ingest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// knotSampler measures the knots of the master score over a catalogue.
type knotSampler struct {
	values map[string][]float64
	scores []float64
}

// The votes a rating must rest on to be measured.
const (
	knotFilmdbVotes  = 1000
	knotMoviedbVotes = 100
)

func newKnotSampler() *knotSampler { return &knotSampler{values: map[string][]float64{}} }

func (k *knotSampler) see(f *film.Film) {
	r := &f.Ratings
	if r.Filmdb != nil && r.FilmdbVotes != nil && *r.FilmdbVotes >= knotFilmdbVotes {
		k.values["ratings.filmdb"] = append(k.values["ratings.filmdb"], *r.Filmdb)
	}
	if r.Critics != nil {
		name := "ratings.critics " + f.Provenance["ratings.critics"].MetricType
		k.values[name] = append(k.values[name], *r.Critics)
	}
	if r.Moviedb != nil && r.MoviedbVotes != nil && *r.MoviedbVotes >= knotMoviedbVotes {
		k.values["ratings.moviedb"] = append(k.values["ratings.moviedb"], *r.Moviedb)
	}
	k.scores = append(k.scores, r.MasterScore)
}

// knots are the values at film.Percentiles. Ties are broken to the middle: the
// knot of a percentile is the mean rank's value.
func (k *knotSampler) knots(name string) []float64 {
	values := k.values[name]
	if len(values) == 0 {
		return nil
	}
	slices.Sort(values)
	knots := make([]float64, len(film.Percentiles))
	for i, p := range film.Percentiles {
		at := p / 100 * float64(len(values)-1)
		low := int(at)
		high := min(low+1, len(values)-1)
		v := values[low] + (at-float64(low))*(values[high]-values[low])
		knots[i] = math.Round(v*10) / 10
	}
	return knots
}

// compare holds the committed knots to those of the catalogue at hand. A
// difference is told, not failed, unless it is large: knots change with a
// release only, so that scores stay put between builds.
func (k *knotSampler) compare(t *testing.T) {
	for _, committed := range film.ScoreKnots() {
		name := strings.TrimSpace(committed.Rating + " " + committed.Measure)
		measured := k.knots(name)
		t.Logf("%s over %d films: %s", name, len(k.values[name]), figures(measured))
		for i, v := range measured {
			if span := measured[len(measured)-1] - measured[0]; math.Abs(v-committed.Values[i]) > 0.05*span {
				t.Errorf("%s at percentile %v is %v in the catalogue and %v in the table", name, film.Percentiles[i], v, committed.Values[i])
			}
		}
	}
	slices.Sort(k.scores)
	for _, p := range []float64{1, 10, 25, 50, 75, 90, 95, 99, 99.9} {
		t.Logf("master score at percentile %v: %v", p, k.scores[int(p/100*float64(len(k.scores)-1))])
	}
}

func figures(values []float64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprint(v)
	}
	return strings.Join(parts, ", ")
}
