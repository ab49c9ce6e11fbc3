package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// scriptParams name the film whose script is wanted.
type scriptParams struct {
	ID string `path:"id" doc:"A film's id." example:"tt0041959"`
}

// filmScriptAnswer is the answer of /films/{id}/script (REQ S-45). Meta is nil outside the
// sandbox.
type filmScriptAnswer struct {
	Data *app.FilmScript   `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerScript adds GET /films/{id}/script, which costs one request.
func registerScript(api wire.API) {
	wire.Handle(api, wire.Route[scriptParams]{
		Operation: huma.Operation{
			OperationID: "getFilmScript", Method: http.MethodGet, Path: "/api/v2/films/{id}/script",
			Tags: []string{"screenplays"}, Summary: "Get a film's screenplay from beginning to end",
			Description: "The measured screenplay of a film, as version 1 has it, and its series: " +
				"mood, dialogue and speaking characters in twenty parts of equal words, acts, and the scenes by length and setting. Figures alone: " +
				"the text is not kept. 404 with code film_not_found when no film has the id, with code script_not_found when its screenplay was not measured.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmScriptAnswer](api.Doc, "The script with its series.", scriptExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Scripts,
		Answer: script,
	})
}

// script answers with the figures of a film's script. An id that no film has is 404
// film_not_found, a film without a script 404 script_not_found.
func script(x *wire.Exchange, p *scriptParams) error {
	found, answered, err := wire.Tagged(x, x.Visit.FilmScript(p.ID))
	if answered || err != nil {
		return err
	}
	return x.AnswerJSON(filmScriptAnswer{found, x.SandboxMeta()})
}

// scriptExample is a script of two scenes and more. Its figures are made up.
func scriptExample() []byte {
	f := openapi.ExampleFilm()
	told := &app.FilmScript{
		Script: &research.Script{
			Title: f.Title, Year: f.Year, Tier: "S", Rank: 12, Points: 80.95, FilmdbID: f.ID.String(), FilmdbRating: f.Ratings.Filmdb,
			MasterScore: f.Ratings.MasterScore, Features: measure.EachFeature(func(int) float64 { return 0.4217 }), Class: "High",
		},
		Series: &research.Series{
			ActShares: []float64{0.251, 0.502, 0.247},
			Scenes:    []research.MeasuredScene{{Words: 212, Setting: new("exterior")}, {Words: 87, Setting: new("interior")}, {Words: 140}},
		},
	}
	for part := range measure.Segments {
		told.Series.Sentiment = append(told.Series.Sentiment, float64(part-10)/100)
		told.Series.DialogueRatio = append(told.Series.DialogueRatio, 0.4+float64(part)/100)
		told.Series.Speakers = append(told.Series.Speakers, 3+part%4)
	}
	return exampleOf(filmScriptAnswer{Data: told})
}
