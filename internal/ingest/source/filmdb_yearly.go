package source

import (
	"bytes"

	"kinodex/internal/film"
)

// yearlyDetails reads the tables of a year's best-known feature films (no
// series, no television films). Their faults: a rank before the title, votes
// as 1.2M, a certificate where the length should be, money in the currency it
// was spent in, "None" among languages, and interests among genres.
func yearlyDetails(s *sheet) (row, flush func()) {
	link, title, year := s.col("Movie Link"), s.col("Title"), s.col("Year")
	duration, rating, votes := s.col("Duration"), s.col("Rating"), s.col("Votes")
	critics := s.col("méta_score", "meta_score")
	overview, released := s.col("description"), s.col("release_date")
	writers, directors, stars := s.col("writers"), s.col("directors"), s.col("stars")
	budget, world, home := s.col("budget"), s.col("grossWorldWWide"), s.col("gross_US_Canada")
	countries, companies := s.col("countries_origin"), s.col("production_company")
	genres, languages, certified := s.col("genres"), s.col("Languages"), s.col("MPA")
	return func() {
		id := s.titleID(s.cell(link))
		if id == 0 {
			s.reject(ShiftedColumns, "no id in the link")
			return
		}
		c := s.newClaim()
		c.ID, c.Kind = id, Movie
		c.Title = s.prose(withoutRank(s.cell(title)))
		c.Year = s.year(s.cell(year))
		if b := s.cell(duration); len(b) > 0 {
			if c.Runtime = minutes(b); c.Runtime == 0 {
				s.repaired("certificate_for_runtime")
			}
		}
		c.FilmdbRating, c.FilmdbVotes = s.rating(s.cell(rating), 10), s.shortNumber(s.cell(votes))
		if c.CriticScore = s.rating(s.cell(critics), 100); c.CriticScore > 0 {
			c.CriticMeasure = WeightedAverage
		}
		s.overview(c, s.cell(overview))
		if b := s.cell(released); len(b) > 0 {
			if c.ReleaseDate = writtenDate(b); c.ReleaseDate == "" {
				s.repaired("date_without_day")
			}
		}
		c.Writers, c.Directors = s.named(s.cell(writers)), s.named(s.cell(directors))
		for i, p := range s.named(s.cell(stars)) {
			c.Cast = append(c.Cast, Part{Person: p, Order: i})
		}
		c.Budget, c.WorldGross, c.DomesticGross = s.dollars(s.cell(budget)), s.dollars(s.cell(world)), s.dollars(s.cell(home))
		c.Countries = s.countries(s.list(s.cell(countries)))
		for _, name := range s.list(s.cell(companies)) {
			c.Companies = append(c.Companies, film.Company{Name: name})
		}
		s.genreNames(c, s.list(s.cell(genres)), true)
		c.Languages = s.languages(s.list(s.cell(languages)))
		if len(c.Languages) == 1 {
			c.Language = c.Languages[0]
		}
		s.certifiedHome(c, s.cell(certified))
		if c.Title == "" {
			s.reject(NoTitle, id.String())
			return
		}
		s.emit()
	}, nil
}

// withoutRank returns a title without the "12. " that a chart puts before it. A number that
// no point and blank follow is part of the title.
func withoutRank(b []byte) []byte {
	i := 0
	for i < len(b) && '0' <= b[i] && b[i] <= '9' {
		i++
	}
	if i > 0 && bytes.HasPrefix(b[i:], []byte(". ")) {
		return b[i+2:]
	}
	return b
}

// shortNumber returns the number of 1.2M (1,200,000), 9.9K (9,900) or 432. Short forms are
// rounded by their source, which is counted as a repair. It is 0 for anything else.
func (s *sink) shortNumber(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	times := 1.0
	switch b[len(b)-1] {
	case 'K':
		times = 1e3
	case 'M':
		times = 1e6
	default:
		return wholeNumber(b)
	}
	f, ok := number(b[:len(b)-1])
	if !ok || f < 0 || f > 1e4 {
		return 0
	}
	s.repaired("votes_rounded")
	return int(f*times + 0.5)
}

// list returns the texts of a cell with a printed list, in order and without empty ones. Of
// a list that is cut off it returns the complete items, and counts a repair.
func (s *sink) list(cell []byte) []string {
	if len(cell) == 0 {
		return nil
	}
	v, whole := parseLiteral(cell)
	if !whole {
		s.repaired("cut_list")
	}
	var texts []string
	v.each(func(item literal) {
		if t := s.prose(item.text); t != "" {
			texts = append(texts, t)
		}
	})
	return texts
}

// named returns the people of a cell with a printed list of names, each once and in order.
func (s *sink) named(cell []byte) []Person {
	var people []Person
	var seen []string
	for _, name := range s.list(cell) {
		if n := len(seen); n == len(appendOnce(seen, name)) {
			continue
		}
		seen = append(seen, name)
		people = append(people, Person{Name: name})
	}
	return people
}

// The two ways in which a critic score is made: the weighted average of critics' marks, or
// the percentage of critics who are favourable. Both go from 0 to 100.
const (
	WeightedAverage = "weighted_average"
	PercentPositive = "percent_positive"
)
