package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/forecast"
	"kinodex/internal/param"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// projectBody is the body of /predict (REQ ).
type projectBody struct {
	forecast.Project
	Genre      string `json:"genre,omitempty" doc:"Genres, separated by commas. Not read when there are genres." example:"Crime, Thriller"`
	Screenplay string `json:"screenplay_text,omitempty" doc:"The screenplay, measured and forgotten. It is shown where it stands among the research screenplays; the estimates do not depend on it."`
}

// projectFields is projectBody without its methods.
type projectFields projectBody

// projects reads the body of /predict.
var projects = param.NewReader[projectFields](param.Mode{Object: "body"})

// UnmarshalJSON refuses what a field may not be, by the field's name.
func (b *projectBody) UnmarshalJSON(body []byte) error {
	read, err := projects.Read(body)
	*b = projectBody(read)
	return err
}

// question returns the body as a question to the application. Genres wins over Genre (REQ
//
func (b *projectBody) question() app.PredictQuestion {
	q := app.PredictQuestion{Project: b.Project, Screenplay: b.Screenplay}
	if len(q.Project.Genres) == 0 {
		q.Project.Genres = param.Listed(b.Genre)
	}
	return q
}

// registerPredict adds POST /predict, a heavy route with a body of at most app.MostText
// bytes. No cache keeps an answer.
func registerPredict(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "forecastProject", Method: http.MethodPost, Path: "/api/v1/predict",
			Tags: []string{"forecast"}, Summary: "Forecast a project",
			Description: "What may become of a film that is not made yet, judged by earlier films: " +
				"worldwide gross, user rating and master score with intervals that hold four of five films, the films it was compared with, and what they suggest " +
				"for release and marketing. " +
				"Estimates of money are of what it takes if it is released commercially. No language model is involved: the same project gives the same answer from the same library. At most 5 MiB.",
			RequestBody: openapi.Takes[projectBody](api.Doc, true,
				`{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":40000000,"director":"Carol Reed","cast":["Joseph Cotten"],"synopsis":"A locksmith opens a safe that should have stayed shut."}`),
			Responses: map[string]*huma.Response{"200": openapi.Success[predictAnswer](api.Doc, "The forecast.", []byte(predictExample), "Deprecation", "Link")},
		},
		Need: access.Needs.Predict, Private: true, Heavy: true, Body: app.MostText, Answer: predict,
	})
}

// predict answers POST /predict with the forecast of a project. No language model has a part
// in it: the same project gets the same answer from the same library (REQ R-28).
func predict(x *wire.Exchange, _ *wire.None) error {
	var body projectBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	found, err := x.Visit.Predict(x.Context(), body.question())
	if err != nil {
		return err
	}
	return x.AnswerJSON(predictAnswer{found, x.SandboxMeta()})
}
