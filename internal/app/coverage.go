package app

import (
	"context"

	"kinodex/internal/access"
)

// Coverage asks how much is known of the films as a JSON object, to be written
// before the visit is closed.
func (v *Visit) Coverage() Prepared[[]byte] {
	return Prepared[[]byte]{
		visit: v, need: access.Needs.Coverage, check: nothingToCheck,
		find: func(context.Context) ([]byte, error) { return v.library.Atlas.Coverage(), nil },
	}
}
