package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// filmParams name one film, and whether a figure of it is to be explained. An empty Explain
// stands for no figure; an unknown one is 400.
type filmParams struct {
	ID      string `path:"id" doc:"A film's id." example:"tt0041959"`
	Explain string `query:"explain" enum:"master_score" doc:"Also tell how this figure comes about, under the key explain." example:"master_score"`
	Localized
}

// registerFilm adds GET /films/{id} (REQ F2-38).
func registerFilm(api wire.API) {
	wire.Handle(api, wire.Route[filmParams]{
		Operation: huma.Operation{
			OperationID: "getFilm", Method: http.MethodGet, Path: "/api/v2/films/{id}",
			Tags: []string{"films"}, Summary: "Get a film",
			Description: "One film in detail mode: all cast, full crew, companies, watch providers, external ids.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmAnswer](api.Doc, "The film, in detail mode.", filmExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Film,
		Answer: oneFilm,
	})
}

// oneFilm answers with a film in the detail view. An id that no film has is 404
// film_not_found, which is charged (REQ Q-08). The entity tag is compared before the question
// is charged: a 304 is free (REQ F2-54).
func oneFilm(x *wire.Exchange, p *filmParams) error {
	l, err := p.locale()
	if err != nil {
		return err
	}
	if p.Explain != "" {
		return filmExplained(x, p, l)
	}
	found, answered, err := wire.Tagged(x, x.Visit.Film(p.ID, film.Detail))
	if answered || err != nil {
		return err
	}
	found.Localize(l)
	return x.AnswerJSON(filmAnswer{Data: found.Encoded(), Meta: x.SandboxMeta()})
}
