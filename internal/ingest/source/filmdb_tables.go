package source

import (
	"bytes"
	"unicode/utf8"

	"kinodex/internal/film"
)

// fiveThousand reads the table of 5,043 films. Its faults: a no-break space at
// the end of titles, films listed twice, and budgets in an unnamed currency,
// which are taken for dollars only when the country is the United States.
// Of rows of one film the first is used. At most three actors are stated.
func fiveThousand(s *sheet) (row, flush func()) {
	link, title, year := s.col("movie_imdb_link"), s.col("movie_title"), s.col("title_year")
	director, duration := s.col("director_name"), s.col("duration")
	actors := []column{s.col("actor_1_name"), s.col("actor_2_name"), s.col("actor_3_name")}
	gross, budget, country := s.col("gross"), s.col("budget"), s.col("country")
	genres, keywords, language := s.col("genres"), s.col("plot_keywords"), s.col("language")
	votes, score := s.col("num_voted_users"), s.col("imdb_score")
	seen := map[film.ID]bool{}
	return func() {
		id := s.titleID(s.cell(link))
		switch {
		case id == 0:
			s.reject(ShiftedColumns, "no id in the link")
			return
		case seen[id]:
			s.reject(Repeated, id.String())
			return
		}
		seen[id] = true
		c := s.newClaim()
		c.ID = id
		c.Title, c.Year = s.prose(s.cell(title)), s.year(s.cell(year))
		c.Runtime = s.minutes(s.cell(duration))
		c.Directors = s.people(s.cell(director), "|")
		for _, actor := range actors {
			if name := s.prose(s.cell(actor)); name != "" {
				c.Cast = append(c.Cast, Part{Person: Person{Name: name}, Order: len(c.Cast)})
			}
		}
		c.Countries = s.countries(s.texts(s.cell(country), "|"))
		unmarked := ""
		if len(c.Countries) == 1 && c.Countries[0] == "US" {
			unmarked = "USD"
		}
		c.Budget = s.money(s.cell(budget), unmarked)
		c.DomesticGross = s.dollars(s.cell(gross))
		s.genres(c, bytes.Split(s.cell(genres), []byte("|")))
		c.Keywords = append(c.Keywords, s.texts(s.cell(keywords), "|")...)
		if codes := s.languages(s.texts(s.cell(language), "|")); len(codes) == 1 {
			c.Language = codes[0]
		}
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(score), 10), s.whole(s.cell(votes))
		if c.Title == "" {
			s.reject(NoTitle, id.String())
			return
		}
		s.emit()
	}, nil
}

// posterIndex reads a list of great films in the form of a well-known free
// interface ("N/A", "118 min", "28,826"). The code page of the one file at
// hand was lost: letters outside ASCII are an underscore and a stray byte, so
// names and titles that show one are left out.
func posterIndex(s *sheet) (row, flush func()) {
	id, title, year, released := s.col("imdb_id", "imdbID"), s.col("title", "Title"), s.col("year", "Year"), s.col("released", "Released")
	runtime, genre, plot := s.col("runtime", "Runtime"), s.col("genre", "Genre"), s.col("plot", "Plot")
	director, writer, actors := s.col("director", "Director"), s.col("writer", "Writer"), s.col("actors", "Actors")
	language, country := s.col("language", "Language"), s.col("country", "Country")
	critics, rating, votes := s.col("metascore", "Metascore"), s.col("imdb_rating", "imdbRating"), s.col("imdb_votes", "imdbVotes")
	poster := s.col("poster", "Poster")
	return func() {
		c := s.newClaim()
		if c.ID = s.titleID(s.cell(id)); c.ID == 0 {
			s.reject(NoID, string(s.cell(id)))
			return
		}
		c.Title, c.Year = s.prose(s.legible(s.cell(title))), s.year(s.cell(year))
		c.Runtime, c.ReleaseDate = s.minutes(s.cell(runtime)), s.dayNear(s.cell(released), c.Year)
		s.genres(c, bytes.Split(s.cell(genre), []byte(",")))
		s.overview(c, s.legible(s.cell(plot)))
		c.Directors = s.legiblePeople(s.cell(director))
		c.Writers = s.legiblePeople(s.cell(writer))
		for i, p := range s.legiblePeople(s.cell(actors)) {
			c.Cast = append(c.Cast, Part{Person: p, Order: i})
		}
		c.Languages = s.languages(s.texts(s.cell(language), ","))
		c.Countries = s.countries(s.texts(s.cell(country), ","))
		if c.CriticScore = s.rating(s.cell(critics), 100); c.CriticScore > 0 {
			c.CriticMeasure = WeightedAverage
		}
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(rating), 10), s.whole(s.cell(votes))
		c.PosterURL = s.posterAddress(s.cell(poster))
		s.emit()
	}, nil
}

// legible returns b, or nil when letters of it are lost: it is not UTF-8 or holds an
// underscore. That is counted as a repair.
func (s *sink) legible(b []byte) []byte {
	if utf8.Valid(b) && bytes.IndexByte(b, '_') < 0 {
		return b
	}
	s.repaired("letters_lost")
	return nil
}

// legiblePeople returns the people named between commas, each once, in order and without the
// parts they are credited for ("(screenplay)"). Names with lost letters are left out.
func (s *sink) legiblePeople(b []byte) []Person {
	var list []Person
	var seen []string
	for part := range bytes.SplitSeq(b, []byte(",")) {
		if i := bytes.IndexByte(part, '('); i >= 0 {
			part = part[:i]
		}
		name := s.prose(s.legible(part))
		if n := len(seen); name == "" || len(appendOnce(seen, name)) == n {
			continue
		}
		seen = append(seen, name)
		list = append(list, Person{Name: name})
	}
	return list
}
