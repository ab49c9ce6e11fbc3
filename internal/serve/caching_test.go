package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
)

// REQ F2-50: whoever runs the service decides whether caches between it and its
// clients may keep what was asked for with a key; links that open without one are
// kept by nobody then. Caches of a service's own, such as a CDN, keep no such link in any case.
func TestTheOperatorDecidesWhatSharedCachesKeep(t *testing.T) {
	t.Parallel()
	const private = "private, max-age=300, stale-while-revalidate=3600"
	for name, c := range map[string]struct {
		private             bool
		films, links, older string
	}{
		"as a rule":  {false, cached, cached, "private, max-age=300"},
		"by request": {true, private, "private, no-store", "private, max-age=300"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, func(o *serve.Options) { o.PrivateCache = c.private })
			version := s.snapshot(t).Version
			for path, status := range map[string]int{
				"/api/v2/films": 200, "/api/v2/films/" + apptest.Crossing: 200, "/api/v2/films/stream": 200, "/api/v2/films/" + apptest.Absent: 404, "/api/v2/films?limit=0": 400,
				"/api/v2/nowhere": 404,
			} {
				s.get(path).is(status).has("Cache-Control", c.films).has("CDN-Cache-Control", "")
			}
			tag := s.get("/api/v2/films").header.Get("ETag")
			s.ask(request{path: "/api/v2/films", header: map[string]string{"X-API-Key": s.Key(access.Studio), "If-None-Match": tag}}).is(304).has("Cache-Control", c.films)
			for path, status := range map[string]int{
				"/api/v2/catalog/snapshot": 302, "/api/v2/catalog/snapshot?format=json": 200, "/api/v2/catalog/changes?since=" + version: 200,
			} {
				vary := "X-API-Key, Authorization, X-Sandbox, Accept-Encoding"
				if strings.Contains(path, "/changes") {
					vary += ", Accept" // also CSV
				}
				s.get(path).is(status).has("Cache-Control", c.links).has("Vary", vary).has("CDN-Cache-Control", "no-store")
			}
			s.get("/api/v2/catalog/changes?since=nowhere").has("CDN-Cache-Control", "") // refused: no link
			s.get("/api/v1/films").is(200).has("Cache-Control", c.older)
			s.ask(request{path: "/openapi.json"}).is(200).has("Cache-Control", "public, max-age=300")
		})
	}
}
