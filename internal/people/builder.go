package people

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/intern"
	"kinodex/internal/text"
)

// Builder collects the casts of films and writes File.
// It is for one goroutine. Errors are kept and come back from Write.
type Builder struct {
	err    error
	stamp  catalog.Stamp
	films  []filmFacts
	roles  []role
	sights map[film.ID][]sight // of films that are not added yet, or were before the sighting
	stated []statedIDs         // by role, ascending
	before *Collection

	keys       intern.Table // names, as text.Key gives them
	spellings  intern.Table
	characters intern.Table
	pictures   intern.Table
	genres     intern.Table
}

// filmFacts is what the figures of a career need of a film.
type filmFacts struct {
	id     film.ID
	year   int16   // noYear when it is unknown
	rating float32 // NaN when it is unknown
	score  float32
	gross  float64 // NaN when it is unknown
	votes  uint32
	genres []uint8
}

// role is one name in one cast.
type role struct {
	film      uint32 // its document
	key       uint32
	spelling  uint32
	character uint32 // 0 for none, as picture
	picture   uint32
	moviedb   uint32
	order     uint16
	footage   bool // only archive footage shows the person
	extra     bool // not credited
}

// sight is a sighting, ready to compare.
type sight struct {
	key string
	ids [systems]uint32
}

// statedIDs are the ids that a sighting states of a role.
type statedIDs struct {
	role uint32
	ids  [systems]uint32
}

const (
	noYear    = math.MinInt16
	maxGenres = 255
)

// NewBuilder starts an empty builder. Slugs that before gave to people are kept;
// before may be nil, and must stay open until Write has returned.
// before is only read, in Write.
func NewBuilder(before *Collection) *Builder {
	b := &Builder{sights: map[film.ID][]sight{}, before: before}
	b.characters.Number("") // 0 is none
	b.pictures.Number("")
	return b
}

// Sight takes what a source says about who is who, before or after the film.
// A sighting without a name or without any id that fits 32 bits is ignored. Of films that
// are never added, it has no effect.
func (b *Builder) Sight(s Sighting) {
	one := sight{key: text.Key(s.Name)}
	one.ids[namedb], one.ids[moviedb], one.ids[service] = namedbNumber(s.NamedbID), number32(s.MoviedbID), number32(s.ServiceID)
	if one.key != "" && one.ids != [systems]uint32{} {
		b.sights[s.Film] = append(b.sights[s.Film], one)
	}
}

// Add takes the next film of the catalogue; it keeps nothing of f but strings.
// Documents come in order from 0, without a gap; anything else is an error of Write.
func (b *Builder) Add(d catalog.Doc, f *film.Film) {
	if int(d) != len(b.films) && b.err == nil {
		b.err = fmt.Errorf("people: film %d added after %d others", d, len(b.films))
	}
	b.stamp.Add(f.ID)
	b.films = append(b.films, b.facts(f))
	first := len(b.roles)
	for _, r := range f.Cast {
		b.add(uint32(d), first, r)
	}
	for i := first; i < len(b.roles); i++ {
		for _, s := range b.sights[f.ID] {
			if s.key == b.keys.At(b.roles[i].key) {
				b.stated = append(b.stated, statedIDs{uint32(i), s.ids})
			}
		}
	}
	delete(b.sights, f.ID)
}

// add takes one of the cast. Someone named twice plays two parts.
// first is the index of the film's first role. A name without a word in it is left out.
func (b *Builder) add(doc uint32, first int, r film.Role) {
	k := text.Key(r.Name)
	if k == "" {
		return
	}
	one := role{film: doc, key: b.keys.Number(k), spelling: b.spellings.Number(text.Clean(r.Name)),
		order: uint16(min(max(r.Order, 0), math.MaxUint16))}
	if r.Character != nil {
		one.character = b.characters.Number(*r.Character)
		one.footage, one.extra = billingOf(*r.Character)
	}
	if r.ProfileURL != nil {
		one.picture = b.pictures.Number(*r.ProfileURL)
	}
	if r.MoviedbPersonID != nil {
		one.moviedb = number32(*r.MoviedbPersonID)
	}
	for i := first; i < len(b.roles); i++ {
		if b.roles[i].key == one.key {
			b.also(&b.roles[i], &one)
			return
		}
	}
	b.roles = append(b.roles, one)
}

// also joins a second part in a film to the first.
// Characters are joined by " / ". Footage and extra hold only when both parts are so.
func (b *Builder) also(r, second *role) {
	switch {
	case r.character == 0:
		r.character = second.character
	case second.character != 0 && second.character != r.character:
		both := b.characters.At(r.character) + " / " + b.characters.At(second.character)
		r.character = b.characters.Number(both)
	}
	if r.moviedb == 0 {
		r.moviedb = second.moviedb
	}
	if r.picture == 0 {
		r.picture = second.picture
	}
	r.footage, r.extra = r.footage && second.footage, r.extra && second.extra
}

// billingOf reads what the words of a character say of the part: that archive
// footage shows the person, or that the credits do not name them.
// It looks for English words, in any case and anywhere in the character.
func billingOf(character string) (footage, extra bool) {
	words := text.Fold(character)
	return strings.Contains(words, "archive") || strings.Contains(words, "archival"), strings.Contains(words, "uncredited")
}

// facts returns what a career needs of a film. More than maxGenres genres in all films are an
// error of Write.
func (b *Builder) facts(f *film.Film) filmFacts {
	facts := filmFacts{id: f.ID, year: noYear, rating: float32(math.NaN()), score: float32(f.Ratings.MasterScore), gross: math.NaN()}
	if f.Year != nil && *f.Year > 0 && *f.Year <= maxYear {
		facts.year = int16(*f.Year)
	}
	if f.Ratings.Filmdb != nil {
		facts.rating = float32(*f.Ratings.Filmdb)
	}
	if f.BoxOffice.WorldwideGross != nil {
		facts.gross = float64(*f.BoxOffice.WorldwideGross)
	}
	if f.Ratings.FilmdbVotes != nil {
		facts.votes = uint32(min(max(*f.Ratings.FilmdbVotes, 0), math.MaxUint32))
	}
	for _, g := range f.Genres {
		n := b.genres.Number(g)
		if n >= maxGenres {
			if b.err == nil {
				b.err = fmt.Errorf("people: more than %d genres", maxGenres)
			}
			continue
		}
		if !slices.Contains(facts.genres, uint8(n)) {
			facts.genres = append(facts.genres, uint8(n))
		}
	}
	return facts
}

const maxYear = 9999

// namedbNumber is the number in an id of the name database, 0 when it is none.
// "nm" and one to ten digits that fit 32 bits.
func namedbNumber(id string) uint32 {
	digits, ok := strings.CutPrefix(id, "nm")
	if !ok || len(digits) == 0 || len(digits) > 10 || strings.Trim(digits, "0123456789") != "" {
		return 0
	}
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

// number32 is n where it fits, else 0.
func number32(n int) uint32 {
	if n < 0 || n > math.MaxUint32 {
		return 0
	}
	return uint32(n)
}

// namedbID is the inverse of namedbNumber.
// At least seven digits, with zeros in front.
func namedbID(n uint32) string { return fmt.Sprintf("nm%07d", n) }
