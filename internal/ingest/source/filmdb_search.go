package source

import (
	"bytes"
	"strings"

	"kinodex/internal/film"
)

// The search tables come in pairs, one page of search results (searchList) and
// one of the films' own pages (searchDetails). Both list feature films only.

// searchList reads the results page. Its faults: a numeral where the year
// should be ("II) " of "(II) (1999)"), a gross where the votes should be, the
// plea to add a plot, padded names, and overviews cut off.
func searchList(s *sheet) (row, flush func()) {
	link, title, year := s.col("imdb_url"), s.col("movie_title"), s.col("year")
	runtime, genre, critics := s.col("runtime"), s.col("genre"), s.col("metascore")
	summary, director, stars, votes := s.col("summary"), s.col("director"), s.col("stars"), s.col("votes")
	gross := s.col("gross_revenue_us_canada")
	return func() {
		id := s.titleID(s.cell(link))
		if id == 0 {
			s.reject(ShiftedColumns, "no id in the link")
			return
		}
		c := s.newClaim()
		c.ID, c.Kind = id, Movie
		c.Title = s.prose(s.cell(title))
		if c.Year = s.year(s.cell(year)); c.Year == 0 {
			s.repaired("year_lost")
		}
		c.Runtime = s.minutes(s.cell(runtime))
		s.genres(c, bytes.Split(s.cell(genre), []byte(",")))
		if c.CriticScore = s.rating(s.cell(critics), 100); c.CriticScore > 0 {
			c.CriticMeasure = WeightedAverage
		}
		s.overview(c, s.cell(summary))
		c.Directors = s.people(s.cell(director), ",")
		for i, p := range s.people(s.cell(stars), ",") {
			c.Cast = append(c.Cast, Part{Person: p, Order: i})
		}
		if b := s.cell(votes); bytes.HasPrefix(b, []byte("$")) {
			s.repaired("gross_for_votes")
		} else {
			c.FilmdbVotes = wholeNumber(b)
		}
		c.DomesticGross = s.dollars(s.cell(gross))
		if c.Title == "" {
			s.reject(NoTitle, id.String())
			return
		}
		s.emit()
	}, nil
}

// searchDetails reads the films' own pages. A dollar sign was stripped from
// its money, other marks were kept ("CA50000" is in Canadian dollars), so an
// unmarked sum is in US dollars: of 8,355 films whose budget the yearly tables
// give with its mark, that holds for 8,354.
func searchDetails(s *sheet) (row, flush func()) {
	link, rating, released := s.col("imdb_url"), s.col("aggregate_rating_score"), s.col("release_date_us")
	country, budget, world := s.col("country_of_origin"), s.col("estimated_budget"), s.col("worldwide_gross")
	poster, known, certified := s.col("image_url_big"), s.col("also_known_as"), s.col("mpaa_rating")
	return func() {
		c := s.newClaim()
		if c.ID = s.titleID(s.cell(link)); c.ID == 0 {
			s.reject(ShiftedColumns, "no id in the link")
			return
		}
		c.Kind = Movie
		c.FilmdbRating = s.rating(s.cell(rating), 10)
		if b := s.cell(released); len(b) > 0 {
			day, abroad, _ := bytes.Cut(b, []byte(" ("))
			if c.ReleaseDate = writtenDate(day); c.ReleaseDate == "" {
				s.repaired("date_without_day")
			} else if len(abroad) > 0 && string(abroad) != "United States)" {
				s.repaired("release_abroad")
			}
			s.releasedIn(c, abroad)
		}
		c.Countries = s.countries(s.texts(s.cell(country), ","))
		c.Budget, c.WorldGross = s.dollars(s.cell(budget)), s.dollars(s.cell(world))
		c.PosterURL = s.posterAddress(s.cell(poster))
		s.certifiedHome(c, s.cell(certified))
		if t := s.prose(s.cell(known)); t != "" {
			s.addTitle(c, film.Title{Title: t})
		}
		s.emit()
	}, nil
}

// releasedIn adds the release of a page's date, whose country may stand behind it in
// brackets and is the United States where none does.
func (s *sink) releasedIn(c *Claim, abroad []byte) {
	country := "US"
	if name, bracketed := bytes.CutSuffix(abroad, []byte(")")); bracketed {
		country = CountryCode(string(name))
	}
	if c.ReleaseDate != "" && country != "" {
		c.Releases = append(c.Releases, film.Release{Country: country, Date: film.Known(c.ReleaseDate)})
	}
}

// posterAddress returns the address of a picture, "" when b is no http or https address, is
// longer than 500 bytes, or holds a blank, a quotation mark, a bracket or a newline. Some
// addresses have had two sizes written into them, one after the other: these get one size.
func (s *sink) posterAddress(b []byte) string {
	address := string(b)
	if !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		return ""
	}
	if base, size, ok := strings.Cut(address, "._V1_"); ok && strings.Contains(size, "._V1_") {
		s.repaired("poster_address")
		address = base + "._V1_FMjpg_UX400_.jpg"
	}
	if len(address) > 500 || strings.ContainsAny(address, " \"<>\n") {
		return ""
	}
	return address
}
