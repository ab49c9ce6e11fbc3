package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// scriptBody is the JSON body of /scripts/analyze (REQ S-15). Text is nil when it was left
// out or null.
type scriptBody struct {
	Text *string `json:"text" nullable:"false" minLength:"500" doc:"The screenplay: plain text, Fountain or Final Draft XML. At least 500 characters (Unicode code points). It is measured and forgotten: not stored, not logged."`
}

// draftsBody is the JSON body of /scripts/compare. A draft is nil when it was left out or
// null.
type draftsBody struct {
	Before *string `json:"before" nullable:"false" minLength:"500" doc:"The earlier draft, at least 500 characters."`
	After  *string `json:"after" nullable:"false" minLength:"500" doc:"The later draft, at least 500 characters."`
}

// What the bodies of examples say; the real ones are longer.
const (
	scriptBodyExample = `{"text":"INT. CUTTING ROOM - NIGHT\n\nReels to the ceiling. IRIS threads the last of them.\n\nIRIS\nOne more, and then we know.\n\n` + padding + `"}`
	draftsBodyExample = `{"before":"INT. CUTTING ROOM - NIGHT\n\n` + padding + `","after":"INT. CUTTING ROOM - DAWN\n\n` + padding + `"}`
	padding           = `The lamp comes on. Rain on the window, the street below it empty but for a cyclist who looks up, thinks better of it and rides on. ` +
		`Iris winds the film forward by hand, a frame at a time, and holds each against the light. A face turns. A door behind the face stands open that was shut before. ` +
		`She goes back ten frames: shut. Forward: open. She puts the strip down, takes off the gloves, and for the first time tonight looks at the door behind herself. ` +
		`It is open. Nobody is in it. The projector, which she has not touched, begins to run.`
)

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
				"Send JSON, or a file (plain text, Fountain, Final Draft XML, PDF with a text layer) as the body or as the part file of a form. At most 5 MiB. The text is neither stored nor logged.",
			RequestBody: wire.TakesFiles[scriptBody](api.Doc, scriptBodyExample, "file"),
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
	q, err := analyzeQuestion(x)
	if err != nil {
		return err
	}
	found, err := x.Visit.Analyze(x.Context(), q)
	if err != nil {
		return err
	}
	return x.AnswerJSON(analysisAnswer{found, x.SandboxMeta()})
}

// analyzeQuestion reads the draft from whichever form the body has: JSON with text, a form
// with a file, or the file itself. Its errors are faults of text or file. Whether the draft
// is long enough is checked by the application (REQ S-16).
func analyzeQuestion(x *wire.Exchange) (q app.AnalyzeQuestion, err error) {
	files, err := x.Files()
	if err != nil {
		return q, err
	}
	if files == nil {
		var body scriptBody
		if err := x.Decode(&body); err != nil {
			return q, err
		}
		q.Draft, err = textOf("text", body.Text)
		return q, err
	}
	q.Draft, err = fileOf(files, "file", "text", "")
	return q, err
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
		if q.Before, err = textOf("before", body.Before); err == nil {
			q.After, err = textOf("after", body.After)
		}
		return q, err
	}
	if q.Before, err = fileOf(files, "before"); err == nil {
		q.After, err = fileOf(files, "after")
	}
	return q, err
}

// textOf returns a draft from a field of a JSON body. A field that was left out, or null, is
// a fault of kind MissingParameter.
func textOf(field string, text *string) (app.Draft, error) {
	if text == nil {
		return app.Draft{}, fault.Missing(field, "a screenplay of at least 500 characters")
	}
	return app.Draft{Field: field, Text: *text}, nil
}

// fileOf returns a draft from the file in the first of the named fields that was sent; the
// field "" stands for a whole body. Faults of the draft name the first field, wherever the
// file was. Without any such file it is a fault of kind MissingParameter.
func fileOf(files []wire.File, fields ...string) (app.Draft, error) {
	for _, field := range fields {
		for _, f := range files {
			if f.Field == field {
				return app.Draft{Field: fields[0], File: f.Bytes, Name: f.Name}, nil
			}
		}
	}
	return app.Draft{}, fault.Missing(fields[0], "a file: a screenplay as plain text, Fountain, Final Draft XML, or a PDF with a text layer")
}
