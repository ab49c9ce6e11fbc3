package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/snapshot"
)

// filmChangesParams say from which version on changes are wanted, and how many. Since is
// required.
type filmChangesParams struct {
	Since  string `query:"since" alias:"from,after,version" required:"true" maxLength:"100" doc:"The version you have: meta.version of the last page, or version of a snapshot's manifest." example:"000006-91c0d2aa-0a1b2c"`
	Limit  int    `query:"limit" alias:"per_page,page_size,size,count" minimum:"1" maximum:"5000" default:"500" doc:"How many changes to answer with."`
	Cursor string `query:"cursor" alias:"page,offset,skip,start,next,next_cursor" maxLength:"200" doc:"meta.next_cursor of the page before, unchanged, with the same since."`
}

// filmChangesAnswer lists changes of films, oldest first. Data is never nil; it is empty when
// nothing changed.
type filmChangesAnswer struct {
	Data []snapshot.FilmChange `json:"data"`
	Meta filmChangesMeta       `json:"meta"`
}

// filmChangesMeta says how the list goes on, and from where to ask next time.
type filmChangesMeta struct {
	Since      string  `json:"since" doc:"As asked."`
	Version    string  `json:"version" doc:"The newest version. Once there is no next_cursor, send it as since to hear of what changes later."`
	Total      int     `json:"total" minimum:"0" doc:"The changes from since to version, on all pages. A film that changed in several versions counts in each."`
	Limit      int     `json:"limit" minimum:"1"`
	NextCursor *string `json:"next_cursor" doc:"null on the last page."`
	HasMore    bool    `json:"has_more"`
}

// registerFilmChanges adds GET /films/changes, with the gates of the snapshot.
func registerFilmChanges(api wire.API) {
	m := exampleManifest()
	wire.Handle(api, wire.Route[filmChangesParams]{
		Operation: huma.Operation{
			OperationID: "listFilmChanges", Method: http.MethodGet, Path: "/api/v2/films/changes",
			Tags: []string{"bulk"}, Summary: "List the films that changed",
			Description: "The ids of films that were added, changed or removed since a version of the snapshot, with the fields that changed: " +
				"version by version, oldest first, and by ascending id. To poll, send the meta.version of the last page as since; " +
				"with If-None-Match an answer that is the same is a 304 and costs nothing. 404 when the way back is no longer kept: take the snapshot anew. " +
				"Costs one request. Needs the Producer plan; not part of the sandbox.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[filmChangesAnswer](api.Doc, "A page of changes.", exampleOf(filmChangesAnswer{
					Data: []snapshot.FilmChange{
						{ID: film.ID(41959), Kind: snapshot.Changed, Fields: []string{"ratings", "box_office"}, Version: m.Version, GeneratedAt: m.GeneratedAt},
						{ID: film.ID(5083744), Kind: snapshot.Added, Fields: []string{}, Version: m.Version, GeneratedAt: m.GeneratedAt},
					},
					Meta: filmChangesMeta{Since: *m.PreviousVersion, Version: m.Version, Total: 2, Limit: 500},
				}), "ETag", "Last-Modified"),
				"304": openapi.Unchanged(), "404": {Ref: "#/components/responses/NotFound"},
			},
		},
		Need:   access.Needs.Snapshot,
		Tables: true,
		Answer: filmChanges,
	})
}

// filmChanges answers GET /films/changes (REQ SN-20). The newest version is part of the entity
// tag, since a snapshot is made some time after its library serves.
func filmChanges(x *wire.Exchange, p *filmChangesParams) error {
	q := x.Visit.FilmChanges(app.FilmChangesQuestion{Since: p.Since, Cursor: p.Cursor, Limit: p.Limit})
	version, err := x.Visit.SnapshotVersion(x.Context())
	if err != nil {
		return err
	}
	found, answered, err := wire.Tagged(x, q, version)
	if answered || err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Changes, wire.ByCursor(found.Total, found.NextCursor))
	}
	return x.AnswerJSON(filmChangesAnswer{Data: found.Changes, Meta: filmChangesMeta{
		Since: p.Since, Version: found.Newest, Total: found.Total, Limit: p.Limit, NextCursor: found.NextCursor, HasMore: found.NextCursor != nil,
	}})
}
