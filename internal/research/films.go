package research

import (
	"maps"
	"slices"

	"kinodex/internal/film"
)

// Films lists the films whose screenplay is in the set, by rising id.
func (x *Set) Films() []film.ID { return slices.Sorted(maps.Keys(x.byFilm)) }
