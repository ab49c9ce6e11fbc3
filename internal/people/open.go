package people

import (
	"fmt"
	"math"

	"kinodex/internal/catalog"
	"kinodex/internal/pack"
)

// Collection is an open file, beside the catalogue it was built with. It may be
// asked by several goroutines, but not after Close.
type Collection struct {
	file    *pack.File
	catalog *catalog.Catalog

	names, slugs, pictures words
	byName                 nameIndex
	slugOrder              []uint32 // people by slug
	moviedb, namedb        idColumn
	popularity             []uint16 // hundredths, never rising
	rating, score          []uint16 // hundredths, or unknown
	gross                  []float64
	genre                  []uint8
	first, last            []int16

	filmsFirst, docs, characterOf []uint32
	characters, genres            words

	recordsFirst, recordPeople, recordFilms    []uint32
	recordRating, recordScore, recordStrengths []uint16
}

// idColumn are everyone's ids of one source, and who has one, by id.
type idColumn struct{ ids, order []uint32 }

// words are strings in one piece.
type words struct {
	pool  []byte
	first []uint32
}

func (w *words) len() int              { return max(0, len(w.first)-1) }
func (w *words) at(i uint32) string    { return string(w.bytes(i)) }
func (w *words) bytes(i uint32) []byte { return w.pool[w.first[i]:w.first[i+1]] }

// Open maps the file at path, which must have been built from the catalogue's
// films.
func Open(path string, c *catalog.Catalog) (*Collection, error) {
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		return nil, err
	}
	p := &Collection{file: f, catalog: c}
	if err := p.read(&sections{file: f}); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// Close ends the mapping.
func (p *Collection) Close() error { return p.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (p *Collection) Verify() error { return p.file.Verify() }

// Len is how many people there are.
func (p *Collection) Len() int { return p.names.len() }

// read finds everything and checks that every number that leads somewhere leads
// inside the file.
func (p *Collection) read(s *sections) error {
	about := section[uint32](s, "people/stamp", 3)
	if s.err != nil {
		return s.err
	}
	if about[0] != formatVersion {
		return fmt.Errorf("people format version %d, this program reads version %d", about[0], formatVersion)
	}
	var of stamp
	for d := range p.catalog.Len() {
		of.add(p.catalog.ID(catalog.Doc(d)))
	}
	s.need(of == stamp{about[1], about[2]}, "built from other films")
	p.names = readWords(s, "names", -1)
	n := p.names.len()
	p.byName = readNames(s, n)
	p.slugs = readWords(s, "slugs", n)
	p.pictures = readWords(s, "pictures", n)
	p.slugOrder = below(s, "slugs/order", n, n)
	p.moviedb = readIDs(s, "moviedb", n)
	p.namedb = readIDs(s, "namedb", n)
	p.popularity = section[uint16](s, "popularity", n)
	p.rating = section[uint16](s, "rating", n)
	p.score = section[uint16](s, "score", n)
	p.gross = section[float64](s, "gross", n)
	p.genre = section[uint8](s, "genre", n)
	p.first = section[int16](s, "first", n)
	p.last = section[int16](s, "last", n)
	p.docs = below(s, "films/docs", -1, p.catalog.Len())
	p.filmsFirst = starts(s, "films/first", n, len(p.docs))
	p.characters = readWords(s, "characters", -1)
	p.characterOf = below(s, "films/characters", len(p.docs), p.characters.len())
	p.genres = readWords(s, "genres", -1)
	s.need(p.genres.len() < maxGenres, "%d genres", p.genres.len())
	p.readRecords(s, n)
	if s.err != nil {
		return s.err
	}
	for i := range n {
		s.need(int(p.genre[i]) < p.genres.len() || p.genre[i] == noGenre, "the genre of person %d", i)
		s.need(i == 0 || p.popularity[i] <= p.popularity[i-1], "the order of popularity")
		s.need(math.IsNaN(p.gross[i]) || math.Abs(p.gross[i]) < 1<<53, "the gross of person %d", i)
	}
	return s.err
}

func (p *Collection) readRecords(s *sections, people int) {
	p.recordPeople = below(s, "records/people", -1, people)
	n := len(p.recordPeople)
	p.recordsFirst = starts(s, "records/first", p.genres.len(), n)
	p.recordFilms = section[uint32](s, "records/films", n)
	p.recordRating = section[uint16](s, "records/rating", n)
	p.recordScore = section[uint16](s, "records/score", n)
	p.recordStrengths = section[uint16](s, "records/strength", n)
}

func readIDs(s *sections, name string, n int) idColumn {
	return idColumn{section[uint32](s, name, n), below(s, name+"/order", -1, n)}
}

// sections reads the sections of a file, keeping the first error.
type sections struct {
	file *pack.File
	err  error
}

// need notes damage unless ok.
func (s *sections) need(ok bool, format string, args ...any) {
	if !ok && s.err == nil {
		s.err = fmt.Errorf("%w: people: %s", pack.ErrDamaged, fmt.Sprintf(format, args...))
	}
}

// section gives a section of so many numbers; any number when want is negative.
func section[T pack.Number](s *sections, name string, want int) []T {
	if s.err != nil {
		return nil
	}
	v, err := pack.Numbers[T](s.file, name)
	if s.err = err; err == nil {
		s.need(want < 0 || len(v) == want, "section %s has %d numbers instead of %d", name, len(v), want)
	}
	return v
}

// below gives a section of numbers under a limit.
func below(s *sections, name string, want, limit int) []uint32 {
	v := section[uint32](s, name, want)
	top := uint32(0)
	for _, x := range v {
		top = max(top, x)
	}
	s.need(len(v) == 0 || int64(top) < int64(limit), "section %s holds %d, the limit is %d", name, top, limit)
	return v
}

// starts gives a section of count+1 offsets, rising from 0 to total.
func starts(s *sections, name string, count, total int) []uint32 {
	v := section[uint32](s, name, count+1)
	if s.err != nil {
		return nil
	}
	ok := v[0] == 0 && int64(v[count]) == int64(total)
	for i := range count {
		ok = ok && v[i] <= v[i+1]
	}
	s.need(ok, "section %s does not rise to %d", name, total)
	return v
}

func readWords(s *sections, name string, count int) words {
	w := words{pool: section[byte](s, name, -1)}
	if count < 0 {
		count = max(0, len(section[uint32](s, name+"/first", -1))-1)
	}
	w.first = starts(s, name+"/first", count, len(w.pool))
	return w
}
