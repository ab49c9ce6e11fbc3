package catalog

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/intern"
	"kinodex/internal/text"
)

// Writer makes a catalogue out of films that are added one by one. Records are written
// to the disk at once; columns, names and the text index stay in memory until Close. A
// Writer is for one goroutine.
type Writer struct {
	dir     string
	records []*recordWriter

	ids        []uint32
	moviedb    []moviedbEntry
	words      intern.List // folded titles, for the order by title
	years      []int32     // noYear when unknown
	values     [][]float64 // by sort field; none for the title
	attributes []*attributeWriter
	poster     docset.Set
	directors  *nameWriter
	actors     *nameWriter
	titles     titleWriter
	text       *index.Builder
	synopses   *index.Builder // nil while no film has any
	told       []string       // the further synopses of the film that is added next
	notes      map[film.ID]Note

	otherTitles titleWriter
	sounds      titleWriter
	collections []collectionEntry
	externals   []externalEntry
	releases    []releaseEntry
}

// moviedbEntry is a film's id in the movie database.
type moviedbEntry struct{ id, doc uint32 }

// Create starts a catalogue in dir, which is made when it is not there. It can be opened only
// after Close. The caller calls Close or Abort.
func Create(dir string) (*Writer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("creating a catalogue: %w", err)
	}
	w := &Writer{
		dir: dir, values: make([][]float64, len(film.SortFields)), text: index.NewBuilder(),
		directors: newNameWriter(), actors: newNameWriter(), notes: map[film.ID]Note{},
	}
	for n := range Notes() {
		w.notes[n.Film] = n
	}
	for _, v := range film.Vocabularies {
		w.attributes = append(w.attributes, newAttributeWriter(v.Name))
	}
	for _, v := range film.Views {
		r, err := createRecords(dir, v)
		if err != nil {
			w.Abort()
			return nil, err
		}
		w.records = append(w.records, r)
	}
	return w, nil
}

// Add takes the next film; ids must ascend. It sets the links of what it
// writes, but for the one to a poster's reading, which is f's. It keeps nothing
// of f.
func (w *Writer) Add(f *film.Film) error {
	doc := uint32(len(w.ids))
	if err := w.number(f); err != nil {
		return err
	}
	linked := link(f)
	for _, r := range w.records {
		if err := r.add(linked); err != nil {
			return err
		}
	}
	w.text.Add(doc, document(f))
	w.addSynopses(doc, w.notes[f.ID])
	return w.addColumns(f, doc)
}

// number gives the next film its place.
func (w *Writer) number(f *film.Film) error {
	if f.ID == 0 || len(w.ids) > 0 && uint32(f.ID) <= w.ids[len(w.ids)-1] {
		return fmt.Errorf("film %v does not follow those before it", f.ID)
	}
	if len(w.ids) == maxFilms {
		return fmt.Errorf("more than %d films", maxFilms)
	}
	w.ids = append(w.ids, uint32(f.ID))
	return nil
}

// link returns a copy of a film with the links of its record.
func link(f *film.Film) *film.Film {
	linked := *f
	self := string(film.BaseMark) + "/api/v2/films/" + f.ID.String()
	linked.Links = film.Links{Self: self, PosterAnalysis: f.Links.PosterAnalysis}
	if film.HasContent(f) { // what makes it comparable (REQ F2-11, F2-39)
		similar := self + "/similar"
		linked.Links.Similar = &similar
	}
	return &linked
}

// addColumns notes what writeColumns writes of a film.
func (w *Writer) addColumns(f *film.Film, doc uint32) error {
	if id := f.ExternalIDs.MoviedbID; id != nil && *id >= 0 && *id <= math.MaxUint32 {
		w.moviedb = append(w.moviedb, moviedbEntry{uint32(*id), doc})
	}
	for _, x := range f.ExternalIDs.Others {
		w.externals = append(w.externals, externalEntry{film.ExternalKey(x.Database, x.ID), doc})
	}
	for i, field := range film.SortFields {
		if field != film.TitleField {
			w.values[i] = append(w.values[i], f.SortValue(field))
		}
	}
	w.addReleases(f, doc)
	w.addTitles(f, doc)
	w.addSounds(f, doc)
	w.addNames(f)
	return w.addAttributes(f, doc)
}

// addTitles notes the title and, where their folded forms are others, the original
// title and what the film is called elsewhere.
func (w *Writer) addTitles(f *film.Film, doc uint32) {
	folded := text.Fold(f.Title)
	w.words.Append(folded)
	year := int32(noYear)
	if f.Year != nil {
		year = int32(*f.Year)
	}
	w.years = append(w.years, year)
	w.titles.add(folded, doc)
	original := folded
	if f.OriginalTitle != nil {
		if original = text.Fold(*f.OriginalTitle); original != folded && original != "" {
			w.titles.add(original, doc)
		}
	}
	for i := range f.Titles {
		if title := text.Fold(f.Titles[i].Title); title != folded && title != original && title != "" {
			w.otherTitles.add(title, doc)
		}
	}
}

// addNames notes the director field as a whole, so that a filter may be any part of it, and the
// whole cast.
func (w *Writer) addNames(f *film.Film) {
	if f.Director != nil {
		w.directors.add(*f.Director)
	}
	w.directors.end()
	for i := range f.Cast {
		w.actors.add(f.Cast[i].Name)
	}
	w.actors.end()
}

// addAttributes notes the names of vocabularies, the collection and whether there is a poster.
func (w *Writer) addAttributes(f *film.Film, doc uint32) error {
	if doc%64 == 0 {
		w.poster = append(w.poster, 0)
	}
	if f.Poster.URL != nil {
		w.poster.Add(doc)
	}
	if s := f.Collection; s != nil && s.ID > 0 && s.ID <= math.MaxUint32 {
		w.collections = append(w.collections, collectionEntry{uint32(s.ID), doc, text.Fold(s.Name)})
	}
	for i, v := range film.Vocabularies {
		if err := w.attributes[i].add(doc, v.Of(f)...); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what Add collected and closes the files, also after an error of one of them.
// Without it the catalogue cannot be opened. It returns all errors.
func (w *Writer) Close() error {
	s := stampOf(w.ids)
	var errs []error
	for _, r := range w.records {
		errs = append(errs, r.close(s))
	}
	w.records = nil
	errs = append(errs, w.writeColumns(s), w.writeText(s), w.writeSynopses(s))
	*w = Writer{dir: w.dir} // what was collected is no longer needed
	return errors.Join(errs...)
}

// Job writes one file.
type Job struct {
	File string
	Run  func() error
}

// AddAll returns the jobs that add all films of the catalogue, of which no source tells more than the overview, and
// write its files, as Add and Close do: those that take long, the longest first, and the others. They may run at the same
// time, and once all have returned without an error the catalogue is written. The films must not
// change until then.
func (w *Writer) AddAll(films []*film.Film) (long, short []Job, err error) {
	for _, f := range films {
		if err := w.number(f); err != nil {
			return nil, nil, err
		}
	}
	s := stampOf(w.ids)
	long = []Job{
		{textFile, func() error {
			for i, f := range films {
				w.text.Add(uint32(i), document(f))
			}
			return w.writeText(s)
		}},
		{SynopsesFile, func() error {
			for i, f := range films {
				w.addSynopses(uint32(i), w.notes[f.ID])
			}
			return w.writeSynopses(s)
		}},
		{columnsFile, func() error {
			for i, f := range films {
				if err := w.addColumns(f, uint32(i)); err != nil {
					return fmt.Errorf("film %v: %w", f.ID, err)
				}
			}
			return w.writeColumns(s)
		}},
	}
	for _, r := range w.records {
		short = append(short, Job{filepath.Base(recordPath(w.dir, r.view)), func() error {
			for _, f := range films {
				if err := r.add(link(f)); err != nil {
					return err
				}
			}
			return r.close(s)
		}})
	}
	return long, short, nil
}

// Abort discards the record files that were begun. Nothing may be called after it.
func (w *Writer) Abort() {
	for _, r := range w.records {
		r.out.Abort()
	}
	w.records = nil
}
