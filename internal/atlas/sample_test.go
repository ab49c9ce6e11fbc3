package atlas

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

func ptr[T any](v T) *T { return &v }

// invented makes n films from a seed, with most metrics missing for many.
func invented(seed uint64, n int) []*film.Film {
	r := rand.New(rand.NewPCG(seed, 9))
	countries := strings.Fields("US US US GB FR JP SU XK DD IN XX us USA")
	genres := strings.Fields("Drama Comedy War Sci-Fi SCI-FI")
	films := make([]*film.Film, n)
	id := film.ID(0)
	chance := func(p float64) bool { return r.Float64() < p }
	for i := range films {
		id += film.ID(1 + r.IntN(5))
		f := &film.Film{ID: id, Title: fmt.Sprintf("Film \"%d\" & <more>", i), Provenance: map[string]film.Provenance{}}
		f.Ratings.MasterScore = hundredths(20 + 80*r.Float64())
		if chance(0.1) {
			f.Ratings.MasterScore = []float64{85, 84.99, 75, 65, 55, 45, 0, 100, 44.99}[r.IntN(9)]
		}
		if chance(0.9) {
			f.Year = ptr(1905 + int(120*math.Sqrt(r.Float64())))
		}
		if chance(0.8) {
			for range 1 + r.IntN(3) {
				f.Countries = append(f.Countries, countries[r.IntN(len(countries))])
			}
			how := Stated
			if chance(0.2) {
				how = "inferred"
			}
			f.Provenance["countries"] = film.Provenance{MetricType: how}
		}
		for range r.IntN(3) {
			f.Genres = append(f.Genres, genres[r.IntN(len(genres))])
		}
		if chance(0.6) {
			f.Ratings.Filmdb, f.Ratings.FilmdbVotes = ptr(float64(r.IntN(101))/10), ptr(r.IntN(1000))
		}
		if chance(0.5) {
			f.Language = ptr([]string{"en", "fr", "ja", "cn"}[r.IntN(4)])
		}
		if chance(0.7) {
			f.Director = ptr(fmt.Sprint("Director ", r.IntN(1+n/8), ", ", "Second ", r.IntN(n)))
		}
		if chance(0.3) {
			f.BoxOffice.Budget = ptr(int64(math.Pow(10, 4+5*r.Float64())))
			if chance(0.6) {
				f.BoxOffice.WorldwideGross = ptr(int64(math.Pow(10, 4+5*r.Float64())))
				roi := hundredths(float64(*f.BoxOffice.WorldwideGross-*f.BoxOffice.Budget) / float64(*f.BoxOffice.Budget))
				f.BoxOffice.ROI = &roi
			}
		}
		if chance(0.1) {
			f.Awards.BestPicture = ptr([]string{"won", "nominated"}[r.IntN(2)])
		}
		if chance(0.5) {
			f.PosterMini = ptr(string(film.BaseMark) + "/posters/" + f.ID.String() + ".jpg")
		}
		films[i] = f
	}
	return films
}

// build makes a catalogue and an atlas of the films and opens both.
func build(t testing.TB, films []*film.Film) (*Atlas, *catalog.Catalog) {
	t.Helper()
	c := catalogtest.Open(t, films)
	x, err := Open(catalogtest.Derive(t, NewBuilder(), films), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if err := x.Verify(); err != nil {
		t.Fatal(err)
	}
	return x, c
}
