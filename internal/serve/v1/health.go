package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// healthAnswer is the answer of GET /health, the same for every caller (REQ K-04).
type healthAnswer struct {
	Data health `json:"data"`
}

// health is the service's status and version. It says nothing of stores: readiness does.
type health struct {
	Status  string `json:"status" enum:"ok"`
	Version string `json:"version" doc:"The version of the service."`
}

// registerHealth adds GET /health. It needs no key, counts as no request and asks no store.
// Its answer is made once, when the route is registered.
func registerHealth(api wire.API) {
	body := []byte(`{"data":{"status":"ok","version":"` + api.App.Version() + `"}}`)
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getHealth", Method: http.MethodGet, Path: "/api/v1/health",
			Tags: []string{"service"}, Summary: "Is the service there?",
			Description: "For everyone, without a key; costs nothing.",
			Responses:   map[string]*huma.Response{"200": openapi.Success[healthAnswer](api.Doc, "It is.", body)},
		},
		Public: true,
		Answer: func(x *wire.Exchange, _ *wire.None) error {
			x.Answer(append(x.Body(), body...))
			return nil
		},
	})
}
