package tmdb

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// films asks for a page of films.
func films(x *wire.Exchange, q film.Query, page int, media string) (*list[listItem], error) {
	found, err := x.Visit.Films(app.FilmsQuestion{
		Query: q, Page: film.Page{Limit: pageSize, Offset: (page - 1) * pageSize}, View: detailed, Fields: listedFields,
	}).Answer(x.Context())
	if err != nil {
		return nil, err
	}
	all, err := found.Values(x.Base())
	if err != nil {
		return nil, err
	}
	results := listOf(page, newList(x.Visit, all, media), found.Total)
	return &results, nil
}

// answerFilms answers with a page of films.
func answerFilms(x *wire.Exchange, q film.Query, page string) error {
	n, err := pageOf(page)
	if err != nil {
		return err
	}
	found, err := films(x, q, n, "")
	if err != nil {
		return err
	}
	return x.AnswerJSON(found)
}

// yearOf reads a parameter that is a year; nil when it is absent or empty.
func yearOf(name, text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1000 || n > 9999 {
		return nil, fault.Param(name, "a year of four digits")
	}
	year := float64(n)
	return &year, nil
}

// searchParams are those of /3/search/movie. Both years ask for the same, since films have one.
type searchParams struct {
	Query       string `query:"query"`
	Page        string `query:"page"`
	Year        string `query:"year"`
	PrimaryYear string `query:"primary_release_year"`
}

// wanted returns the words of a search, which must have some.
func wanted(query string) (string, error) {
	if query = strings.TrimSpace(query); query == "" {
		return "", fault.Missing("query", "words of a title or name")
	}
	return query, nil
}

// titled asks for the films that have the words in a title.
func titled(words string) film.Query { return film.Query{Text: words, Titles: true} }

// searchMovie answers /3/search/movie: the films that have the words in a title, as theirs.
func searchMovie(x *wire.Exchange, p *searchParams) error {
	words, err := wanted(p.Query)
	if err != nil {
		return err
	}
	q := titled(words)
	name, text := "year", p.Year
	if p.PrimaryYear != "" {
		name, text = "primary_release_year", p.PrimaryYear
	}
	year, err := yearOf(name, text)
	if err != nil {
		return err
	}
	q.YearMin, q.YearMax = year, year
	return answerFilms(x, q, p.Page)
}

// pageParams ask for a page of a list.
type pageParams struct {
	Page string `query:"page"`
}

// popular answers /3/movie/popular: the films with most votes first.
func popular(x *wire.Exchange, p *pageParams) error {
	return answerFilms(x, film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, p.Page)
}

// leastTopVotes is how many votes a film of /3/movie/top_rated has at least.
const leastTopVotes = 25_000.0

// topRated answers /3/movie/top_rated: the best rated of the films with many votes.
func topRated(x *wire.Exchange, p *pageParams) error {
	least := leastTopVotes
	return answerFilms(x, film.Query{Filters: film.Filters{MinVotes: &least}, Sort: film.Sort{Field: "filmdb_rating", Desc: true}}, p.Page)
}

// nowPlaying answers /3/movie/now_playing: the films of which the release is recent, the last
// first.
func nowPlaying(x *wire.Exchange, p *pageParams) error {
	return answerFilms(x, film.Query{Filters: film.Filters{Released: film.Recent}, Sort: film.Sort{Field: film.ReleaseField, Desc: true}}, p.Page)
}

// upcoming answers /3/movie/upcoming: the films that are to be released, the next first.
func upcoming(x *wire.Exchange, p *pageParams) error {
	return answerFilms(x, film.Query{Filters: film.Filters{Released: film.Upcoming}, Sort: film.Sort{Field: film.ReleaseField}}, p.Page)
}

// emptyLists are lists of what we have none of, or do not know: series, what is talked of now,
// collections. They cost nothing.
var emptyLists = []string{
	"trending/{type}/{window}", "search/tv", "search/collection", "search/company",
	"search/keyword", "discover/tv", "watch/providers/movie", "watch/providers/tv", "watch/providers/regions",
}

func empty(x *wire.Exchange, p *pageParams) error {
	page, err := pageOf(p.Page)
	if err != nil {
		return err
	}
	return x.AnswerJSON(listOf(page, []listItem{}, 0))
}

// discoverParams are those parameters of /3/discover/movie that are answered.
type discoverParams struct {
	Page        string `query:"page"`
	SortBy      string `query:"sort_by"`
	Genres      string `query:"with_genres"`
	Year        string `query:"year"`
	PrimaryYear string `query:"primary_release_year"`
	From        string `query:"release_date.gte"`
	PrimaryFrom string `query:"primary_release_date.gte"`
	To          string `query:"release_date.lte"`
	PrimaryTo   string `query:"primary_release_date.lte"`
	Language    string `query:"with_original_language"`
	Country     string `query:"with_origin_country"`
	MinRating   string `query:"vote_average.gte"`
	MinVotes    string `query:"vote_count.gte"`
}

// unanswered are conditions of theirs that we have none of. A list that ignored one would be
// another list, so who sends one is told.
var unanswered = []string{
	"with_cast", "with_crew", "with_people", "with_companies", "without_companies", "with_keywords", "without_keywords",
	"without_genres", "with_runtime.gte", "with_runtime.lte", "vote_average.lte", "vote_count.lte", "certification",
	"certification.gte", "certification.lte", "with_watch_providers", "without_watch_providers", "with_watch_monetization_types",
	"with_release_type",
}

// discoverOrders are the fields that sort_by orders by. Films are ordered by the year of their
// release, since of many no day is known.
var discoverOrders = map[string]string{
	"popularity": "filmdb_votes", "vote_count": "filmdb_votes", "vote_average": "filmdb_rating", "revenue": "worldwide_gross",
	"release_date": "year", "primary_release_date": "year", "title": "title", "original_title": "title",
}

// discover answers /3/discover/movie.
func discover(x *wire.Exchange, p *discoverParams) error {
	sent, err := url.ParseQuery(x.R.URL.RawQuery)
	if err != nil {
		return fault.Param("query", "percent-encoded parameters, separated by &")
	}
	for _, name := range unanswered {
		if sent.Get(name) != "" {
			return fault.Param(name, "nothing: this condition is not answered here")
		}
	}
	q := film.Query{Filters: film.Filters{Language: p.Language, Country: p.Country}}
	if err := q.Check(); err != nil {
		return inTheirNames(err)
	}
	if q.Genre, err = genreNames(p.Genres); err != nil {
		return err
	}
	if q.Sort, err = orderOf(p.SortBy); err != nil {
		return err
	}
	for _, bound := range []struct {
		name, text string
		read       func(name, text string) (*float64, error)
		low, high  **float64
	}{
		{"year", p.Year, yearOf, &q.YearMin, &q.YearMax},
		{"primary_release_year", p.PrimaryYear, yearOf, &q.YearMin, &q.YearMax},
		{"release_date.gte", p.From, dateOf, &q.YearMin, nil},
		{"primary_release_date.gte", p.PrimaryFrom, dateOf, &q.YearMin, nil},
		{"release_date.lte", p.To, dateOf, nil, &q.YearMax},
		{"primary_release_date.lte", p.PrimaryTo, dateOf, nil, &q.YearMax},
		{"vote_average.gte", p.MinRating, amountOf, &q.MinRating, nil},
		{"vote_count.gte", p.MinVotes, amountOf, &q.MinVotes, nil},
	} {
		v, err := bound.read(bound.name, bound.text)
		if err != nil {
			return err
		}
		if v != nil && bound.low != nil && (*bound.low == nil || **bound.low < *v) {
			*bound.low = v
		}
		if v != nil && bound.high != nil && (*bound.high == nil || **bound.high > *v) {
			*bound.high = v
		}
	}
	if q.YearMin != nil && q.YearMax != nil && *q.YearMin > *q.YearMax {
		return x.AnswerJSON(listOf(1, []listItem{}, 0))
	}
	return answerFilms(x, q, p.Page)
}

// inTheirNames returns the fault of a language or a country with the parameter that it came in.
func inTheirNames(err error) error {
	switch f := fault.From(err); f.Param {
	case "language":
		return fault.Param("with_original_language", f.Allowed)
	case "country":
		return fault.Param("with_origin_country", f.Allowed)
	}
	return err
}

// orderOf reads sort_by; absent or empty asks for the most popular first.
func orderOf(sortBy string) (film.Sort, error) {
	if sortBy == "" {
		sortBy = "popularity.desc"
	}
	by, direction, _ := strings.Cut(sortBy, ".")
	field := discoverOrders[by]
	if field == "" || direction != "asc" && direction != "desc" {
		return film.Sort{}, fault.Param("sort_by", "popularity, vote_count, vote_average, revenue, primary_release_date, title or original_title, with .asc or .desc")
	}
	return film.Sort{Field: field, Desc: direction == "desc"}, nil
}

// dateOf reads a date, of which the year counts; nil when it is absent or empty.
func dateOf(name, text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	day, _, _ := strings.Cut(text, "T")
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, fault.Param(name, "a date such as 1999-12-31")
	}
	year := float64(date.Year())
	return &year, nil
}

// amountOf reads a number of at least 0; nil when it is absent, empty or 0, which bounds
// nothing there.
func amountOf(name, text string) (*float64, error) {
	if text == "" {
		return nil, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0 && v < 1e12) {
		return nil, fault.Param(name, "a number of at least 0")
	}
	if v == 0 {
		return nil, nil
	}
	return &v, nil
}
