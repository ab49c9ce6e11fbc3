// Package v1 is the older REST dialect, under /api/v1: flat films, offsets, and a
// deprecation notice on every answer (REQ F1). Keys, the caller's own status and some other
// capabilities exist here only (REQ K).
//
// It is frozen: answers keep their shape byte for byte. A handler turns parameters into a
// question, asks the application, and writes the answer; everything that is not about v1's
// own shapes is in package wire or below. Each file has one group of routes: parameters, body
// and answer types, whose tags are also the description, a register function, and a handler
// for each route. Paths in comments are relative to /api/v1. Start reading at Register.
package v1

import (
	"net/http"

	"kinodex/internal/serve/wire"
)

// Dialect is what every answer under /api/v1 carries. Answers may be kept for 300 seconds,
// but by no shared cache.
var Dialect = &wire.Dialect{
	Prefix:              "/api/v1",
	CacheControl:        []string{"private, max-age=300"},
	PrivateCacheControl: []string{"private, max-age=300"},
	Announce:            announce,
}

// Deprecated is when v1 became deprecated, with the release of v2, in seconds since 1970 (RFC
// 9745; REQ V-04). There is no Sunset header until a date is announced (REQ V-03).
const Deprecated = "@1767225600" // 2026-01-01

var deprecation = []string{Deprecated}

// announce sets the header Deprecation (RFC 9745) and adds links to the migration and to v2 (REQ
// V-04). base has no trailing slash.
func announce(h http.Header, base string) {
	h["Deprecation"] = deprecation
	h["Link"] = append(h["Link"], `<`+base+`/docs/migration>; rel="deprecation", <`+base+`/api/v2/films>; rel="successor-version"`)
}

// Register adds the routes of v1 to an API and describes them there. Unknown parameters of a
// request are ignored, unless api.Strict is set (REQ G-10).
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
