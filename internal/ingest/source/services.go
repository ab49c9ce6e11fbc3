package source

import (
	"bytes"
	"strings"

	"kinodex/internal/text"
)

// serviceNames are the services a file of titles may be of. The file's name is
// the only place that says which; without one of these words in it the films
// are read, but where they can be seen is not told.
var serviceNames = []struct{ word, name string }{
	{"netflix", "Netflix"}, {"amazon", "Amazon Prime Video"}, {"prime", "Amazon Prime Video"},
	{"paramount", "Paramount+"}, {"hulu", "Hulu"}, {"disney", "Disney+"}, {"hbo", "HBO Max"},
	{"apple", "Apple TV+"}, {"crunchyroll", "Crunchyroll"}, {"rakuten", "Rakuten Viki"},
}

// serviceIn returns the service that a file's name has a word of, "" when there is
// none.
// Of several words the first in serviceNames counts.
func serviceIn(file string) string {
	folded := text.Fold(file)
	for _, s := range serviceNames {
		if strings.Contains(folded, s.word) {
			return s.name
		}
	}
	return ""
}

// serviceTitles reads one service's catalogue for the United States, series
// among films.
// Votes of the movie database are not stated. Providers are for the United States, by
// subscription.
func serviceTitles(s *sheet) (row, flush func()) {
	listing, tt, title, kind := s.col("id"), s.col("imdb_id"), s.col("title"), s.col("type")
	description, year, runtime := s.col("description"), s.col("release_year"), s.col("runtime")
	genres, countries := s.col("genres"), s.col("production_countries")
	score, votes := s.col("imdb_score"), s.col("imdb_votes")
	popularity, rating := s.col("tmdb_popularity"), s.col("tmdb_score")
	service := serviceIn(s.origin.File)
	return func() {
		c := s.newClaim()
		c.ListingID, c.ID = string(s.cell(listing)), s.titleID(s.cell(tt))
		switch string(s.cell(kind)) {
		case "MOVIE": // told apart from shorts by other sources only
		case "SHOW":
			c.Kind = Series
		default:
			s.reject(ShiftedColumns, "neither film nor series")
			return
		}
		c.Title, c.Year, c.Runtime = s.prose(s.cell(title)), s.year(s.cell(year)), s.minutes(s.cell(runtime))
		if c.Title == "" {
			s.reject(NoTitle, c.ListingID)
			return
		}
		s.overview(c, s.cell(description))
		s.genreNames(c, s.list(s.cell(genres)), false)
		for _, code := range s.list(s.cell(countries)) {
			if code := moviedbCountry(code); code != "" {
				c.Countries = appendOnce(c.Countries, code)
			} else {
				s.repaired("unknown_country")
			}
		}
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(score), 10), s.whole(s.cell(votes))
		c.MoviedbRating, c.Popularity = s.rating(s.cell(rating), 10), s.rating(s.cell(popularity), 1e6)
		if service != "" {
			c.Providers = []Provider{{Country: "US", Offer: "flatrate", Name: service}}
		}
		s.emit()
	}, nil
}

// serviceCredits reads the people of a catalogue. Rows of one title stand
// together and become one claim, joined to the title by its ListingID.
// flush must be called after the last row. People have the catalogue's own numbers.
func serviceCredits(s *sheet) (row, flush func()) {
	listing, name, character, role := s.col("id"), s.col("name"), s.col("character"), s.col("role")
	number := s.col("person_id")
	open := ""
	flush = func() {
		if open != "" {
			s.emit()
		}
		open = ""
	}
	return func() {
		id, who := s.cell(listing), s.prose(s.cell(name))
		if len(id) == 0 || who == "" {
			s.reject(NoID, "no title or no name")
			return
		}
		if string(id) != open {
			flush()
			open = string(id)
			s.newClaim().ListingID = open
		}
		c, p := &s.claim, Person{Name: who, ServiceID: s.whole(s.cell(number))}
		switch string(s.cell(role)) {
		case "ACTOR":
			c.Cast = append(c.Cast, Part{Person: p, Character: s.prose(s.cell(character)), Order: len(c.Cast)})
		case "DIRECTOR":
			c.Directors = appendPerson(c.Directors, p)
		default:
			s.reject(ShiftedColumns, "neither actor nor director")
		}
	}, flush
}

// servicesTable reads the table of four services with the percentage of
// favourable critics. It has no ids.
// A row without title or year is rejected. Providers are for the United States, by
// subscription.
func servicesTable(s *sheet) (row, flush func()) {
	title, year, directors := s.col("Title"), s.col("Year"), s.col("Directors")
	percent, score, runtime := s.col("Rotten Tomatoes"), s.col("IMDb"), s.col("Runtime")
	genres, country, language := s.col("Genres"), s.col("Country"), s.col("Language")
	services := []struct {
		column column
		name   string
	}{
		{s.col("Netflix"), "Netflix"}, {s.col("Hulu"), "Hulu"},
		{s.col("Prime Video"), "Amazon Prime Video"}, {s.col("Disney+"), "Disney+"},
	}
	return func() {
		c := s.newClaim()
		c.Title, c.Year, c.Runtime = s.prose(s.cell(title)), s.year(s.cell(year)), s.minutes(s.cell(runtime))
		switch {
		case c.Title == "":
			s.reject(NoTitle, "")
			return
		case c.Year == 0:
			s.reject(NoID, "no year to join by: "+c.Title)
			return
		}
		c.Directors = s.people(s.cell(directors), ",")
		if c.CriticScore = s.rating(bytes.TrimSuffix(s.cell(percent), []byte("%")), 100); c.CriticScore > 0 {
			c.CriticMeasure = PercentPositive
		}
		c.FilmdbRating = s.rating(s.cell(score), 10)
		s.genres(c, bytes.Split(s.cell(genres), []byte(",")))
		c.Countries = s.countries(s.texts(s.cell(country), ","))
		c.Languages = s.languages(s.texts(s.cell(language), ","))
		for _, service := range services {
			if string(s.cell(service.column)) == "1" {
				c.Providers = append(c.Providers, Provider{Country: "US", Offer: "flatrate", Name: service.name})
			}
		}
		s.emit()
	}, nil
}
