package forecast

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

// cinema invents n films of 1960 to 2019 whose outcomes follow a law: the gross
// is the budget times what the director usually makes of it, with luck; the
// rating is the director's. Every tenth film tells nothing of money.
func cinema(n int) []*film.Film {
	r := rand.New(rand.NewPCG(7, 11))
	pick := func(of string) string { w := strings.Fields(of); return w[r.IntN(len(w))] }
	films := make([]*film.Film, n)
	for i := range films {
		director := r.IntN(25)
		year := 1960 + i*60/n
		genre := []string{"Drama", "Comedy", "Horror", "Action", "Family", "Sci-Fi"}[r.IntN(6)]
		budget := int64(math.Exp(13 + 5*r.Float64()))
		gross := int64(float64(budget) * math.Exp(0.1*float64(director%12)-0.2+0.5*r.NormFloat64()))
		rating := math.Round(10*(4.5+0.12*float64(director)+0.3*r.NormFloat64())) / 10
		votes, date := 500+r.IntN(50_000), fmt.Sprintf("%d-%02d-15", year, 1+r.IntN(12))
		overview := fmt.Sprintf("A %s %s looks for the %s of a %s.", pick("brave tired lonely stubborn"),
			pick("locksmith pilot nurse cellist diver"), pick("key map secret melody"), pick("harbour lighthouse orchard station"))
		f := &film.Film{
			ID: film.ID(1000 + 3*i), Title: fmt.Sprintf("%s %s %d", pick("Brass Silent Amber Distant"), pick("Harbour Meridian Orchard"), 100+i),
			Year: &year, ReleaseDate: &date, Genres: []string{genre, "Thriller"}, Overview: &overview,
			Ratings:     film.Ratings{Filmdb: &rating, FilmdbVotes: &votes, MasterScore: 10 * rating},
			BoxOffice:   film.Money{Budget: &budget, WorldwideGross: &gross},
			CrewSummary: film.Crew{"directing": {{Name: directorName(director), Job: "Director"}}},
		}
		name := directorName(director)
		f.Director = &name
		for k := range 4 {
			f.Cast = append(f.Cast, film.Role{Name: fmt.Sprintf("Player %c%c", 'A'+r.IntN(20), 'A'+r.IntN(6)), Order: k})
		}
		if i%10 == 9 {
			f.BoxOffice = film.Money{}
		}
		films[i] = f
	}
	return films
}

func directorName(i int) string { return "Director " + string(rune('A'+i)) }

// house is a catalogue with its forecast.
type house struct {
	films   []*film.Film
	catalog *catalog.Catalog
	*Forecast
	path string
}

// open builds a house of films, as of a horizon; 0 for one that knows all.
func open(t testing.TB, films []*film.Film, horizon int) *house {
	t.Helper()
	dir := t.TempDir()
	c := catalogtest.Open(t, films)
	b := NewBuilder(nil)
	for d, f := range films {
		b.Add(catalog.Doc(d), f)
	}
	h := &house{films: films, catalog: c, path: filepath.Join(dir, File)}
	err := b.Write(t.Context(), h.path, nil)
	if horizon > 0 {
		err = b.WriteAsOf(t.Context(), h.path, horizon, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	if h.Forecast, err = Open(h.path, c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// projectOf tells of a film what its makers could.
func projectOf(f *film.Film) *Project {
	p := &Project{Title: f.Title, Genres: f.Genres, Director: *f.Director, Synopsis: *f.Overview, Year: *f.Year}
	if f.BoxOffice.Budget != nil {
		budget := float64(*f.BoxOffice.Budget)
		p.Budget = &budget
	}
	for _, r := range f.Cast {
		p.Cast = append(p.Cast, r.Name)
	}
	return p
}

func (h *house) predict(t testing.TB, p *Project) *Outcome {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	o, err := h.Predict(p)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func (h *house) film(id film.ID) *film.Film {
	d, _ := h.catalog.ByID(id)
	return h.films[d]
}

func ptr[T any](v T) *T { return &v }
