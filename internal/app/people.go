package app

import (
	"context"
	"math"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/guide"
	"kinodex/internal/people"
)

// MaxActors is how many actors one page may have.
const MaxActors = 200

// ActorsQuestion asks for a page of actors, by popularity.
type ActorsQuestion struct {
	people.Query
	// HasStyle asks for those only of whom there is a guide (REQ AC-06); Among
	// is then not the caller's to set.
	HasStyle      bool
	Offset, Limit int
}

func (q *ActorsQuestion) check() error {
	if q.MinPopularity != nil && math.IsNaN(*q.MinPopularity) {
		return fault.Param("min_popularity", "a number")
	}
	return checkPage(q.Limit, 1, MaxActors, q.Offset)
}

// Actors is a page of actors.
type Actors struct {
	Page          []people.Actor // never nil
	Total         int
	Offset, Limit int
}

// Actors asks for the actors that fit, the most popular first (REQ AC-05, AC-07).
func (v *Visit) Actors(q ActorsQuestion) Prepared[*Actors] {
	return Prepared[*Actors]{
		visit: v, need: access.Needs.People, check: q.check,
		find: func(ctx context.Context) (*Actors, error) { return v.actors(ctx, q) },
	}
}

func (v *Visit) actors(ctx context.Context, q ActorsQuestion) (*Actors, error) {
	guides := v.actorGuides()
	if q.HasStyle {
		q.Among = guides.slugs
	}
	found := &Actors{Offset: q.Offset, Limit: q.Limit}
	found.Page, found.Total = v.library.People.Search(q.Query, q.Offset, q.Limit)
	for i := range found.Page {
		describe(&found.Page[i], guides.of[found.Page[i].Slug])
	}
	return found, v.carries(ctx, v.actorExcerpt(found.Page, q.Offset))
}

// Actor asks for the actor of an id of the movie database, an id of the name database
// or a slug (REQ AC-08). One that nobody has is a fault of kind ActorNotFound,
// and costs what an answer costs.
func (v *Visit) Actor(id string) Prepared[*people.ActorDetail] {
	return Prepared[*people.ActorDetail]{
		visit: v, need: access.Needs.People, check: nothingToCheck,
		find: func(ctx context.Context) (*people.ActorDetail, error) { return v.actor(ctx, id) },
	}
}

func (v *Visit) actor(ctx context.Context, id string) (*people.ActorDetail, error) {
	one, ok := v.library.People.Find(id)
	if !ok {
		return nil, fault.New(fault.ActorNotFound, "no actor has this id")
	}
	found := v.detail(one)
	return found, v.carries(ctx, excerpt{len(found.Filmography), 0, func(i int) item { return item(found.Filmography[i].FilmdbID) }})
}

// detail completes an actor with films and style.
func (v *Visit) detail(one *people.Actor) *people.ActorDetail {
	found := &people.ActorDetail{Actor: *one, Filmography: v.library.People.Filmography(*one)}
	if g := v.actorGuides().of[one.Slug]; g != nil {
		describe(&found.Actor, g)
		found.Style = &people.ActorStyle{Techniques: g.Techniques, Specifications: g.Specifications}
	}
	return found
}

// describe completes an actor with what a guide says of how they appear and who they
// are. Nothing else that the service has says so. Without a guide it does nothing.
func describe(a *people.Actor, g *guide.Guide) {
	if g == nil {
		return
	}
	a.HasStyle = true
	if s, ok := g.Specifications.Get("physicality"); ok {
		a.VisualDescription = &s
	}
	worked := "Active " + g.Active
	if since, open := strings.CutSuffix(g.Active, "-"); open {
		worked = "Active since " + since
	}
	worked += ". " + g.Summary
	a.Biography = &worked
}
