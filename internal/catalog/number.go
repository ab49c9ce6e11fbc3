package catalog

import (
	"math"

	"kinodex/internal/film"
)

// number gives a film's value of a sort field, NaN for null.
func number(f *film.Film, field string) float64 {
	switch field {
	case "year":
		return value(f.Year)
	case "filmdb_rating":
		return value(f.Ratings.Filmdb)
	case "critic_score":
		return value(f.Ratings.Critics)
	case "moviedb_rating":
		return value(f.Ratings.Moviedb)
	case "master_score":
		return f.Ratings.MasterScore
	case "budget":
		return value(f.BoxOffice.Budget)
	case "worldwide_gross":
		return value(f.BoxOffice.WorldwideGross)
	case "roi":
		return value(f.BoxOffice.ROI)
	case "oscar_noms":
		return value(f.Awards.OscarNoms)
	case "oscar_wins":
		return value(f.Awards.OscarWins)
	case "runtime":
		return value(f.Runtime)
	case "filmdb_votes":
		return value(f.Ratings.FilmdbVotes)
	}
	panic("no such sort field: " + field)
}

func value[T int | int64 | float64](v *T) float64 {
	if v == nil {
		return math.NaN()
	}
	return float64(*v)
}
