package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// atlasParams are those of REQ AT-01 to AT-03. What is out of range is 400. A nil decade is
// no bound. A decade may be any of its years; it is rounded down (REQ AT-02).
type atlasParams struct {
	Band      string   `query:"band" enum:"S,A,B,C,D,E,all" default:"all" doc:"Only films of this band of the master score: S from 85, A from 75, B from 65, C from 55, D from 45, E below."`
	DecadeMin *float64 `query:"decade_min" format:"int32" minimum:"0" maximum:"9999" doc:"The first decade, by any of its years. With a decade, films of no known year are left out." example:"1970"`
	DecadeMax *float64 `query:"decade_max" format:"int32" minimum:"0" maximum:"9999" doc:"The last decade, by any of its years." example:"1990"`
	Top       int      `query:"top" alias:"limit" minimum:"1" maximum:"200" default:"100" doc:"How many films to list for each country."`
}

// atlasMeta repeats the question as it was understood (REQ AT-04, AT-09): Band is all when
// none was asked for, decades are rounded down and nil when none was asked for.
type atlasMeta struct {
	Band      string `json:"band" enum:"S,A,B,C,D,E,all"`
	DecadeMin *int   `json:"decade_min" nullable:"true" doc:"The first year of the first decade; null when not asked for."`
	DecadeMax *int   `json:"decade_max" nullable:"true" doc:"The first year of the last decade; null when not asked for."`
	Top       int    `json:"top" minimum:"1" maximum:"200"`
	Sandbox   bool   `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// atlasAnswer is the answer of /atlas (REQ AT-04).
type atlasAnswer struct {
	Data atlas.World `json:"data"`
	Meta atlasMeta   `json:"meta"`
}

// atlasExample is the answer for one band and one decade, with one film.
const atlasExample = `{"data":{"totals":{"films":1,"countries":1,"verified":1,"inferred":0,"unmapped":0},` +
	`"coverage":{"verified_pct":100,"inferred_pct":0,"unmapped_pct":0},"disclaimer":"` + atlas.Disclaimer + `",` +
	`"countries":[{"code":"GB","name":"United Kingdom","film_count":1,"verified_count":1,"inferred_count":0,"verified_share":1,"avg_master_score":88.4,` +
	`"top_films":[{"filmdb_id":"tt0041959","title":"The Third Man","year":1949,"master_score":88.4,"poster_mini_url":null}]}]},` +
	`"meta":{"band":"S","decade_min":1940,"decade_max":1940,"top":100}}`

// registerAtlas adds GET /atlas. It needs the Producer plan and costs one request (REQ A-10).
func registerAtlas(api wire.API) {
	wire.Handle(api, wire.Route[atlasParams]{
		Operation: huma.Operation{
			OperationID: "getAtlas", Method: http.MethodGet, Path: "/api/v2/atlas",
			Tags: []string{"statistics"}, Summary: "The films of the world",
			Description: "Films by country of origin, with how it is known, and each country's best. Every film counts once, for the first country listed. Needs the Producer plan.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[atlasAnswer](api.Doc, "The world, or the part of it asked for.", []byte(atlasExample), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Atlas,
		Answer: world,
	})
}

// world answers GET /atlas with films by country. A client that has the answer gets 304,
// which is free. An answer in the response cache is charged, but not counted again.
func world(x *wire.Exchange, p *atlasParams) error {
	q := atlas.Question{Band: p.Band, DecadeMin: p.DecadeMin, DecadeMax: p.DecadeMax, Top: p.Top}
	found, answered, err := wire.Cached(x, x.Visit.Atlas(q))
	if answered || err != nil {
		return err
	}
	q = found.Question
	return x.AnswerJSON(atlasAnswer{found.World, atlasMeta{q.Band, whole(q.DecadeMin), whole(q.DecadeMax), q.Top, x.Visit.Bill().Sandbox}})
}

// whole returns a year as an integer, without its fraction; nil for nil.
func whole(year *float64) *int {
	if year == nil {
		return nil
	}
	return new(int(*year))
}
