package app

import (
	"context"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// MaxComparableOf is how many films one may ask for that a film is a comparable of.
const MaxComparableOf = 100

// ComparableOfQuestion asks for the films that a film is a comparable of.
type ComparableOfQuestion struct {
	ID    string
	Limit int // from 1 to MaxComparableOf
	// Fields are those wanted of the list view, comma-separated; empty for all.
	Fields string

	projection *film.Projection
}

// ComparableOf are the films that a film is a comparable of, the most similar first, at most
// Limit.
type ComparableOf struct {
	Records
	// Similarity is how much each film is like it, from 0 to 1.
	Similarity []float64
	// Total counts all such films; nil in a library that does not tell them.
	Total *int
	Limit int
}

// ComparableOf asks for the films whose forecast, made with what was known before their year,
// shows a film among its comparables (REQ R-47). An id that no film has is a fault of kind
// FilmNotFound.
func (v *Visit) ComparableOf(q ComparableOfQuestion) Prepared[*ComparableOf] {
	return Prepared[*ComparableOf]{
		visit: v, need: access.Needs.Film, check: q.check,
		find: func(ctx context.Context) (*ComparableOf, error) { return v.findComparableOf(ctx, &q) },
	}
}

// findComparableOf reads what was found out when the library was built.
func (v *Visit) findComparableOf(ctx context.Context, q *ComparableOfQuestion) (*ComparableOf, error) {
	id, _ := film.ParseID(q.ID)
	doc, ok := v.library.Catalog.ByID(id)
	if !ok {
		return nil, errNoFilm(q.ID)
	}
	all, told := v.library.Forecast.ComparableOf(doc)
	found := &ComparableOf{Limit: q.Limit}
	if told {
		found.Total = new(len(all))
	}
	all = all[:min(len(all), q.Limit)]
	docs := make([]catalog.Doc, len(all))
	found.Similarity = make([]float64, len(all))
	for i, c := range all {
		docs[i], found.Similarity[i] = c.Doc, c.Similarity
	}
	found.Records = Records{catalog: v.library.Catalog, docs: docs, view: film.List, fields: q.projection}
	return found, v.carries(ctx, found.excerpt(0))
}

// check checks the limit and reads the fields; whether the film exists is found out when it
// is paid.
func (q *ComparableOfQuestion) check() (err error) {
	if err := fault.Between("limit", q.Limit, 1, MaxComparableOf); err != nil {
		return err
	}
	q.projection, err = film.List.Project(q.Fields)
	return err
}
