// Package v2 is the current dialect: one canonical film in a list and a detail
// view, cursors, entity tags, a stream, batches (REQ F2, SN).
// It translates in, asks the application, translates out; whatever is not about its
// own shape lives below. Start reading at Register.
package v2

import "kinodex/internal/serve/wire"

// Dialect is what every answer under /api/v2 carries (REQ F2-50).
var Dialect = &wire.Dialect{
	Prefix:              "/api/v2",
	CacheControl:        []string{"public, max-age=300, stale-while-revalidate=3600"},
	PrivateCacheControl: []string{"private, max-age=300, stale-while-revalidate=3600"},
}

// Register adds the routes of v2 to an API and describes them.
func Register(api wire.API) {
	api.Strict = true
	registerFilms(api)
	registerFilm(api)
	registerSimilar(api)
	registerRecommend(api)
	registerStream(api)
	registerBatch(api)
	registerAtlas(api)
	registerCoverage(api)
	registerSnapshot(api)
	registerChanges(api)
	registerPosterAnalysis(api)
	describeFilms(api.Doc.Components.Schemas)
}
