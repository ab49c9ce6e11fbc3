package v1

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/poster"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// postersParams are those of REQ P-02. An empty ID stands for all posters. Integers out of
// range are clamped, and meta has the values used (REQ F1-26).
type postersParams struct {
	ID     string `query:"id" maxLength:"200" doc:"Only the poster of this film; an id without one finds none." example:"tt0041959"`
	Offset int    `query:"offset" minimum:"0" maximum:"1000000000" default:"0" beyond:"clamp" doc:"How many posters to skip."`
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" beyond:"clamp" doc:"How many posters to answer with; out of range, the nearest bound. meta.limit says which was used."`
}

// postersAnswer is a page of posters that were read, by ascending film id. An id that has
// none gives an empty page, not 404 (REQ P-02).
type postersAnswer struct {
	Data []app.PosterRow `json:"data"`
	Meta postersMeta     `json:"meta"`
}

// postersMeta is v1's pagination of posters (REQ G-19).
type postersMeta struct {
	Total   int      `json:"total" minimum:"0" doc:"All matches."`
	Offset  int      `json:"offset" minimum:"0" doc:"The offset used."`
	Limit   int      `json:"limit" minimum:"1" maximum:"200" doc:"The limit used."`
	Ignored []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	Sandbox bool     `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// posterStatsAnswer has the aggregates of all readings (REQ P-01). Meta is nil outside the
// sandbox.
type posterStatsAnswer struct {
	Data *poster.Figures   `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// registerPosters adds GET /posters/stats, GET /posters/films and POST /posters/analyze.
func registerPosters(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "getPosterStatistics", Method: http.MethodGet, Path: "/api/v1/posters/stats",
			Tags: []string{"posters"}, Summary: "Statistics of posters",
			Description: "What the posters that were read look like, counted when the library is built: palette and layout by genre and decade, design and lettering, moods, and for how many films there is a poster at all.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[posterStatsAnswer](api.Doc, "The statistics.", posterStatsExample(), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Posters,
		Answer: posterStats,
	})
	wire.Handle(api, wire.Route[postersParams]{
		Operation: huma.Operation{
			OperationID: "listPosters", Method: http.MethodGet, Path: "/api/v1/posters/films",
			Tags: []string{"posters"}, Summary: "List analysed posters",
			Description: "The films whose poster was read, with what was read of it, by film id. A reading may be carried by the program, without a stored picture: its origin says so. An id that has none gives an empty list.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[postersAnswer](api.Doc, "A page of posters.", postersExample(), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.Posters,
		Tables: true,
		Answer: posters,
	})
	registerAnalyzePoster(api)
}

// posterStats answers GET /posters/stats. The figures were counted when the library was built.
func posterStats(x *wire.Exchange, _ *wire.None) error {
	found, err := x.Visit.PosterStats(x.Context())
	if err != nil {
		return err
	}
	return x.AnswerJSON(posterStatsAnswer{found, x.SandboxMeta()})
}

// posters answers GET /posters/films, by ascending film id.
func posters(x *wire.Exchange, p *postersParams) error {
	found, err := x.Visit.Posters(x.Context(), app.PostersQuestion{ID: p.ID, Offset: p.Offset, Limit: p.Limit})
	if err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Page, wire.ByOffset(found.Total, found.Offset, len(found.Page)))
	}
	return x.AnswerJSON(postersAnswer{found.Page, postersMeta(pageMeta(x, found.Total, found.Offset, found.Limit))})
}

// examplePoster is the address of a stored poster, as a JSON string.
const examplePoster = `"https://kinodex.example/posters/5f2c9a0112345678-full.jpg"`

// postersExample returns a page with the example film's poster.
func postersExample() []byte {
	b, _ := json.Marshal(postersAnswer{
		Data: []app.PosterRow{{FilmdbID: 41959, Title: "The Third Man", Year: openapi.ExampleFilm().Year, Poster: []byte(examplePoster), Analysis: openapi.EncodedReading()}},
		Meta: postersMeta{Total: 1, Limit: 50},
	})
	return b
}

// posterStatsExample returns aggregates of no posters.
func posterStatsExample() []byte {
	example := poster.NewFigures()
	example.Coverage.Films = 1
	b, _ := json.Marshal(posterStatsAnswer{Data: example})
	return b
}
