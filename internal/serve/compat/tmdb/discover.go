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

// discoverParams are those parameters of /3/discover/movie that are answered, beside alternatives.
type discoverParams struct {
	Page        string `query:"page"`
	SortBy      string `query:"sort_by"`
	Year        string `query:"year"`
	PrimaryYear string `query:"primary_release_year"`
	From        string `query:"release_date.gte"`
	PrimaryFrom string `query:"primary_release_date.gte"`
	To          string `query:"release_date.lte"`
	PrimaryTo   string `query:"primary_release_date.lte"`
	Marks       string `query:"certification"`
	MarksOf     string `query:"certification_country"`
	Region      string `query:"region"`
	MinRating   string `query:"vote_average.gte"`
	MaxRating   string `query:"vote_average.lte"`
	MinVotes    string `query:"vote_count.gte"`
	MaxVotes    string `query:"vote_count.lte"`
	MinRuntime  string `query:"with_runtime.gte"`
	MaxRuntime  string `query:"with_runtime.lte"`
}

// unanswered are conditions of theirs that we have none of. A list that ignored one would be
// another list, so who sends one is told.
var unanswered = []string{
	"with_companies", "without_companies", "certification.gte", "certification.lte", "with_watch_providers", "without_watch_providers",
	"with_watch_monetization_types", "with_release_type",
}

// alternatives are the conditions that have values between commas, of which a film must meet all,
// and between |, of which it must meet one. Of those that are without values it must meet none.
var alternatives = []struct {
	name    string
	without bool
	allowed string // what a value may be
	most    int    // how many there may be
	add     func(g *app.FilmGroup, value string) bool
}{
	{"with_genres", false, genresAllowed, 100, addGenre},
	{"without_genres", true, genresAllowed, 100, addGenre},
	{"with_keywords", false, keywordsAllowed, 100, addKeyword},
	{"without_keywords", true, keywordsAllowed, 100, addKeyword},
	{"with_cast", false, peopleAllowed, mostPeople, func(g *app.FilmGroup, value string) bool { return addNumber(&g.Cast, value) }},
	{"with_crew", false, peopleAllowed, mostPeople, func(g *app.FilmGroup, value string) bool { return addNumber(&g.Crew, value) }},
	{"with_people", false, peopleAllowed, mostPeople, func(g *app.FilmGroup, value string) bool {
		return addNumber(&g.Cast, value) && addNumber(&g.Crew, value)
	}},
	{"with_original_language", false, "two-letter ISO 639-1 codes, such as en, between |", 100, func(g *app.FilmGroup, value string) bool {
		return addFilters(g, film.Filters{Language: value})
	}},
	{"with_origin_country", false, "two-letter ISO 3166-1 codes, such as KR, between commas (all) or | (any)", 100, func(g *app.FilmGroup, value string) bool {
		return addFilters(g, film.Filters{Country: value})
	}},
}

// What values may be. Crews are read from records, so fewer people may be asked for.
const (
	genresAllowed   = "numbers of genre/movie/list, between commas (all) or | (any)"
	keywordsAllowed = "numbers of keywords, between commas (all) or | (any)"
	peopleAllowed   = "numbers of people, between commas (all) or | (any)"
	mostPeople      = 20
)

func addFilters(g *app.FilmGroup, f film.Filters) bool {
	g.Filters = append(g.Filters, f)
	return (&film.Query{Filters: f}).Check() == nil
}

func addGenre(g *app.FilmGroup, value string) bool {
	n, err := strconv.Atoi(value)
	name, ok := genreOfNumber(n)
	return err == nil && ok && addFilters(g, film.Filters{Genre: name})
}

func addKeyword(g *app.FilmGroup, value string) bool { return addNumber(&g.Keywords, value) }

// addNumber adds a number, which nothing needs to have, and reports whether it is one.
func addNumber(to *[]int, value string) bool {
	n, err := strconv.Atoi(value)
	*to = append(*to, n)
	return err == nil && n > 0
}

// groupsOf reads the alternatives of a request.
func groupsOf(sent url.Values) (groups []app.FilmGroup, err error) {
	for _, a := range alternatives {
		text := sent.Get(a.name)
		if text == "" {
			continue
		}
		all := strings.Split(text, ",")
		if a.without {
			all = []string{strings.ReplaceAll(text, ",", "|")}
		}
		if len(all)+strings.Count(text, "|") > a.most {
			return nil, fault.Param(a.name, "at most "+strconv.Itoa(a.most)+" values")
		}
		for _, any := range all {
			g := app.FilmGroup{Without: a.without}
			for value := range strings.SplitSeq(any, "|") {
				if value = strings.TrimSpace(value); value == "" || !a.add(&g, value) {
					return nil, fault.Param(a.name, a.allowed)
				}
			}
			groups = append(groups, g)
		}
	}
	return groups, nil
}

// certified reads certification: marks between | or commas, of which a film must have one, in the
// country of certification_country or else of region.
func (p *discoverParams) certified() (string, error) {
	if p.Marks == "" {
		return "", nil
	}
	country := p.MarksOf
	if country == "" {
		country = p.Region
	}
	if country == "" {
		return "", fault.Missing("certification_country", "the country of the certification, such as US")
	}
	var marks []string
	for mark := range strings.SplitSeq(strings.ReplaceAll(p.Marks, ",", "|"), "|") {
		marks = append(marks, film.CertificationKey(country, strings.TrimSpace(mark)))
	}
	all := strings.Join(marks, ",")
	return all, (&film.Query{Filters: film.Filters{Certification: all}}).Check()
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
	groups, err := groupsOf(sent)
	if err != nil {
		return err
	}
	var q film.Query
	if q.Certification, err = p.certified(); err != nil {
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
		{"vote_average.lte", p.MaxRating, amountOf, nil, &q.MaxRating},
		{"vote_count.gte", p.MinVotes, amountOf, &q.MinVotes, nil},
		{"vote_count.lte", p.MaxVotes, amountOf, nil, &q.MaxVotes},
		{"with_runtime.gte", p.MinRuntime, amountOf, &q.MinRuntime, nil},
		{"with_runtime.lte", p.MaxRuntime, amountOf, nil, &q.MaxRuntime},
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
	for _, ends := range [][2]*float64{{q.YearMin, q.YearMax}, {q.MinRating, q.MaxRating}, {q.MinVotes, q.MaxVotes}, {q.MinRuntime, q.MaxRuntime}} {
		if ends[0] != nil && ends[1] != nil && *ends[0] > *ends[1] {
			return x.AnswerJSON(listOf(1, []listItem{}, 0))
		}
	}
	return answerFilms(x, q, p.Page, groups...)
}

// keywordFilms answers /3/keyword/{id}/movies.
func keywordFilms(x *wire.Exchange, p *filmPageParams) error {
	q := film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}
	return answerFilms(x, q, p.Page, app.FilmGroup{Keywords: []int{number(p.ID)}})
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
