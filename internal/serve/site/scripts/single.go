package scripts

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// filmPath returns the address of the script's film.
func (s *single) filmPath() string {
	id, _ := film.ParseID(s.FilmdbID)
	return part.FilmPath(id, s.Title)
}

// tables are the tables of the page's file.
func (s *single) tables() []table.Table {
	all := []table.Table{scriptTable([]research.Script{*s.Script}), part.FeatureTable("this script", &s.Features, s.set)}
	if s.Measured != nil {
		scenes := s.scenes().Table()
		scenes.Name = "scenes"
		all = append(all, part.StoryTable(s.Measured), scenes)
	}
	return all
}

// scenes is the picture of the scenes in order.
func (s *single) scenes() chart.Scenes { return part.SceneStrip(s.Measured, nil, nil) }

// bands is the picture of the tiers, with the script's pointed out.
func (s *single) bands(prefix string) chart.Strip {
	c := chart.Strip{
		Head:     chart.Head{ID: "tiers", Title: "Scripts by tier", Desc: "How many scripts of the research set each tier has; this script's tier is pointed out."},
		Category: "Tier", Value: chart.Axis{Name: "Scripts", Unit: "scripts"},
	}
	for i, n := range s.counts {
		tier := research.Tiers[i : i+1]
		c.Bars = append(c.Bars, chart.Bar{Label: tier, Value: float64(n), Href: prefix + "/scripts?tier=" + tier, On: tier == s.Tier})
	}
	return c
}

// outlier is a feature that few scripts of the set go beyond.
type outlier struct {
	about measure.Feature
	value string
	words string
}

// outliers returns the features that are furthest from the middle of the set, three at most.
func (s *single) outliers() []outlier {
	below, order := part.Below(&s.Features, s.set), make([]int, 0, measure.Count)
	far := func(f int) float64 { return math.Abs(below[f] - 50) }
	for f := range below {
		if far(f) >= 35 {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far(b), far(a)) })
	var all []outlier
	for _, f := range order[:min(len(order), 3)] {
		about := measure.Features()[f]
		all = append(all, outlier{about, part.FeatureText(about, *s.Features.At(f)), part.Standing(below[f])})
	}
	return all
}

// strip returns the small picture of a script of the list.
func (s *listView) strip(script *research.Script) string {
	return part.FeatureStrip(part.Below(&script.Features, s.set))
}

// counted says which scripts are shown.
func (s *listView) counted() string {
	if len(s.found.Scripts) == 0 {
		return "No scripts"
	}
	return "Scripts " + table.Number(s.found.Offset+1, 0) + " to " + table.Number(s.found.Offset+len(s.found.Scripts), 0) + " of " + table.Number(s.found.Total, 0)
}
