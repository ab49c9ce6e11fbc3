package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ordered"
)

// metric is something that may be known of a film, by its name in the canonical
// film.
type metric struct {
	name  string
	known func(*film.Film) bool
}

// metrics are what coverage tells of, in its order.
// Their names are part of the interface, and their order is that of the answer.
func metrics() []metric {
	return []metric{
		{"year", func(f *film.Film) bool { return f.Year != nil }},
		{"release_date", func(f *film.Film) bool { return f.ReleaseDate != nil }},
		{"runtime", func(f *film.Film) bool { return f.Runtime != nil }},
		{"genres", func(f *film.Film) bool { return len(f.Genres) > 0 }},
		{"director", func(f *film.Film) bool { return f.Director != nil }},
		{"language", func(f *film.Film) bool { return f.Language != nil }},
		{"countries", func(f *film.Film) bool { return len(f.Countries) > 0 }},
		{"overview", func(f *film.Film) bool { return f.Overview != nil }},
		{"tagline", func(f *film.Film) bool { return f.Tagline != nil }},
		{"keywords", func(f *film.Film) bool { return len(f.Keywords) > 0 }},
		{"cast", func(f *film.Film) bool { return len(f.Cast) > 0 }},
		{"crew_summary", func(f *film.Film) bool { return len(f.CrewSummary) > 0 }},
		{"poster", func(f *film.Film) bool { return f.Poster.URL != nil }},
		{"ratings.filmdb", func(f *film.Film) bool { return f.Ratings.Filmdb != nil }},
		{"ratings.filmdb_votes", func(f *film.Film) bool { return f.Ratings.FilmdbVotes != nil }},
		{"ratings.critics", func(f *film.Film) bool { return f.Ratings.Critics != nil }},
		{"ratings.moviedb", func(f *film.Film) bool { return f.Ratings.Moviedb != nil }},
		{"ratings.moviedb_votes", func(f *film.Film) bool { return f.Ratings.MoviedbVotes != nil }},
		{"ratings.master_score", func(f *film.Film) bool { return true }},
		{"box_office.budget", func(f *film.Film) bool { return f.BoxOffice.Budget != nil }},
		{"box_office.worldwide_gross", func(f *film.Film) bool { return f.BoxOffice.WorldwideGross != nil }},
		{"box_office.roi", func(f *film.Film) bool { return f.BoxOffice.ROI != nil }},
		{"awards.oscar_noms", func(f *film.Film) bool { return f.Awards.OscarNoms != nil }},
		{"awards.oscar_wins", func(f *film.Film) bool { return f.Awards.OscarWins != nil }},
	}
}

// Unknown is the group of films of which it is not known what they are grouped by.
const Unknown = "unknown"

// Coverage is how much is known of the films.
type Coverage struct {
	Metrics   []string                   `json:"metrics" doc:"What is told of, by its name in a film."`
	Overall   CoverageGroup              `json:"overall" doc:"All films."`
	Decades   ordered.Map[CoverageGroup] `json:"decades" doc:"By decade, as 1990s, and unknown."`
	Countries ordered.Map[CoverageGroup] `json:"countries" doc:"By the first country of origin, ISO 3166-1, and unknown; the most films first."`
	Languages ordered.Map[CoverageGroup] `json:"languages" doc:"By original language, ISO 639-1, and unknown; the most films first."`
}

// CoverageGroup is films that have something in common. A share is from 0 to 1 and
// has four decimals.
type CoverageGroup struct {
	Films int                   `json:"films" minimum:"0"`
	Share ordered.Map[*float64] `json:"share" doc:"By metric, the share of the films of which it is known, from 0 to 1; null when there are no films."`
}

// coverage counts of how many films each metric is known.
type coverage struct {
	metrics   []metric
	overall   *group
	decades   map[string]*group
	countries map[string]*group // of origin, as in the atlas
	languages map[string]*group
}

// group is films, and of how many of them each metric is known.
// known has one count for each metric, in their order.
type group struct {
	films int
	known []int
}

func newCoverage() *coverage {
	c := &coverage{metrics: metrics(), decades: map[string]*group{}, countries: map[string]*group{}, languages: map[string]*group{}}
	c.overall = c.newGroup()
	return c
}

func (c *coverage) newGroup() *group { return &group{known: make([]int, len(c.metrics))} }

// add counts a film in the groups it belongs to: all, decade, country and language.
func (c *coverage) add(f *film.Film) {
	decade, language := "", ""
	if f.Year != nil {
		decade = decadeName(decadeOf(*f.Year))
	}
	if f.Language != nil {
		language = *f.Language
	}
	country, _ := origin(f)
	groups := [...]*group{c.overall, c.groupOf(c.decades, decade), c.groupOf(c.countries, country.String()), c.groupOf(c.languages, language)}
	for i, m := range c.metrics {
		if m.known(f) {
			for _, g := range groups {
				g.known[i]++
			}
		}
	}
	for _, g := range groups {
		g.films++
	}
}

// groupOf returns the group of a value, that of the unknown for none.
func (c *coverage) groupOf(of map[string]*group, value string) *group {
	if value == "" {
		value = Unknown
	}
	g := of[value]
	if g == nil {
		g = c.newGroup()
		of[strings.Clone(value)] = g
	}
	return g
}

// result returns the shares of films of which each metric is known.
// Every list is in a stated order: decades ascending, countries and languages by films and
// then by name. Nothing in it is nil but shares of no films.
func (c *coverage) result() *Coverage {
	names := make([]string, len(c.metrics))
	for i, m := range c.metrics {
		names[i] = m.name
	}
	byFilms := func(of map[string]*group) func(a, b string) int {
		return func(a, b string) int { return cmp.Or(cmp.Compare(of[b].films, of[a].films), cmp.Compare(a, b)) }
	}
	return &Coverage{
		Metrics:   names,
		Overall:   c.group(c.overall),
		Decades:   c.groups(c.decades, strings.Compare),
		Countries: c.groups(c.countries, byFilms(c.countries)),
		Languages: c.groups(c.languages, byFilms(c.languages)),
	}
}

// groups returns the groups in order, the unknown last.
func (c *coverage) groups(of map[string]*group, order func(a, b string) int) (m ordered.Map[CoverageGroup]) {
	for _, name := range slices.SortedFunc(maps.Keys(of), order) {
		if name != Unknown {
			m.Add(name, c.group(of[name]))
		}
	}
	if g := of[Unknown]; g != nil {
		m.Add(Unknown, c.group(g))
	}
	return m
}

func (c *coverage) group(g *group) CoverageGroup {
	shares := make(ordered.Map[*float64], 0, len(c.metrics))
	for i, m := range c.metrics {
		var known *float64 // of no films nothing is a part
		if g.films > 0 {
			known = new(share(g.known[i], g.films))
		}
		shares.Add(m.name, known)
	}
	return CoverageGroup{g.films, shares}
}
