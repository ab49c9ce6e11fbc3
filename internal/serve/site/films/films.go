// Package films is the list of films, with its feed and its calendar, and the page of a film.
package films

import (
	"encoding/json"
	"net/url"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the pages of films.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/films", Takes: params.Fields, Get: list, Data: true, Need: access.Needs.Films})
	s.Handle(page.Route{Path: "/films", As: page.Atom, Takes: feedQuery.Fields, Get: feed, Need: access.Needs.Films, Volatile: true})
	s.Handle(page.Route{Path: "/films", As: page.Calendar, Takes: calendarQuery.Fields, Get: calendar, Need: access.Needs.Films, Volatile: true})
	s.Handle(page.Route{Path: "/films/{id}", Get: one, Data: true, Need: access.Needs.Film})
}

// perPage is how many films a page of the list shows.
const perPage = 48

// wanted are the parameters that say which films a list has, and its feed and calendar: those of
// /api/v2/films but for the fields, the facets and the size of a page. Sort and View, which is table
// for a table, say how the list shows them; a feed and a calendar have orders of their own.
type wanted struct {
	Q     string     `query:"q" alias:"title,name,search,query,text,keyword,keywords" maxLength:"500"`
	Match film.Match `query:"match" enum:"all,any,auto" default:"all"`
	film.Filters
	Sort string `query:"sort" alias:"order,order_by,sort_by"`
	View string `query:"view" enum:"table"`
}

// query returns the question for the films that are wanted.
func (w *wanted) query() (q film.Query, err error) {
	q = film.Query{Text: w.Q, Match: w.Match, Filters: w.Filters}
	q.Sort, err = film.ParseSort(w.Sort, film.SortFields)
	return q, err
}

// listParams are the parameters of the list.
type listParams struct {
	wanted
	Cursor string `query:"cursor" alias:"page,offset,skip,start,next"`
}

// params reads listParams.
var params = param.NewQuery[listParams]()

// question reads the form of the list, of which empty fields are no condition.
func question(v *page.View) (q app.FilmsQuestion, err error) {
	var p listParams
	if _, err := params.Read(v.Filled(), &p); err != nil {
		return q, err
	}
	q = app.FilmsQuestion{
		Page: film.Page{Limit: perPage}, Cursor: p.Cursor, View: film.List, Fields: part.SortedFields,
		Facets: []string{"genres", "decades", "languages", "countries"},
	}
	if v.Format == page.HTML && p.View != "table" {
		q.Fields = part.GridFields
	}
	q.Query, err = p.query()
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
	statistics := v.Visit.Stats()
	stats, err := statistics.Answer(v.Context())
	if err != nil {
		return err
	}
	l, err := newList(v, q, found, films, stats)
	if err != nil {
		return err
	}
	a := page.Answer{
		Title: l.title(), Description: "Every film of the library, by what you want of it.", Scripts: []string{"films"},
		Tables: []table.Table{l.rows()}, API: v.API("/api/v2/films", "view"), Data: listData{}, Feeds: l.feeds,
	}
	a.Content = listPage(l, a.Tables[0])
	if v.Format == page.JSON {
		a.Data = listData{found.AppendData(nil, v.Base()), found.Total, found.NextCursor}
	}
	return v.Answer(a)
}

// listData is the list as data. NextCursor is the cursor of the next page.
type listData struct {
	Films      json.RawMessage `json:"films"`
	Total      int             `json:"total"`
	NextCursor *string         `json:"next_cursor"`
}
