// Package v2 is the current REST dialect, under /api/v2: one canonical film in a list and a
// detail view, cursors, entity tags, a stream, batches and snapshots (REQ F2, SN).
//
// A handler turns parameters into a question, asks the application, and writes the answer;
// everything that is not about v2's own shapes is in package wire or below. Unknown parameters
// are refused, not ignored. Each file has one capability: parameters, body and answer types,
// whose tags are also the description, a register function, and a handler for each route.
// Paths in comments are relative to /api/v2. Start reading at Register.
package v2

import "kinodex/internal/serve/wire"

// Dialect is what every answer under /api/v2 carries (REQ F2-50). Answers to GET are public,
// unless the operator keeps answers to keys out of shared caches.
var Dialect = &wire.Dialect{
	Prefix:              "/api/v2",
	CacheControl:        []string{"public, max-age=300, stale-while-revalidate=3600"},
	PrivateCacheControl: []string{"private, max-age=300, stale-while-revalidate=3600"},
	Timed:               true,
	Pinned:              true,
}

// Register adds the routes of v2 to an API and describes them there. Its routes refuse
// unknown parameters, whatever api.Strict says (REQ G-10).
func Register(api wire.API) {
	api.Strict = true
	registerFilms(api)
	registerFilmsSearch(api)
	registerFilm(api)
	registerFind(api)
	registerRandom(api)
	registerSimilar(api)
	registerRecommend(api)
	registerTogether(api)
	registerStream(api)
	registerBatch(api)
	registerAtlas(api)
	registerCoverage(api)
	registerSnapshot(api)
	registerChanges(api)
	registerFilmChanges(api)
	registerPosterAnalysis(api)
	registerScript(api)
	registerComparableOf(api)
	registerScenarios(api)
	registerAdvice(api)
	registerReports(api)
	describeFilms(api.Doc.Components.Schemas)
}
