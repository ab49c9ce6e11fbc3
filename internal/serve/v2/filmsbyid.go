package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// byID returns ids as a question to the application (REQ F2-61). Beside them only fields and
// title_language may be given: a condition that had no effect would be taken for one that held.
func (p *filmsParams) byID() (q app.IDsQuestion, err error) {
	q = app.IDsQuestion{References: split(string(p.IDs)), View: film.List, Fields: string(p.Fields)}
	alone := *p
	alone.IDs, alone.Fields, alone.TitleLanguage, alone.Limit = "", "", "", 0
	if alone != (filmsParams{Match: film.MatchAll}) && alone != (filmsParams{}) {
		return q, fault.Param("ids", "given alone, or with fields and title_language: other conditions, sort, facets and cursor do not go with it")
	}
	return q, nil
}

// answerByID answers with the films of ids, in their order. meta.limit is how many ids there
// may be.
func answerByID(x *wire.Exchange, found *app.FilmsByID) error {
	return answerList(x, &found.Records, &filmsMeta{Total: found.Len(), Limit: app.MaxBatch, Sandbox: x.Visit.Bill().Sandbox, UnknownIDs: &found.Unknown})
}

// findParams name one film by an id elsewhere, or by its title and year.
type findParams struct {
	ExternalID string `query:"external_id" alias:"id,moviedb_id,filmdb_id,external" maxLength:"100" doc:"An id and the database it is of: moviedb:603, filmdb:tt0041959, or one of external_ids.others such as wikidata:Q42198." example:"moviedb:1092"`
	Title      string `query:"title" alias:"q,name,t" maxLength:"500" doc:"The film's title, with year; case, accents and a leading article do not matter. Of namesakes of one year the film with most votes is given." example:"The Third Man"`
	Year       int    `query:"year" alias:"y" minimum:"1" maximum:"9999" doc:"Year of release, with title." example:"1949"`
	Fields     string `query:"fields" example:"@card,@money"`
	Localized
}

// Describe returns the description of fields, which lists the sets of them.
func (findParams) Describe() map[string]string {
	return map[string]string{"fields": film.DescribeFields()}
}

// foundFilm describes a film in detail mode whose fields the client may have chosen.
type foundFilm struct{}

// foundAnswer is one film in the detail view, or a part of it. Meta is nil outside the
// sandbox.
type foundAnswer struct {
	Data film.Raw[foundFilm] `json:"data"`
	Meta *wire.SandboxMeta   `json:"meta,omitempty"`
}

// registerFind adds GET /films/find.
func registerFind(api wire.API) {
	wire.Handle(api, wire.Route[findParams]{
		Operation: huma.Operation{
			OperationID: "findFilm", Method: http.MethodGet, Path: "/api/v2/films/find",
			Tags: []string{"films"}, Summary: "Find a film by an id elsewhere, or by title and year",
			Description: "The film that has an id in another database, or a title and year, in detail mode. 404 when there is none. For many at once see /api/v2/films/batch.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[foundAnswer](api.Doc, "The film, in detail mode.", filmExample(), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(), "404": {Ref: "#/components/responses/NotFound"},
			},
		},
		Need:   access.Needs.Film,
		Answer: find,
	})
}

// find answers with the film that is named. None is 404 film_not_found, which is charged
// (REQ F2-62, Q-08).
func find(x *wire.Exchange, p *findParams) error {
	l, err := p.locale()
	if err != nil {
		return err
	}
	found, answered, err := wire.Tagged(x, x.Visit.FindFilm(app.FindQuestion{Reference: p.ExternalID, Title: p.Title, Year: p.Year, Fields: p.Fields}))
	if answered || err != nil {
		return err
	}
	found.Localize(l)
	return x.AnswerJSON(foundAnswer{app.Encoded[foundFilm](found)[0], x.SandboxMeta()})
}
