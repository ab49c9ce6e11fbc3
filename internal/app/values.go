package app

import (
	"encoding/json"
	"fmt"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Value decodes the film. Fields that its view does not have are nil or zero. base goes
// where the address of the service does.
func (f *Film) Value(base string) (*film.Film, error) { return decodeFilm(f.record, nil, base) }

// Values decodes the films of the page, in its order, with the fields of the question.
func (f *Films) Values(base string) ([]*film.Film, error) {
	return decodeFilms(f.catalog, f.docs, f.question.View, f.question.projection, base)
}

// Values decodes the films, in their order, with the named fields only: a comma-separated
// list, empty for all. An unknown field is a fault of the parameter fields.
func (s *Similar) Values(fields, base string) ([]*film.Film, error) {
	projection, err := film.List.Project(fields)
	if err != nil {
		return nil, err
	}
	return decodeFilms(s.catalog, s.docs, film.List, projection, base)
}

func decodeFilms(c *catalog.Catalog, docs []catalog.Doc, view film.View, p *film.Projection, base string) ([]*film.Film, error) {
	films := make([]*film.Film, len(docs))
	all := make([]film.Film, len(docs))
	var room []byte
	for i, d := range docs {
		room = c.Record(d, view).AppendTo(room[:0], p, base)
		if err := json.Unmarshal(room, &all[i]); err != nil {
			return nil, fmt.Errorf("decode a film: %w", err)
		}
		films[i] = &all[i]
	}
	return films, nil
}

// decodeFilm decodes a record, or the fields of it that p selects.
func decodeFilm(r film.Record, p *film.Projection, base string) (*film.Film, error) {
	f := new(film.Film)
	if err := json.Unmarshal(r.AppendTo(nil, p, base), f); err != nil {
		return nil, fmt.Errorf("decode a film: %w", err)
	}
	return f, nil
}

// Values decodes the recommended films, in their order, with the named fields of the list
// view: a comma-separated list, empty for all. An unknown field is a fault of the parameter
// fields.
func (r *Recommended) Values(fields, base string) ([]*film.Film, error) {
	projection, err := film.List.Project(fields)
	if err != nil {
		return nil, err
	}
	docs := make([]catalog.Doc, len(r.picks))
	for i, p := range r.picks {
		docs[i] = p.Doc
	}
	return decodeFilms(r.catalog, docs, film.List, projection, base)
}
