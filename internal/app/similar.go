package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// MaxSimilar is how many similar films one may ask for.
const MaxSimilar = 100

// SimilarQuestion asks for the films most like one.
type SimilarQuestion struct {
	ID    string
	Limit int // from 1 to MaxSimilar
}

// Similar are films like one, the most similar first, to be written before
// their visit is closed.
type Similar struct {
	// Source says what the likeness rests on: taste.Content or
	// taste.Collaborative.
	Source string
	// Limit is how many were asked for.
	Limit int

	docs    []catalog.Doc
	catalog *catalog.Catalog
}

// Similar asks for the films most like one. An id that no film has is a fault of
// kind FilmNotFound, one of which too little is known of kind NoSimilarity
// (REQ F2-39, F2-41).
func (v *Visit) Similar(q SimilarQuestion) Prepared[*Similar] {
	return Prepared[*Similar]{
		visit: v, need: access.Needs.Similar, check: q.check,
		find: func(ctx context.Context) (*Similar, error) { return v.findSimilar(ctx, q) },
	}
}

// findSimilar reads the neighbours that were computed when the library was built.
func (v *Visit) findSimilar(ctx context.Context, q SimilarQuestion) (*Similar, error) {
	id, _ := film.ParseID(q.ID)
	doc, ok := v.library.Catalog.ByID(id)
	if !ok {
		return nil, fault.New(fault.FilmNotFound, "no film has this id")
	}
	docs, source, ok := v.library.Taste.Similar(doc, q.Limit)
	if !ok {
		return nil, fault.New(fault.NoSimilarity, "too little is known of this film to say what is like it")
	}
	return &Similar{Source: source, Limit: q.Limit, docs: docs, catalog: v.library.Catalog}, v.carries(ctx, len(docs))
}

// check checks the limit; whether the film exists is found out when it is paid.
func (q *SimilarQuestion) check() error {
	return fault.Between("limit", q.Limit, 1, MaxSimilar)
}

// Len returns how many films there are, at most Limit.
func (s *Similar) Len() int { return len(s.docs) }

// AppendData appends the films in list mode as a JSON array, with base where the
// address of the service goes.
func (s *Similar) AppendData(dst []byte, base string) []byte {
	dst = append(dst, '[')
	for i, d := range s.docs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.catalog.Record(d, film.List).AppendTo(dst, nil, base)
	}
	return append(dst, ']')
}
