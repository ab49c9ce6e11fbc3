// Package v1 is the older dialect: flat films, offsets, a deprecation notice on
// every answer (REQ F1), and, here only, keys and who the
// caller is (REQ K). It stays as it is. It translates in, asks the application,
// translates out; whatever is not about its own shape lives below. Start reading
// at Register.
package v1

import (
	"net/http"

	"kinodex/internal/serve/wire"
)

// Dialect is what every answer under /api/v1 carries.
var Dialect = &wire.Dialect{
	Prefix:              "/api/v1",
	CacheControl:        []string{"private, max-age=300"},
	PrivateCacheControl: []string{"private, max-age=300"},
	Announce:            announce,
}

// Deprecated is when v1 became deprecated: with the release of v2, in seconds
// since 1970 (RFC 9745; REQ V-04). There is no Sunset header before a date is
// announced.
const Deprecated = "@1767225600" // 2026-01-01

var deprecation = []string{Deprecated}

func announce(h http.Header, base string) {
	h["Deprecation"] = deprecation
	h["Link"] = []string{`<` + base + `/docs/migration>; rel="deprecation", <` + base + `/api/v2/films>; rel="successor-version"`}
}

// Register adds the routes of v1 to an API and describes them.
func Register(api wire.API) {
	describeScripts(api.Doc.Components.Schemas)
	registerFilms(api)
	registerSearch(api)
	registerStats(api)
	registerPredict(api)
	registerSuggest(api)
	registerScripts(api)
	registerAnalyze(api)
	registerModel(api)
	registerPosters(api)
	registerActors(api)
	registerStyles(api)
	registerAI(api)
	registerHealth(api)
	registerMe(api)
	registerKeys(api)
	registerAdmin(api)
	registerAudit(api)
}
