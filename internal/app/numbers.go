package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/people"
)

// Films and people by number, for interfaces that know them so. A number is the movie
// database's where that has one, and one of ours where it has none (see film.FirstOwnNumber
// and people.Collection.Number).

// FilmNumber returns the number by which FilmIDNumbered finds a film, which must be of the
// detail view: the movie database's, unless the library has none or has it for another film
// too; then an own one. It costs nothing.
func (v *Visit) FilmNumber(f *film.Film) int {
	if m := f.ExternalIDs.MoviedbID; m != nil && *m > 0 && *m < film.FirstOwnNumber {
		if doc, ok := v.library.Catalog.ByMoviedbID(*m); ok && v.library.Catalog.ID(doc) == f.ID {
			return *m
		}
	}
	return f.ID.OwnNumber()
}

// FilmIDNumbered returns the id of the film of a number, also of its own number where the movie
// database has one; 0, which is no film's, when no film has it. It costs nothing.
func (v *Visit) FilmIDNumbered(n int) film.ID {
	id, own := film.ParseOwnNumber(n)
	if own || n <= 0 || n >= film.FirstOwnNumber {
		return id
	}
	doc, ok := v.library.Catalog.ByMoviedbID(n)
	if !ok {
		return 0
	}
	return v.library.Catalog.ID(doc)
}

// ActorNumber returns the number by which ActorNumbered finds an actor of an answer, 0 for
// none. It costs nothing.
func (v *Visit) ActorNumber(a people.Actor) int { return v.library.People.Number(a) }

// NumberInCast returns the number of whoever has that name in the cast of a film, 0 when
// nobody has. It costs nothing.
func (v *Visit) NumberInCast(id film.ID, name string) int {
	one, ok := v.library.People.In(id, name)
	if !ok {
		return 0
	}
	return v.library.People.Number(*one)
}

// Filmography is an actor with the films they play in, in the order of its Filmography, in the
// detail view.
type Filmography struct {
	*people.ActorDetail
	Films Records
	// Number is the one that ActorNumber returns.
	Number int

	visit *Visit
}

// ActorNumbered asks for the actor of a number. One that nobody has is a fault of kind
// ActorNotFound, and costs what an answer costs.
func (v *Visit) ActorNumbered(n int) Prepared[*Filmography] {
	return v.filmography(func() (*people.Actor, bool) { return v.library.People.Numbered(n) })
}

// ActorOfNamedb asks for the actor of an id of the name database, such as nm0000123, as
// ActorNumbered does.
func (v *Visit) ActorOfNamedb(id string) Prepared[*Filmography] {
	return v.filmography(func() (*people.Actor, bool) { return v.library.People.ByNamedbID(id) })
}

func (v *Visit) filmography(find func() (*people.Actor, bool)) Prepared[*Filmography] {
	return Prepared[*Filmography]{
		visit: v, need: access.Needs.People, check: nothingToCheck,
		find: func(ctx context.Context) (*Filmography, error) {
			one, ok := find()
			if !ok {
				return nil, fault.New(fault.ActorNotFound, "no actor has this id")
			}
			c := &Filmography{v.detail(one), Records{catalog: v.library.Catalog, view: film.Detail}, v.library.People.Number(*one), v}
			for _, a := range v.library.People.Films(*one) {
				c.Films.docs = append(c.Films.docs, a.Doc)
			}
			return c, v.carries(ctx, c.Films.excerpt(0))
		},
	}
}

// Records returns the suggested films, in their order, in the detail view.
func (s *Suggestions) Records() *Records {
	r := &Records{catalog: s.catalog, view: film.Detail}
	for _, one := range s.Films {
		r.docs = append(r.docs, one.Doc)
	}
	return r
}
