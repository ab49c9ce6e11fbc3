package atlas

import (
	"math"

	"kinodex/internal/pack"
)

// The sums count films by country, band and decade, each with all decades before
// it, so that a range of decades is a difference of two. Films of no known year
// come first, in a slot of their own that no range has. One country behind the
// last stands for none.
const (
	spanSection     = "atlas/span"     // uint32: the first decade, how many decades
	filmsSection    = "atlas/films"    // uint32 per country, band and slot
	verifiedSection = "atlas/verified" // beside films
	scoresSection   = "atlas/scores"   // uint64 beside films: hundredths of points
)

// sums are the sums of an open file.
type sums struct {
	first, decades  int // the first decade, from year 0, and how many there are
	films, verified []uint32
	scores          []uint64
}

// slots is how many places a country and band have: none, no year, the decades.
func (x *sums) slots() int { return x.decades + 2 }

// writeSums writes prefix sums over decades: 16 bytes for each country, band and decade.
func (b *Builder) writeSums(w *pack.Writer, codes []code) error {
	x := sums{first: noDecade}
	last := 0
	for i := range b.placed {
		if d := int(b.placed[i].decade); d != noDecade {
			x.first, last = min(x.first, d), max(last, d)
		}
	}
	if x.first == noDecade {
		x.first = 0
	} else {
		x.decades = last - x.first + 1
	}
	number := make(map[code]int, len(codes)+1)
	for i, code := range codes {
		number[code] = i
	}
	number[none] = len(codes)
	n := (len(codes) + 1) * bands * x.slots()
	x.films, x.verified, x.scores = make([]uint32, n), make([]uint32, n), make([]uint64, n)
	for i := range b.placed {
		p := &b.placed[i]
		at := (number[p.country]*bands+int(p.band))*x.slots() + 1
		if p.decade != noDecade {
			at += 1 + int(p.decade) - x.first
		}
		x.films[at]++
		if p.verified {
			x.verified[at]++
		}
		x.scores[at] += uint64(math.Round(max(0, p.score) * 100))
	}
	for i := range x.films {
		if i%x.slots() != 0 {
			x.films[i] += x.films[i-1]
			x.verified[i] += x.verified[i-1]
			x.scores[i] += x.scores[i-1]
		}
	}
	pack.PutSection(w, spanSection, []uint32{uint32(x.first), uint32(x.decades)})
	pack.PutSection(w, filmsSection, x.films)
	pack.PutSection(w, verifiedSection, x.verified)
	return pack.PutSection(w, scoresSection, x.scores)
}

// readSums checks lengths, not that sums rise: damage within gives wrong counts, no panic.
func readSums(r *pack.Reader, countries int) (x sums) {
	about := pack.Below[uint32](r, spanSection, 2, noDecade+1)
	if r.Err() != nil || !r.Require(about[0] < noDecade, "decades") {
		return x
	}
	x.first, x.decades = int(about[0]), int(about[1])
	n := (countries + 1) * bands * x.slots()
	x.films = pack.Column[uint32](r, filmsSection, n)
	x.verified = pack.Column[uint32](r, verifiedSection, n)
	x.scores = pack.Column[uint64](r, scoresSection, n)
	return x
}

// count is what a range of films adds up to.
type count struct {
	films, verified int
	score           uint64 // hundredths of points
}

// of adds up a country's films in the bands from <= b < to and the slots between
// low and high.
// It is two look-ups a band. 0 ≤ low ≤ high < slots must hold.
func (x *sums) of(country, from, to, low, high int) (n count) {
	for band := from; band < to; band++ {
		at := (country*bands + band) * x.slots()
		n.films += int(x.films[at+high] - x.films[at+low])
		n.verified += int(x.verified[at+high] - x.verified[at+low])
		n.score += x.scores[at+high] - x.scores[at+low]
	}
	return n
}

// between gives the slots of the decades from low up to high, both numbered from
// year 0: all of them, those of no year included, where neither is given.
func (x *sums) between(low, high *int) (from, to int) {
	if low == nil && high == nil {
		return 0, x.decades + 1
	}
	from, to = 1, x.decades+1
	if low != nil {
		from = min(max(from, 1+*low-x.first), to)
	}
	if high != nil {
		to = max(from, min(to, 2+*high-x.first))
	}
	return from, to
}
