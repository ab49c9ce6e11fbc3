package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// ReferenceForm says what a reference to a film may be, for faults.
const ReferenceForm = "a film's id (tt0041959 or filmdb:tt0041959), the second movie database's (moviedb:1092), or another's with its name (wikidata:Q42198)"

// parseReference reads what names one film: its id, or an id with the database it is of.
// The databases' own names are read too (imdb, tmdb). It returns false for one of a database
// whose ids films do not have, and for a number that is none.
func parseReference(s string) (FilmReference, bool) {
	database, id, named := strings.Cut(strings.TrimSpace(s), ":")
	if !named {
		return FilmReference{ID: database}, database != ""
	}
	switch database = strings.ToLower(strings.TrimSpace(database)); database {
	case "filmdb", "imdb":
		return FilmReference{ID: id}, id != ""
	case "moviedb", "tmdb":
		n, err := strconv.Atoi(id)
		return FilmReference{MoviedbID: n}, err == nil && n > 0
	}
	return FilmReference{External: film.ExternalID{Database: database, ID: id}}, id != "" && slices.Contains(film.Databases, database)
}

// IDsQuestion asks for films by what names them, for the price of one question.
type IDsQuestion struct {
	References []string // from 1 to MaxBatch, of ReferenceForm
	View       film.View
	Fields     string // of the view, comma-separated; empty for all

	projection *film.Projection
}

// FilmsByID are the films of references, in their order. One that is named twice is there
// once.
type FilmsByID struct {
	Records
	// Unknown are the references that no film has, as they were given, each once; never nil.
	Unknown []string
}

// FilmsByID asks for the films of references. One that no film has is no fault.
func (v *Visit) FilmsByID(q IDsQuestion) Prepared[*FilmsByID] {
	return Prepared[*FilmsByID]{
		visit: v, need: access.Needs.Films, check: q.check,
		find: func(ctx context.Context) (*FilmsByID, error) {
			found := q.lookUp(v.library.Catalog)
			return found, v.carries(ctx, found.excerpt(0))
		},
	}
}

// check reads the fields.
func (q *IDsQuestion) check() (err error) {
	if len(q.References) < 1 || len(q.References) > MaxBatch {
		return fault.Param("ids", fmt.Sprintf("1 to %d ids, separated by commas", MaxBatch))
	}
	q.projection, err = q.View.Project(q.Fields)
	return err
}

func (q *IDsQuestion) lookUp(c *catalog.Catalog) *FilmsByID {
	found := &FilmsByID{Records: Records{catalog: c, view: q.View, fields: q.projection}, Unknown: []string{}}
	for _, reference := range q.References {
		doc, ok := FilmReference{ID: reference}.resolved().find(c)
		switch {
		case ok && !slices.Contains(found.docs, doc):
			found.docs = append(found.docs, doc)
		case !ok && !slices.Contains(found.Unknown, reference):
			found.Unknown = append(found.Unknown, reference)
		}
	}
	return found
}

// FindQuestion asks for the one film that a reference or a title and year name: either, not
// both.
type FindQuestion struct {
	Reference string // of ReferenceForm
	Title     string
	Year      int    // 0 for none
	Fields    string // of the detail view, comma-separated; empty for all

	wanted     FilmReference
	projection *film.Projection
}

// FindFilm asks for the film of a reference, or of a title and year: of namesakes the one
// with most votes. When there is none, that is a fault of kind FilmNotFound. The answer has
// one film, in the detail view.
func (v *Visit) FindFilm(q FindQuestion) Prepared[*Records] {
	return Prepared[*Records]{
		visit: v, need: access.Needs.Film, check: q.check,
		find: func(ctx context.Context) (*Records, error) {
			doc, ok := q.wanted.find(v.library.Catalog)
			if !ok {
				return nil, q.wanted.errNone()
			}
			found := &Records{catalog: v.library.Catalog, docs: []catalog.Doc{doc}, view: film.Detail, fields: q.projection}
			return found, v.carries(ctx, found.excerpt(0))
		},
	}
}

// check reads the reference and the fields.
func (q *FindQuestion) check() (err error) {
	switch byTitle := q.Title != "" || q.Year != 0; {
	case q.Reference != "" && byTitle:
		return fault.Param("external_id", "absent when title or year is given")
	case q.Reference != "":
		ok := false
		if q.wanted, ok = parseReference(q.Reference); !ok {
			return fault.Param("external_id", ReferenceForm)
		}
	case !byTitle:
		return fault.Missing("external_id", ReferenceForm+", or instead title and year")
	default:
		q.wanted = FilmReference{Title: q.Title, Year: q.Year}
		switch {
		case q.Title == "":
			return fault.Missing("title", "the film's title, which goes with year")
		case q.Year == 0:
			return fault.Missing("year", "the year of release, which goes with title")
		case !q.wanted.sensible():
			return fault.Param("title", fmt.Sprintf("UTF-8 text of at most %d characters, with a year above 0", film.MaxText))
		}
	}
	q.projection, err = film.Detail.Project(q.Fields)
	return err
}
