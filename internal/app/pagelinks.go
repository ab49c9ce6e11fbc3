package app

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/guide"
	"kinodex/internal/people"
	"kinodex/internal/poster/vision"
)

// What pages link to. These look up whether something exists, so that a page leads nowhere
// that is not there. They cost nothing and tell nothing else: a page that shows more asks a
// question.

// HasFilm reports whether the library has a film.
func (v *Visit) HasFilm(id film.ID) bool {
	_, ok := v.library.Catalog.ByID(id)
	return ok
}

// SlugInCast returns the slug of whoever has that name in the cast of a film, or "".
func (v *Visit) SlugInCast(id film.ID, name string) string {
	return slugOf(v.library.People.In(id, name))
}

// SlugOfGuide returns the slug of the person that a guide is about, or "" when the library
// does not know them as an actor of the films that the guide cites.
func (v *Visit) SlugOfGuide(g *guide.Guide) string {
	for _, name := range g.Credited {
		if slug := slugOf(v.library.People.Named(name, g.Cited())); slug != "" {
			return slug
		}
	}
	return ""
}

func slugOf(one *people.Actor, ok bool) string {
	if !ok {
		return ""
	}
	return one.Slug
}

// GuideOfActor returns the guide to an actor, or nil. It must not be changed.
func (v *Visit) GuideOfActor(slug string) *guide.Guide { return v.actorGuides().of[slug] }

// Reading decodes what was read of the poster.
func (p *PosterAnalysis) Reading() (*vision.Reading, error) {
	r := new(vision.Reading)
	if err := json.Unmarshal(p.Analysis, r); err != nil {
		return nil, fmt.Errorf("decode the reading of a poster: %w", err)
	}
	return r, nil
}
