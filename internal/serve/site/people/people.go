// Package people is the list of people, the page of a person, and the films of directors and
// of the crew.
package people

import (
	"strconv"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/people"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/table"
)

// Register adds the pages of people.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/people", Takes: page.Named("q", "genre", "has_style", "min_popularity", "offset"), Get: list, Data: true, Need: access.Needs.People})
	s.Handle(page.Route{Path: "/people/{slug}", Get: one, Data: true, Need: access.Needs.People})
	s.Handle(page.Route{Path: "/directors", Takes: page.Named("name"), Get: directors, Data: true, Need: access.Needs.People})
	s.Handle(page.Route{Path: "/crew", Takes: page.Named("name"), Get: crew, Data: true, Need: access.Needs.People})
}

// perPage is how many people a page of the list shows.
const perPage = 50

// question reads the form of the list: the parameters of /api/v1/actors, of which empty ones
// are no condition.
func question(v *page.View) (q app.ActorsQuestion, err error) {
	p := v.Query()
	q = app.ActorsQuestion{
		Query: people.Query{Name: p.Get("q"), Genre: p.Get("genre")}, HasStyle: p.Get("has_style") == "true", Limit: perPage,
	}
	if text := p.Get("min_popularity"); text != "" {
		least, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return q, fault.Param("min_popularity", "a number from 0 to 100")
		}
		q.MinPopularity = &least
	}
	if text := p.Get("offset"); text != "" {
		if q.Offset, err = strconv.Atoi(text); err != nil {
			return q, fault.Param("offset", "a whole number from 0")
		}
	}
	return q, nil
}

// listView is what the page of the list is made of.
type listView struct {
	v      *page.View
	actors *app.Actors
}

// list shows a page of people, the most popular first, with the form that filters them.
func list(v *page.View) error {
	q, err := question(v)
	if err != nil {
		return err
	}
	actors, err := v.Visit.Actors(q).Answer(v.Context())
	if err != nil {
		return err
	}
	f := &listView{v, actors}
	rows := actorRows(actors.Page)
	return v.Answer(page.Answer{
		Title: "People", Description: "Everyone in the cast of a film, by popularity, with their careers.",
		Content: listPage(f, rows), Data: actors.Page, Tables: []table.Table{rows}, API: v.API("/api/v1/actors"),
	})
}

// actorRows returns people as a table.
func actorRows(actors []people.Actor) table.Table {
	t := table.Table{Name: "people", Caption: "People, the most popular first", Columns: []table.Column{
		{Name: "Name"},
		{Name: "Popularity", Unit: "of 100", Numeric: true, Doc: "From votes, billing and age of the films, beside the most popular of the library."},
		{Name: "Films", Numeric: true}, {Name: "From", Numeric: true}, {Name: "To", Numeric: true}, {Name: "Most films in"},
		{Name: "Mean user rating", Unit: "of 10", Numeric: true}, {Name: "Mean master score", Unit: "of 100", Numeric: true},
		{Name: "Gross of all films", Unit: "US dollars of their years", Numeric: true, Doc: "Of the films whose gross is known, each in dollars of its year; the person's page adds them in dollars of one."}, {Name: "Guide"},
	}}
	for _, a := range actors {
		t.Add(table.Link(a.Name, "/people/"+a.Slug), table.Float(a.Popularity, 1), table.Int(a.Career.FilmCount), table.Year(a.Career.FirstYear),
			table.Year(a.Career.LastYear), table.Text(a.Career.TopGenre), table.Float(a.Career.AvgRating, 1), table.Float(a.Career.AvgMasterScore, 1),
			table.Money(a.Career.TotalGross), table.YesNo(a.HasStyle))
	}
	return t
}

// first returns the address of the first page, or "" on it.
func (f *listView) first() string {
	if f.actors.Offset == 0 {
		return ""
	}
	return f.v.With("offset", "")
}

// next returns the address of the next page, or "" on the last.
func (f *listView) next() string {
	offset := f.actors.Offset + f.actors.Limit
	if offset >= f.actors.Total {
		return ""
	}
	return f.v.With("offset", strconv.Itoa(offset))
}

// filtered reports whether the list has a condition.
func (f *listView) filtered() bool {
	q := f.v.Query()
	return q.Get("q") != "" || q.Get("genre") != "" || q.Get("min_popularity") != "" || q.Get("has_style") != ""
}
