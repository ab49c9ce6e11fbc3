package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// filmsParams are those of REQ F1-07 to F1-25. Integers out of range are clamped, and meta
// has the values used (REQ F1-26). Ratings and scores out of range are compared as sent (REQ
// F1-13, F1-14); nil is no condition.
type filmsParams struct {
	Q         string      `query:"q" maxLength:"500" doc:"Words that must all occur in title, synopsis, keywords, cast or crew." example:"heat"`
	Genre     string      `query:"genre" doc:"Part of a genre's name, any case; of several, separated by commas, all must match." example:"sci"`
	Decade    film.Decade `query:"decade" doc:"A decade, as 1990s or 1990." example:"1990s"`
	MinRating *float64    `query:"min_rating" minimum:"0" maximum:"10" beyond:"accept" doc:"The least user rating." example:"7.5"`
	MinScore  *float64    `query:"min_score" minimum:"0" beyond:"accept" doc:"The least master score." example:"60"`
	Director  string      `query:"director" doc:"Part of a director's name, any case." example:"mann"`
	Sort      string      `query:"sort" example:"year:desc"`
	Fields    string      `query:"fields" doc:"The fields wanted, separated by commas; all when omitted. The older names id, t, y and ir are understood. filmdb_id is always there." example:"title,year"`
	Offset    int         `query:"offset" minimum:"0" maximum:"1000000000" default:"0" beyond:"clamp" doc:"How many films to skip."`
	Limit     int         `query:"limit" minimum:"1" maximum:"200" default:"50" beyond:"clamp" doc:"How many films to answer with; out of range, the nearest bound. meta.limit says which was used."`
}

// Describe returns the description of sort, which is made from the table of sort fields.
func (filmsParams) Describe() map[string]string {
	return map[string]string{"sort": film.DescribeSort(film.V1SortFields, "q")}
}

// question returns the parameters as a question to the application. A sort that cannot be
// read is a fault; all else is checked by the application.
func (p *filmsParams) question() (q app.FilmsQuestion, err error) {
	q = app.FilmsQuestion{
		Query: film.Query{
			Text: p.Q, GenreParts: true,
			Filters: film.Filters{Genre: p.Genre, Decade: p.Decade, MinRating: p.MinRating, MinScore: p.MinScore, Director: p.Director},
		},
		Page: film.Page{Offset: p.Offset, Limit: p.Limit}, View: film.Flat, Fields: p.Fields,
	}
	q.Query.Sort, err = film.ParseSort(p.Sort, film.V1SortFields)
	return q, err
}

// idParams name one film. An id of the wrong form is no fault: it is 404, like an id that no
// film has (REQ F1-31).
type idParams struct {
	ID string `path:"id" doc:"A film's id." example:"tt0041959"`
}

// registerFilms adds the list of films and the single film. Both are deprecated in favour of
// v2's. With fields a film may lack all keys but its id.
func registerFilms(api wire.API) {
	wire.Handle(api, wire.Route[filmsParams]{
		Operation: huma.Operation{
			OperationID: "listFilmsV1", Method: http.MethodGet, Path: "/api/v1/films",
			Tags: []string{"v1"}, Summary: "List films", Deprecated: true,
			Description: "Films that match all conditions, page by page. Deprecated in favour of /api/v2/films.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmsAnswer](api.Doc, "A page of films.", filmsExample(), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Films,
		Tables: true,
		Answer: films,
	})
	wire.Handle(api, wire.Route[idParams]{
		Operation: huma.Operation{
			OperationID: "getFilmV1", Method: http.MethodGet, Path: "/api/v1/films/{id}",
			Tags: []string{"v1"}, Summary: "Get a film", Deprecated: true,
			Description: "One film. Deprecated in favour of /api/v2/films/{id}.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmAnswer](api.Doc, "The film.", filmExample(), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Film,
		Answer: oneFilm,
	})
	api.Doc.Components.Schemas.Map()["FilmV1"].Required = []string{"filmdb_id"}
}

// films answers GET /films with flat films and offsets (REQ F1-06). The rows are copied from
// the library, never encoded here. It sends no entity tag, so it never answers 304.
func films(x *wire.Exchange, p *filmsParams) error {
	q, err := p.question()
	if err != nil {
		return err
	}
	found, err := x.Visit.Films(q).Answer(x.Context())
	if err != nil {
		return err
	}
	if x.CSV() {
		return x.AnswerFilms(&found.Records, wire.ByOffset(found.Total, found.Offset, found.Len()))
	}
	x.ExpectFilms(film.Flat, string(p.Fields))
	b := append(x.Body(), `{"data":`...)
	b = x.AppendFilms(b, &found.Records)
	return page(x, b, found.Total, found.Offset, found.Limit)
}

// oneFilm answers GET /films/{id} with one flat film. An unknown id is 404 film_not_found
// (REQ F1-30), and is charged like an answer (REQ Q-08).
func oneFilm(x *wire.Exchange, p *idParams) error {
	found, err := x.Visit.Film(p.ID, film.Flat).Answer(x.Context())
	if err != nil {
		return err
	}
	return x.AnswerJSON(filmAnswer{found.Encoded(), x.SandboxMeta()})
}
