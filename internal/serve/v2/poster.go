package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// posterParams name the film whose poster is wanted.
type posterParams struct {
	ID string `path:"id" doc:"A film's id." example:"tt0041959"`
}

// posterAnalysisAnswer is the answer of /films/{id}/poster-analysis (REQ P-08). Meta is nil
// outside the sandbox.
type posterAnalysisAnswer struct {
	Data *app.PosterAnalysis `json:"data"`
	Meta *wire.SandboxMeta   `json:"meta,omitempty"`
}

// registerPosterAnalysis adds GET /films/{id}/poster-analysis, which costs one request.
func registerPosterAnalysis(api wire.API) {
	wire.Handle(api, wire.Route[posterParams]{
		Operation: huma.Operation{
			OperationID: "getPosterAnalysis", Method: http.MethodGet, Path: "/api/v2/films/{id}/poster-analysis",
			Tags: []string{"posters"}, Summary: "Get what a film's poster shows",
			Description: "The reading of a film's poster: colours, layout, lettering, faces, mood, design, by deterministic measurement; estimates say so. " +
				"404 with code film_not_found when no film has the id, with code no_poster_analysis when its poster was not read. " +
				"A reading whose origin is carried came with the program; the service does not store that picture.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[posterAnalysisAnswer](api.Doc, "The reading.", exampleOf(posterAnalysisAnswer{
					Data: &app.PosterAnalysis{FilmdbID: 41959, Title: "The Third Man", Year: openapi.ExampleFilm().Year, Analysis: openapi.EncodedReading()},
				}), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.PosterAnalysis,
		Answer: posterAnalysis,
	})
}

// posterAnalysis answers with the stored reading; no picture is looked at. An id that no film
// has is 404 film_not_found, a film whose poster was not read 404 no_poster_analysis.
func posterAnalysis(x *wire.Exchange, p *posterParams) error {
	found, answered, err := wire.Tagged(x, x.Visit.PosterAnalysis(p.ID))
	if answered || err != nil {
		return err
	}
	return x.AnswerJSON(posterAnalysisAnswer{found, x.SandboxMeta()})
}
