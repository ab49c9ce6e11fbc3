package serve

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
	"kinodex/internal/serve/wire"
)

// Objects serves the links that a bucket signed itself. Refuse is how it
// refuses one in the words of the interface.
type Objects func(refuse Refuse) http.Handler

// Refuse answers a request for an object that is not given.
type Refuse = func(w http.ResponseWriter, r *http.Request, status int, message string)

// registerObjects serves links at prefix, which ends with a slash. Nobody is named,
// nothing is counted (REQ SN-13).
func (s *service) registerObjects(doc *huma.OpenAPI, prefix string, objects Objects) {
	servedFile{
		id: "getObject", path: prefix + "{key}", summary: "A file behind a link",
		text: "What a redirect of this service leads to, such as that of /api/v2/catalog/snapshot. The address is given out whole, with an end and a signature; nobody else can make one. " +
			"The key has slashes in it. A service whose files lie in an S3 store sends its links there, and has nothing here.",
		media: []string{"application/gzip", "application/json", "application/vnd.apache.parquet", "application/vnd.sqlite3", "image/jpeg"},
		params: []*huma.Param{
			needed("key", "path", "Which file.", "catalog/000007-5f2c9a01-0a1b2c/films.ndjson.gz"), needed("expires", "query", "When the link ends, in seconds since 1970.", "1773504566"),
			needed("name", "query", "What the file is saved as.", "films.ndjson.gz"), needed("signature", "query", "What proves that the service gave the link out.", "q1"),
		},
		cache:  "private, max-age=0",
		errors: map[string]string{"403": "Forbidden", "404": "NotFound", "414": "URITooLong", "431": "HeadersTooLarge", "500": "InternalError"},
	}.describe(doc)
	// The exchange is found again in what the handler writes to.
	handler := objects(func(w http.ResponseWriter, _ *http.Request, status int, message string) {
		kind := fault.Internal
		switch status {
		case http.StatusForbidden:
			kind = fault.LinkRefused
		case http.StatusNotFound:
			kind = fault.NotFound
		}
		w.(wire.Refuser).Fail(fault.New(kind, "%s", message))
	})
	s.mux.HandleFunc("GET "+prefix+"{key...}", func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w.(*wire.Exchange).Patient(), r)
	})
}
