package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
)

// Atlas asks for the films of the world by country, to be written before the visit
// is closed.
func (v *Visit) Atlas(q atlas.Question) Prepared[*atlas.Answer] {
	return Prepared[*atlas.Answer]{
		visit: v, need: access.Needs.Atlas, check: q.Check,
		find: func(context.Context) (*atlas.Answer, error) { return v.library.Atlas.Ask(q), nil },
	}
}
