// Package v2 is the current dialect: one canonical film in a list and a detail
// view, cursors, entity tags, a stream, batches (SPEC "REST v2", TRACE F2, SN).
// It translates in, asks the desk, translates out; whatever is not about its
// own shape lives below. Start reading at Hang.
package v2

import "kinodex/internal/serve/wire"

// Dialect is what every answer under /api/v2 carries (TRACE F2-50).
var Dialect = &wire.Dialect{
	Prefix:              "/api/v2",
	CacheControl:        []string{"public, max-age=300, stale-while-revalidate=3600"},
	PrivateCacheControl: []string{"private, max-age=300, stale-while-revalidate=3600"},
}

// Hang adds the routes of v2 to a door.
func Hang(door wire.Door) {
	door.Strict = true
	hangFilms(door)
	hangFilm(door)
	hangSimilar(door)
	hangRecommend(door)
	hangStream(door)
	hangBatch(door)
	hangAtlas(door)
	hangCoverage(door)
	hangSnapshot(door)
	hangChanges(door)
	hangPosterAnalysis(door)
	describeFilms(door.Doc.Components.Schemas)
}
