package people

import (
	"math"
	"sync"

	"kinodex/internal/catalog"
	"kinodex/internal/naming"
	"kinodex/internal/pack"
)

// Collection is an open file, beside the catalogue it was built with. It may be
// asked by several goroutines, but not after Close.
type Collection struct {
	file    *pack.File
	catalog *catalog.Catalog

	names, slugs, pictures pack.Strings
	byName                 nameIndex
	slugOrder              []uint32 // people by slug
	moviedb, namedb        idColumn
	popularity             []uint16 // hundredths, never rising
	rating, score          []uint16 // hundredths, or unknown
	gross                  []float64
	genre                  []uint8
	first, last            []int16

	filmsFirst, docs, characterOf []uint32
	characters, genres            pack.Strings

	recordsFirst, recordPeople, recordFilms    []uint32
	recordRating, recordScore, recordStrengths []uint16

	spellingOnce sync.Once
	spelled      *naming.Names // made by spelling

	numbersOnce sync.Once
	numbers     []numberedPerson // made by makeNumbers
}

// idColumn are everyone's ids of one source, and who has one, by id.
type idColumn struct{ ids, order []uint32 }

// stampSection says which films the file is of.
const stampSection = "people/stamp"

// Open maps the file at path, which must have been built from the catalogue's
// films.
// It fails with pack.ErrDamaged in the chain on damage, and when the file is of other films.
// The catalogue must stay open as long as the collection.
func Open(path string, c *catalog.Catalog) (*Collection, error) {
	p := &Collection{catalog: c}
	f, err := pack.Load(path, pack.Options{}, p.read)
	if err != nil {
		return nil, err
	}
	p.file = f
	return p, nil
}

// Close ends the mapping.
// Strings that were returned are copies and stay good.
func (p *Collection) Close() error { return p.file.Close() }

// Prepare makes what misspelt names and numbers are looked up in, for which the first who asks
// would otherwise wait.
func (p *Collection) Prepare() {
	p.spelling()
	p.numbersOnce.Do(p.makeNumbers)
}

// Verify reads every byte and compares it with its checksum.
// It takes as long as reading the file.
func (p *Collection) Verify() error { return p.file.Verify() }

// Len is how many people there are.
func (p *Collection) Len() int { return p.names.Len() }

// read finds everything and checks that every number that leads somewhere leads
// inside the file.

func (p *Collection) read(r *pack.Reader) {
	films := p.catalog.Len()
	of := catalog.ReadStamp(r, stampSection, "people", formatVersion)
	r.Require(of == p.catalog.Stamp(), "built from other films")
	p.names = readWords(r, "names", pack.Any)
	n := p.names.Len()
	p.byName = readNames(r, n)
	p.slugs = readWords(r, "slugs", n)
	p.pictures = readWords(r, "pictures", n)
	p.slugOrder = pack.Below[uint32](r, "slugs/order", n, n)
	p.moviedb = readIDs(r, "moviedb", n)
	p.namedb = readIDs(r, "namedb", n)
	p.popularity = pack.Column[uint16](r, "popularity", n)
	p.rating = pack.Column[uint16](r, "rating", n)
	p.score = pack.Column[uint16](r, "score", n)
	p.gross = pack.Column[float64](r, "gross", n)
	p.genre = pack.Column[uint8](r, "genre", n)
	p.first = pack.Column[int16](r, "first", n)
	p.last = pack.Column[int16](r, "last", n)
	p.docs = pack.Below[uint32](r, "films/docs", pack.Any, films)
	p.filmsFirst = pack.Starts[uint32](r, "films/first", n, len(p.docs))
	p.characters = readWords(r, "characters", pack.Any)
	p.characterOf = pack.Below[uint32](r, "films/characters", len(p.docs), p.characters.Len())
	p.genres = readWords(r, "genres", pack.Any)
	r.Require(p.genres.Len() < maxGenres, "%d genres", p.genres.Len())
	p.readRecords(r, n)
	if r.Err() != nil {
		return
	}
	r.RequireEach(n, func(i int) bool {
		return int(p.genre[i]) < p.genres.Len() || p.genre[i] == noGenre
	}, "the genre of person %d")
	r.RequireEach(n, func(i int) bool {
		return i == 0 || p.popularity[i] <= p.popularity[i-1]
	}, "the order of popularity at person %d")
	r.RequireEach(n, func(i int) bool {
		return math.IsNaN(p.gross[i]) || math.Abs(p.gross[i]) < 1<<53
	}, "the gross of person %d")
}

// readRecords reads the lists by genre: columns of one length, and where each genre begins.
func (p *Collection) readRecords(r *pack.Reader, people int) {
	p.recordPeople = pack.Below[uint32](r, "records/people", pack.Any, people)
	n := len(p.recordPeople)
	p.recordsFirst = pack.Starts[uint32](r, "records/first", p.genres.Len(), n)
	p.recordFilms = pack.Column[uint32](r, "records/films", n)
	p.recordRating = pack.Column[uint16](r, "records/rating", n)
	p.recordScore = pack.Column[uint16](r, "records/score", n)
	p.recordStrengths = pack.Column[uint16](r, "records/strength", n)
}

// readIDs reads a column of ids and the people who have one, by id.
func readIDs(r *pack.Reader, name string, n int) idColumn {
	return idColumn{pack.Column[uint32](r, name, n), pack.Below[uint32](r, name+"/order", pack.Any, n)}
}

// readWords reads what putWords wrote.
func readWords(r *pack.Reader, name string, count int) pack.Strings {
	return r.Strings(name, name+"/first", count)
}
