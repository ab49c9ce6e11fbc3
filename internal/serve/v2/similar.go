package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// similarParams name a film, and say how many others are wanted. A limit out of range is 400
// (REQ F2-39).
type similarParams struct {
	ID    string `path:"id" doc:"A film's id." example:"tt0041959"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many films to answer with, at most."`
	Localized
}

// similarMeta says what the likeness rests on (REQ F2-39, F2-42). Count is at most
// RequestedLimit (REQ F2-40).
type similarMeta struct {
	Source         string `json:"source" enum:"content,collaborative" doc:"content: who made the films, what they are about and what kind they are; collaborative: also what people like together, by ratings the operator imported."`
	Count          int    `json:"count" minimum:"0" maximum:"100" doc:"The films in this answer."`
	RequestedLimit int    `json:"requested_limit" minimum:"1" maximum:"100" doc:"The limit used."`
	Sandbox        bool   `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// similarAnswer has the films most like one, most similar first.
type similarAnswer struct {
	Data []film.Raw[Film] `json:"data"`
	Meta similarMeta      `json:"meta"`
}

// registerSimilar adds GET /films/{id}/similar, which costs one request.
func registerSimilar(api wire.API) {
	wire.Handle(api, wire.Route[similarParams]{
		Operation: huma.Operation{
			OperationID: "listSimilarFilms", Method: http.MethodGet, Path: "/api/v2/films/{id}/similar",
			Tags: []string{"films"}, Summary: "List films like one",
			Description: "The films most like one, the most similar first, each once and never itself. 404 with code film_not_found when no film has the id, with code no_similarity_data when too little is known of it.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[similarAnswer](api.Doc, "Films in list mode.", similarExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Similar,
		Tables: true,
		Answer: similar,
	})
}

// similar answers with films like one, the most similar first, never the film itself. There
// may be fewer than were asked for. An id that no film has is 404 film_not_found, a film of
// which too little is known 404 no_similarity_data (REQ F2-41).
func similar(x *wire.Exchange, p *similarParams) error {
	l, err := p.locale()
	if err != nil {
		return err
	}
	found, answered, err := wire.Tagged(x, x.Visit.Similar(app.SimilarQuestion{ID: p.ID, Limit: p.Limit}))
	if answered || err != nil {
		return err
	}
	found.Localize(l)
	if x.CSV() {
		return x.AnswerFilms(&found.Records, wire.Place{Total: found.Len()})
	}
	meta := similarMeta{found.Source, found.Len(), found.Limit, x.Visit.Bill().Sandbox}
	return x.AnswerJSON(similarAnswer{app.Encoded[Film](&found.Records), meta})
}
