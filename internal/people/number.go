package people

import (
	"cmp"
	"hash/fnv"
	"slices"

	"kinodex/internal/film"
)

// Numbers, for interfaces that know people by the number of the movie database. Who has one
// there has it here. All others have one from film.FirstOwnNumber on, which stays from build to
// build because it is made of an id that does: that of the name database, or the slug.
const (
	slugNumbers = film.FirstOwnNumber + 500_000_000
	lastNumber  = 2*film.FirstOwnNumber - 1
)

// Number returns the number by which Numbered finds an actor of this collection; 0 for none, as
// one in ten thousand has whose slug makes the number of somebody more popular.
func (p *Collection) Number(of Actor) int {
	n := p.numberOf(of.who)
	if who, ok := p.numbered(n); !ok || who != of.who {
		return 0
	}
	return n
}

// Numbered returns the actor of a number, and whether somebody has it. The first call reads all
// slugs.
func (p *Collection) Numbered(n int) (*Actor, bool) {
	who, ok := p.numbered(n)
	if !ok {
		return nil, false
	}
	one := p.actor(who)
	return &one, true
}

// numberOf returns what a person's number is, unless somebody else has it.
func (p *Collection) numberOf(who uint32) int {
	if n := p.moviedb.ids[who]; n != 0 && n < film.FirstOwnNumber {
		return int(n)
	}
	if n := p.namedb.ids[who]; n != 0 && n < slugNumbers-film.FirstOwnNumber {
		return film.FirstOwnNumber + int(n)
	}
	h := fnv.New32a()
	h.Write([]byte(p.slug(who)))
	return slugNumbers + int(h.Sum32()%(lastNumber-slugNumbers+1))
}

func (p *Collection) numbered(n int) (uint32, bool) {
	switch {
	case n <= 0 || n > lastNumber:
		return 0, false
	case n < film.FirstOwnNumber:
		return p.moviedb.find(uint32(n))
	case n < slugNumbers:
		return p.namedb.find(uint32(n - film.FirstOwnNumber))
	}
	p.numbersOnce.Do(p.makeNumbers)
	i, ok := slices.BinarySearchFunc(p.numbers, n, func(a numberedPerson, n int) int { return cmp.Compare(a.number, n) })
	if !ok {
		return 0, false
	}
	return p.numbers[i].who, true
}

// numberedPerson is a person whose number is made of the slug.
type numberedPerson struct {
	number int
	who    uint32
}

// makeNumbers makes p.numbers: by number, and of one number only the most popular person.
func (p *Collection) makeNumbers() {
	for who := range uint32(p.Len()) {
		if n := p.numberOf(who); n >= slugNumbers {
			p.numbers = append(p.numbers, numberedPerson{n, who})
		}
	}
	slices.SortFunc(p.numbers, func(a, b numberedPerson) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.who, b.who))
	})
	p.numbers = slices.CompactFunc(p.numbers, func(a, b numberedPerson) bool { return a.number == b.number })
}

// ByNamedbID returns who has an id of the name database, such as nm0000123, and whether
// somebody has.
func (p *Collection) ByNamedbID(id string) (*Actor, bool) {
	n := namedbNumber(id)
	if n == 0 {
		return nil, false
	}
	who, ok := p.namedb.find(n)
	if !ok {
		return nil, false
	}
	one := p.actor(who)
	return &one, true
}
