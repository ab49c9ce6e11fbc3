package page

import (
	"kinodex/internal/app"
	"kinodex/internal/film"
)

// BestKnown returns the films of the library with the most votes, at most n, with the named fields of the
// list view, comma-separated: examples of what can be asked for.
func (v *View) BestKnown(n int, fields string) ([]*film.Film, error) {
	found, err := v.Visit.Films(app.FilmsQuestion{
		Query: film.Query{Sort: film.Sort{Field: "filmdb_votes", Desc: true}}, Page: film.Page{Limit: n}, View: film.List, Fields: fields,
	}).Answer(v.Context())
	if err != nil {
		return nil, err
	}
	return found.Values(v.Base())
}
