package people

import (
	"cmp"
	"math"
	"slices"
)

// Who is who.
//
// The roles of one name are one person, unless the sources say otherwise: roles
// with different ids of one source are different people, roles with the same id
// are one. A role without any id goes to the best identified person of its name
// whose years it fits. And nobody's films lie longCareer years apart.

// longCareer is the pause after which a name is taken to be another's. Of those
// who pause for forty years most came back, of those who pause for sixty hardly
// anyone did.
const longCareer = 55

// careerSlack is how many years before the first and after the last of a person's
// identified films a role of the same name is taken to be theirs.
const careerSlack = 10

// system is a source of people's ids.
type system int

const (
	namedb system = iota
	moviedb
	service
	systems
)

// someone is a set of roles, one person's as far as is known.
// ids are 0 where no source states one. Two people never share a role.
type someone struct {
	roles []int // of Builder.roles, in order of time
	ids   [systems]uint32
}

// differs reports whether a source says that s and t are two.
func (s *someone) differs(t *someone) bool {
	for i := range systems {
		if s.ids[i] != 0 && t.ids[i] != 0 && s.ids[i] != t.ids[i] {
			return true
		}
	}
	return false
}

// absorb makes t part of s.
// Roles are then out of order. The ids must not differ; those one of them lacks come from
// the other.
func (s *someone) absorb(t *someone) {
	s.roles = append(s.roles, t.roles...)
	for i := range systems {
		s.ids[i] = max(s.ids[i], t.ids[i])
	}
}

// identify tells people apart.
// identify is entity resolution: roles are grouped by name, split by ids and long pauses, and
// groups with one id under different names are joined. Every role is in exactly one someone,
// in order of time, and the result depends on nothing but the order of films and roles.
func (b *Builder) identify() []*someone {
	ends := make([]int, b.keys.Len()+1) // by key: where the next of its roles goes, at last where they end
	for i := range b.roles {
		ends[b.roles[i].key+1]++
	}
	for k := range b.keys.Len() {
		ends[k+1] += ends[k]
	}
	byKey := make([]int, len(b.roles))
	for i := range b.roles {
		k := b.roles[i].key
		byKey[ends[k]] = i
		ends[k]++
	}
	var all []*someone
	from := 0
	for _, to := range ends[:b.keys.Len()] {
		roles := byKey[from:to:to]
		from = to
		if len(roles) == 1 { // most
			all = append(all, &someone{roles, b.idsOf(roles[0])})
			continue
		}
		slices.SortFunc(roles, b.earlier)
		for _, group := range b.tellApart(roles) {
			all = append(all, b.splitAtPauses(group)...)
		}
	}
	return b.uniteSpellings(all)
}

// earlier orders roles by year, those without last, then by film.
func (b *Builder) earlier(i, j int) int {
	return cmp.Or(cmp.Compare(b.time(i), b.time(j)), cmp.Compare(b.roles[i].film, b.roles[j].film))
}

// time is the year of a role's film, or something later than any when it is
// unknown.
func (b *Builder) time(i int) int {
	if y := b.films[b.roles[i].film].year; y != noYear {
		return int(y)
	}
	return math.MaxInt16
}

// dated reports whether the year of a role's film is known.
func (b *Builder) dated(i int) bool { return b.films[b.roles[i].film].year != noYear }

// idsOf gives the ids that sources state for a role: first the film's own word, for
// it is told. Two sightings of one source cancel each other.
func (b *Builder) idsOf(i int) (ids [systems]uint32) {
	r := &b.roles[i]
	var doubtful [systems]bool
	note := func(s system, id uint32) {
		doubtful[s] = doubtful[s] || id != 0 && ids[s] != 0 && ids[s] != id
		ids[s] = max(ids[s], id)
	}
	sighted := func(from [systems]uint32) {
		for of, id := range from {
			if system(of) != moviedb || r.moviedb == 0 {
				note(system(of), id)
			}
		}
	}
	at, _ := slices.BinarySearchFunc(b.stated, uint32(i), func(s statedIDs, role uint32) int { return cmp.Compare(s.role, role) })
	for ; at < len(b.stated) && b.stated[at].role == uint32(i); at++ {
		sighted(b.stated[at].ids)
	}
	for _, s := range b.sights[b.films[r.film].id] {
		if s.key == b.keys.At(r.key) {
			sighted(s.ids)
		}
	}
	for s := range systems {
		if doubtful[s] {
			ids[s] = 0
		}
	}
	if r.moviedb != 0 {
		ids[moviedb] = r.moviedb
	}
	return ids
}

// tellApart sorts the roles of one name to as many people as their ids say there
// are.
// roles must be of one name and in order of time. Without any id they are one person.
func (b *Builder) tellApart(roles []int) []*someone {
	var known []*someone
	var loose []int
	for _, i := range roles {
		ids := b.idsOf(i)
		if ids == [systems]uint32{} {
			loose = append(loose, i)
			continue
		}
		known = place(known, &someone{[]int{i}, ids})
	}
	known = b.uniteKnown(known)
	switch len(known) {
	case 0:
		return []*someone{{roles: loose}}
	case 1:
		known[0].roles = append(known[0].roles, loose...)
	default:
		b.share(known, loose)
	}
	for _, s := range known {
		slices.SortFunc(s.roles, b.earlier)
	}
	return known
}

// place adds one to the first of known that has an id in common with it and none
// against it. An id that stands against it is the weaker word: it is dropped.
func place(known []*someone, one *someone) []*someone {
	for s := range systems {
		if one.ids[s] == 0 {
			continue
		}
		for _, k := range known {
			if k.ids[s] != one.ids[s] {
				continue
			}
			agreed := *one
			for t := s + 1; t < systems; t++ {
				if k.ids[t] != 0 {
					agreed.ids[t] = 0
				}
			}
			if !k.differs(&agreed) {
				k.absorb(&agreed)
				return known
			}
		}
	}
	return append(known, one)
}

// uniteKnown joins people whom no id tells apart, the nearest in time first.
// It is single-link clustering with longCareer as the largest distance. Time grows with the
// cube of the identified people of one name, of whom there are few.
func (b *Builder) uniteKnown(known []*someone) []*someone {
	for {
		best, x, y := longCareer, 0, 0
		for i := range known {
			for j := i + 1; j < len(known); j++ {
				if d := b.apart(known[i].roles, known[j].roles); d < best && !known[i].differs(known[j]) {
					best, x, y = d, i, j
				}
			}
		}
		if best == longCareer {
			return known
		}
		known[x].absorb(known[y])
		known = slices.Delete(known, y, y+1)
	}
}

// apart is how many years lie between the nearest of two lists of roles; none
// where the years are not known.
// In years, 0 or more. Time is the product of the lengths.
func (b *Builder) apart(x, y []int) int {
	best := math.MaxInt
	for _, i := range x {
		for _, j := range y {
			if b.dated(i) && b.dated(j) {
				best = min(best, abs(b.time(i)-b.time(j)))
			}
		}
	}
	if best == math.MaxInt {
		return 0
	}
	return best
}

// share gives every loose role to the person of whom most films are identified, of
// those to whose identified years it is within careerSlack; where it is to nobody's,
// to the nearest.
// known must have two or more. Of people equally near, the first counts.
func (b *Builder) share(known []*someone, loose []int) {
	type span struct{ from, to, films int }
	spans := make([]span, len(known))
	for i, s := range known {
		spans[i] = span{math.MaxInt, math.MinInt, len(s.roles)}
		for _, r := range s.roles {
			if b.dated(r) {
				spans[i].from, spans[i].to = min(spans[i].from, b.time(r)), max(spans[i].to, b.time(r))
			}
		}
	}
	for _, i := range loose {
		best, at := math.MaxInt, 0
		for k, s := range spans {
			d := 0
			if b.dated(i) && s.from <= s.to {
				d = max(0, s.from-careerSlack-b.time(i), b.time(i)-s.to-careerSlack)
			}
			if d < best || d == best && s.films > spans[at].films {
				best, at = d, k
			}
		}
		known[at].roles = append(known[at].roles, i)
	}
}

func abs(n int) int { return max(n, -n) }
