package v1

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/wire"
)

// projectBody is the body of /predict (REQ ). Title alone is required. Budget is
// in US dollars. A nil Budget or Year was left out or null. Year and Companies are beyond the
// published interface.
type projectBody struct {
	Title      string   `json:"title" minLength:"1" maxLength:"500" doc:"The project's title; the only field that is required."`
	Genre      string   `json:"genre,omitempty" doc:"Genres, separated by commas. Not read when there are genres." example:"Crime, Thriller"`
	Genres     []string `json:"genres,omitempty" maxItems:"30" doc:"Genres. Those the catalogue does not know are reported in warnings."`
	Budget     *float64 `json:"budget,omitempty" nullable:"true" maximum:"10000000000" doc:"US dollars, above 0. Without it the return is not estimated and the confidence is low."`
	Director   string   `json:"director,omitempty" maxLength:"500" doc:"Several are separated by commas."`
	Cast       []string `json:"cast,omitempty" maxItems:"50" doc:"Names in billing order; the first eight are looked at."`
	Synopsis   string   `json:"synopsis,omitempty" maxLength:"20000" doc:"What the film is about. Films about the same things are looked for; of a long text the first 600 words."`
	Screenplay string   `json:"screenplay_text,omitempty" doc:"The screenplay, measured and forgotten. It is shown where it stands among the research screenplays; the estimates do not depend on it."`
	Year       *int     `json:"year,omitempty" nullable:"true" minimum:"1913" maximum:"2100" doc:"When it will be released; the year after the newest film of the catalogue when left out. Only films of earlier years are looked at."`
	Companies  []string `json:"companies,omitempty" maxItems:"20" doc:"Who produces it; the first four are looked at."`
}

// question returns the body as a question to the application. Genres wins over Genre (REQ
// R-16); when it is empty, question sets it from Genre. In the question a Year of 0 stands
// for one that was left out, so a year of 0 that was sent becomes -1.
func (b *projectBody) question() app.PredictQuestion {
	if len(b.Genres) == 0 {
		b.Genres = listed(b.Genre)
	}
	q := app.PredictQuestion{
		Project: forecast.Project{
			Title: b.Title, Genres: b.Genres, Budget: b.Budget, Director: b.Director,
			Cast: b.Cast, Companies: b.Companies, Synopsis: b.Synopsis,
		},
		Screenplay: b.Screenplay,
	}
	if b.Year != nil {
		if q.Project.Year = *b.Year; q.Project.Year == 0 {
			q.Project.Year = -1 // stated, and none
		}
	}
	return q
}

// listed returns the items of a list with commas, trimmed, without empty ones. It is never
// nil.
func listed(s string) []string {
	names := []string{}
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			names = append(names, part)
		}
	}
	return names
}

// registerPredict adds POST /predict, a heavy route with a body of at most app.MostText
// bytes. No cache keeps an answer.
func registerPredict(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "v1-predict", Method: http.MethodPost, Path: "/api/v1/predict",
			Tags: []string{"forecast"}, Summary: "Forecast a project",
			Description: "What may become of a film that is not made yet, judged by earlier films: worldwide gross, user rating and master score with intervals that hold four of five films, the films it was compared with, and what they suggest for release and marketing. " +
				"Estimates of money are of what it takes if it is released commercially. No language model is involved: the same project gives the same answer from the same library. At most 5 MiB.",
			RequestBody: wire.Takes[projectBody](api.Doc, true,
				`{"title":"The Brass Key","genres":["Crime","Thriller"],"budget":40000000,"director":"Carol Reed","cast":["Joseph Cotten"],"synopsis":"A locksmith opens a safe that should have stayed shut."}`),
			Responses: map[string]*huma.Response{"200": wire.Success[predictAnswer](api.Doc, "The forecast.", []byte(predictExample), "Deprecation", "Link")},
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
	data, err := json.Marshal(found)
	if err != nil {
		return err
	}
	return tell(x, data)
}
