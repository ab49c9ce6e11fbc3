package tmdb

import (
	"strconv"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// films asks for a page of films.
func films(x *wire.Exchange, q film.Query, groups []app.FilmGroup, page int, media string) (*list[listItem], error) {
	found, err := x.Visit.Films(app.FilmsQuestion{
		Query: q, Groups: groups, Page: film.Page{Limit: pageSize, Offset: (page - 1) * pageSize}, View: detailed, Fields: localeOf(x).fields(),
	}).Answer(x.Context())
	if err != nil {
		return nil, err
	}
	all, err := filmsOf(x, &found.Records)
	if err != nil {
		return nil, err
	}
	results := listOf(page, newList(x.Visit, all, media), found.Total)
	return &results, nil
}

// answerFilms answers with a page of films, which are in each of the groups.
func answerFilms(x *wire.Exchange, q film.Query, page string, groups ...app.FilmGroup) error {
	n, err := pageOf(page)
	if err != nil {
		return err
	}
	found, err := films(x, q, groups, n, "")
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
