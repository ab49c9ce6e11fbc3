package serve

import (
	"fmt"
	"maps"
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
}

// foreigners returns them by name.
func foreigners() map[string]foreign {
	return map[string]foreign{
		"tmdb": {tmdb.Dialect, tmdb.Register},
		"omdb": {omdb.Dialect, omdb.Register},
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
	}
}
