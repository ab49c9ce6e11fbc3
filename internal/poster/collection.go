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
	figures  []byte

	// near holds what Nearest compares, made by the first who asks.
	near     []mark
	nearOnce sync.Once
}

// texts are byte strings that lie one after the other.
type texts struct {
	bytes []byte
	ends  []uint64
}

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
func Open(path string, c *catalog.Catalog) (*Collection, error) {
	f, err := pack.Open(path, pack.Options{SkipChecksum: []string{sectionReadings}})
	x := &Collection{}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, x.tell(c, &Figures{})
	case err != nil:
		return nil, err
	}
	x.file = f
	if err := x.read(c); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return x, nil
}

func (x *Collection) read(c *catalog.Catalog) error {
	s := &sections{file: x.file}
	about := numbers[uint32](s, sectionAbout)
	if s.need(len(about) == 2, sectionAbout); s.err != nil {
		return s.err
	}
	if about[0] < 1 || about[0] > fileVersion {
		return fmt.Errorf("posters of version %d; this program reads up to version %d: run kinodex build again", about[0], fileVersion)
	}
	n := int(about[1])
	x.films, x.pictures = numbers[uint32](s, sectionFilms), numbers[uint64](s, sectionPictures)
	x.readings = texts{numbers[byte](s, sectionReadings), numbers[uint64](s, sectionReadingEnds)}
	x.before = texts{numbers[byte](s, sectionBefore), numbers[uint64](s, sectionBeforeEnds)}
	s.need(len(x.films) == n && len(x.pictures) == n, sectionFilms)
	s.need(x.readings.sound(n), sectionReadings)
	s.need(x.before.sound(n), sectionBefore)
	for i, id := range x.films {
		_, ok := c.ByID(film.ID(id))
		s.need(ok && (i == 0 || x.films[i-1] < id), sectionFilms)
	}
	var figures Figures
	s.need(json.Unmarshal(numbers[byte](s, sectionFigures), &figures) == nil, sectionFigures)
	if s.err != nil {
		return s.err
	}
	return x.tell(c, &figures)
}

// sound reports whether there are n strings that fill the bytes.
func (s *texts) sound(n int) bool {
	return len(s.ends) == n && slices.IsSorted(s.ends) &&
		(n == 0 && len(s.bytes) == 0 || n > 0 && s.ends[n-1] == uint64(len(s.bytes)))
}

// tell completes the figures and keeps them as they are sent.
func (x *Collection) tell(c *catalog.Catalog, f *Figures) error {
	if err := f.complete(c, x.Stored(), x.Len()); err != nil {
		return err
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		return err
	}
	x.figures = bytes.TrimSpace(b.Bytes())
	return nil
}

// Close ends the mapping.
func (x *Collection) Close() error {
	if x.file == nil {
		return nil
	}
	return x.file.Close()
}

// Verify reads every byte and compares it with its checksum, and every reading.
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
func (x *Collection) At(i int) Poster {
	return Poster{film.ID(x.films[i]), Picture(x.pictures[i]), x.readings.at(i)}
}

// Find gives the place of a film's poster.
func (x *Collection) Find(id film.ID) (i int, ok bool) {
	return slices.BinarySearch(x.films, uint32(id))
}

// Figures are the aggregates of all readings, a JSON object (TRACE P-01).
func (x *Collection) Figures() []byte { return x.figures }

// Undress gives the film the addresses that it had before Builder.Dress.
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
func (x *Collection) Holds(s *Stored, c *catalog.Catalog) bool {
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

// sections reads the sections of a file, keeping the first error.
type sections struct {
	file *pack.File
	err  error
}

func numbers[T pack.Number](s *sections, name string) []T {
	if s.err != nil {
		return nil
	}
	v, err := pack.Numbers[T](s.file, name)
	s.err = err
	return v
}

// need notes damage unless ok.
func (s *sections) need(ok bool, what string) {
	if !ok && s.err == nil {
		s.err = fmt.Errorf("%w: section %s", pack.ErrDamaged, what)
	}
}
