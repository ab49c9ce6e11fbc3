package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// draftsBody is the JSON body of /scripts/compare. A draft is nil when it was left out or
// null.
type draftsBody struct {
	Before *string `json:"before" nullable:"false" minLength:"500" doc:"The earlier draft, at least 500 characters."`
	After  *string `json:"after" nullable:"false" minLength:"500" doc:"The later draft, at least 500 characters."`
}

// draftsBodyExample is what a body of two drafts says in examples; real ones are longer.
const draftsBodyExample = `{"before":"INT. CUTTING ROOM - NIGHT\n\n` + wire.ScriptExample + `","after":"INT. CUTTING ROOM - DAWN\n\n` + wire.ScriptExample + `"}`

// analysisAnswer is the answer of /scripts/analyze (REQ S-18). Meta is nil outside the
// sandbox.
type analysisAnswer struct {
	Data *app.Analysis     `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// comparisonAnswer is the answer of /scripts/compare. Meta is nil outside the sandbox.
type comparisonAnswer struct {
	Data *app.Comparison   `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerAnalyze adds the two routes that measure screenplays. Both are heavy: few answers
// are worked on at a time, and other requests wait. A body has at most app.MostText bytes,
// both drafts together. No cache keeps an answer.
func registerAnalyze(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "analyzeScript", Method: http.MethodPost, Path: "/api/v1/scripts/analyze",
			Tags: []string{"screenplays"}, Summary: "Analyse a screenplay",
			Description: "Measures twenty features of a text, holds them against the research set and predicts a class, without any language model: the same text gives the same answer, byte for byte. " +
				"Send JSON, or a file (plain text, Fountain, Final Draft XML, PDF with a text layer, Word, Fade In, Celtx, Highland, Trelby) as the body or as the part file of a form. At most 5 MiB. The text is neither stored nor logged.",
			RequestBody: wire.TakesFiles[wire.ScriptBody](api.Doc, wire.ScriptBodyExample, "file"),
			Responses:   map[string]*huma.Response{"200": openapi.Success[analysisAnswer](api.Doc, "The analysis.", []byte(analysisExample()), "Deprecation", "Link")},
		},
		Need: access.Needs.Analyze, Private: true, Heavy: true, Body: app.MostText, Files: true, Answer: analyze,
	})
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "compareDrafts", Method: http.MethodPost, Path: "/api/v1/scripts/compare",
			Tags: []string{"screenplays"}, Summary: "Compare two drafts",
			Description: "What changed from one draft to the next, feature by feature, and whether it is more than small edits make. Send JSON, or a form with the files before and after; at most 5 MiB together. The texts are neither stored nor logged.",
			RequestBody: wire.TakesFiles[draftsBody](api.Doc, draftsBodyExample, "before", "after"),
			Responses:   map[string]*huma.Response{"200": openapi.Success[comparisonAnswer](api.Doc, "What changed.", []byte(comparedExample()), "Deprecation", "Link")},
		},
		Need: access.Needs.Analyze, Private: true, Heavy: true, Body: app.MostText, Files: true, Answer: compare,
	})
}

// analyze answers POST /scripts/analyze. The answer is deterministic: the same draft gets the
// same bytes, receipt included, from any replica (REQ S-28). The text is neither stored nor
// logged (REQ S-30).
func analyze(x *wire.Exchange, _ *wire.None) error {
	draft, err := x.Draft()
	if err != nil {
		return err
	}
	found, err := x.Visit.Analyze(x.Context(), app.AnalyzeQuestion{Draft: draft})
	if err != nil {
		return err
	}
	return x.AnswerJSON(analysisAnswer{found, x.SandboxMeta()})
}

// compare answers POST /scripts/compare with what changed from one draft to the next. It
// costs one request. The texts are neither stored nor logged.
func compare(x *wire.Exchange, _ *wire.None) error {
	q, err := compareQuestion(x)
	if err != nil {
		return err
	}
	found, err := x.Visit.Compare(x.Context(), q)
	if err != nil {
		return err
	}
	return x.AnswerJSON(comparisonAnswer{found, x.SandboxMeta()})
}

// compareQuestion reads both drafts: from JSON, or from the files before and after of a form.
// A draft that is missing is a fault of its field; before is looked at first.
func compareQuestion(x *wire.Exchange) (q app.CompareQuestion, err error) {
	files, err := x.Files()
	if err != nil {
		return q, err
	}
	if files == nil {
		var body draftsBody
		if err := x.Decode(&body); err != nil {
			return q, err
		}
		if q.Before, err = wire.DraftText("before", body.Before); err == nil {
			q.After, err = wire.DraftText("after", body.After)
		}
		return q, err
	}
	if q.Before, err = wire.DraftFile(files, "before"); err == nil {
		q.After, err = wire.DraftFile(files, "after")
	}
	return q, err
}
