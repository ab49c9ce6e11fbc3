package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
)

// Stats returns the statistics of all films.
func (v *Visit) Stats(ctx context.Context) (*atlas.Statistics, error) {
	if err := v.enter(ctx, access.Needs.Stats, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Atlas.Stats(), nil
}
