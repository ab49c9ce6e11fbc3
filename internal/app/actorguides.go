package app

import "kinodex/internal/guide"

// actorGuides are the guides of actors with the people of one generation that they
// are about. They never change.
type actorGuides struct {
	generation string
	of         map[string]*guide.Guide // by slug of the person
	slugs      []string                // never nil
}

// actorGuides joins the guides of actors to the people of the visit's generation, once
// for each. A guide is of the person of its name who is in the films it cites: a
// name alone does not tell two of one name apart.
func (v *Visit) actorGuides() *actorGuides {
	if s := v.app.actorGuides.Load(); s != nil && s.generation == v.Generation() {
		return s
	}
	s := &actorGuides{generation: v.Generation(), of: map[string]*guide.Guide{}, slugs: []string{}}
	for _, g := range v.app.guides.List(guide.Actors) {
		for _, name := range g.Credited {
			if p, ok := v.library.People.Named(name, g.Cited()); ok && s.of[p.Slug] == nil {
				s.of[p.Slug] = g
				s.slugs = append(s.slugs, p.Slug)
			}
		}
	}
	v.app.actorGuides.Store(s) // of two who join at once, either is as good
	return s
}
