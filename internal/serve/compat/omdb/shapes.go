package omdb

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/serve/site/part"
)

// unknown stands for what is not known.
const unknown = "N/A"

// results are films that a search found.
type results struct {
	Search   []listItem `json:"Search"`
	Total    string     `json:"totalResults"`
	Response string     `json:"Response"`
}

// listItem is a film in a list.
type listItem struct {
	Title  string  `json:"Title"`
	Year   string  `json:"Year"`
	ID     film.ID `json:"imdbID"`
	Type   string  `json:"Type"`
	Poster string  `json:"Poster"`
}

func newListItem(f *film.Film) listItem {
	return listItem{f.Title, number(f.Year), f.ID, "movie", or(f.Poster.URL)}
}

// rating is a rating of a source.
type rating struct {
	Source string `json:"Source"`
	Value  string `json:"Value"`
}

// detail is a film with all that they tell of one. What they call BoxOffice is the gross in one
// country, which we do not know.
type detail struct {
	Title      string   `json:"Title"`
	Year       string   `json:"Year"`
	Rated      string   `json:"Rated"`
	Released   string   `json:"Released"`
	Runtime    string   `json:"Runtime"`
	Genre      string   `json:"Genre"`
	Director   string   `json:"Director"`
	Writer     string   `json:"Writer"`
	Actors     string   `json:"Actors"`
	Plot       string   `json:"Plot"`
	Language   string   `json:"Language"`
	Country    string   `json:"Country"`
	Awards     string   `json:"Awards"`
	Poster     string   `json:"Poster"`
	Ratings    []rating `json:"Ratings"`
	Metascore  string   `json:"Metascore"`
	IMDbRating string   `json:"imdbRating"`
	IMDbVotes  string   `json:"imdbVotes"`
	ID         film.ID  `json:"imdbID"`
	Type       string   `json:"Type"`
	DVD        string   `json:"DVD"`
	BoxOffice  string   `json:"BoxOffice"`
	Production string   `json:"Production"`
	Website    string   `json:"Website"`
	Response   string   `json:"Response"`
}

// mainCast is how many of the cast they tell.
const mainCast = 4

// newDetail returns a film of the detail view.
func newDetail(f *film.Film) detail {
	d := detail{
		Title: f.Title, Year: number(f.Year), Rated: unknown, Released: released(f.ReleaseDate), Runtime: unknown,
		Genre: join(f.Genres), Director: or(f.Director), Writer: join(f.CrewSummary.Names("writing")), Plot: or(f.AttributedOverview()),
		Language: join(named(f.Languages, part.LanguageName)), Country: join(named(f.Countries, part.CountryName)),
		Awards: awards(f.Awards), Poster: or(f.Poster.URL), Ratings: []rating{}, Metascore: unknown, IMDbRating: unknown, IMDbVotes: unknown,
		ID: f.ID, Type: "movie", DVD: unknown, BoxOffice: unknown, Production: join(companies(f)), Website: unknown, Response: "True",
	}
	if f.Runtime != nil {
		d.Runtime = strconv.Itoa(*f.Runtime) + " min"
	}
	var cast []string
	for _, r := range f.Cast[:min(len(f.Cast), mainCast)] {
		cast = append(cast, r.Name)
	}
	d.Actors = join(cast)
	d.rate(f)
	return d
}

// The names that they have for where a rating comes from.
const (
	userSource     = "Internet Movie Database"
	shareSource    = "Rotten Tomatoes"
	weightedSource = "Metacritic"
)

// rate sets the ratings. That of critics is told as what its provenance says it measures: the
// share of favourable reviews, or a weighted average.
func (d *detail) rate(f *film.Film) {
	if r := f.Ratings.Filmdb; r != nil {
		d.IMDbRating = strconv.FormatFloat(*r, 'f', 1, 64)
		d.Ratings = append(d.Ratings, rating{userSource, d.IMDbRating + "/10"})
	}
	if n := f.Ratings.FilmdbVotes; n != nil {
		d.IMDbVotes = grouped(*n)
	}
	if f.Ratings.Critics == nil {
		return
	}
	score := strconv.FormatFloat(*f.Ratings.Critics, 'f', 0, 64)
	switch f.Provenance["ratings.critics"].MetricType {
	case "critic_percent_positive":
		d.Ratings = append(d.Ratings, rating{shareSource, score + "%"})
	case "critic_weighted_average":
		d.Metascore = score
		d.Ratings = append(d.Ratings, rating{weightedSource, score + "/100"})
	}
}

func companies(f *film.Film) (names []string) {
	for _, c := range f.ProductionCompanies {
		names = append(names, c.Name)
	}
	return names
}

// awards tells Academy Awards, which are all we know of, in their words.
func awards(a film.Awards) string {
	oscars := func(n int) string {
		if n == 1 {
			return "1 Oscar"
		}
		return strconv.Itoa(n) + " Oscars"
	}
	switch {
	case a.OscarWins != nil && *a.OscarWins > 0:
		return "Won " + oscars(*a.OscarWins)
	case a.OscarNoms != nil && *a.OscarNoms > 0:
		return "Nominated for " + oscars(*a.OscarNoms)
	}
	return unknown
}

// released writes a date as 02 Oct 1948.
func released(date *string) string {
	if date == nil {
		return unknown
	}
	day, err := time.Parse(time.DateOnly, *date)
	if err != nil {
		return unknown
	}
	return day.Format("02 Jan 2006")
}

// grouped writes a number of votes with commas.
func grouped(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return grouped(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

func named(codes []string, name func(code string) string) (names []string) {
	for _, code := range codes {
		names = append(names, name(code))
	}
	return names
}

func join(names []string) string {
	if len(names) == 0 {
		return unknown
	}
	return strings.Join(names, ", ")
}

func or(p *string) string {
	if p == nil || *p == "" {
		return unknown
	}
	return *p
}

func number(n *int) string {
	if n == nil {
		return unknown
	}
	return strconv.Itoa(*n)
}
