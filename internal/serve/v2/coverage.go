package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// Coverage describes how much is known of the films. The bytes are written by
// package atlas; a test holds the two together.
type Coverage struct {
	Metrics   []string                 `json:"metrics" doc:"What is told of, by its name in a film."`
	Overall   CoverageGroup            `json:"overall" doc:"All films."`
	Decades   map[string]CoverageGroup `json:"decades" doc:"By decade, as 1990s, and unknown."`
	Countries map[string]CoverageGroup `json:"countries" doc:"By the first country of origin, ISO 3166-1, and unknown; the most films first."`
	Languages map[string]CoverageGroup `json:"languages" doc:"By original language, ISO 639-1, and unknown; the most films first."`
}

// CoverageGroup is films that have something in common.
type CoverageGroup struct {
	Films int           `json:"films" minimum:"0"`
	Share knownByMetric `json:"share" doc:"By metric, the share of the films of which it is known, from 0 to 1; null when there are no films."`
}

// knownByMetric is shares by metric.
type knownByMetric map[string]*float64

// Schema lets a share be null.
func (knownByMetric) Schema(huma.Registry) *huma.Schema {
	low, high := 0.0, 1.0
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: &huma.Schema{
		Type: huma.TypeNumber, Nullable: true, Minimum: &low, Maximum: &high,
	}}
}

type coverageAnswer struct {
	Data Coverage          `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const (
	coverageGroup   = `{"films":1,"share":{"year":1,"box_office.budget":0}}`
	coverageExample = `{"data":{"metrics":["year","box_office.budget"],"overall":` + coverageGroup + `,"decades":{"1940s":` + coverageGroup +
		`},"countries":{"GB":` + coverageGroup + `},"languages":{"en":` + coverageGroup + `}}}`
)

func registerCoverage(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "coverage", Method: http.MethodGet, Path: "/api/v2/coverage",
			Tags: []string{"statistics"}, Summary: "How much is known",
			Description: "The share of films of which each metric is known: of all, and by decade, country and language. What it says of a group holds for its films in this library.",
			Responses: map[string]*huma.Response{
				"200": wire.Success[coverageAnswer](api.Doc, "The shares.", []byte(coverageExample), "ETag", "Last-Modified"),
				"304": wire.Unchanged(),
			},
		},
		Need:   access.Needs.Coverage,
		Answer: coverage,
	})
}

func coverage(x *wire.Exchange, _ *wire.None) error {
	found, answered, err := wire.Cached(x, x.Visit.Coverage())
	if answered || err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	x.Answer(x.AppendSandbox(append(b, found...)))
	return nil
}
