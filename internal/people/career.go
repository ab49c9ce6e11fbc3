package people

import (
	"cmp"
	"math"
	"slices"
)

// profile is a person as the file holds them.
type profile struct {
	slug, name, picture string
	key                 uint32 // of the spelling, for what the interface searches
	ids                 [systems]uint32
	films               []int // of Builder.roles, the newest film first
	pull                float64
	popularity          uint16 // hundredths
	rating, score       uint16 // hundredths, or unknown
	gross               float64
	genre               uint8
	first, last         int16
}

const (
	unknown = math.MaxUint16
	noGenre = maxGenres
)

// Popularity. A film pulls as the square root of its votes, for a fiftieth place
// in a film that everyone knows is not worth fifty films that nobody knows, nor the
// other way round. Of that a person gets a share by their place in the billing,
// and it halves with every halfLife years that the film is older than the newest.
const (
	halfLife    = 20.0 // years
	billingHalf = 5.0  // the place in the billing that counts half
	extraShare  = 0.25 // of someone the credits do not name
)

// pull is what a role adds to the popularity of a person.
// newest is the year ages are measured from. Never negative; 0 for archive footage.
func (b *Builder) pull(r *role, newest int) float64 {
	if r.footage {
		return 0
	}
	f := &b.films[r.film]
	age := 2 * halfLife // of a film without a year
	if f.year != noYear {
		age = float64(newest - int(f.year))
	}
	share := billingHalf / (billingHalf + float64(r.order))
	if r.extra {
		share *= extraShare
	}
	return math.Sqrt(1+float64(f.votes)) * share * math.Exp2(-age/halfLife)
}

// newest is the year of the newest film.
func (b *Builder) newest() int {
	year := 0
	for i := range b.films {
		year = max(year, int(b.films[i].year))
	}
	return year
}

// profiles works everyone's figures out, in order of popularity, then of slug.
// Popularity is from 0 to 10,000: the root of the pull over the greatest pull, so that the
// most popular has 10,000 unless nobody has any pull.
func (b *Builder) profiles(people []*someone) []*profile {
	newest := b.newest()
	all := make([]*profile, len(people))
	most := 0.0
	genres := make([]genreCount, b.genres.Len())
	for i, s := range people {
		all[i] = b.profile(s, newest, genres)
		most = max(most, all[i].pull)
	}
	for _, p := range all {
		if most > 0 {
			p.popularity = uint16(math.Round(100 * 100 * math.Sqrt(p.pull/most)))
		}
	}
	b.giveSlugs(all)
	slices.SortFunc(all, func(p, q *profile) int {
		return cmp.Or(cmp.Compare(q.popularity, p.popularity), cmp.Compare(p.slug, q.slug))
	})
	return all
}

// profile returns one person's figures but for popularity and slug. It takes the roles over;
// genres is room for one count of each.
func (b *Builder) profile(s *someone, newest int, genres []genreCount) *profile {
	p := &profile{ids: s.ids, films: s.roles, gross: math.NaN(), first: noYear, last: noYear}
	p.name, p.key = b.nameOf(s)
	p.picture = b.pictureOf(s)
	b.count(p, genres)
	for _, r := range p.films {
		p.pull += b.pull(&b.roles[r], newest)
	}
	slices.SortFunc(p.films, func(i, j int) int {
		f, g := b.roles[i].film, b.roles[j].film
		return cmp.Or(cmp.Compare(b.films[g].year, b.films[f].year), cmp.Compare(f, g))
	})
	return p
}

// count fills in the figures of a career.
// Archive footage counts for none of them. A gross of nothing known is NaN.
func (b *Builder) count(p *profile, genres []genreCount) {
	var rating, score, gross mean
	clear(genres)
	for _, i := range p.films {
		r := &b.roles[i]
		if r.footage {
			continue
		}
		f := &b.films[r.film]
		rating.add(float64(f.rating))
		score.add(float64(f.score))
		gross.add(f.gross)
		for _, g := range f.genres {
			genres[g].films++
			genres[g].votes += uint64(f.votes)
		}
		if f.year != noYear {
			p.last = max(p.last, f.year)
			if p.first == noYear || f.year < p.first {
				p.first = f.year
			}
		}
	}
	p.rating, p.score = rating.hundredths(), score.hundredths()
	if gross.n > 0 {
		p.gross = gross.sum
	}
	p.genre = b.top(genres)
}

type genreCount struct {
	films int
	votes uint64
}

// top is the genre of most films; of equals, the one whose films have more votes,
// then the first by name.
// noGenre when there are none. Map order makes no difference.
func (b *Builder) top(genres []genreCount) uint8 {
	best := uint8(noGenre)
	for at, n := range genres {
		g := uint8(at)
		if n.films == 0 {
			continue
		}
		if best == noGenre {
			best = g
			continue
		}
		m := genres[best]
		if cmp.Or(cmp.Compare(n.films, m.films), cmp.Compare(n.votes, m.votes),
			cmp.Compare(b.genres.At(uint32(best)), b.genres.At(uint32(g)))) > 0 {
			best = g
		}
	}
	return best
}

// mean adds up what is known.
// The zero mean is that of nothing.
type mean struct {
	sum float64
	n   int
}

// add counts a number; NaN stands for one that is not known, and is left out.
func (m *mean) add(v float64) {
	if !math.IsNaN(v) {
		m.sum += v
		m.n++
	}
}

// hundredths returns the mean times 100, rounded; unknown of nothing.
func (m *mean) hundredths() uint16 {
	if m.n == 0 {
		return unknown
	}
	return uint16(math.Round(100 * m.sum / float64(m.n)))
}

// nameOf is the spelling that most films have; of equals, that of the newest film.
// s must have a role, its roles in order of time. of is the key of that spelling.
func (b *Builder) nameOf(s *someone) (name string, of uint32) {
	counts := map[uint32]int{}
	for _, i := range s.roles {
		counts[b.roles[i].spelling]++
	}
	best := -1
	for _, i := range s.roles {
		if best < 0 || counts[b.roles[i].spelling] >= counts[b.roles[best].spelling] {
			best = i
		}
	}
	return b.spellings.At(b.roles[best].spelling), b.roles[best].key
}

// pictureOf is the picture that most films have; of equals, that of the newest.
// Empty when no film has one.
func (b *Builder) pictureOf(s *someone) string {
	counts := map[uint32]int{}
	best := uint32(0)
	for _, i := range s.roles {
		if p := b.roles[i].picture; p != 0 {
			counts[p]++
		}
	}
	for _, i := range s.roles {
		if p := b.roles[i].picture; p != 0 && (best == 0 || counts[p] >= counts[best]) {
			best = p
		}
	}
	return b.pictures.At(best)
}
