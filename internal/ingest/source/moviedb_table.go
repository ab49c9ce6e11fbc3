package source

import (
	"bytes"
	"regexp"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// moviedbTable reads tables of the movie database's films, whichever of its
// columns they kept: one dump a year, the well-known dump of 45,000, its
// excerpts, the one of 5,000, and one with numbers for genres. Their faults:
// lists as a scripting language prints them or as plain names between commas, a
// placeholder row whose id is 0, rows emptied by a spreadsheet, columns shifted by a
// line break, money as "$1.00", and dates in three orders.
func moviedbTable(s *sheet) (row, flush func()) {
	id, tt := s.col("id", "tmdb_id"), s.col("imdb_id")
	adult, status, video := s.col("adult"), s.col("status"), s.col("video")
	title, original := s.col("title"), s.col("original_title")
	overview, tagline, released := s.col("overview"), s.col("tagline"), s.col("release_date")
	budget, revenue, runtime := s.col("budget"), s.col("revenue"), s.col("runtime", "runtime_minutes")
	genres, genreIDs := s.col("genres"), s.col("genre_ids")
	language, spoken := s.col("original_language"), s.col("spoken_languages")
	companies, countries := s.col("production_companies"), s.col("production_countries")
	rating, votes, popularity := s.col("vote_average"), s.col("vote_count"), s.col("popularity")
	poster, wide := s.col("poster_path"), s.col("backdrop_path")
	keywords, people, shown := s.col("keywords"), s.plainPeople(), s.filmdbRatings()
	certified, series := s.col("certification"), s.col("belongs_to_collection")
	order := s.dayOrder(released)
	return func() {
		number := s.whole(s.cell(id))
		switch link := s.cell(tt); {
		case number == 0 && string(link) == "0":
			s.reject(Placeholder, "")
			return
		case !isFlag(s.cell(adult)) || !isFlag(s.cell(video)) || number == 0 && len(s.cell(id)) > 0:
			s.reject(ShiftedColumns, "a flag or the id is out of place")
			return
		case number == 0 && idIn(link) == 0:
			s.reject(NoID, "")
			return
		}
		c := s.newClaim()
		c.MoviedbID, c.ID = number, s.titleID(s.cell(tt))
		c.Adult = truth(s.cell(adult))
		c.Unreleased = s.unreleased(s.cell(status))
		c.Title, c.OriginalTitle = s.prose(s.cell(title)), s.prose(s.cell(original))
		s.overview(c, s.cell(overview))
		c.Tagline = s.prose(s.cell(tagline))
		s.released(c, s.cell(released), order)
		c.Budget, c.WorldGross = s.dollars(s.cell(budget)), s.dollars(s.cell(revenue))
		c.Runtime = s.minutes(s.cell(runtime))
		s.moviedbGenres(c, s.literal(s.cell(genres)))
		s.moviedbGenres(c, s.literal(s.cell(genreIDs)))
		c.Language = s.language(s.cell(language))
		c.Languages = s.moviedbLanguages(s.literal(s.cell(spoken)))
		c.Companies = s.moviedbCompanies(s.literal(s.cell(companies)))
		c.Countries = s.moviedbCountries(s.literal(s.cell(countries)))
		s.keywords(c, s.literal(s.cell(keywords)))
		people(c)
		shown(c)
		c.MoviedbVotes = s.whole(s.cell(votes))
		if c.MoviedbVotes > 0 || len(s.cell(votes)) == 0 { // a rating nobody gave is none
			c.MoviedbRating = s.rating(s.cell(rating), 10)
		}
		c.Popularity = s.rating(s.cell(popularity), 1e6)
		s.moviedbPoster(c, s.cell(poster))
		s.addImage(c, film.Image{Kind: backdrop, URL: s.picture(s.cell(wide))})
		s.certifiedHome(c, s.cell(certified))
		if b := s.cell(series); len(b) > 0 && b[0] == '{' {
			s.collected(c, s.literal(b))
		}
		if c.Title == "" && c.OriginalTitle == "" {
			s.reject(NoTitle, "")
			return
		}
		s.emit()
	}, nil
}

// statuses maps the movie database's words, folded and without dashes, to whether a film of
// that status is not out.
var statuses = map[string]bool{
	"rumored": true, "planned": true, "in production": true, "post production": true, "canceled": true, "cancelled": true,
	"released": false,
}

// unreleased reports whether a status is one of a film that is not out. A word that
// is not in statuses counts as not read.
func (s *sink) unreleased(status []byte) bool {
	folded := strings.ReplaceAll(text.Fold(string(status)), "-", " ")
	out, ok := statuses[folded]
	if !ok && folded != "" {
		s.failed()
	}
	return out
}

// isFlag reports whether a cell can stand in a column of flags. An empty cell can.
func isFlag(b []byte) bool {
	switch string(b) {
	case "", "0", "1", "0.0", "1.0", "True", "False", "TRUE", "FALSE", "true", "false":
		return true
	}
	return false
}

// truth reports whether a flag is set. It is false for anything that is no flag.
func truth(b []byte) bool {
	switch string(b) {
	case "1", "1.0", "True", "TRUE", "true":
		return true
	}
	return false
}

// dayOrder looks through the beginning of the table for a date with slashes
// that reads one way only. A table that shows both ways stays undecided.
// Only s.head is read, so it must be called before the first row. A table that lacks the
// column is undecided, too.
func (s *sheet) dayOrder(c column) dayOrder {
	if c < 0 {
		return undecided
	}
	found := undecided
	t := rows{r: newReader(s.head), comma: s.comma}
	for t.read() == nil {
		if int(c) >= len(t.cells) {
			continue
		}
		switch order := orderOf(bytes.TrimSpace(t.cells[c])); {
		case order == undecided:
		case found != undecided && found != order:
			return undecided
		default:
			found = order
		}
	}
	return found
}

// released sets the release date and the year, which is that of the release. A date whose
// day cannot be told leaves ReleaseDate empty; the year is set when it can be read. It does
// nothing for an empty cell.
func (s *sink) released(c *Claim, b []byte, order dayOrder) {
	if len(b) == 0 {
		return
	}
	if c.ReleaseDate = isoDate(b); c.ReleaseDate != "" {
		c.Year = yearOf(b)
		return
	}
	var ok bool
	if c.ReleaseDate, ok = slashDate(b, order); ok {
		s.repaired("date_with_slashes")
	} else {
		s.repaired("date_unreadable")
		s.failed()
	}
	if c.Year = slashYear(b); c.Year == 0 {
		c.Year = yearOf(b)
	}
}

// literal reads a cell with a list, printed or plain. A list that is cut off keeps its
// complete items and is counted.
// The zero literal stands for an empty cell.
func (s *sink) literal(cell []byte) literal {
	if len(cell) == 0 {
		return literal{}
	}
	if c := cell[0]; c != '[' && c != '{' && c != '(' {
		return plainNames(cell)
	}
	v, whole := parseLiteral(cell)
	if !whole {
		s.repaired("cut_list")
		if len(v.items) == 0 {
			s.failed()
		}
	}
	return v
}

// nameOf returns an item's name: the item itself when it is a text, or the member "name" of
// a dict; "" when it has none or is a bare word.
func (s *sink) nameOf(item literal) string {
	if item.kind == dict {
		item = item.get("name")
	}
	if item.kind == bare {
		return ""
	}
	return s.prose(item.text)
}

// moviedbGenres adds the genres of a list of dicts, names or numbers to the claim. Numbers
// that genreIDs does not have are left out without being counted.
func (s *sink) moviedbGenres(c *Claim, v literal) {
	var names []string
	v.each(func(item literal) {
		name := s.nameOf(item)
		if item.kind == bare {
			name = genreIDs[item.number()]
		}
		if name != "" {
			names = append(names, name)
		}
	})
	s.genreNames(c, names, false)
}

// moviedbLanguages returns the codes of a list of dicts, names or codes, each once.
// Those without a code are left out and counted.
func (s *sink) moviedbLanguages(v literal) []string {
	var names []string
	v.each(func(item literal) {
		if item.kind == dict {
			item = item.get("iso_639_1")
		}
		names = append(names, string(item.text))
	})
	return s.languages(names)
}

// moviedbCountries returns the codes of a list of dicts or codes, each once; unknown
// ones are counted and left out.
func (s *sink) moviedbCountries(v literal) []string {
	var codes []string
	v.each(func(item literal) {
		if item.kind == dict {
			item = item.get("iso_3166_1")
		}
		if code := moviedbCountry(string(item.text)); code != "" {
			codes = appendOnce(codes, code)
		} else if len(item.text) > 0 {
			s.repaired("unknown_country")
		}
	})
	if codes == nil && len(v.items) > 0 {
		s.failed()
	}
	return codes
}

// moviedbCompanies returns the companies of a list. ID and Country are nil where
// they are not stated.
func (s *sink) moviedbCompanies(v literal) []film.Company {
	var list []film.Company
	v.each(func(item literal) {
		company := film.Company{Name: s.nameOf(item)}
		if company.Name == "" {
			return
		}
		if id := item.get("id").number(); id > 0 {
			company.ID = &id
		}
		if code := moviedbCountry(string(item.get("origin_country").text)); code != "" {
			company.Country = &code
		}
		list = append(list, company)
	})
	return list
}

// moviedbRating sets rating and votes. A rating without votes is left out.
// votes may be empty: then the document has no count, and the rating is kept.
func (s *sink) moviedbRating(c *Claim, average, votes []byte) {
	c.MoviedbVotes = wholeNumber(votes)
	if len(votes) > 0 && c.MoviedbVotes == 0 {
		return
	}
	c.MoviedbRating = rating(average, 10)
}

// ImageServer is where the movie database's image paths are found; a size and the path follow.
const ImageServer = "https://image.tmdb.org/t/p/"

// imagePath is the end of a picture's address on the movie database's server.
var imagePath = regexp.MustCompile(`^(?:https?://[^/]+/t/p/(?:w\d+|original|h\d+))?(/[A-Za-z0-9_-]{6,}\.(?:jpg|jpeg|png|svg))$`)

// pathOf returns the path of a picture on the movie database's server, whether
// the source writes the path or the whole address; empty when it is neither.
func pathOf(b []byte) string {
	if m := imagePath.FindSubmatch(b); m != nil {
		return string(m[1])
	}
	return ""
}

// moviedbPoster sets the claim's PosterPath. An address that is none of the movie
// database's is counted and left out.
func (s *sink) moviedbPoster(c *Claim, b []byte) {
	if len(b) == 0 {
		return
	}
	if c.PosterPath = pathOf(b); c.PosterPath == "" {
		s.repaired("poster_address")
		s.failed()
	}
}
