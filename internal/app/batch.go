package app

import (
	"context"
	"fmt"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// MaxBatch is how many films one batch may ask for.
const MaxBatch = 100

// wantedForm says what an item of a batch may be, for faults.
const wantedForm = "a string, which is " + ReferenceForm + ", or an object with filmdb_id, with moviedb_id, or with both title and year"

// FilmReference names one film, in one of four ways: by identifier, by the number the
// second movie database gives it, by its id in another database, or by title and year.
type FilmReference struct {
	ID        string // in a batch also of another form of ReferenceForm
	MoviedbID int
	External  film.ExternalID
	Title     string
	Year      int
}

// BatchQuestion asks for many films at the price of one.
type BatchQuestion struct {
	Films  []FilmReference // from 1 to MaxBatch
	View   film.View
	Fields string // of the view, comma-separated; empty for all

	projection *film.Projection
}

// Batch answers a BatchQuestion item by item, in its order, to be written
// before its visit is closed.
type Batch struct {
	Requested, Found int

	records Records        // of all items; those that were not found have the first film of the catalogue
	absent  []*fault.Fault // why an item has no film; nil for one that was found
}

// Batch looks up many films for the price of one question. Those that do not exist are
// reported in their place; that is no error.
func (v *Visit) Batch(ctx context.Context, q BatchQuestion) (*Batch, error) {
	if err := v.enter(ctx, access.Needs.Batch, q.check); err != nil {
		return nil, err
	}
	found := q.lookUp(v.library.Catalog)
	return found, v.carries(ctx, found.excerpt())
}

// excerpt is what the batch shows, which is what was found.
func (b *Batch) excerpt() excerpt {
	found := Records{catalog: b.records.catalog}
	for i, d := range b.records.docs {
		if b.absent[i] == nil {
			found.docs = append(found.docs, d)
		}
	}
	return found.excerpt(0)
}

// check names the body's field as the interface does: films, or films[3].
func (q *BatchQuestion) check() (err error) {
	if len(q.Films) < 1 || len(q.Films) > MaxBatch {
		return fault.Param("films", fmt.Sprintf("a list of 1 to %d films", MaxBatch))
	}
	for i, w := range q.Films {
		if !w.sensible() {
			return BadItem(i)
		}
	}
	q.projection, err = q.View.Project(q.Fields)
	return err
}

// BadItem is the fault of the i-th item of a batch that names no film.
func BadItem(i int) error { return fault.Param(fmt.Sprintf("films[%d]", i), wantedForm) }

// sensible reports whether exactly one way of naming is used, and fully.
func (w FilmReference) sensible() bool {
	switch {
	case w.ID != "":
		return w.MoviedbID == 0 && w.Title == "" && w.Year == 0
	case w.MoviedbID != 0:
		return w.MoviedbID > 0 && w.Title == "" && w.Year == 0
	}
	return w.Title != "" && w.Year > 0 && utf8.ValidString(w.Title) && utf8.RuneCountInString(w.Title) <= film.MaxText
}

// resolved returns what the reference in ID names; w itself when ID is none.
func (w FilmReference) resolved() FilmReference {
	if named, ok := parseReference(w.ID); ok {
		return named
	}
	return w
}

// find looks a film up by the first of id, moviedb id, id elsewhere, and title with year that is
// given.
func (w FilmReference) find(c *catalog.Catalog) (catalog.Doc, bool) {
	switch {
	case w.ID != "":
		id, ok := film.ParseID(w.ID)
		if !ok {
			return 0, false
		}
		return c.ByID(id)
	case w.MoviedbID != 0:
		return c.ByMoviedbID(w.MoviedbID)
	case w.External.ID != "":
		return c.ByExternalID(w.External.Database, w.External.ID)
	}
	return c.ByTitleYear(w.Title, w.Year)
}

// errNone says that there is no such film, and what an id may be when this is none.
func (w FilmReference) errNone() *fault.Fault {
	_, isID := film.ParseID(w.ID)
	switch {
	case w.Title != "":
		return fault.New(fault.FilmNotFound, "no film has this title and year")
	case w.ID == "" || isID:
		return fault.New(fault.FilmNotFound, "no film has this id")
	}
	return fault.New(fault.FilmNotFound, "no film has this id: it must be "+ReferenceForm)
}

// lookUp finds all films, in the order asked for. What is not there is not found; it
// is no fault.
func (q *BatchQuestion) lookUp(c *catalog.Catalog) *Batch {
	b := &Batch{
		Requested: len(q.Films),
		records:   Records{catalog: c, docs: make([]catalog.Doc, len(q.Films)), view: q.View, fields: q.projection},
		absent:    make([]*fault.Fault, len(q.Films)),
	}
	for i, w := range q.Films {
		ok := false
		w = w.resolved()
		if b.records.docs[i], ok = w.find(c); !ok {
			b.absent[i] = w.errNone()
			continue
		}
		b.Found++
	}
	return b
}

// Localize gives the films the titles of a locale, where they have them.
func (b *Batch) Localize(l film.Locale) { b.records.Localize(l) }

// Film returns the film of the i-th item as a JSON object, in which film.BaseMark stands for
// the address of the service, or says why there is none: a fault of kind FilmNotFound. i is
// from 0 to Requested-1.
func (b *Batch) Film(i int) ([]byte, *fault.Fault) {
	if b.absent[i] != nil {
		return nil, b.absent[i]
	}
	return b.records.encoded(i), nil
}
