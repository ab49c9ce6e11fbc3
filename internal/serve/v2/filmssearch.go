package v2

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/film"
	"kinodex/internal/param"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// registerFilmsSearch adds POST /films/search, which is GET /films with its parameters in the
// body (REQ F2-63): for filters longer than an address may be.
func registerFilmsSearch(api wire.API) {
	reader := param.NewReader[filmsParams](param.Mode{Closed: true, Object: "body"})
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "searchFilms", Method: http.MethodPost, Path: "/api/v2/films/search",
			Tags: []string{"films"}, Summary: "List films, by a long question",
			Description: "What GET /api/v2/films answers to the same parameters, which are members of the body here. Names of fields, facets and ids may be lists. Cursors of one lead on in the other. Unknown members are refused. The answer is not cached.",
			RequestBody: openapi.Takes[filmsParams](api.Doc, true, `{"q":"vienna","genre":"Film-Noir","year_min":1940,"fields":["@card","overview"],"limit":10}`),
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmsAnswer](api.Doc, "A page of films, each in list mode.", filmsExample(), tableNotes...),
			},
		},
		Need:   access.Needs.Films,
		Body:   wire.JSONBody,
		Tables: true,
		Answer: func(x *wire.Exchange, _ *wire.None) error {
			var body json.RawMessage
			if err := x.Decode(&body); err != nil {
				return err
			}
			p, err := reader.Read(body)
			if err != nil {
				return err
			}
			return filmsAnew(x, &p)
		},
	})
}

// filmsAnew is films for an answer that no cache has and no client holds.
func filmsAnew(x *wire.Exchange, p *filmsParams) error {
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
		found, err := wire.Asked(x, x.Visit.FilmsByID(q))
		if err != nil {
			return err
		}
		found.Localize(l)
		return answerByID(x, found)
	}
	q, err := p.question(x.CSV())
	if err != nil {
		return err
	}
	found, err := wire.Asked(x, x.Visit.Films(q))
	if err != nil {
		return err
	}
	found.Localize(l)
	return answerFilms(x, found)
}
