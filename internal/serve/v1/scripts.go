package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// scriptsParams are those of REQ S-02, S-03. An empty Tier stands for all tiers; one that
// does not exist is 400. Integers out of range are clamped, and meta has the values used (REQ
// F1-26).
type scriptsParams struct {
	Tier   string `query:"tier" enum:"S,A,B,C,D,E" doc:"Only scripts of this tier, in either case." example:"A"`
	Offset int    `query:"offset" minimum:"0" maximum:"1000000000" default:"0" beyond:"clamp" doc:"How many scripts to skip."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" beyond:"clamp" doc:"How many scripts to answer with; out of range, the nearest bound. meta.limit says which was used."`
}

// scriptsAnswer is a page of the research set, by rank (REQ S-11). Data is never nil.
type scriptsAnswer struct {
	Data []research.Script `json:"data"`
	Meta filmsMeta         `json:"meta"`
}

// scriptAnswer is one script of the research set, with all twenty features (REQ S-05). Meta
// is nil outside the sandbox.
type scriptAnswer struct {
	Data *research.Script  `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerScripts adds GET /scripts and GET /scripts/{id}. Each costs one request.
func registerScripts(api wire.API) {
	wire.Handle(api, wire.Route[scriptsParams]{
		Operation: huma.Operation{
			OperationID: "listScripts", Method: http.MethodGet, Path: "/api/v1/scripts",
			Tags: []string{"screenplays"}, Summary: "List analysed screenplays",
			Description: "The research set: screenplays of produced films, each with its twenty measured features, by rank. Points come from how the film was rated, not from reading the page.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[scriptsAnswer](api.Doc, "A page of scripts.",
					[]byte(`{"data":[`+scriptExample()+`],"meta":{"total":1,"offset":0,"limit":50}}`), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Scripts,
		Tables: true,
		Answer: scripts,
	})
	wire.Handle(api, wire.Route[idParams]{
		Operation: huma.Operation{
			OperationID: "getScript", Method: http.MethodGet, Path: "/api/v1/scripts/{id}",
			Tags: []string{"screenplays"}, Summary: "Get an analysed screenplay",
			Description: "The screenplay of a film.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[scriptAnswer](api.Doc, "The script.", []byte(`{"data":`+scriptExample()+`}`), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Scripts,
		Answer: oneScript,
	})
}

// scripts answers GET /scripts, by rank. A page that the response cache has is charged, but
// not put together again.
func scripts(x *wire.Exchange, p *scriptsParams) error {
	found, answered, err := wire.Untagged(x, x.Visit.Scripts(app.ScriptsQuestion{Tier: p.Tier, Offset: p.Offset, Limit: p.Limit}))
	if answered || err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Scripts, wire.ByOffset(found.Total, found.Offset, len(found.Scripts)))
	}
	return x.AnswerJSON(scriptsAnswer{found.Scripts, pageMeta(x, found.Total, found.Offset, found.Limit)})
}

// oneScript answers GET /scripts/{id}. A film without a script, and an id that is none, are
// 404 script_not_found (REQ S-14), and are charged like an answer.
func oneScript(x *wire.Exchange, p *idParams) error {
	found, err := x.Visit.Script(x.Context(), p.ID)
	if err != nil {
		return err
	}
	return x.AnswerJSON(scriptAnswer{found, x.SandboxMeta()})
}
