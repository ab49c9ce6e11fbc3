package forecast_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
)

// thrillers are made-up films, two a year from 1960 to 2019, of which every one took
// three times its budget.
func thrillers() []*film.Film {
	films := make([]*film.Film, 120)
	for i := range films {
		budget := int64(1_000_000 * (1 + i%10))
		films[i] = &film.Film{
			ID: film.ID(1000 + i), Title: fmt.Sprintf("Night Train %d", 100+i), Year: new(1960 + i/2), Genres: []string{"Thriller"},
			Ratings:   film.Ratings{Filmdb: new(6.5), FilmdbVotes: new(1000), MasterScore: 60},
			BoxOffice: film.Money{Budget: &budget, WorldwideGross: new(3 * budget)},
		}
	}
	return films
}

// A forecast is learned once, beside a catalogue, and then asked about projects.
func Example() {
	dir, err := os.MkdirTemp("", "forecast")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w, err := catalog.Create(dir)
	if err != nil {
		log.Fatal(err)
	}
	b := forecast.NewBuilder(nil)
	for i, f := range thrillers() {
		if err := w.Add(f); err != nil {
			log.Fatal(err)
		}
		b.Add(catalog.Doc(i), f)
	}
	path := filepath.Join(dir, forecast.File)
	if err := w.Close(); err != nil {
		log.Fatal(err)
	}
	if err := b.Write(context.Background(), path, nil); err != nil {
		log.Fatal(err)
	}

	c, err := catalog.Open(dir)
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()
	x, err := forecast.Open(path, c)
	if err != nil {
		log.Fatal(err)
	}
	defer x.Close()
	p := &forecast.Project{Title: "The Brass Key", Genres: []string{"Thriller"}, Budget: new(5e6)}
	if err := p.Check(); err != nil {
		log.Fatal(err)
	}
	o, err := x.Predict(p)
	if err != nil {
		log.Fatal(err)
	}
	gross := o.Prediction.Intervals.Gross
	fmt.Printf("In %d it takes about $%.0fM", o.Prediction.AsOf, float64(gross.P50)/1e6)
	fmt.Printf(" ($%.0fM to $%.0fM, confidence %s)\n", float64(gross.P10)/1e6, float64(gross.P90)/1e6, o.Prediction.Confidence)
	fmt.Printf("like %s and %d other films\n", o.Comparables[0].Title, len(o.Comparables)-1)
	// Output:
	// In 2020 it takes about $15M ($12M to $19M, confidence high)
	// like Night Train 214 and 19 other films
}
