package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// adviceAnswer is the answer of /scripts/advice (REQ F2-120). Meta is nil outside the sandbox.
type adviceAnswer struct {
	Data *app.Advice       `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerAdvice adds POST /scripts/advice, a heavy route that costs one request. No cache keeps an
// answer, and nothing of the body is stored.
func registerAdvice(api wire.API) {
	wire.Handle(api, wire.Route[app.AdviceTerms]{
		Operation: huma.Operation{
			OperationID: "adviseScript", Method: http.MethodPost, Path: "/api/v2/scripts/advice",
			Tags: []string{"screenplays"}, Summary: "Get what follows from a screenplay's figures",
			Description: "Measures a text as POST /api/v1/scripts/analyze does, and answers with the features that stand out most. For each: the scenes that cause it, three produced scripts near this one with their value, " +
				"the paragraph of a craft guide, and the changes that would bring it within the middle 80% of the research set, in pages, scenes, lines or words. " +
				"It follows by stated rules, without any language model unless prose is asked for. It promises nothing: read caution. " +
				"Send JSON, or a file as the body or as the part file of a form. At most 5 MiB. The text is neither stored nor logged.",
			RequestBody: wire.TakesFiles[wire.ScriptBody](api.Doc, wire.ScriptBodyExample, "file"),
			Responses:   map[string]*huma.Response{"200": openapi.Success[adviceAnswer](api.Doc, "The points.", adviceExample())},
		},
		Need: access.Needs.Analyze, Private: true, Heavy: true, Body: app.MostText, Files: true, Answer: advise,
	})
}

// advise answers POST /scripts/advice.
func advise(x *wire.Exchange, terms *app.AdviceTerms) error {
	draft, err := x.Draft()
	if err != nil {
		return err
	}
	found, err := x.Visit.Advise(x.Context(), app.AdviceQuestion{Draft: draft, AdviceTerms: *terms})
	if err != nil {
		return err
	}
	x.Leave() // to wait for a model takes no place from those who measure
	found.Write(x.Context())
	if err := x.Context().Err(); err != nil {
		return err
	}
	return x.AnswerJSON(adviceAnswer{found, x.SandboxMeta()})
}

// adviceExample is an answer of one point. Its figures are made up.
func adviceExample() []byte {
	f := openapi.ExampleFilm()
	value := advice.Example{Title: f.Title, Year: f.Year, FilmdbID: f.ID.String(), Value: 0.5127}
	return exampleOf(adviceAnswer{Data: &app.Advice{Advice: &advice.Advice{
		NearRule: advice.NearRule, Caution: advice.Caution, Warnings: []string{},
		Points: []advice.Point{{
			Feature: "dialogue_ratio", Label: "Dialogue against action", Unit: "share", Value: 0.6914, ZScore: 1.92, Below: 96.3, Middle: advice.Middle{Low: 0.3812, High: 0.6401},
			Scenes:     []advice.Scene{{Scene: 12, Heading: "INT. CUTTING ROOM - NIGHT"}},
			Near:       &advice.Near{Scripts: []advice.Example{value}, Conditions: []string{research.NearGenre, research.NearLength}},
			Suggestion: new("Let an action carry what a speech says."), Otherwise: &value,
			Guide: &advice.Passage{Name: "Graham Greene", Slug: "graham-greene", Section: "Dialogue", Text: "Silence is the last thing that his people say.", Typical: true},
			Changes: []advice.Change{{
				Says:    "Cut about 17 pages of dialogue, or 280 speeches of the mean length.",
				Amounts: []advice.Amount{{Value: 3360, Unit: "words"}, {Value: 16.8, Unit: "pages"}, {Value: 280, Unit: "speeches"}},
			}},
		}},
	}}})
}
