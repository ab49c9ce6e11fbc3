package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
)

// Atlas gives the films of the world by country, to be written before the visit
// is closed.
func (v *Visit) Atlas(ctx context.Context, q atlas.Question) (*atlas.Answer, error) {
	if err := v.enter(ctx, access.Needs.Atlas, q.Check); err != nil {
		return nil, err
	}
	return v.library.Atlas.Ask(q), nil
}
