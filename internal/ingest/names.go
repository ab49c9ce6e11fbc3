package ingest

import (
	"kinodex/internal/ingest/source"
)

// Credits of the film database name people by id. Their names come from its
// table of names, from any row that gives both, and by deduction: where one
// row says by id and another by name who alone directed a film, the two are
// the same person, provided that every such film agrees.

// peopleMask are the fields that may name people by id.
const peopleMask = 1<<hasDirectors | 1<<hasWriters | 1<<hasCast | 1<<hasCrew | 1<<hasNominees

// nameResolver collects names by the film database's id of a person. It serves one goroutine.
type nameResolver struct {
	known   map[string]string // stated
	deduced map[string]string // "" once films disagree
	wanted  map[string]bool   // ids that come without a name
}

// newNameResolver returns a resolver that knows no name.
func newNameResolver() *nameResolver {
	return &nameResolver{known: map[string]string{}, deduced: map[string]string{}, wanted: map[string]bool{}}
}

// scan notes the names and ids of every claim that has people, and deduces names from films
// with one director. Entries must be ordered as by store.byFilm.
func (n *nameResolver) scan(st *store) error {
	var c source.Claim
	for _, entries := range st.groups {
		var id, name string
		alone := true
		for i := range entries {
			b := st.bytes(&entries[i])
			if claimMask(b)&peopleMask == 0 {
				continue
			}
			if err := decodeClaim(b, &c); err != nil {
				return err
			}
			n.note(&c)
			if entries[i].joined.inferred() || len(c.Directors) == 0 {
				continue
			}
			d := c.Directors[0]
			switch {
			case len(c.Directors) > 1:
				alone = false
			case d.Name == "":
				alone = alone && (id == "" || id == d.NamedbID)
				id = d.NamedbID
			default:
				alone = alone && (name == "" || nameKey(name) == nameKey(d.Name))
				name = d.Name
			}
		}
		if alone && id != "" && name != "" {
			n.deduce(id, name)
		}
	}
	return nil
}

// note notes the names that the claim gives with ids, and the ids that it gives without names.
// Of several names of one id the first is kept.
func (n *nameResolver) note(c *source.Claim) {
	one := func(p source.Person) {
		switch {
		case p.NamedbID == "":
		case p.Name == "":
			n.wanted[p.NamedbID] = true
		case n.known[p.NamedbID] == "":
			n.known[p.NamedbID] = p.Name
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
func (n *nameResolver) deduce(id, name string) {
	before, seen := n.deduced[id]
	switch {
	case !seen:
		n.deduced[id] = name
	case before != "" && nameKey(before) != nameKey(name):
		n.deduced[id] = ""
	}
}

// names returns the names of the ids that came without one, by id; a stated name is preferred
// to a deduced one. Ids without any name are left out.
func (n *nameResolver) names() map[string]string {
	names := make(map[string]string, len(n.wanted))
	for id := range n.wanted {
		switch {
		case n.known[id] != "":
			names[id] = n.known[id]
		case n.deduced[id] != "":
			names[id] = n.deduced[id]
		}
	}
	return names
}

// count returns how many ids came without a name, and how many got one stated or deduced.
func (n *nameResolver) count() NameCount {
	count := NameCount{Wanted: len(n.wanted)}
	for id := range n.wanted {
		switch {
		case n.known[id] != "":
			count.Stated++
		case n.deduced[id] != "":
			count.Deduced++
		}
	}
	return count
}
