package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// streamParams say which films and fields are wanted (REQ SN-01). Empty Fields stand for all
// fields of the list view.
type streamParams struct {
	HasPoster bool   `query:"has_poster" doc:"true keeps only films that have a poster."`
	Fields    string `query:"fields" doc:"The fields wanted, separated by commas, one dotted level deep; all when omitted. filmdb_id is always there." example:"title,year"`
}

// Describe returns the description of fields, which lists the sets of them.
func (streamParams) Describe() map[string]string {
	return map[string]string{"fields": film.DescribeFields()}
}

// registerStream adds GET /films/stream. It needs the Producer plan, costs one request, and
// is refused in the sandbox (REQ SN-03, A-10, A-14).
func registerStream(api wire.API) {
	wire.Handle(api, wire.Route[streamParams]{
		Operation: huma.Operation{
			OperationID: "streamFilms", Method: http.MethodGet, Path: "/api/v2/films/stream",
			Tags: []string{"films"}, Summary: "Stream the catalogue",
			Description: "Every film by ascending id, in list mode, one JSON object a line. Costs one request. Needs the Producer plan; not part of the sandbox.",
			Responses: map[string]*huma.Response{
				"200": openapi.SuccessAs[listFilm](api.Doc, "application/x-ndjson", "Lines of NDJSON, each a film as the schema says.", exampleLine(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(),
			},
		},
		Need:   access.Needs.Stream,
		Stream: true,
		Answer: stream,
	})
}

// stream answers with all films as NDJSON, by ascending id, while it reads them (REQ SN-02,
// SN-05). A client that is slow to read occupies a place for streams until the end or its
// deadline (REQ SN-06). Work ends when the client hangs up. An answer that has begun is not
// refunded.
func stream(x *wire.Exchange, p *streamParams) error {
	all, answered, err := wire.Tagged(x, x.Visit.Stream(app.StreamQuestion{HasPoster: p.HasPoster, Fields: p.Fields}))
	if answered || err != nil {
		return err
	}
	send := func(flush func([]byte) error) error {
		_, err := all.Send(x.Context(), x.Base(), flush)
		return err
	}
	if !all.Joins() {
		return x.Stream(send, nil)
	}
	return x.Stream(send, func(flush func([]byte) error) error {
		_, err := all.SendGzip(x.Context(), x.Base(), flush)
		return err
	})
}
