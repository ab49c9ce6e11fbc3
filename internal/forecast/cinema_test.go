package forecast

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
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

// open builds a house of films, as of a horizon; 0 for one that knows all. Models are learned for
// it, which takes long under the race detector and is what openCinema does once.
func open(t testing.TB, films []*film.Film, horizon int) *house {
	t.Helper()
	if testing.Short() {
		t.Skip("learns from films of its own")
	}
	return openFile(t, films, func(path string) error { return learn(films, path, horizon) })
}

// openCinema opens a house of cinema(n), which is learned from once a process: several tests ask
// for the same.
func openCinema(t testing.TB, n int) *house {
	t.Helper()
	films := cinema(n)
	learned, _ := cinemaFiles.LoadOrStore(n, sync.OnceValues(func() ([]byte, error) {
		dir, err := os.MkdirTemp("", "kinodex-forecast-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(dir)
		path := filepath.Join(dir, File)
		if err := learn(films, path, 0); err != nil {
			return nil, err
		}
		return os.ReadFile(path)
	}))
	return openFile(t, films, func(path string) error {
		b, err := learned.(func() ([]byte, error))()
		if err != nil {
			return err
		}
		return os.WriteFile(path, b, 0o644)
	})
}

// cinemaFiles has what openCinema learned, as files in memory, by the number of films.
var cinemaFiles sync.Map

// learn writes the file of films, as of a horizon; 0 for one that knows all.
func learn(films []*film.Film, path string, horizon int) error {
	b := NewBuilder(nil)
	for d, f := range films {
		b.Add(catalog.Doc(d), f)
	}
	if horizon > 0 {
		return b.WriteAsOf(context.Background(), path, horizon, nil)
	}
	return b.Write(context.Background(), path, nil)
}

// openFile opens a house of films with the file that write writes.
func openFile(t testing.TB, films []*film.Film, write func(path string) error) *house {
	t.Helper()
	c := catalogtest.Open(t, films)
	h := &house{films: films, catalog: c, path: filepath.Join(t.TempDir(), File)}
	err := write(h.path)
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
