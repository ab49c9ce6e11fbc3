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

// modelAnswer is the card of the tier model, without its trees, with how receipts are checked
// (REQ S-36). Meta is nil outside the sandbox.
type modelAnswer struct {
	Data *app.Model        `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// correlationsAnswer says how features correlate with outcomes (REQ S-32, S-34). Meta is nil
// outside the sandbox.
type correlationsAnswer struct {
	Data *research.Correlations `json:"data"`
	Meta *wire.SandboxMeta      `json:"meta,omitempty"`
}

// registerModel adds GET /model and GET /correlations. Each costs one request.
func registerModel(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getModel", Method: http.MethodGet, Path: "/api/v1/model",
			Tags: []string{"screenplays"}, Summary: "Read about the tier model",
			Description: "What the model that grades screenplays is: a random forest over twenty features, how well it does on films it has not seen, what the features are and how they are spread. Without its trees.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[modelAnswer](api.Doc, "The model.", []byte(modelExample()), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Scripts,
		Answer: model,
	})
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getCorrelations", Method: http.MethodGet, Path: "/api/v1/correlations",
			Tags: []string{"screenplays"}, Summary: "How features go with a film's fortunes",
			Description: "Pearson's r of twenty features with eight outcomes, profiles of the tiers, effect sizes between the best and the worst tier, and the strongest relations in words. Nothing in it is causal.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[correlationsAnswer](api.Doc, "The correlations.", []byte(correlationsExample()), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Scripts,
		Answer: correlations,
	})
}

// model answers GET /model. A library without a tier model, which has too few screenplays, is
// 503 upstream_error.
func model(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.Model(x.Context())
	if err != nil {
		return err
	}
	return x.AnswerJSON(modelAnswer{found, x.SandboxMeta()})
}

// correlations answers GET /correlations. All callers get the same figures from the same
// library.
func correlations(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.Correlations(x.Context())
	if err != nil {
		return err
	}
	return x.AnswerJSON(correlationsAnswer{found, x.SandboxMeta()})
}
