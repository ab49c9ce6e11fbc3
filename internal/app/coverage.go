package app

import (
	"context"

	"kinodex/internal/access"
)

// Coverage gives how much is known of the films as a JSON object, to be written
// before the visit is closed.
func (v *Visit) Coverage(ctx context.Context) ([]byte, error) {
	if err := v.enter(ctx, access.Needs.Coverage, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Atlas.Coverage(), nil
}
