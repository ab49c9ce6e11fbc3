package serve

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/serve/compat/omdb"
	"kinodex/internal/serve/compat/stremio"
	"kinodex/internal/serve/compat/tmdb"
	"kinodex/internal/serve/site"
	"kinodex/internal/serve/wire"
)

// foreign is an interface of others that is answered from our films.
type foreign struct {
	dialect  *wire.Dialect
	register func(*app.App, wire.Mux)
	// atRoot reports whether a request stands where the interface has it on a host of its
	// own, and so is no request of ours; nil for an interface that stands below its prefix only.
	atRoot func(*url.URL) bool
	// takeKey takes the key out of the path of a request below the prefix; nil for an interface
	// whose clients have other places for it.
	takeKey func(*http.Request)
}

// foreigners returns them by name. An add-on of Stremio answers without a key where the pages do.
func foreigners(mode site.Mode) map[string]foreign {
	addOn := stremio.Options{Keyless: mode == "" || mode == site.Public, Pages: mode != site.Off}
	return map[string]foreign{
		"tmdb":    {dialect: tmdb.Dialect, register: tmdb.Register, atRoot: tmdb.AtRoot},
		"omdb":    {dialect: omdb.Dialect, register: omdb.Register, atRoot: omdb.AtRoot},
		"stremio": {dialect: stremio.Dialect, register: func(a *app.App, mux wire.Mux) { stremio.Register(a, mux, addOn) }, takeKey: stremio.TakeKey},
	}
}

// checkCompat returns an error for a name that stands for no such interface.
func checkCompat(names []string) error {
	known := foreigners("")
	for _, name := range names {
		if _, ok := known[name]; !ok {
			return fmt.Errorf("there is no interface %q to be compatible with; there are %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return nil
}

// registerCompat adds the interfaces of others, each once. They must have passed checkCompat.
func (s *service) registerCompat(names []string, mode site.Mode) {
	known := foreigners(mode)
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		known[name].register(s.app, s.mux)
		s.dialects = append(s.dialects, known[name].dialect)
		s.foreign = append(s.foreign, known[name])
	}
}

// readdress gives a request of an interface of others the address that its routes have. What stands at
// the root, as clients send it that take a host name alone, gets the prefix (REQ CO-11), and a key in
// the path goes where ours stands (REQ F2-145).
func (s *service) readdress(r *http.Request) {
	for _, f := range s.foreign {
		switch {
		case f.atRoot != nil && f.atRoot(r.URL):
			r.URL.Path, r.URL.RawPath = f.dialect.Prefix+r.URL.Path, ""
			return
		case f.takeKey != nil && f.dialect.Covers(r.URL.Path):
			f.takeKey(r)
			return
		}
	}
}
