package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/screenplay/production"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// reportsAnswer is the answer of /scripts/reports (REQ F2-115). Meta is nil outside the sandbox.
type reportsAnswer struct {
	Data productionReports `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

type productionReports struct {
	Reports []production.Sheet `json:"reports"`
}

// registerReports adds POST /scripts/reports, a heavy route that costs one request. No cache keeps
// an answer, and nothing of the body is stored.
func registerReports(api wire.API) {
	wire.Handle(api, wire.Route[app.ProductionTerms]{
		Operation: huma.Operation{
			OperationID: "reportProduction", Method: http.MethodPost, Path: "/api/v2/scripts/reports",
			Tags: []string{"screenplays"}, Summary: "Make the reports of a production from a screenplay",
			Description: "Breaks a screenplay down and answers with the tables that a production works with: " +
				"a proposed shooting order, who works on which day, script days, what scenes need on set, places, speaking parts, dialogue, sides, revisions and the test of Bechdel and Wallace. " +
				"Each is worked out by rules, and says how far to trust it; what the script does not say is null. " +
				"Send JSON, or a file as the body or as the part file of a form. At most 5 MiB. The text is neither stored nor logged; the answer quotes it.",
			RequestBody: wire.TakesFiles[wire.ScriptBody](api.Doc, wire.ScriptBodyExample, "file"),
			Responses:   map[string]*huma.Response{"200": openapi.Success[reportsAnswer](api.Doc, "The reports.", reportsExample())},
		},
		Need: access.Needs.Analyze, Private: true, Heavy: true, Body: app.MostText, Files: true, Answer: answerReports,
	})
}

// answerReports answers POST /scripts/reports.
func answerReports(x *wire.Exchange, terms *app.ProductionTerms) error {
	draft, err := x.Draft()
	if err != nil {
		return err
	}
	made, err := x.Visit.ProductionSheets(x.Context(), draft, *terms)
	if err != nil {
		return err
	}
	return x.AnswerJSON(reportsAnswer{productionReports{made}, x.SandboxMeta()})
}

// reportsExample is an answer of one report with one row. Its script is made up.
func reportsExample() []byte {
	r, _ := production.Named("cast")
	return exampleOf(reportsAnswer{Data: productionReports{[]production.Sheet{{
		Name: r.Name, Title: r.Title, About: r.About, Notes: []string{}, Columns: r.Columns,
		Rows: []production.Row{{"IRIS", 12, 96, 84, 1210, "1, 3, 4"}},
	}}}})
}
