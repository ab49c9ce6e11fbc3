package apptest

import (
	"kinodex/internal/film"
	"kinodex/internal/film/filmtest"
)

// Ids of films that tests name.
const (
	Crossing     = "tt0000101" // the best scored
	CrossingTwin = "tt0000102" // same title, other year
	Ensemble     = "tt0000110" // more than fifteen in the cast, watch providers
	It           = "tt0000120" // a title that others contain
	Bare         = "tt0000130" // nothing but title and id
	Longest      = "tt10203040"
	Absent       = "tt9999999" // no film has it
)

// Namesake is the name of two people of the house. Everybody else has the same number in every
// film.
const Namesake = "Hal Dean"

// Films gives the films of the house, by id, each made anew: the catalogue of filmtest, with
// provenance.
func Films() []*film.Film {
	var films []*film.Film
	for _, text := range filmtest.Catalogue() {
		f, err := film.Decode(text)
		if err != nil {
			panic(err)
		}
		f.Provenance = provenance(f)
		films = append(films, f)
	}
	return films
}

// provenance gives every metric of the film that is known one.
func provenance(f *film.Film) map[string]film.Provenance {
	all := map[string]film.Provenance{"ratings.master_score": {MetricType: "composite", Market: "worldwide", Period: "2026", Source: "kinodex"}}
	add := func(name string, present bool, kind string) {
		if present {
			all[name] = film.Provenance{MetricType: kind, Market: "worldwide", Period: "2026", Source: "apptest"}
		}
	}
	add("ratings.filmdb", f.Ratings.Filmdb != nil, "user_rating")
	add("ratings.filmdb_votes", f.Ratings.FilmdbVotes != nil, "vote_count")
	add("ratings.critics", f.Ratings.Critics != nil, "critic_score")
	add("ratings.moviedb", f.Ratings.Moviedb != nil, "user_rating")
	add("runtime", f.Runtime != nil, "duration")
	add("budget", f.BoxOffice.Budget != nil, "production_budget")
	add("worldwide_gross", f.BoxOffice.WorldwideGross != nil, "box_office")
	add("roi", f.BoxOffice.ROI != nil, "derived")
	add("oscar_noms", f.Awards.OscarNoms != nil, "award_count")
	add("oscar_wins", f.Awards.OscarWins != nil, "award_count")
	add("countries", len(f.Countries) > 0, "stated")
	return all
}
