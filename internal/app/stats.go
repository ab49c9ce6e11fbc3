package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
)

// Stats asks for the statistics of all films. They must not be changed.
func (v *Visit) Stats() Prepared[*atlas.Statistics] {
	return Prepared[*atlas.Statistics]{
		visit: v, need: access.Needs.Stats, check: nothingToCheck,
		find: func(context.Context) (*atlas.Statistics, error) { return v.library.Atlas.Stats(), nil },
	}
}
