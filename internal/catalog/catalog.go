// Package catalog holds every film and answers questions about them: filters,
// text, every order, exact totals, pages by offset and by cursor, facets, and the
// films themselves as they are sent.
//
// A catalogue is a directory of mapped files that a Writer made and nothing
// changes. Films are numbered by rising id (Doc); everything else is arrays
// over those numbers:
//
//   - records.go: each film as each view encodes it, ready to be copied out
//   - compressed.go: the same for lists, ready to be joined into a compressed answer
//   - order.go: per sort field the values and both orders, with prefix bitmaps ("marks")
//   - attribute.go, postings.go: genres, decades, languages, countries
//   - names.go: directors and cast by any part of a name (a suffix array over names)
//   - titles.go: title and year to film
//   - sounds.go: titles by what they sound like, for texts in another script
//   - collection.go: films of a series, by its id or name
//   - reading.go: titles and names that people write in their own way, with gazetteer.go (who is
//     well known), misspelt.go (wrong letters), series.go (by number), duo.go (siblings) and
//     award.go (Best Picture)
//   - common.go: words that most films have
//   - relax.go: most of the words, where few films have all
//   - document.go: what text finds of a film (package index is the BM25 index)
//   - synopses.go: what else is told of films, which only descriptions are compared with
//   - ranking.go: all that a text finds, ranked, for those who show why
//
// A question is answered in three steps: condition.go evaluates each part of it
// to a set and its exact size, selection.go intersects the sets beginning with the
// smallest, page.go picks the page out of the result, with a bounded heap or by
// walking the order. Nothing is sorted but the page, and nothing is allocated but the
// answer.
//
// Opening checks that every number that leads somewhere leads inside the
// files, so that damage gives an error or a wrong answer but never a panic.
// The bytes of the records are compared with their checksum only by Verify.
//
// Start reading at Find.
package catalog

import (
	"math"
	"slices"
	"sync"
	"time"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/pack"
)

// Doc is a film's number in a catalogue: dense, from 0, ascending by film id.
// It means nothing in another catalogue.
type Doc uint32

// Catalog is an open catalogue. Its methods may be called from several
// goroutines, but not after Close; nor may records be used after it.
type Catalog struct {
	files   []*pack.File
	records []*records // by view
	stamp   Stamp

	ids          []uint32
	moviedbIDs   []uint32 // ascending, with the documents beside them
	moviedbDocs  []uint32
	columns      []column // one a film.SortFields
	year, rating *column
	score, votes *column
	attributes   []attribute // one a film.Vocabularies
	genres       *attribute
	genreKeys    map[string][]uint32 // by film.GenreKeys, the genres of that name
	poster       docset.Set
	posters      int
	directors    nameIndex
	actors       nameIndex
	titles       titleTable
	otherTitles  titleTable // what films are called elsewhere
	sounds       titleTable // what titles sound like
	collections  collections
	externals    externals
	releases     releases
	released     *column
	built        time.Time // that BuiltOn was given
	text         *index.Index
	synopses     *index.Index // by further synopses; nil where there are none
	scratchPool  sync.Pool

	gazetteerOnce sync.Once
	gazetteer     *gazetteer // made by known
	typingOnce    sync.Once
	typed         *typing // made by typing
	winners       winners
}

// BuiltOn says on which day the catalogue was built, from which film.ReleaseWindow counts. It is
// called before the first question that asks for that.
func (c *Catalog) BuiltOn(day time.Time) { c.built = day.UTC() }

// Len returns the number of films.
func (c *Catalog) Len() int { return len(c.ids) }

// ID returns the film's id. Like every method that takes a Doc it panics on one that
// is not below Len.
func (c *Catalog) ID(d Doc) film.ID { return film.ID(c.ids[d]) }

// ByID returns the film with the id, and whether there is one, in O(log n).
func (c *Catalog) ByID(id film.ID) (Doc, bool) {
	i, ok := slices.BinarySearch(c.ids, uint32(id))
	return Doc(i), ok
}

// ByMoviedbID returns the film with the id in the movie database, and whether there is
// one. Of several films with the same one, which is an error of a source, it returns
// the first.
func (c *Catalog) ByMoviedbID(id int) (Doc, bool) {
	if id < 0 || id > math.MaxUint32 {
		return 0, false
	}
	i, ok := slices.BinarySearch(c.moviedbIDs, uint32(id))
	if !ok {
		return 0, false
	}
	return Doc(c.moviedbDocs[i]), true
}

// Record returns the film as the view encodes it: bytes of the mapped file, which must
// not be changed and are valid until Close.
func (c *Catalog) Record(d Doc, v film.View) film.Record { return c.records[v].at(d) }

// Number returns the film's value of a sort field, in the unit of the field, and
// whether it has one: not when it is null, or the field is the title or no sort field.
func (c *Catalog) Number(field string, d Doc) (float64, bool) {
	x := c.column(field)
	if x == nil || x.values == nil || math.IsNaN(x.values[d]) {
		return 0, false
	}
	return x.values[d], true
}

// HasPoster reports whether the film has a poster.
func (c *Catalog) HasPoster(d Doc) bool { return c.poster.Has(uint32(d)) }

// column returns the column of a sort field, nil if there is none.
func (c *Catalog) column(field string) *column {
	for i := range c.columns {
		if c.columns[i].field == field {
			return &c.columns[i]
		}
	}
	return nil
}

// order returns the order of a sort, whose field must be one of film.SortFields.
func (c *Catalog) order(s film.Sort) *order {
	x := c.column(s.Field)
	if s.Desc {
		return &x.desc
	}
	return &x.asc
}

// borrow takes the memory of one question from the pool; giveBack returns it, after
// which nothing may refer to it.
func (c *Catalog) borrow() *scratch {
	if s, ok := c.scratchPool.Get().(*scratch); ok {
		return s
	}
	return &scratch{n: c.Len()}
}

// giveBack resets the memory of a question and returns it to the pool.
func (c *Catalog) giveBack(s *scratch) {
	s.reset()
	c.scratchPool.Put(s)
}
