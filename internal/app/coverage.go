package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
)

// Coverage asks how much is known of the films.
func (v *Visit) Coverage() Prepared[*atlas.Coverage] {
	return Prepared[*atlas.Coverage]{
		visit: v, need: access.Needs.Coverage, check: nothingToCheck,
		find: func(context.Context) (*atlas.Coverage, error) { return v.library.Atlas.Coverage(), nil },
	}
}
