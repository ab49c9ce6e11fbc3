package stremio

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// REQ F2-145, F2-147: whatever an address is, nothing but what a route begins with stands where a key
// may, and what is asked of a catalogue is read or refused.
func FuzzAddresses(f *testing.F) {
	for _, path := range []string{
		"/stremio/manifest.json", "/stremio/KEY/manifest.json", "/stremio/KEY/catalog/movie/known/genre=Film-Noir&skip=100.json",
		"/stremio/KEY", "/stremio//KEY/meta/movie/tt0041959.json", "/stremio%2FKEY/manifest.json", "/stremio/%4B%00/meta/x", "/stremio/KEY/KEY/catalog/a;b.json",
		"/stremio/a%2Fb/catalog/movie/search/search=%ff%2e%2e%2f.json", "/stremio",
	} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		u, err := url.ParseRequestURI(path)
		if err != nil || !Dialect.Covers(u.Path) {
			return
		}
		r := &http.Request{URL: u, Header: http.Header{}}
		TakeKey(r)
		rest, below := strings.CutPrefix(u.Path, Prefix+"/")
		first, _, _ := strings.Cut(rest, "/")
		if u.Path != Prefix && (!below || !slices.Contains(firstParts, first)) {
			t.Errorf("%q became %q", path, u.Path)
		}
		if again, err := url.PathUnescape(u.EscapedPath()); err != nil || again != u.Path {
			t.Errorf("%q has two paths: %q and %q", path, u.Path, u.RawPath)
		}
		asked, err := extrasOf(u, true)
		if err != nil {
			return
		}
		if n, err := skipOf(asked.Get(skipExtra)); err == nil && n < 0 {
			t.Errorf("%q skips %d films", path, n)
		}
	})
}
