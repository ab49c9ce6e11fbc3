package v2

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// filmsParams are those of REQ F2-19 to F2-32, and facets. What is out of range is 400.
type filmsParams struct {
	Q     string     `query:"q" alias:"title,name,search,query,text,keyword,keywords" maxLength:"500" doc:"Words that must all occur in title, overview, cast, crew or keywords." example:"vienna noir"`
	Match film.Match `query:"match" enum:"all,any,auto" default:"all" doc:"How many of the words of q a film must have. all: every one; any: at least one; auto: all, and where few films have all, most of them, as meta.match then says."`
	film.Filters
	Sort   string `query:"sort" alias:"order,order_by,sort_by" example:"year:desc"`
	Fields string `query:"fields" doc:"The fields wanted, separated by commas, one dotted level deep; all when omitted. filmdb_id is always there." example:"title,year,ratings.filmdb"`
	Facets string `query:"facets" doc:"Also count the matches by: genres, decades, languages, countries, separated by commas." example:"genres,decades"`
	Limit  int    `query:"limit" alias:"per_page,page_size,size,count" minimum:"1" maximum:"500" default:"50" doc:"How many films to answer with."`
	Cursor string `query:"cursor" alias:"page,offset,skip,start,next,next_cursor" doc:"meta.next_cursor of the page before, unchanged, with the same filters and sort."`
}

// Describe returns the description of sort, which lists the fields of film.SortFields (REQ
// F2-29).
func (filmsParams) Describe() map[string]string {
	return map[string]string{"sort": film.DescribeSort(film.SortFields, "q")}
}

// question returns the parameters as a question to the application. A decade or a sort that
// cannot be read is a fault of that parameter. Bounds, names of fields and facets, and the
// cursor are checked by the application.
func (p *filmsParams) question() (q app.FilmsQuestion, err error) {
	q = app.FilmsQuestion{Page: film.Page{Limit: p.Limit}, Cursor: p.Cursor, View: film.List, Fields: p.Fields, Facets: split(p.Facets)}
	if q.Query, err = p.Query(); err != nil {
		return q, err
	}
	q.Query.Text, q.Query.Match = p.Q, p.Match
	q.Query.Sort, err = film.ParseSort(p.Sort, film.SortFields)
	return q, err
}

// split returns the parts of a list that is separated by commas, without empty ones; nil for
// none.
func split(list string) (parts []string) {
	for part := range strings.SplitSeq(list, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// registerFilms adds GET /films (REQ F2-18).
func registerFilms(api wire.API) {
	wire.Handle(api, wire.Route[filmsParams]{
		Operation: huma.Operation{
			OperationID: "listFilms", Method: http.MethodGet, Path: "/api/v2/films",
			Tags: []string{"films"}, Summary: "List films",
			Description: "Films that match all conditions. Follow meta.next_cursor for every match exactly once.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmsAnswer](api.Doc, "A page of films, each in list mode.", filmsExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Films,
		Answer: films,
	})
}

// films answers GET /films with a page of films in the list view. The rows are copied from
// the library, never encoded here. A client that has the page gets 304, which is free; a page
// in the response cache is charged but not searched for again (REQ F2-54).
func films(x *wire.Exchange, p *filmsParams) error {
	q, err := p.question()
	if err != nil {
		return err
	}
	found, answered, err := wire.Cached(x, x.Visit.Films(q))
	if answered || err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	b = found.AppendData(b, x.Base())
	return x.AnswerList(b, filmsMeta{
		Total: found.Total, Limit: found.Limit, Offset: found.Offset, NextCursor: found.NextCursor, HasMore: found.HasMore,
		Sandbox: x.Visit.Bill().Sandbox, DidYouMean: found.DidYouMean, Match: found.Match, MatchNote: found.Match.Note(), UnknownGenres: found.UnknownGenres, Facets: found.Facets,
	})
}
