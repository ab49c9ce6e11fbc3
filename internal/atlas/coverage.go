package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ordered"
)

// metrics are the fields that coverage reports, in its order, which is part of the interface:
// film.Fields but for the title, which every film has.
var metrics = film.Fields[1:]

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
	c := &coverage{decades: map[string]*group{}, countries: map[string]*group{}, languages: map[string]*group{}}
	c.overall = c.newGroup()
	return c
}

func (c *coverage) newGroup() *group { return &group{known: make([]int, len(metrics))} }

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
	for i := range metrics {
		if metrics[i].Known(f) {
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
	names := make([]string, len(metrics))
	for i, m := range metrics {
		names[i] = m.Path
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
	shares := make(ordered.Map[*float64], 0, len(metrics))
	for i, m := range metrics {
		var known *float64 // of no films nothing is a part
		if g.films > 0 {
			known = new(share(g.known[i], g.films))
		}
		shares.Add(m.Path, known)
	}
	return CoverageGroup{g.films, shares}
}
