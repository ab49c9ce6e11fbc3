package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// Film is one film, to be written before its visit is closed.
type Film struct {
	ID     film.ID
	record film.Record
}

// Film asks for the film of an identifier. One that no film has, or that is none,
// is a fault of kind FilmNotFound, and costs what an answer costs.
func (v *Visit) Film(id string, view film.View) Prepared[*Film] {
	return Prepared[*Film]{
		visit: v, need: access.Needs.Film, check: nothingToCheck,
		find: func(ctx context.Context) (*Film, error) {
			_, found, err := v.lookUp(id, view)
			if err != nil {
				return nil, err
			}
			return found, v.carries(ctx, oneFilm(found.ID))
		},
	}
}

// Pictured asks for the film of an identifier, as listed, for the address of its picture alone: no
// film is shown and counted. It costs what Film costs.
func (v *Visit) Pictured(id string) Prepared[*Film] {
	return Prepared[*Film]{
		visit: v, need: access.Needs.Film, check: nothingToCheck,
		find: func(context.Context) (*Film, error) {
			_, found, err := v.lookUp(id, film.List)
			return found, err
		},
	}
}

// lookUp finds a film by its identifier, in two binary searches at most. The record refers
// to mapped memory, which is valid until the visit is closed.
func (v *Visit) lookUp(id string, view film.View) (catalog.Doc, *Film, error) {
	if n, ok := film.ParseID(id); ok {
		if doc, ok := v.library.Catalog.ByID(n); ok {
			return doc, &Film{ID: n, record: v.library.Catalog.Record(doc, view)}, nil
		}
	}
	return 0, nil, errNoFilm(id)
}

// errNoFilm says that no film has an identifier, and what one looks like when it is none.
func errNoFilm(id string) error {
	if _, ok := film.ParseID(id); ok {
		return fault.New(fault.FilmNotFound, "no film has this id")
	}
	return fault.New(fault.FilmNotFound, "no film has this id: it must be tt and digits, such as tt0041959")
}

// Encoded returns the film as a JSON object, in which film.BaseMark stands for the address of
// the service.
func (f *Film) Encoded() []byte { return f.record.Encoded(nil) }

// Value decodes the film. Fields that its view does not have are nil or zero. base goes
// where the address of the service does.
func (f *Film) Value(base string) (*film.Film, error) {
	value, err := film.Raw[film.Film](f.Encoded()).Value(base)
	return &value, err
}

// Localize gives the film, which must be in the detail view, the title of a locale, where it has one.
func (f *Film) Localize(l film.Locale) { f.record = f.record.Localized(l, f.record) }

// AppendData appends the film as a JSON object, with base where the address of
// the service goes.
func (f *Film) AppendData(dst []byte, base string) []byte {
	return f.record.AppendTo(dst, nil, base)
}

// nothingToCheck is the check of questions without parameters.
func nothingToCheck() error { return nil }
