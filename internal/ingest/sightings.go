package ingest

import (
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/people"
	"kinodex/internal/text"
)

// sightings appends to all what the sources state of who is who in a film's cast: the ids of
// people who have the name of a member of the cast and whom a row names in any role of the
// film, or a table of names as known for it. Each is appended once. Rows that were joined by
// title do not count, since they may be about another film.
func (m *merger) sightings(all []people.Sighting, f *film.Film, g group) []people.Sighting {
	if len(f.Cast) == 0 {
		return all
	}
	cast := make(map[string]bool, len(f.Cast))
	for i := range f.Cast {
		cast[text.Fold(f.Cast[i].Name)] = true
	}
	first := len(all)
	see := func(p source.Person) {
		if p.NamedbID == 0 && p.MoviedbID == 0 && p.ServiceID == 0 {
			return
		}
		name := m.name(p)
		s := people.Sighting{Film: f.ID, Name: name, NamedbID: p.NamedbID.String(), MoviedbID: p.MoviedbID, ServiceID: p.ServiceID}
		if cast[text.Fold(name)] && !slices.Contains(all[first:], s) {
			all = append(all, s)
		}
	}
	for i := range g {
		if g[i].joined.inferred() {
			continue
		}
		for _, p := range slices.Concat(g[i].Directors, g[i].Writers, g[i].Nominees) {
			see(p)
		}
		for j := range g[i].Cast {
			see(g[i].Cast[j].Person)
		}
		for j := range g[i].Crew {
			see(g[i].Crew[j].Person)
		}
	}
	for _, id := range m.facts.knownFor[f.ID] {
		see(source.Person{NamedbID: id})
	}
	return all
}
