package serve_test

import (
	"bytes"
	"image/png"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/serve"
	pages "kinodex/internal/serve/site"
)

// addOn opens a house that answers Stremio, and nobody else of others.
func addOn(t *testing.T, change ...func(*serve.Options)) *site {
	t.Helper()
	return open(t, append([]func(*serve.Options){func(o *serve.Options) { o.Compat = []string{"stremio"} }}, change...)...)
}

// metas returns a member of the films of a catalogue.
func (a *answer) metas(member string) (all []string) {
	a.t.Helper()
	list, ok := a.object()["metas"].([]any)
	if a.status != 200 || !ok {
		a.t.Fatalf("%s: %d %s", a.what, a.status, a.body)
	}
	for _, one := range list {
		text, _ := one.(map[string]any)[member].(string)
		all = append(all, text)
	}
	return all
}

// REQ F2-143: the add-on is there only where the operator says so.
func TestTheAddOnIsOffUnlessNamed(t *testing.T) {
	t.Parallel()
	for _, s := range []*site{open(t), foreign(t)} {
		for _, path := range []string{"/stremio/manifest.json", "/stremio/catalog/movie/known.json", "/stremio/meta/movie/tt0000101.json", "/stremio/logo.png",
			"/stremio/" + s.Key(access.Writer) + "/manifest.json"} {
			s.ask(request{path: path}).is(404)
		}
	}
}

// REQ F2-143: the manifest tells what there is, with the genres and decades of the library, and pictures
// that are ours.
func TestTheManifestOfTheAddOn(t *testing.T) {
	t.Parallel()
	s := addOn(t)
	a := s.ask(request{path: "/stremio/manifest.json", header: map[string]string{"Origin": "https://web.example"}}).is(200)
	a.has("Access-Control-Allow-Origin", "*").has("Content-Type", "application/json; charset=utf-8").has("Cache-Control", "private, max-age=3600, stale-while-revalidate=86400")
	m := a.object()
	if m["version"] != apptest.Version || m["id"] != "org.kinodex.films" || m["cacheMaxAge"] != 3600.0 || m["staleRevalidate"] != 86400.0 {
		t.Errorf("%s", a.body)
	}
	for _, want := range []string{`"resources":["catalog","meta"]`, `"types":["movie"]`, `"idPrefixes":["tt"]`, `"adult":false`, `"configurable":false`,
		`{"name":"search","isRequired":true}`, `"name":"genre","isRequired":true,"options":["20`, `{"name":"skip","isRequired":false}`} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("the manifest lacks %s: %s", want, a.body)
		}
	}
	genres := m["catalogs"].([]any)[0].(map[string]any)["extra"].([]any)[0].(map[string]any)["options"].([]any)
	if !slices.Contains(genres, any("War")) || slices.Contains(genres, any("1940s")) {
		t.Errorf("genres %v", genres)
	}
	for name, width := range map[string]int{"logo": 256, "background": 1280} {
		address, _ := m[name].(string)
		path, ours := strings.CutPrefix(address, s.url)
		if !ours {
			t.Fatalf("%s is at %q", name, address)
		}
		img, err := png.Decode(bytes.NewReader(s.ask(request{path: path}).is(200).has("Content-Type", "image/png").body))
		if err != nil || img.Bounds().Dx() != width {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.ask(request{method: "OPTIONS", path: "/stremio/catalog/movie/known.json"}).is(204).has("Access-Control-Allow-Origin", "*")
	s.ask(request{method: "POST", path: "/stremio/manifest.json"}).is(405)
	s.ask(request{method: "HEAD", path: "/stremio/manifest.json"}).is(200)
}

// REQ F2-144: catalogues come a hundred films at a time, in their order, by genre and decade, and a
// search understands what the site's does.
func TestCataloguesOfTheAddOn(t *testing.T) {
	t.Parallel()
	s := addOn(t)
	known := s.ask(request{path: "/stremio/catalog/movie/known.json"}).is(200).has("Access-Control-Allow-Origin", "*")
	own := s.get("/api/v2/films?sort=filmdb_votes:desc&limit=100&fields=title").object()["data"].([]any)
	if got := known.metas("id"); len(got) != len(own) || got[0] != own[0].(map[string]any)["filmdb_id"] {
		t.Errorf("the best known are %v", got)
	}
	for _, kind := range known.metas("type") {
		if kind != "movie" {
			t.Errorf("a type is %q", kind)
		}
	}
	for path, want := range map[string]string{
		"known/genre=War.json":                              apptest.Crossing,
		"known/genre=war&skip=0.json":                       apptest.Crossing,
		"rated/genre=War.json":                              apptest.Crossing,
		"decade/genre=1940s.json":                           apptest.Crossing,
		"search/search=The%20Crossing.json":                 apptest.Crossing,
		"search/search=the+crosing.json":                    apptest.Crossing,
		"search/search=war%20films%20of%20the%201940s.json": apptest.Crossing,
		"search/skip=0&search=Ilse%20Brandt%26x=.json":      apptest.Crossing,
		"search/search=%C3%9Cberfahrt%2Ejson":               apptest.Crossing,
	} {
		if got := s.ask(request{path: "/stremio/catalog/movie/" + path}).metas("id"); !slices.Contains(got, want) {
			t.Errorf("%s: %v", path, got)
		}
	}
	for _, path := range []string{"known/genre=No%20such%20genre.json", "known/skip=100.json", "known/skip=1000000001.json", "known/skip=99999999999999999999999.json",
		"decade/genre=1510s.json", "search/search=qqqqqq%20zzzzzz.json"} {
		a := s.ask(request{path: "/stremio/catalog/movie/" + path, header: map[string]string{"X-API-Key": s.Key(access.Studio)}})
		if got := a.metas("id"); len(got) != 0 || !strings.Contains(string(a.body), `"metas":[]`) {
			t.Errorf("%s: %s", path, a.body)
		}
	}
}

// REQ F2-147: whatever is asked, an answer is a list, a refusal that says why, or 404.
func TestHostileQuestionsToTheAddOn(t *testing.T) {
	t.Parallel()
	s := addOn(t)
	for path, want := range map[string]int{
		"catalog/movie/nonsense.json":                                          404,
		"catalog/series/known.json":                                            404,
		"catalog/movie/known":                                                  404,
		"catalog/movie/known/genre=War":                                        404,
		"catalog/movie/known.json/genre=War.json":                              404,
		"catalog/movie/known/genre=War/skip=1.json":                            404,
		"catalog/movie/..%2F..%2Fmeta/tt0000101.json":                          404,
		"catalog/movie/known/..%2F..%2Fmanifest.json":                          404,
		"catalog/movie/search/search=%2e%2e%2f%2e%2e%2fetc%2fpasswd.json":      404,
		"catalog/movie/search/search=AC%2FDC.json":                             200,
		"catalog/movie/search/search=%00.json":                                 400,
		"catalog/movie/search/search=%ff%fe.json":                              400,
		"catalog/movie/search/search=.json":                                    400,
		"catalog/movie/search.json":                                            400,
		"catalog/movie/decade.json":                                            400,
		"catalog/movie/decade/genre=War.json":                                  400,
		"catalog/movie/known/skip=-1.json":                                     400,
		"catalog/movie/known/skip=1e3.json":                                    400,
		"catalog/movie/known/skip=%2B1.json":                                   400,
		"catalog/movie/known/skip=NaN.json":                                    400,
		"catalog/movie/known/genre=%00.json":                                   400,
		"catalog/movie/known/a;b.json":                                         400,
		"catalog/movie/known/nonsense=1&__proto__=2.json":                      200,
		"catalog/movie/known/skip=0&skip=50&genre=War&genre=Drama.json":        200,
		"catalog/movie/search/search=" + strings.Repeat("a", 501) + ".json":    400,
		"catalog/movie/search/search=" + strings.Repeat("a", 10_000) + ".json": 414,
		"catalog/movie/known/" + strings.Repeat("genre=War&", 500) + ".json":   200,
		"meta/movie/tt9999999.json":                                            404,
		"meta/movie/tt99999999999999999999.json":                               404,
		"meta/movie/nonsense.json":                                             404,
		"meta/movie/%00.json":                                                  404,
		"meta/movie/tt0000101":                                                 404,
		"meta/series/tt0000101.json":                                           404,
		"meta/movie/tt0000101:1:1.json":                                        404,
		"stream/movie/tt0000101.json":                                          404,
		"configure":                                                            404,
	} {
		a := s.ask(request{path: "/stremio/" + path}).has("Access-Control-Allow-Origin", "*")
		if a.status != want || want >= 400 && !strings.HasPrefix(string(a.body), `{"err":"`) {
			t.Errorf("%.80s: %d %.200s", path, a.status, a.body)
		}
	}
}

// REQ F2-146: a film has the record's facts in the protocol's names, nothing for what is not known, no
// streams, and links that lead within Stremio and to its page.
func TestAFilmInTheShapeOfStremio(t *testing.T) {
	t.Parallel()
	s := addOn(t)
	a := s.ask(request{path: "/stremio/meta/movie/" + apptest.Crossing + ".json"}).is(200).has("Access-Control-Allow-Origin", "*")
	for _, want := range []string{
		`"id":"tt0000101","type":"movie","name":"The Crossing"`, `"releaseInfo":"1948"`, `"released":"1948-10-02T00:00:00.000Z"`, `"year":"1948"`, `"imdbRating":"8.6"`,
		`"runtime":"98 min"`, `"genres":["Drama","War"]`, `"director":["Ilse Brandt"]`, `"cast":["Karl Wehner","Rosa Lindt"]`, `"writer":["Ilse Brandt"]`,
		`"country":"Germany"`, `"language":"German, French"`, `"description":"A ferryman takes`, `"cacheMaxAge":3600,"staleRevalidate":86400`,
		`{"name":"Karl Wehner","category":"Cast","url":"stremio:///search?search=Karl%20Wehner"}`,
		`"category":"Genres","url":"stremio:///discover/` + url.QueryEscape(s.url+"/stremio/manifest.json") + `/movie/known?genre=War"}`,
		`"category":"Kinodex","url":"` + s.url + `/films/tt0000101-the-crossing"}`,
	} {
		if !strings.Contains(string(a.body), want) {
			t.Errorf("the film lacks %s: %s", want, a.body)
		}
	}
	if poster, _ := a.object()["meta"].(map[string]any)["poster"].(string); !strings.HasPrefix(poster, "http") {
		t.Errorf("the poster is at %q", poster)
	}
	for _, never := range []string{"streams", `"videos"`, `"category":"imdb"`, `"category":"share"`, `"category":"similar"`} {
		if strings.Contains(string(a.body), never) {
			t.Errorf("the film has %s", never)
		}
	}
	bare := s.ask(request{path: "/stremio/meta/movie/" + apptest.Bare + ".json"}).is(200)
	cover := regexp.MustCompile(`"poster":"(http[^"]+)"`).FindSubmatch(bare.body)
	if cover == nil || strings.Contains(string(bare.body), "null") || strings.Contains(string(bare.body), `"imdbRating"`) || strings.Contains(string(bare.body), `"year"`) {
		t.Fatalf("a film of which nothing is known: %s", bare.body)
	}
	s.ask(request{path: strings.TrimPrefix(string(cover[1]), s.url)}).is(200).has("Content-Type", "image/svg+xml").has("Cache-Control", "public, max-age=31536000, immutable")
	// Where there are no pages, nothing leads to them.
	without := addOn(t, func(o *serve.Options) { o.Site.Mode = pages.Off })
	if b := without.get("/stremio/meta/movie/" + apptest.Bare + ".json").is(200); strings.Contains(string(b.body), "/covers/") || strings.Contains(string(b.body), "/films/") {
		t.Errorf("without pages: %s", b.body)
	}
}

// REQ F2-145: a key stands in the path; it is spent from, never told, and refused as elsewhere.
func TestTheKeyOfTheAddOnStandsInItsAddress(t *testing.T) {
	t.Parallel()
	s := addOn(t)
	key := s.Key(access.Writer)
	secret := key[len(key)-12:]
	left := ""
	for _, path := range []string{"manifest.json", "catalog/movie/known.json", "catalog/movie/search/search=AC%2FDC&skip=0.json", "meta/movie/tt0000101.json"} {
		a := s.ask(request{path: "/stremio/" + key + "/" + path}).is(200).has("Cache-Control", "private, max-age=3600, stale-while-revalidate=86400")
		now := a.header.Get("X-Ratelimit-Remaining")
		if now == "" || now == left || strings.Contains(string(a.body), secret) {
			t.Errorf("%s: %q left, before %q: %s", path, now, left, a.body)
		}
		left = now
	}
	if a := s.ask(request{path: "/stremio/" + key + "/meta/movie/tt0000101.json"}); strings.Contains(string(a.body), "stremio:///discover/") {
		t.Errorf("a film of a keyed add-on leads to the one without a key: %s", a.body)
	}
	s.ask(request{path: "/stremio/" + url.PathEscape(key) + "/manifest.json/"}).is(200)
	wrong := "my-own-secret-words"
	for path, want := range map[string]int{
		wrong + "/manifest.json": 401, wrong + "/meta/movie/tt0000101.json": 401, strings.Replace(key, "kdx", "KDX", 1) + "x/manifest.json": 401,
		wrong: 404, wrong + "/": 404, wrong + "/nonsense": 404, key + "/" + wrong + "/manifest.json": 404, key + "/" + key + "/manifest.json": 404,
		"%2F" + wrong + "/manifest.json": 401, "/" + wrong + "/manifest.json": 404, key + "/catalog/%2e%2e/x.json": 404, key + "/": 404,
		"../stremio%2F" + wrong + "/manifest.json": 404, "../%73tremio/" + wrong + "/manifest.json": 404, "%6Danifest.json": 200,
		s.Key(access.Free) + "/manifest.json": 403, wrong + "%00/manifest.json": 401,
	} {
		a := s.ask(request{path: strings.TrimPrefix("/stremio/"+path, "/stremio/..")})
		if a.status != want || strings.Contains(string(a.body), secret) || strings.Contains(string(a.body), wrong) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	s.ask(request{path: "/stremio/" + key + "/logo.png"}).is(200)
	s.ask(request{path: "/stremio/last/manifest.json"}).is(401) // whose line is the last of the log
	if !s.log.tells(`"path":"/stremio/catalog/movie/known.json"`) || strings.Contains(s.log.String(), secret) || strings.Contains(s.log.String(), wrong) {
		t.Error("the log tells a key, or not what was asked")
	}
	if metrics := s.ask(request{path: "/metrics"}); strings.Contains(string(metrics.body), secret) || strings.Contains(string(metrics.body), wrong) ||
		!strings.Contains(string(metrics.body), `route="/stremio/catalog/{type}/{id}"`) {
		t.Error("the metrics tell a key, or not the route")
	}
}

// REQ F2-145: without a key the add-on answers within the bounds of pages as data, and where pages are
// not for everybody not at all.
func TestTheAddOnWithoutAKey(t *testing.T) {
	t.Parallel()
	for _, mode := range []pages.Mode{pages.SignedIn, pages.Off} {
		s := addOn(t, func(o *serve.Options) { o.Site.Mode = mode })
		for _, path := range []string{"manifest.json", "catalog/movie/known.json", "meta/movie/tt0000101.json"} {
			if a := s.ask(request{path: "/stremio/" + path}).is(401); string(a.body) !=
				`{"err":"an API key is required: send it in the address of the add-on, /stremio/KEY/manifest.json"}` {
				t.Errorf("%s", a.body)
			}
			s.ask(request{path: "/stremio/" + s.Key(access.Writer) + "/" + path}).is(200)
		}
	}
	s := addOn(t)
	s.ask(request{path: "/stremio/manifest.json"}).is(200).has("X-Ratelimit-Remaining", "")
	for range access.SitePages - 1 {
		s.ask(request{path: "/stremio/manifest.json"}).is(200)
	}
	s.ask(request{path: "/stremio/manifest.json"}).is(429)
	s.ask(request{path: "/stremio/" + s.Key(access.Writer) + "/manifest.json"}).is(200)
	// The bounds are those of everything else that is read without a key.
	s.ask(request{path: "/films"}).is(429)
}

// REQ F2-144, F2-145: a catalogue ends behind its last page, and what lies deep in it is for keys, as it
// is in lists of the site.
func TestTheAddOnIsNoWayAroundTheShare(t *testing.T) {
	t.Parallel()
	s := openHouse(t, openCatalogue(t).House, func(o *serve.Options) { o.Compat = []string{"stremio"} })
	at := func(key, skip string) *answer {
		return s.ask(request{path: "/stremio" + key + "/catalog/movie/known/skip=" + skip + ".json"})
	}
	at("", "1000").is(403)
	met := map[string]bool{}
	for _, skip := range []string{"0", "100", "900"} {
		for _, id := range at("", skip).metas("id") {
			met[id] = true
		}
	}
	if len(met) != 300 {
		t.Errorf("three pages have %d films", len(met))
	}
	for skip, want := range map[string]int{"1000": 100, "7950": 50, "8000": 0} {
		if got := at("/"+s.Key(access.Writer), skip).metas("id"); len(got) != want {
			t.Errorf("with a key, behind %s films are %d, want %d", skip, len(got), want)
		}
	}
}
