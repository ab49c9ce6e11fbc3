package people

import (
	"slices"
)

// splitAtPauses makes two of a person whose films lie longCareer years apart and
// whom no id connects. Archive footage is no film of theirs: it goes with what
// came before it. Films without a year go with the most.
// s.roles must be in order of time. The ids of each part are those its own roles state.
func (b *Builder) splitAtPauses(s *someone) []*someone {
	var pieces [][]int
	var undated, footage []int
	last := 0
	for _, i := range s.roles {
		switch {
		case !b.dated(i):
			undated = append(undated, i)
		case b.roles[i].footage:
			footage = append(footage, i)
		case len(pieces) == 0 || b.time(i)-last >= longCareer:
			pieces = append(pieces, []int{i})
			last = b.time(i)
		default:
			pieces[len(pieces)-1] = append(pieces[len(pieces)-1], i)
			last = b.time(i)
		}
	}
	if len(pieces) < 2 {
		return []*someone{s}
	}
	people := b.reunite(pieces)
	for _, i := range footage {
		at := 0
		for k, p := range people {
			if b.time(p.roles[0]) <= b.time(i) {
				at = k
			}
		}
		people[at].roles = append(people[at].roles, i)
	}
	most := people[0]
	for _, p := range people {
		if len(p.roles) > len(most.roles) {
			most = p
		}
	}
	most.roles = append(most.roles, undated...)
	for _, p := range people {
		p.ids = [systems]uint32{}
		for _, i := range p.roles {
			p.know(b.idsOf(i))
		}
		slices.SortFunc(p.roles, b.earlier)
	}
	return people
}

// reunite joins the pieces of a career that an id connects.
// Pieces come in order of time, and so do the people.
func (b *Builder) reunite(pieces [][]int) []*someone {
	var people []*someone
	for _, roles := range pieces {
		one := &someone{roles: roles}
		for _, i := range roles {
			one.know(b.idsOf(i))
		}
		at := slices.IndexFunc(people, func(p *someone) bool { return p.sharesID(one) })
		if at < 0 {
			people = append(people, one)
			continue
		}
		people[at].absorb(one)
	}
	return people
}

// know adds ids to those the person has none of.
func (s *someone) know(ids [systems]uint32) {
	for i := range systems {
		if s.ids[i] == 0 {
			s.ids[i] = ids[i]
		}
	}
}

// sharesID reports whether a source has one id for both.
func (s *someone) sharesID(t *someone) bool {
	for i := range systems {
		if s.ids[i] != 0 && s.ids[i] == t.ids[i] {
			return true
		}
	}
	return false
}

// uniteSpellings joins people of different names whom a source knows by one id: a
// name that is written in two ways. Where that cannot be, since other ids tell
// them apart or a film has both, the id stays with who has more films.
// The first two systems count, in their order. Those who were joined to another are gone
// from the result, whose roles are in order of time.
func (b *Builder) uniteSpellings(all []*someone) []*someone {
	for s := range service { // numbers of services are not meant for this
		owner := map[uint32]*someone{}
		for _, p := range all {
			id := p.ids[s]
			if id == 0 || p.roles == nil {
				continue
			}
			first := owner[id]
			switch {
			case first == nil:
				owner[id] = p
			case !first.differs(p) && !b.meet(first, p):
				first.absorb(p)
				p.roles = nil
			case len(p.roles) > len(first.roles):
				first.ids[s] = 0
				owner[id] = p
			default:
				p.ids[s] = 0
			}
		}
	}
	all = slices.DeleteFunc(all, func(p *someone) bool { return p.roles == nil })
	for _, p := range all {
		slices.SortFunc(p.roles, b.earlier)
	}
	return all
}

// meet reports whether a film has both in its cast.
func (b *Builder) meet(p, q *someone) bool {
	films := map[uint32]bool{}
	for _, i := range p.roles {
		films[b.roles[i].film] = true
	}
	return slices.ContainsFunc(q.roles, func(i int) bool { return films[b.roles[i].film] })
}
