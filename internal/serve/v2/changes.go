package v2

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// changesParams say from which version on changes are wanted. Since is required.
type changesParams struct {
	Since string `query:"since" alias:"from,after,version" required:"true" maxLength:"100" doc:"The version you have, as the manifest of a snapshot names it." example:"000006-91c0d2aa-0a1b2c"`
}

// changesAnswer lists the steps from one version to the newest, oldest first. Data is never
// nil; it is empty when the version is the newest.
type changesAnswer struct {
	Data []changesStep `json:"data"`
	Meta changesMeta   `json:"meta"`
}

// changesStep is one file of changes: a gzipped NDJSON file behind a link that expires. Bytes
// and SHA256 are of the file as it is downloaded, ContentSHA256 of the lines of the version
// that the step makes.
type changesStep struct {
	Since            string    `json:"since" doc:"The version these changes apply to."`
	Version          string    `json:"version" doc:"The version they make of it."`
	GeneratedAt      time.Time `json:"generated_at"`
	Puts             int       `json:"puts" minimum:"0" doc:"Films that are new or different."`
	Deletes          int       `json:"deletes" minimum:"0" doc:"Films that are no more."`
	Bytes            int64     `json:"bytes" minimum:"0" doc:"Of the file as it is downloaded."`
	SHA256           string    `json:"sha256" doc:"Of the file as it is downloaded, in hexadecimal."`
	ContentSHA256    string    `json:"content_sha256" doc:"Of all lines of the version they make."`
	DownloadURL      string    `json:"download_url" doc:"Opens the file without a key until it expires."`
	ExpiresInSeconds int       `json:"expires_in_seconds" minimum:"1"`
}

// changesMeta describes the newest version, and how many steps lead to it.
type changesMeta struct {
	Since     string `json:"since" doc:"As asked."`
	Version   string `json:"version" doc:"The newest version: what you have after all steps."`
	Steps     int    `json:"steps" minimum:"0"`
	FilmCount int    `json:"film_count" minimum:"0" doc:"Of the newest version."`
}

// registerChanges adds GET /catalog/changes. It needs the Producer plan, costs one request,
// and is refused in the sandbox (REQ ).
func registerChanges(api wire.API) {
	m := exampleManifest()
	wire.Handle(api, wire.Route[changesParams]{
		Operation: huma.Operation{
			OperationID: "listCatalogChanges", Method: http.MethodGet, Path: "/api/v2/catalog/changes",
			Tags: []string{"bulk"}, Summary: "Follow the catalogue",
			Description: "What changed since a version you have, step by step, oldest first; none when you have the newest. " +
				"Each step is a gzipped NDJSON file, one change a line by ascending id: " +
				"`{\"op\":\"put\",\"film\":{…}}` for a film that is new or different, `{\"op\":\"delete\",\"filmdb_id\":\"tt…\"}` for one that is gone. " +
				"Applied in order they make the newest snapshot, line by line. 404 when the way back is no longer kept: take the snapshot anew. " +
				"Costs one request. Needs the Producer plan; not part of the sandbox.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[changesAnswer](api.Doc, "The steps.", exampleOf(changesAnswer{
					Data: []changesStep{{
						Since: *m.PreviousVersion, Version: m.Version, GeneratedAt: m.GeneratedAt, Puts: 1204, Deletes: 3,
						Bytes: 701532, SHA256: m.SHA256, ContentSHA256: m.ContentSHA256,
						DownloadURL:      "https://kinodex.example/objects/catalog/000007-5f2c9a01-0a1b2c/changes.ndjson.gz?expires=1773504566&name=changes.ndjson.gz&signature=q1",
						ExpiresInSeconds: int(app.LinkLife / time.Second),
					}},
					Meta: changesMeta{Since: *m.PreviousVersion, Version: m.Version, Steps: 1, FilmCount: m.FilmCount},
				})),
			},
		},
		Need:   access.Needs.Snapshot,
		Linked: true,
		Tables: true,
		Answer: changes,
	})
}

// changes answers GET /catalog/changes with the steps since a version. A version that is
// unknown or too old is 404 not_found: then the client takes the snapshot again. Each link
// opens for app.LinkLife without a key.
func changes(x *wire.Exchange, p *changesParams) error {
	steps, newest, err := x.Visit.Changes(x.Context(), p.Since)
	if err != nil {
		return err
	}
	answer := changesAnswer{
		Data: make([]changesStep, 0, len(steps)),
		Meta: changesMeta{Since: p.Since, Version: newest.Version, Steps: len(steps), FilmCount: newest.FilmCount},
	}
	for _, s := range steps {
		m, c := s.Manifest, s.Manifest.Changes
		answer.Data = append(answer.Data, changesStep{
			Since: c.Since, Version: m.Version, GeneratedAt: m.GeneratedAt, Puts: c.Puts, Deletes: c.Deletes,
			Bytes: c.Bytes, SHA256: c.SHA256, ContentSHA256: m.ContentSHA256,
			DownloadURL: absolute(s.Link, x.Base()), ExpiresInSeconds: int(app.LinkLife / time.Second),
		})
	}
	if x.CSV() {
		return wire.AnswerRows(x, answer.Data, wire.Place{Total: len(answer.Data)})
	}
	return x.AnswerJSON(answer)
}
