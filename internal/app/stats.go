package app

import (
	"context"

	"kinodex/internal/access"
)

// Stats gives the statistics of all films as a JSON object, to be written before
// the visit is closed.
func (v *Visit) Stats(ctx context.Context) ([]byte, error) {
	if err := v.enter(ctx, access.Needs.Stats, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Atlas.Stats(), nil
}
