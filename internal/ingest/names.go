package ingest

import (
	"slices"

	"kinodex/internal/ingest/source"
	"kinodex/internal/intern"
)

// Credits of the film database name people by id. Their names come from its
// table of names, from any row that gives both, and by deduction: where some
// rows say by id and others by name who directed or wrote a film, and one of each
// is left when those known to be the same person are taken away, the two are
// the same person, provided that every such film agrees.

// peopleMask are the fields that may name people by id.
const peopleMask = 1<<hasDirectors | 1<<hasWriters | 1<<hasCast | 1<<hasCrew | 1<<hasNominees

// nameResolver collects names by the film database's id of a person. It serves one goroutine
// while it collects; name may then be asked by several.
type nameResolver struct {
	known   nameTable                // stated
	deduced map[source.NameID]string // "" once films disagree
	wanted  idSet[source.NameID]     // ids that come without a name
}

// newNameResolver returns a resolver that knows no name.
func newNameResolver() *nameResolver {
	return &nameResolver{known: nameTable{at: map[source.NameID]uint32{}}, deduced: map[source.NameID]string{}, wanted: idSet[source.NameID]{}}
}

// scan notes the names and ids of every claim that has people, and then deduces names from
// who directed and who wrote each film. Entries must be ordered as by store.byFilm.
func (n *nameResolver) scan(st *store) error {
	var c source.Claim
	var films []credits
	for _, entries := range st.groups {
		var directed, written credits
		for i := range entries {
			if claimMask(st.bytes(&entries[i]))&peopleMask == 0 {
				continue
			}
			if err := st.claim(&entries[i], &c); err != nil {
				return err
			}
			n.note(&c)
			if !entries[i].joined.inferred() {
				directed.add(c.Directors)
				written.add(c.Writers)
			}
		}
		for _, role := range []credits{directed, written} {
			if len(role.ids) > 0 && len(role.ids) == len(role.names) {
				films = append(films, role)
			}
		}
	}
	n.deduceAll(films)
	return nil
}

// credits are the people that the rows about a film give one role, by id and by name, each
// once.
type credits struct {
	ids   []source.NameID
	names []string
}

// add adds the people of a row.
func (c *credits) add(people []source.Person) {
	for _, p := range people {
		switch {
		case p.Name == "":
			if !slices.Contains(c.ids, p.NamedbID) {
				c.ids = append(c.ids, p.NamedbID)
			}
		case !slices.ContainsFunc(c.names, func(name string) bool { return personKey(name) == personKey(p.Name) }):
			c.names = append(c.names, p.Name)
		}
	}
}

// deduceAll deduces names from films whose rows give as many ids as names. A film with one of
// both tells who that is; one with several does once all others of it are known. So it goes
// through the films again until nothing new is known.
func (n *nameResolver) deduceAll(films []credits) {
	for {
		before := len(n.deduced)
		var left []credits
		for _, f := range films {
			if id, name, last := n.remaining(f); last {
				n.deduce(id, name)
			} else {
				left = append(left, f)
			}
		}
		if films = left; len(n.deduced) == before {
			return
		}
	}
}

// remaining returns the one id and the one name of a film that are left when those are taken
// away that belong together; last is false when more are left, or nothing is.
func (n *nameResolver) remaining(f credits) (id source.NameID, name string, last bool) {
	names := slices.Clone(f.names)
	var ids []source.NameID
	for _, id := range f.ids {
		known := n.name(id)
		at := slices.IndexFunc(names, func(name string) bool { return known != "" && personKey(name) == personKey(known) })
		if at < 0 || len(f.ids) == 1 {
			ids = append(ids, id)
			continue
		}
		names = slices.Delete(names, at, at+1)
	}
	if len(ids) != 1 || len(names) != 1 {
		return 0, "", false
	}
	return ids[0], names[0], true
}

// note notes the names that the claim gives with ids, and the ids that it gives without names.
// Of several names of one id the first is kept.
func (n *nameResolver) note(c *source.Claim) {
	one := func(p source.Person) {
		switch {
		case p.NamedbID == 0:
		case p.Name == "":
			n.wanted.add(p.NamedbID)
		case !n.known.has(p.NamedbID):
			n.known.set(p.NamedbID, p.Name)
		}
	}
	for _, p := range c.Directors {
		one(p)
	}
	for _, p := range c.Writers {
		one(p)
	}
	for i := range c.Cast {
		one(c.Cast[i].Person)
	}
	for i := range c.Crew {
		one(c.Crew[i].Person)
	}
	for _, p := range c.Nominees {
		one(p)
	}
}

// deduce notes that one film gives the id the name. When another film gives another name the
// id has no deduced name any more.
func (n *nameResolver) deduce(id source.NameID, name string) {
	before, seen := n.deduced[id]
	switch {
	case !seen:
		n.deduced[id] = name
	case before != "" && personKey(before) != personKey(name):
		n.deduced[id] = ""
	}
}

// name returns the name of an id, the stated one rather than the deduced one; "" when neither is
// known.
func (n *nameResolver) name(id source.NameID) string {
	if name := n.known.name(id); name != "" {
		return name
	}
	return n.deduced[id]
}

// count returns how many ids came without a name, and how many got one stated or deduced.
func (n *nameResolver) count() NameCount {
	count := NameCount{Wanted: n.wanted.count()}
	for id := range n.known.at {
		if n.wanted.has(id) {
			count.Stated++
		}
	}
	for id, name := range n.deduced {
		if name != "" && n.wanted.has(id) && !n.known.has(id) {
			count.Deduced++
		}
	}
	return count
}

// nameTable holds names by the number of a person: maps of strings would take four times the
// memory, and there are millions.
type nameTable struct {
	at    map[source.NameID]uint32 // index in names
	names intern.List
}

// set notes the name of an id, in place of the one that it had. An empty one is no name.
func (t *nameTable) set(id source.NameID, name string) {
	if name != "" {
		t.at[id] = uint32(t.names.Len())
		t.names.Append(name)
	}
}

// name returns the name of an id, "" when there is none.
func (t *nameTable) name(id source.NameID) string {
	if at, ok := t.at[id]; ok {
		return t.names.At(at)
	}
	return ""
}

// has reports whether an id has a name.
func (t *nameTable) has(id source.NameID) bool {
	_, ok := t.at[id]
	return ok
}
