package v2

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/table"
	"kinodex/internal/serve/wire"
)

// comparableOfParams name a film, and say how many others are wanted. A limit out of range is
// 400.
type comparableOfParams struct {
	ID    string `path:"id" doc:"A film's id." example:"tt0041959"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"How many films to answer with, at most."`
}

// comparableOfFilm is a film that another is a comparable of (REQ R-47).
type comparableOfFilm struct {
	Film       film.Raw[Film] `json:"film"`
	Similarity float64        `json:"similarity" minimum:"0" maximum:"1" doc:"How much the film asked for is like it, as its forecast would tell."`
}

// comparableOfMeta counts the films. Total is nil in a library that was built before they were
// kept.
type comparableOfMeta struct {
	Total   *int `json:"total" nullable:"true" minimum:"0" doc:"All films that it is a comparable of; null in a library that was built before they were kept."`
	Limit   int  `json:"limit" minimum:"1" maximum:"100" doc:"The limit used."`
	Sandbox bool `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// comparableOfAnswer has the films that one is a comparable of, the most similar first.
type comparableOfAnswer struct {
	Data []comparableOfFilm `json:"data"`
	Meta comparableOfMeta   `json:"meta"`
}

// registerComparableOf adds GET /films/{id}/comparable-of, which costs one request.
func registerComparableOf(api wire.API) {
	wire.Handle(api, wire.Route[comparableOfParams]{
		Operation: huma.Operation{
			OperationID: "listComparableOf", Method: http.MethodGet, Path: "/api/v2/films/{id}/comparable-of",
			Tags: []string{"forecast"}, Summary: "List the films that a film is a comparable of",
			Description: "The films among whose comparables a film is, the most similar first: " +
				"each was forecast as a project of its own year, from films of earlier years, with all that its makers knew. " +
				"Only films whose worldwide gross is known have comparables, and are comparables. 404 with code film_not_found when no film has the id.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[comparableOfAnswer](api.Doc, "Films in list mode, with their similarity.", comparableOfExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Film,
		Tables: true,
		Answer: comparableOf,
	})
}

// comparableOf answers with the films that one is a comparable of. An id that no film has is
// 404 film_not_found.
func comparableOf(x *wire.Exchange, p *comparableOfParams) error {
	found, answered, err := wire.Tagged(x, x.Visit.ComparableOf(app.ComparableOfQuestion{ID: p.ID, Limit: p.Limit}))
	if answered || err != nil {
		return err
	}
	if x.CSV() {
		total := -1
		if found.Total != nil {
			total = *found.Total
		}
		return x.AnswerFilms(&found.Records, wire.Place{Total: total}, wire.FilmColumn{
			Name: "similarity", Of: func(i int) table.Cell { return table.Float(found.Similarity[i], 2) },
		})
	}
	answer := comparableOfAnswer{
		Data: make([]comparableOfFilm, found.Len()),
		Meta: comparableOfMeta{found.Total, found.Limit, x.Visit.Bill().Sandbox},
	}
	for i, f := range app.Encoded[Film](&found.Records) {
		answer.Data[i] = comparableOfFilm{f, found.Similarity[i]}
	}
	return x.AnswerJSON(answer)
}

func comparableOfExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []any{map[string]any{"film": json.RawMessage(example(film.List)), "similarity": 0.71}},
		"meta": comparableOfMeta{Total: new(1), Limit: 20},
	})
	return b
}
