package openapi

import (
	"kinodex/internal/film"
	"kinodex/internal/film/filmtest"
)

// ExampleFilm is the film the description's examples are made of, by the same
// encoder that writes every other film.
func ExampleFilm() *film.Film {
	f, err := film.Decode(filmtest.Film(filmtest.Example))
	if err != nil {
		panic(err) // every film of filmtest is decoded in tests
	}
	return f
}

func ptr[T any](v T) *T { return &v }
