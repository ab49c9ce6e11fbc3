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
// in US dollars. A nil pointer was left out or null. Year and all after it are beyond the
// published interface.
type projectBody struct {
	Title       string   `json:"title" minLength:"1" maxLength:"500" doc:"The project's title; the only field that is required."`
	Genre       string   `json:"genre,omitempty" doc:"Genres, separated by commas. Not read when there are genres." example:"Crime, Thriller"`
	Genres      []string `json:"genres,omitempty" maxItems:"30" doc:"Genres. Those the catalogue does not know are reported in warnings."`
	Budget      *float64 `json:"budget,omitempty" nullable:"true" minimum:"1000" maximum:"1000000000" doc:"US dollars. Without it the return is not estimated and the confidence is low."`
	Director    string   `json:"director,omitempty" maxLength:"500" doc:"Several are separated by commas."`
	Cast        []string `json:"cast,omitempty" maxItems:"50" doc:"Names in billing order; the first eight are looked at."`
	Synopsis    string   `json:"synopsis,omitempty" maxLength:"20000" doc:"What the film is about. Films about the same things are looked for; of a long text the first 600 words."`
	Screenplay  string   `json:"screenplay_text,omitempty" doc:"The screenplay, measured and forgotten. It is shown where it stands among the research screenplays; the estimates do not depend on it."`
	Year        *int     `json:"year,omitempty" nullable:"true" minimum:"1913" maximum:"2100" doc:"When it will be released; the year after the newest film of the catalogue when left out. Only films of earlier years are looked at."`
	Companies   []string `json:"companies,omitempty" maxItems:"20" doc:"Who produces it; the first four are looked at."`
	Writers     []string `json:"writers,omitempty" maxItems:"20" doc:"Who writes it; the first four are looked at."`
	Countries   []string `json:"countries,omitempty" maxItems:"20" doc:"Where it is made, the main country first: ISO 3166-1 codes or English names."`
	Languages   []string `json:"languages,omitempty" maxItems:"20" doc:"What is spoken in it, the main language first: ISO 639-1 codes or English names."`
	Runtime     *int     `json:"runtime,omitempty" nullable:"true" minimum:"40" maximum:"600" doc:"Minutes."`
	Month       *int     `json:"month,omitempty" nullable:"true" minimum:"1" maximum:"12" doc:"Month of release."`
	Franchise   string   `json:"franchise,omitempty" maxLength:"500" doc:"The series it belongs to: earlier films with its name in their title are its predecessors."`
	Source      string   `json:"source_material,omitempty" maxLength:"500" doc:"The title of the work it is based on: earlier films with it in their title are its predecessors."`
	Certificate string   `json:"certificate,omitempty" maxLength:"500" doc:"Its age rating. The catalogue holds none of earlier films, so it changes nothing and warnings say so."`
}

// question returns the body as a question to the application. Genres wins over Genre (REQ
// R-16); when it is empty, question sets it from Genre. In the question a Year, Runtime or
// Month of 0 stands for one that was left out, so a 0 that was sent becomes -1.
func (b *projectBody) question() app.PredictQuestion {
	if len(b.Genres) == 0 {
		b.Genres = listed(b.Genre)
	}
	q := app.PredictQuestion{
		Project: forecast.Project{
			Title: b.Title, Genres: b.Genres, Budget: b.Budget, Director: b.Director,
			Cast: b.Cast, Companies: b.Companies, Synopsis: b.Synopsis, Writers: b.Writers,
			Countries: b.Countries, Languages: b.Languages, Franchise: b.Franchise, Source: b.Source, Certificate: b.Certificate,
		},
		Screenplay: b.Screenplay,
	}
	for _, n := range []struct {
		to   *int
		from *int
	}{{&q.Project.Year, b.Year}, {&q.Project.Runtime, b.Runtime}, {&q.Project.Month, b.Month}} {
		if n.from == nil {
			continue
		}
		if *n.to = *n.from; *n.to == 0 {
			*n.to = -1 // stated, and none
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
			OperationID: "forecastProject", Method: http.MethodPost, Path: "/api/v1/predict",
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
