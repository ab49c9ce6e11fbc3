package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"kinodex/internal/catalog"
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

// FameOfFilm returns how well known a film is: its votes, 0 for a film that the library does not
// have. FameOfActor and FameOfDirector are on the same scale.
func (v *Visit) FameOfFilm(id film.ID) float64 {
	d, ok := v.library.Catalog.ByID(id)
	if !ok {
		return 0
	}
	return v.library.Catalog.Fame(d)
}

// FameOfActor returns how well known an actor of the visit's library is, as the votes of a film
// that is looked for as often, by their place in the billing of their films.
func (v *Visit) FameOfActor(a people.Actor) float64 {
	var films []catalog.Doc
	for _, in := range v.library.People.Films(a) {
		films = append(films, in.Doc)
	}
	return v.library.Catalog.FameOfCast(a.Name, films)
}

// FameOfDirector is FameOfActor for a director by the name that films have.
func (v *Visit) FameOfDirector(name string) float64 { return v.library.Catalog.FameOfDirector(name) }

// KnownFor returns the best known films of an actor of the visit's library, the best known first, at
// most n: what a page leads to. They have the named fields of the list view, comma-separated.
func (v *Visit) KnownFor(a people.Actor, n int, fields string) (*Records, error) {
	var films []catalog.Doc
	for _, in := range v.library.People.Films(a) {
		films = append(films, in.Doc)
	}
	slices.SortStableFunc(films, func(a, b catalog.Doc) int {
		return cmp.Compare(v.library.Catalog.Fame(b), v.library.Catalog.Fame(a))
	})
	films = slices.Compact(films)
	return listed(v.library.Catalog, films[:min(len(films), n)], fields)
}
