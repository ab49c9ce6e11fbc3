package v1

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// statsAnswer is the answer of GET /stats (REQ F1-35). Meta is nil outside the sandbox.
type statsAnswer struct {
	Data *atlas.Statistics `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const (
	// statsTier ends a budget tier without films: averages of nothing are null.
	statsTier    = `,"count":0,"avg_rating":null,"avg_score":null,"median_roi":null}`
	statsExample = `{"data":{"summary":{"total_films":1,"year_min":1949,"year_max":1949,"avg_rating":8.1,"avg_score":88.4,` +
		`"with_year":1,"with_rating":1,"with_language":1,"with_budget":0,"with_gross":1,"with_roi":0},` +
		`"genres":{"Film-Noir":{"count":1,"avg_rating":8.1,"avg_score":88.4}},"decades":{"1940s":{"count":1,"avg_rating":8.1,"avg_score":88.4}},` +
		`"budgetTiers":{"micro":{"budget_from":0,"budget_below":1000000` + statsTier + `,"low":{"budget_from":1000000,"budget_below":10000000` + statsTier +
		`,"mid":{"budget_from":10000000,"budget_below":40000000` + statsTier + `,"high":{"budget_from":40000000,"budget_below":100000000` + statsTier +
		`,"blockbuster":{"budget_from":100000000,"budget_below":null` + statsTier + `},"topDirectors":{},` +
		`"scoreDist":{"80-90":1},"ratingDist":{"8-9":1},"yearTrend":{"1949":{"count":1,"avg_rating":8.1,"avg_score":88.4}},` +
		`"languages":{"en":{"name":"English","count":1,"avg_rating":8.1,"avg_score":88.4}},"bestPicture":{},"roiDecades":{}}}`
)

// registerStats adds GET /stats.
func registerStats(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getStatistics", Method: http.MethodGet, Path: "/api/v1/stats",
			Tags: []string{"statistics"}, Summary: "Statistics of the catalogue",
			Description: "All films counted and averaged in eleven ways. Counted when the library is built, so it is answered quickly; it is one request of the budget.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[statsAnswer](api.Doc, "The statistics.", []byte(statsExample), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Stats,
		Answer: allStats,
	})
}

// allStats answers GET /stats with figures that were counted when the library was built. It
// sends no entity tag.
func allStats(x *wire.Exchange, _ *wire.None) error {
	found, answered, err := wire.Untagged(x, x.Visit.Stats())
	if answered || err != nil {
		return err
	}
	return x.AnswerJSON(statsAnswer{found, x.SandboxMeta()})
}
