package serve_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	"kinodex/internal/serve/wire"
)

const cached = "public, max-age=300, stale-while-revalidate=3600"

// REQ F2-50 to F2-53, E-01, E-08 (content type), V-02, V-04, G-08, G-13.
func TestHeadersByDialectAndStatus(t *testing.T) {
	t.Parallel()
	s := open(t)
	seen := map[string]bool{}
	for _, c := range []struct {
		r     request
		code  int
		cache string
	}{
		{request{path: "/api/v2/films"}, 200, cached},
		{request{path: "/api/v2/films/" + apptest.Crossing}, 200, cached},
		{request{path: "/api/v2/films/stream"}, 200, cached},
		{request{path: "/api/v2/films/" + apptest.Absent}, 404, cached},
		{request{path: "/api/v2/films?limit=x"}, 400, cached},
		{request{path: "/api/v2/nothing"}, 404, cached},
		{request{path: "/api/v2/films", header: map[string]string{"X-API-Key": ""}}, 401, "no-store"},
		{request{path: "/api/v2/films", header: map[string]string{"X-API-Key": s.Key(access.Free)}}, 403, "no-store"},
		{request{method: "POST", path: "/api/v2/films/batch", body: `{"films":["tt1"]}`}, 200, "no-store"},
		{request{method: "PUT", path: "/api/v2/films"}, 405, "no-store"},
		{request{path: "/api/v1/films"}, 200, "private, max-age=300"},
		{request{path: "/api/v1/films", header: map[string]string{"X-API-Key": ""}}, 401, "no-store"},
		{request{path: "/api/v1/health", header: map[string]string{"X-API-Key": ""}}, 200, "private, max-age=300"},
	} {
		if c.r.header == nil {
			c.r.header = map[string]string{"X-API-Key": s.Key(access.Studio)}
		}
		a := s.ask(c.r).is(c.code).has("Cache-Control", c.cache).
			has("Vary", "X-API-Key, Authorization, X-Sandbox, Accept-Encoding"+map[bool]string{true: ", Accept"}[hasTables(c.r)]).
			has("X-Service-Version", "2.4.0").has("Access-Control-Allow-Origin", "*")
		contentType := "application/json; charset=utf-8"
		if strings.HasSuffix(c.r.path, "/stream") {
			contentType = "application/x-ndjson"
		}
		a.has("Content-Type", contentType)
		id := a.header.Get("X-Request-Id")
		if len(id) != 20 || seen[id] || !s.log.tells(id) {
			t.Errorf("%s: request id %q", a.what, id)
		}
		seen[id] = true
		v1 := strings.HasPrefix(c.r.path, "/api/v1")
		if v1 {
			a.has("Deprecation", "@1767225600").has("Sunset", "")
			a.has("Link", `<`+s.url+`/docs/migration>; rel="deprecation", <`+s.url+`/api/v2/films>; rel="successor-version"`)
		} else {
			a.has("Deprecation", "")
		}
	}
}

// REQ F2-54, Q-08: entity tags, and that holding an answer costs nothing.
func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.NewKey(access.Writer, access.Writer.DefaultScopes(), false)
	ask := func(path, tag, coding string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": key, "If-None-Match": tag, "Accept-Encoding": coding}})
	}
	path := "/api/v2/films?limit=3&sort=year:asc"
	first := ask(path, "", "identity").is(200).has("X-RateLimit-Remaining", "9")
	tag := first.header.Get("ETag")
	if !strings.HasPrefix(tag, `"`) || len(tag) < 10 {
		t.Fatalf("ETag %s is not a strong tag", tag)
	}
	built, err := http.ParseTime(first.header.Get("Last-Modified"))
	if err != nil || !built.Equal(time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)) {
		t.Errorf("Last-Modified %v, %v", built, err)
	}
	zipped := ask(path, "", "gzip").is(200).has("X-RateLimit-Remaining", "8").header.Get("ETag")
	if zipped == tag {
		t.Error("two codings share a strong tag")
	}
	for _, held := range []string{tag, zipped, "W/" + tag, `"other", ` + tag, `"a",` + zipped + `,"b"`} {
		a := ask(path, held, "identity")
		if a.status != 304 || len(a.body) != 0 {
			t.Errorf("If-None-Match %s: status %d with %d bytes", held, a.status, len(a.body))
		}
		a.has("Cache-Control", cached).has("X-RateLimit-Limit", "").has("Content-Type", "")
		if got := a.header.Get("ETag"); !strings.Contains(held, got) || got == "" {
			t.Errorf("ETag of the 304 is %q, held %s", got, held)
		}
	}
	for _, other := range []string{`"other"`, `*`, tag[1 : len(tag)-1], `"`, ``} {
		if a := ask(path, other, "identity"); a.status != 200 && a.status != 429 {
			t.Errorf("If-None-Match %s: status %d", other, a.status)
		}
	}
	for _, other := range []string{"/api/v2/films?limit=4&sort=year:asc", "/api/v2/films?limit=3", "/api/v2/films/" + apptest.Crossing} {
		if a := s.ask(request{path: other, header: map[string]string{"X-API-Key": s.Key(access.Studio), "If-None-Match": tag}}); a.status != 200 {
			t.Errorf("%s has the tag of another question", other)
		}
	}
	// Who asks does not matter, where the key is shown neither; the sandbox does.
	studio := s.Key(access.Studio)
	s.ask(request{path: path + "&key=" + studio, header: map[string]string{"If-None-Match": tag}}).is(304)
	s.ask(request{path: path, header: map[string]string{"If-None-Match": tag, "X-API-Key": studio, "X-Sandbox": "1"}}).is(200)
	s.ask(request{path: path, header: map[string]string{"If-None-Match": tag}}).is(401)
	// A budget that is used up still reads what it holds.
	for range 20 {
		ask("/api/v2/films", "", "identity")
	}
	ask("/api/v2/films", "", "identity").is(429)
	ask(path, tag, "identity").is(304)
	// Another generation answers anew.
	s.Clock.Set(s.Clock.Now().Add(time.Hour))
	s.Publish()
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	s.ask(request{path: path, header: map[string]string{"If-None-Match": tag, "X-API-Key": studio}}).is(200)
}

// Errors have no entity tag, so that none is ever held.
func TestErrorsHaveNoEntityTag(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/api/v2/films/" + apptest.Absent, "/api/v2/films?cursor=x"} {
		if a := s.get(path); a.header.Get("ETag") != "" || a.header.Get("Last-Modified") != "" {
			t.Errorf("%s: %v", path, a.header)
		}
	}
}

// REQ F2-55: what is coded is the same.
func TestContentCodings(t *testing.T) {
	t.Parallel()
	s := open(t)
	ask := func(path, accept string) *answer {
		return s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept-Encoding": accept}})
	}
	// The library has whole films of lists in gzip's format already, so that is cheaper there.
	for path, cheaper := range map[string]string{"/api/v2/films?limit=40": "gzip", "/api/v1/films": "gzip", "/api/v2/films/stream": "gzip", "/api/v2/films/stream?fields=title": "zstd", "/openapi.json": "zstd"} {
		plain := ask(path, "identity").has("Content-Encoding", "")
		for accept, coding := range map[string]string{
			"gzip": "gzip", "zstd": "zstd", "gzip, deflate, br, zstd": cheaper, "gzip;q=0.5, zstd": "zstd", "gzip;q=1, zstd;q=0.5": "gzip", "br": "",
			"*": "gzip", "gzip;q=0": "", "zstd;q=0, gzip": "gzip", "GZIP": "gzip", "gzip;q=x": "", "identity, gzip;q=0.5": "", "gzip;q=2": "", ";;,": "",
		} {
			a := ask(path, accept).has("Content-Encoding", coding)
			if got := decoded(t, a); !bytes.Equal(got, plain.body) {
				t.Errorf("%s in %q: %d bytes, want %d", path, accept, len(got), len(plain.body))
			}
			if coding != "" && len(a.body) >= len(plain.body) {
				t.Errorf("%s in %s: %d bytes of %d", path, coding, len(a.body), len(plain.body))
			}
		}
	}
	ask("/api/v2/films?limit=1&fields=title", "gzip").has("Content-Encoding", "")
}

func decoded(t *testing.T, a *answer) []byte {
	t.Helper()
	var r io.Reader = bytes.NewReader(a.body)
	var err error
	switch a.header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "zstd":
		r, err = zstd.NewReader(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// REQ G-11: HEAD is GET without a body; OPTIONS lets browsers ask.
func TestHeadAndOptions(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/api/v2/films", "/api/v1/films/" + apptest.Crossing, "/api/v2/films/stream", "/healthz", "/openapi.json", "/metrics"} {
		get := s.get(path).is(200)
		head := s.ask(request{method: "HEAD", path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio)}}).is(200)
		if len(head.body) != 0 {
			t.Errorf("HEAD %s: %d bytes", path, len(head.body))
		}
		for _, name := range []string{"Content-Type", "ETag", "Cache-Control", "Last-Modified"} {
			head.has(name, get.header.Get(name))
		}
		if path != "/metrics" {
			head.has("Content-Length", get.header.Get("Content-Length"))
		}
	}
	s.ask(request{method: "HEAD", path: "/api/v2/films"}).is(401)
	for path, allow := range map[string]string{
		"/api/v2/films": "GET, HEAD, OPTIONS", "/api/v2/films/tt1": "GET, HEAD, OPTIONS", "/api/v2/films/batch": "OPTIONS, POST", "/openapi.json": "GET, HEAD, OPTIONS",
	} {
		a := s.ask(request{method: "OPTIONS", path: path, header: map[string]string{"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "GET"}}).is(204)
		a.has("Allow", allow).has("Access-Control-Allow-Methods", allow).has("Access-Control-Allow-Origin", "*").
			has("Access-Control-Allow-Headers", "X-API-Key, Authorization, Content-Type, X-Sandbox, X-Service-Version, If-None-Match, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID")
	}
	s.ask(request{method: "OPTIONS", path: "/api/v2/nothing"}).fails(404, "not_found")
}

// REQ G-12: a trailing slash is the same resource.
func TestTrailingSlashes(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/api/v2/films", "/api/v1/films", "/api/v2/films/" + apptest.Crossing, "/api/v2/films/stream", "/openapi.json", "/healthz"} {
		with, without := s.get(path+"/").is(200), s.get(path).is(200)
		if !bytes.Equal(with.body, without.body) || with.header.Get("ETag") != without.header.Get("ETag") {
			t.Errorf("%s/ differs", path)
		}
	}
}

// REQ F2-11: links start with the address the service is reached at.
func TestTheBaseOfLinks(t *testing.T) {
	t.Parallel()
	self := func(s *site, header map[string]string) string {
		header["X-API-Key"] = s.Key(access.Studio)
		a := s.ask(request{path: "/api/v2/films/" + apptest.Crossing, header: header}).is(200)
		var film struct {
			Data struct{ Links struct{ Self string } }
		}
		if err := json.Unmarshal(a.body, &film); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(film.Data.Links.Self, "/api/v2/films/"+apptest.Crossing)
	}
	forwarded := func() map[string]string {
		return map[string]string{"X-Forwarded-Proto": "https", "X-Forwarded-Host": "films.example"}
	}
	plain := open(t)
	behind := open(t, func(o *serve.Options) {
		o.TrustedProxies = wire.Proxies{netip.MustParsePrefix("127.0.0.1/32")}
	})
	fixed := open(t, func(o *serve.Options) { o.BaseURL = "https://kinodex.example/" })
	for _, c := range []struct {
		name   string
		s      *site
		header map[string]string
		want   string
	}{
		{"as asked", plain, map[string]string{}, plain.url},
		{"forwarded by a stranger", plain, forwarded(), plain.url},
		{"forwarded by a trusted proxy", behind, forwarded(), "https://films.example"},
		{"a hostile forwarded host", behind, map[string]string{"X-Forwarded-Host": `evil"><script>`}, behind.url},
		{"configured", fixed, forwarded(), "https://kinodex.example"},
	} {
		if got := self(c.s, c.header); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// hasTables reports whether a request is for a route whose answers are also CSV.
func hasTables(r request) bool {
	path, _, _ := strings.Cut(r.path, "?")
	return r.method == "" && (path == "/api/v1/films" || path == "/api/v2/films")
}
