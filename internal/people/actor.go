package people

import (
	"math"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// slug is a person's slug.
// who must be from 0 to Len()-1; so for the functions below.
func (p *Collection) slug(who uint32) string { return p.slugs.Text(int(who)) }

// actor returns an actor by their place in the collection.
// Everything in it is a copy, good after Close. Career.FilmCount is at least 1.
func (p *Collection) actor(who uint32) Actor {
	one := Actor{
		who: who, Slug: p.slug(who), Name: p.names.Text(int(who)),
		Popularity: float64(p.popularity[who]) / 100,
		Career: CareerStats{
			FilmCount: int(p.filmsFirst[who+1] - p.filmsFirst[who]), AvgRating: hundredths(p.rating[who]), AvgMasterScore: hundredths(p.score[who]),
			FirstYear: year(p.first[who]), LastYear: year(p.last[who]),
		},
	}
	if id := p.moviedb.ids[who]; id != 0 {
		one.MoviedbID = new(int64)
		*one.MoviedbID = int64(id)
	}
	if id := p.namedb.ids[who]; id != 0 {
		s := namedbID(id)
		one.NamedbID = &s
	}
	if address := p.pictures.Text(int(who)); address != "" {
		one.HeadshotURL = &address
	}
	if g := p.gross[who]; !math.IsNaN(g) {
		sum := int64(g)
		one.Career.TotalGross = &sum
	}
	if g := p.genre[who]; g != noGenre {
		name := p.genres.Text(int(g))
		one.Career.TopGenre = &name
	}
	return one
}

// hundredths returns a number of two decimals from the file; nil for unknown.
func hundredths(n uint16) *float64 {
	if n == unknown {
		return nil
	}
	v := float64(n) / 100
	return &v
}

// year returns a year from the file; nil for noYear.
func year(n int16) *int {
	if n == noYear {
		return nil
	}
	y := int(n)
	return &y
}

// The fields of the flat view that a filmography tells.
var (
	flatTitle  = slices.Index(film.Flat.Fields(), "title")
	flatYear   = slices.Index(film.Flat.Fields(), "year")
	flatRating = slices.Index(film.Flat.Fields(), "filmdb_rating")
)

// Filmography returns the films of an actor of this collection, the newest first,
// those without a year last. There is at least one.
// The slice is the caller's own. It reads one record of the catalogue for each film.
func (p *Collection) Filmography(of Actor) []ActorFilm {
	films := make([]ActorFilm, 0, of.Career.FilmCount)
	for _, a := range p.Films(of) {
		record := p.catalog.Record(a.Doc, film.Flat)
		films = append(films, ActorFilm{
			FilmdbID: a.Film, Title: record.Text(flatTitle), Year: record.Int(flatYear),
			Character: a.Character, Rating: record.Number(flatRating),
		})
	}
	return films
}

// Films returns where an actor of this collection appears, in the order of
// Filmography.
// The slice is the caller's own. It reads no records.
func (p *Collection) Films(of Actor) []Appearance {
	from, to := p.filmsFirst[of.who], p.filmsFirst[of.who+1]
	films := make([]Appearance, 0, to-from)
	for i := from; i < to; i++ {
		d := catalog.Doc(p.docs[i])
		a := Appearance{Doc: d, Film: p.catalog.ID(d)}
		if c := p.characterOf[i]; c != 0 {
			name := p.characters.Text(int(c))
			a.Character = &name
		}
		films = append(films, a)
	}
	return films
}
