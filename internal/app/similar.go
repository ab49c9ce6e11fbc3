package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// MaxSimilar is how many similar films one may ask for.
const MaxSimilar = 100

// SimilarQuestion asks for the films most like one.
type SimilarQuestion struct {
	ID    string
	Limit int // from 1 to MaxSimilar
	// Fields are those wanted of the list view, comma-separated; empty for all.
	Fields string

	projection *film.Projection
}

// Similar are films like one, the most similar first, at most Limit.
type Similar struct {
	Records
	// Source says what the likeness rests on: taste.Content or
	// taste.Collaborative.
	Source string
	// Limit is how many were asked for.
	Limit int
}

// Similar asks for the films most like one. An id that no film has is a fault of
// kind FilmNotFound, one of which too little is known of kind NoSimilarity
// (REQ F2-39, F2-41).
func (v *Visit) Similar(q SimilarQuestion) Prepared[*Similar] {
	return Prepared[*Similar]{
		visit: v, need: access.Needs.Similar, check: q.check,
		find: func(ctx context.Context) (*Similar, error) { return v.findSimilar(ctx, &q) },
	}
}

// findSimilar reads the neighbours that were computed when the library was built.
func (v *Visit) findSimilar(ctx context.Context, q *SimilarQuestion) (*Similar, error) {
	id, _ := film.ParseID(q.ID)
	doc, ok := v.library.Catalog.ByID(id)
	if !ok {
		return nil, errNoFilm(q.ID)
	}
	docs, source, ok := v.library.Taste.Similar(doc, q.Limit)
	if !ok {
		return nil, fault.New(fault.NoSimilarity, "too little is known of this film to say what is like it")
	}
	found := &Similar{Records{catalog: v.library.Catalog, docs: docs, view: film.List, fields: q.projection}, source, q.Limit}
	return found, v.carries(ctx, found.excerpt(0))
}

// check checks the limit and reads the fields; whether the film exists is found out when it
// is paid.
func (q *SimilarQuestion) check() (err error) {
	if err := fault.Between("limit", q.Limit, 1, MaxSimilar); err != nil {
		return err
	}
	q.projection, err = film.List.Project(q.Fields)
	return err
}
