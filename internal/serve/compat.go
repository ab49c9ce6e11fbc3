package serve

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/serve/compat/omdb"
	"kinodex/internal/serve/compat/tmdb"
	"kinodex/internal/serve/wire"
)

// foreign is an interface of others that is answered from our films.
type foreign struct {
	dialect  *wire.Dialect
	register func(*app.App, wire.Mux)
	// atRoot reports whether a request stands where the interface has it on a host of its
	// own, and so is no request of ours.
	atRoot func(*url.URL) bool
}

// foreigners returns them by name.
func foreigners() map[string]foreign {
	return map[string]foreign{
		"tmdb": {tmdb.Dialect, tmdb.Register, tmdb.AtRoot},
		"omdb": {omdb.Dialect, omdb.Register, omdb.AtRoot},
	}
}

// checkCompat returns an error for a name that stands for no such interface.
func checkCompat(names []string) error {
	known := foreigners()
	for _, name := range names {
		if _, ok := known[name]; !ok {
			return fmt.Errorf("there is no interface %q to be compatible with; there are %s", name, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
		}
	}
	return nil
}

// registerCompat adds the interfaces of others, each once. They must have passed checkCompat.
func (s *service) registerCompat(names []string) {
	known := foreigners()
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		known[name].register(s.app, s.mux)
		s.dialects = append(s.dialects, known[name].dialect)
		s.foreign = append(s.foreign, known[name])
	}
}

// prefixForeign puts the prefix of an interface of others before a path that has it at the
// root, as clients send it that take a host name alone (REQ CO-11).
func (s *service) prefixForeign(u *url.URL) {
	for _, f := range s.foreign {
		if f.atRoot(u) {
			u.Path, u.RawPath = f.dialect.Prefix+u.Path, ""
			return
		}
	}
}
