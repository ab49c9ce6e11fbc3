// Package films is the list of films and the page of a film.
package films

import (
	"encoding/json"
	"net/url"
	"strconv"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/site/table"
)

// Register adds the pages of films.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/films", Get: list, Data: true, Need: access.Needs.Films})
	s.Handle(page.Route{Path: "/films/{id}", Get: one, Data: true, Need: access.Needs.Film})
}

// perPage is how many films a page of the list shows.
const perPage = 48

// question reads the form of the list: the parameters of /api/v2/films, of which empty ones
// are no condition. cursor is the page's.
func question(v *page.View) (q app.FilmsQuestion, err error) {
	p := v.Query()
	number := func(name string) (n *float64) {
		if text := p.Get(name); text != "" && err == nil {
			value, bad := strconv.ParseFloat(text, 64)
			if bad != nil {
				err = fault.Param(name, "a number")
			}
			n = &value
		}
		return n
	}
	q = app.FilmsQuestion{
		Query: film.Query{
			Text: p.Get("q"), Genres: film.ParseGenres(p.Get("genre")),
			YearMin: number("year_min"), YearMax: number("year_max"), MinRating: number("min_rating"), MinScore: number("min_score"), MinVotes: number("min_votes"),
			Director: p.Get("director"), Actor: p.Get("actor"), Language: p.Get("language"), HasPoster: p.Get("has_poster") == "true",
		},
		Page: film.Page{Limit: perPage}, Cursor: p.Get("cursor"), View: film.List, Fields: part.FilmFields,
		Facets: []string{"genres", "decades", "languages"},
	}
	if v.Format == page.HTML && !asTable(p) {
		q.Fields = part.GridFields
	}
	if err != nil {
		return q, err
	}
	if q.Query.Decade, err = film.Decade(p.Get("decade")).First(); err != nil {
		return q, err
	}
	if q.Query.Match, err = film.ParseMatch(p.Get("match")); err != nil {
		return q, err
	}
	q.Query.Sort, err = film.ParseSort(p.Get("sort"), film.SortFields)
	return q, err
}

// asTable reports whether the list is wanted as a table, not as posters.
func asTable(p url.Values) bool { return p.Get("view") == "table" }

// list shows a page of films with the form that filters them.
func list(v *page.View) error {
	q, err := question(v)
	if err != nil {
		return err
	}
	asked := v.Visit.Films(q)
	found, err := asked.Answer(v.Context())
	if err != nil {
		return err
	}
	films, err := found.Values(v.Base())
	if err != nil {
		return err
	}
	l := newList(v, found, films)
	a := page.Answer{
		Title: l.title(), Description: "Every film of the library, by what you want of it.",
		Tables: []table.Table{l.rows()}, API: v.API("/api/v2/films", "view"), Data: listData{},
	}
	a.Content = listPage(l, a.Tables[0])
	if v.Format == page.JSON {
		a.Data = listData{json.RawMessage(found.AppendData(nil, v.Base())), found.Total, found.NextCursor}
	}
	return v.Answer(a)
}

// listData is the list as data. NextCursor is the cursor of the next page.
type listData struct {
	Films      json.RawMessage `json:"films"`
	Total      int             `json:"total"`
	NextCursor *string         `json:"next_cursor"`
}
