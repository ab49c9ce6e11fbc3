package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/film"
)

// Atlas asks for the films of the world by country, to be written before the visit
// is closed.
func (v *Visit) Atlas(q atlas.Question) Prepared[*atlas.Answer] {
	return Prepared[*atlas.Answer]{
		visit: v, need: access.Needs.Atlas, check: q.Check,
		find: func(context.Context) (*atlas.Answer, error) { return v.library.Atlas.Ask(q), nil },
	}
}

// AtlasData is Atlas for a page that gives all of it as data: the films that it lists are counted
// as those that an answer carries. In a browser a page shows the films of one country.
func (v *Visit) AtlasData(q atlas.Question) Prepared[*atlas.Answer] {
	p := v.Atlas(q)
	p.find = func(ctx context.Context) (*atlas.Answer, error) {
		found := v.library.Atlas.Ask(q)
		var films []film.ID
		for i := range found.World.Countries {
			top, err := found.World.Countries[i].Top.Value("")
			if err != nil {
				return nil, err
			}
			for _, f := range top {
				films = append(films, f.FilmdbID)
			}
		}
		return found, v.carries(ctx, excerpt{len(films), 0, func(i int) item { return item(films[i]) }})
	}
	return p
}
