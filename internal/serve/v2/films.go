package v2

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// filmsParams are those of REQ F2-19 to F2-32, facets and ids. What is out of range is 400.
// They are the members of the body of /films/search, too.
type filmsParams struct {
	IDs   names      `query:"ids" json:"ids,omitempty" nullable:"true" alias:"id,filmdb_id,filmdb_ids,film_ids" maxLength:"4000" doc:"Instead of all other conditions: up to 100 films by what names them, separated by commas, in this order. A film's id, or moviedb: and the second movie database's number." example:"tt0041959,moviedb:603"`
	Q     string     `query:"q" json:"q,omitempty" nullable:"true" alias:"title,name,search,query,text,keyword,keywords" maxLength:"500" doc:"Words that must all occur in title, overview, cast, crew or keywords." example:"vienna noir"`
	Match film.Match `query:"match" json:"match,omitempty" nullable:"true" enum:"all,any,auto" default:"all" doc:"How many of the words of q a film must have. all: every one; any: at least one; auto: all, and where few films have all, most of them, as meta.match then says. With auto a q that is no title and no name is read as a wish, as meta.understood then says. With auto a title of several words leaves out films that only share words with it, and a description that one film fits far better than all others returns that film alone, as meta.match_note then says; any lists the others."`
	film.Filters
	Sort   string `query:"sort" json:"sort,omitempty" nullable:"true" alias:"order,order_by,sort_by" example:"year:desc"`
	Fields names  `query:"fields" json:"fields,omitempty" nullable:"true" example:"title,year,ratings.filmdb"`
	Localized
	Facets names  `query:"facets" json:"facets,omitempty" nullable:"true" doc:"Also count the matches by: genres, decades, languages, countries, separated by commas; total for no more than meta.total. Answers in CSV have no room for counts, only for total." example:"genres,decades"`
	Limit  int    `query:"limit" json:"limit,omitempty" alias:"per_page,page_size,size,count" minimum:"0" maximum:"500" default:"50" allowed:"an integer from 1 to 500; beside facets (facets=total) also 0, to count alone" doc:"How many films to answer with. Beside facets 0 is taken, too: for the totals and facets alone."`
	Cursor string `query:"cursor" json:"cursor,omitempty" nullable:"true" alias:"page,offset,skip,start,next,next_cursor" doc:"meta.next_cursor of the page before, unchanged, with the same filters and sort."`
}

// Describe returns the descriptions of sort, which lists the fields of film.SortFields (REQ
// F2-29), and of fields, which lists the sets of them.
func (filmsParams) Describe() map[string]string {
	return map[string]string{"sort": film.DescribeSort(film.SortFields, "q"), "fields": film.DescribeFields()}
}

// question returns the parameters as a question to the application. A sort that cannot be
// read is a fault of that parameter, as is a limit of 0 without facets (REQ F2-31), and
// counts of a table, which has no place for them (REQ F2-65). Bounds, names of fields and facets, and the
// cursor are checked by the application.
func (p *filmsParams) question(table bool) (q app.FilmsQuestion, err error) {
	facets := split(string(p.Facets))
	if table && slices.ContainsFunc(facets, func(name string) bool { return name != app.OnlyTotal }) {
		return q, fault.Param("facets", "absent, or "+app.OnlyTotal+", in a request for CSV: send Accept: application/json for counts")
	}
	if p.Limit == 0 && len(facets) == 0 {
		return q, fault.Param("limit", "an integer from 1 to 500; beside facets (facets=total) also 0, to count alone")
	}
	q = app.FilmsQuestion{
		Page: film.Page{Limit: p.Limit}, CountOnly: p.Limit == 0, Cursor: p.Cursor, View: film.List, Fields: string(p.Fields),
		Facets: facets,
	}
	q.Query = film.Query{Text: p.Q, Match: p.Match, Filters: p.Filters}
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
				"200": openapi.Success[filmsAnswer](api.Doc, "A page of films, each in list mode.", filmsExample(), append(tableNotes, "ETag", "Last-Modified")...),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Films,
		Tables: true,
		Answer: films,
	})
}

// films answers GET /films with a page of films in the list view. The rows are copied from
// the library, never encoded here. A client that has the page gets 304, which is free; a page
// in the response cache is charged but not searched for again (REQ F2-54).
func films(x *wire.Exchange, p *filmsParams) error {
	l, err := p.locale()
	if err != nil {
		return err
	}
	if l == (film.Locale{}) {
		x.ExpectFilms(film.List, string(p.Fields))
	}
	if p.IDs != "" {
		q, err := p.byID()
		if err != nil {
			return err
		}
		found, answered, err := wire.Cached(x, x.Visit.FilmsByID(q))
		if answered || err != nil {
			return err
		}
		found.Localize(l)
		return answerByID(x, found)
	}
	q, err := p.question(x.CSV())
	if err != nil {
		return err
	}
	found, answered, err := wire.Cached(x, x.Visit.Films(q))
	if answered || err != nil {
		return err
	}
	found.Localize(l)
	return answerFilms(x, found)
}

// tableNotes are the headers of a list as a table that say what meta says of the question.
var tableNotes = []string{"X-Did-You-Mean", "X-Match", "X-Unknown-Genres", "X-Unknown-Ids"}

// answerList answers with films and what there is to say about them: as JSON, or as a table
// with headers in place of meta (REQ F2-65).
func answerList(x *wire.Exchange, films *app.Records, m *filmsMeta) error {
	if !x.CSV() {
		return x.AnswerList(x.AppendFilms(append(x.Body(), `{"data":`...), films), *m)
	}
	x.Note(tableNotes[0], m.DidYouMean)
	x.Note(tableNotes[1], string(m.Match))
	for _, unknown := range m.UnknownGenres {
		x.Note(tableNotes[2], unknown.Genre)
	}
	if m.UnknownIDs != nil {
		x.Note(tableNotes[3], *m.UnknownIDs...)
	}
	return x.AnswerFilms(films, wire.ByCursor(m.Total, m.NextCursor))
}

// answerFilms answers with a page of films, as JSON or as a table.
func answerFilms(x *wire.Exchange, found *app.Films) error {
	return answerList(x, &found.Records, &filmsMeta{
		Total: found.Total, Limit: found.Limit, Offset: found.Offset, NextCursor: found.NextCursor, HasMore: found.HasMore,
		Sandbox: x.Visit.Bill().Sandbox, DidYouMean: found.DidYouMean, Match: found.Match, MatchNote: found.Match.Note(found.Total), Understood: found.Understood, UnknownGenres: found.UnknownGenres, Facets: found.Facets,
	})
}
