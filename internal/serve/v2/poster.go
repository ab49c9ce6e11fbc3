package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/poster/look"
	"kinodex/internal/serve/wire"
)

type posterParams struct {
	ID string `path:"id" doc:"A film's id." example:"tt0041959"`
}

// PosterAnalysis describes the reading of a film's poster (REQ P-08, P-09). The
// bytes are written by package app; a test holds the two together.
type PosterAnalysis struct {
	FilmdbID string       `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string       `json:"title"`
	Year     *int         `json:"year" doc:"Of release."`
	Analysis look.Reading `json:"analysis"`
}

type posterAnalysisAnswer struct {
	Data PosterAnalysis    `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

func registerPosterAnalysis(api wire.API) {
	wire.Handle(api, wire.Route[posterParams]{
		Operation: huma.Operation{
			OperationID: "poster-analysis", Method: http.MethodGet, Path: "/api/v2/films/{id}/poster-analysis",
			Tags: []string{"posters"}, Summary: "Get what a film's poster shows",
			Description: "The reading of a film's poster: colours, layout, lettering, faces, mood, design, by deterministic measurement; estimates say so. 404 with code film_not_found when no film has the id, with code no_poster_analysis when its poster was not read. A reading whose origin is carried came with the program; the service does not store that picture.",
			Responses: map[string]*huma.Response{
				"200": wire.Success[posterAnalysisAnswer](api.Doc, "The reading.", exampleOf(posterAnalysisAnswer{
					Data: PosterAnalysis{"tt0041959", "The Third Man", wire.ExampleFilm().Year, *wire.ExampleReading()},
				}), "ETag", "Last-Modified"),
				"304": wire.Unchanged(),
			},
		},
		Need:   access.Needs.PosterAnalysis,
		Answer: posterAnalysis,
	})
}

func posterAnalysis(x *wire.Exchange, p *posterParams) error {
	found, answered, err := wire.Tagged(x, x.Visit.PosterAnalysis(p.ID))
	if answered || err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	x.Answer(x.AppendSandbox(found.AppendData(b)))
	return nil
}
