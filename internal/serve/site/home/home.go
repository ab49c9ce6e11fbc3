// Package home is the start page: one search box over everything, the ways into the site, and
// what the library holds.
package home

import (
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the start page.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/{$}", Get: show, Need: access.Needs.Stats})
}

func show(v *page.View) error {
	q := v.Visit.Stats()
	stats, err := q.Answer(v.Context())
	if err != nil {
		return err
	}
	decades := Decades(stats, v.Prefix())
	best, err := best(v)
	if err != nil {
		return err
	}
	return v.Answer(page.Answer{
		Title:       "Films, screenplays and what follows from them",
		Description: "A searchable film catalogue, measured screenplays, forecasts and recommendations.",
		Content:     start(stats, decades, best), API: "/api/v1/stats",
	})
}

// shownFilms is how many films the start page shows.
const shownFilms = 6

// best returns the films with the best master score.
func best(v *page.View) ([]*film.Film, error) {
	q := v.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Sort: film.Sort{Field: "master_score", Desc: true}}, Page: film.Page{Limit: shownFilms}, View: film.List, Fields: part.FilmFields,
	})
	found, err := q.Answer(v.Context())
	if err != nil {
		return nil, err
	}
	return found.Values(v.Base())
}

// Decades returns the counts of films by decade as a picture whose bars lead to the decade's
// films. prefix is that of the service's addresses.
func Decades(stats *atlas.Statistics, prefix string) chart.Strip {
	s := chart.Strip{
		Head:     chart.Head{ID: "decades", Size: chart.Wide, Title: "Films by decade", Desc: "How many films of each decade of release the library holds."},
		Category: "Decade", Value: chart.Axis{Name: "Films", Unit: "films"},
	}
	for _, decade := range stats.Decades {
		s.Bars = append(s.Bars, chart.Bar{Label: decade.Key, Value: float64(decade.Value.Count), Href: prefix + part.Address("/films", "decade", decade.Key)})
	}
	return s
}

// span returns the years of the library, as 1902 to 2023.
func span(s atlas.StatsSummary) string {
	if s.YearMin == nil || s.YearMax == nil {
		return "unknown"
	}
	return strings.Join([]string{table.Year(s.YearMin).Text, table.Year(s.YearMax).Text}, " to ")
}
