package poster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// Collection are the posters of a generation that were read. It never changes and may be
// asked from several goroutines; what it gives must not be changed, nor read after
// Close.
type Collection struct {
	file     *pack.File // nil without posters
	films    []uint32
	pictures []uint64
	readings texts
	before   texts
	figures  Figures

	// near holds what Nearest compares, made by the first who asks.
	near     []mark
	nearOnce sync.Once
	// labels are what posters are chosen by, made by the first who asks.
	labels     []Labels
	labelsOnce sync.Once
}

// texts are byte strings that lie one after the other.
// ends[i] is where the i-th ends, ascending; readTexts checks that.
type texts struct {
	bytes []byte
	ends  []uint64
}

// It is a part of the mapping, cut so that appending to it cannot overwrite the next.
func (s *texts) at(i int) []byte {
	start := uint64(0)
	if i > 0 {
		start = s.ends[i-1]
	}
	return s.bytes[start:s.ends[i]:s.ends[i]]
}

// Poster is one of a Collection.
type Poster struct {
	Film film.ID
	// Picture is 0 when it is not stored.
	Picture Picture
	// Analysis is the reading as JSON.
	Analysis []byte
}

// Open maps the file at path, which was built with the catalogue. Where there is
// no file there are no posters. A file that is not what Write wrote gives an error
// with pack.ErrDamaged in its chain.
// Readings are not read here, so that opening takes time in proportion to the films and
// not to the bytes; Verify reads them. An older version is understood, a newer one an
// error. The catalogue must stay open as long as the collection.
func Open(path string, c *catalog.Catalog) (*Collection, error) {
	x := &Collection{}
	o := pack.Options{SkipChecksum: []string{sectionReadings}}
	f, err := pack.Load(path, o, func(r *pack.Reader) { x.read(r, c) })
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, x.figures.complete(c, 0, 0)
	case err != nil:
		return nil, err
	}
	x.file = f
	return x, nil
}

// It sets what is asked for later, and leaves r's error to the caller.
func (x *Collection) read(r *pack.Reader, c *catalog.Catalog) {
	about := pack.Column[uint32](r, sectionAbout, 2)
	if r.Err() != nil {
		return
	}
	if about[0] < 1 || about[0] > fileVersion {
		r.Fail(fmt.Errorf("posters of version %d; this program reads up to version %d: run kinodex build again", about[0], fileVersion))
		return
	}
	n := int(about[1])
	x.films = pack.Column[uint32](r, sectionFilms, n)
	x.pictures = pack.Column[uint64](r, sectionPictures, n)
	x.readings = readTexts(r, sectionReadings, sectionReadingEnds, n)
	x.before = readTexts(r, sectionBefore, sectionBeforeEnds, n)
	for i, id := range x.films {
		_, ok := c.ByID(film.ID(id))
		r.Require(ok && (i == 0 || x.films[i-1] < id), "section %s", sectionFilms)
	}
	r.JSON(sectionFigures, &x.figures)
	if r.Err() == nil {
		r.Fail(x.figures.complete(c, x.Stored(), x.Len()))
	}
}

// readTexts reads n byte strings and checks that they follow one another without a gap.
func readTexts(r *pack.Reader, name, ends string, n int) texts {
	b := pack.Column[byte](r, name, pack.Any)
	return texts{b, pack.Ends[uint64](r, ends, n, len(b))}
}

// Prepare makes what Nearest and Labels need, for which the first who asks would otherwise wait.
func (x *Collection) Prepare() {
	x.nearOnce.Do(x.remember)
	x.labelsOnce.Do(x.label)
}

// Close ends the mapping.
// A collection without a file may be closed, any number of times.
func (x *Collection) Close() error {
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// Verify reads every byte and compares it with its checksum, and every reading.
// The error has pack.ErrDamaged in its chain. It takes as long as reading the file.
func (x *Collection) Verify() error {
	if x.file == nil {
		return nil
	}
	if err := x.file.Verify(); err != nil {
		return err
	}
	for i := range x.films {
		if _, err := decode(x.readings.at(i)); err != nil || !json.Valid(x.readings.at(i)) {
			return fmt.Errorf("%w: the reading of %s", pack.ErrDamaged, film.ID(x.films[i]))
		}
	}
	return nil
}

// Len is how many posters there are.
func (x *Collection) Len() int { return len(x.films) }

// Stored is how many of them the bucket has.
// It counts in time proportional to Len.
func (x *Collection) Stored() int {
	n := 0
	for _, p := range x.pictures {
		if p != 0 {
			n++
		}
	}
	return n
}

// At gives a poster by its place, in order of film id.
// i must be from 0 to Len()-1. Analysis is part of the mapping: good until Close, and not
// to be changed.
func (x *Collection) At(i int) Poster {
	return Poster{film.ID(x.films[i]), Picture(x.pictures[i]), x.readings.at(i)}
}

// Find gives the place of a film's poster.
// It is a binary search. i is of no use when ok is false.
func (x *Collection) Find(id film.ID) (i int, ok bool) {
	return slices.BinarySearch(x.films, uint32(id))
}

// Figures returns the aggregates of all readings (REQ P-01), which must not be
// changed.
// It is never nil, nor is any map or list in it.
func (x *Collection) Figures() *Figures { return &x.figures }

// Undress gives the film the addresses that it had before Builder.Dress.
// A film without a poster here is left as it is. The error has pack.ErrDamaged in its
// chain.
func (x *Collection) Undress(f *film.Film) error {
	i, ok := x.Find(f.ID)
	if !ok {
		return nil
	}
	var a addresses
	if err := json.Unmarshal(x.before.at(i), &a); err != nil {
		return fmt.Errorf("%w: the addresses of %s", pack.ErrDamaged, f.ID)
	}
	f.Poster, f.PosterFull, f.PosterMini = a.Poster, a.Full, a.Mini
	return nil
}

// Holds reports whether the collection is what a builder would make of the stored
// posters for the films of the catalogue.
// Films of s that the catalogue lacks do not count. It compares every byte of the
// readings, and decodes none.
func (x *Collection) Holds(s *StoredPosters, c *catalog.Catalog) bool {
	if s == nil {
		return x.Len() == 0
	}
	n := 0
	for id, p := range s.posters {
		if _, ok := c.ByID(id); !ok {
			continue
		}
		n++
		i, ok := x.Find(id)
		if !ok || Picture(x.pictures[i]) != p.picture || !bytes.Equal(x.readings.at(i), p.analysis) {
			return false
		}
	}
	return n == x.Len()
}
