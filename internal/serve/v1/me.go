package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/identity"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// meAnswer is the answer of GET /me: the caller and the day's budget (REQ K-04). Meta is nil
// outside the sandbox.
type meAnswer struct {
	Data identity.Me       `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerMe adds GET /me. No cache keeps its answers.
func registerMe(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getAccount", Method: http.MethodGet, Path: "/api/v1/me",
			Tags: []string{"account"}, Summary: "Who am I, and what is left?",
			Description: "What the key may do and what is left of the day's budget. Costs nothing, and answers also when the budget is used up.",
			Responses: map[string]*huma.Response{"200": openapi.Success[meAnswer](api.Doc, "The caller and its budget.",
				[]byte(`{"data":{"mode":"api_key","tier":"producer","scopes":["read","write"],"sandbox":false,"daily_limit":200,"used_today":31,"remaining":169,"resets_at":"2026-03-15T00:00:00Z"}}`))},
		},
		Need:    access.Needs.Status,
		Private: true,
		Answer:  me,
	})
}

// me answers GET /me. It is free, and answers when the budget is used up.
func me(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.Identity().Me(x.Context())
	if err != nil {
		return err
	}
	return x.AnswerJSON(meAnswer{found, x.SandboxMeta()})
}
