package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/search"
)

// Search returns what a text finds: films, screenplays and synopses, best first. The answer
// refers to the library and must be written before the visit is closed.
func (v *Visit) Search(ctx context.Context, q search.Question) (*search.Answer, error) {
	if err := v.enter(ctx, access.Needs.Search, q.Check); err != nil {
		return nil, err
	}
	found := v.library.Search.Ask(q)
	return found, v.carries(ctx, excerpt{len(found.Rows), 0, func(i int) item { return item(v.library.Catalog.ID(found.Rows[i].Doc)) }})
}
