package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// coverageAnswer is the answer of /coverage. Meta is nil outside the sandbox.
type coverageAnswer struct {
	Data *atlas.Coverage   `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const (
	// coverageGroup is the share of one film of which two metrics are looked at; shares are
	// from 0 to 1.
	coverageGroup   = `{"films":1,"share":{"year":1,"box_office.budget":0}}`
	coverageExample = `{"data":{"metrics":["year","box_office.budget"],"overall":` + coverageGroup + `,"decades":{"1940s":` + coverageGroup +
		`},"countries":{"GB":` + coverageGroup + `},"languages":{"en":` + coverageGroup + `}}}`
)

// registerCoverage adds GET /coverage, which costs one request. It also adds to the schema
// that shares lie in 0 to 1, which their Go type does not say.
func registerCoverage(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getDataCoverage", Method: http.MethodGet, Path: "/api/v2/coverage",
			Tags: []string{"statistics"}, Summary: "How much is known",
			Description: "The share of films of which each metric is known: of all, and by decade, country and language. What it says of a group holds for its films in this library.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[coverageAnswer](api.Doc, "The shares.", []byte(coverageExample), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Coverage,
		Answer: coverage,
	})
	least, most := 0.0, 1.0
	share := api.Doc.Components.Schemas.Map()["DataCoverageGroup"].Properties["share"].AdditionalProperties.(*huma.Schema)
	share.Minimum, share.Maximum = &least, &most
}

// coverage answers GET /coverage with how much is known of the films of the library. A client
// that has the answer gets 304, which is free.
func coverage(x *wire.Exchange, _ *wire.None) error {
	found, answered, err := wire.Cached(x, x.Visit.Coverage())
	if answered || err != nil {
		return err
	}
	return x.AnswerJSON(coverageAnswer{found, x.SandboxMeta()})
}
