package ingest

import (
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// people sets director, cast, crew and companies. The names of several directors are joined by
// ", ". What no row states stays null or empty.
func (m *merger) people(f *film.Film, g group) {
	directors := m.directors(f, g)
	if len(directors) > 0 {
		names := strings.Join(directors, ", ")
		f.Director = &names
	}
	m.spelled = m.spellings(g, directors)
	f.Cast = m.cast(g)
	f.CrewSummary = m.crew(g, directors)
	if s := m.best(g, "companies", func(s *statement) bool { return len(s.Companies) > 0 }); s != nil {
		f.ProductionCompanies = s.Companies
	}
}

// named returns the names of the people, each once and in order. It is nil when one of them
// has no name, since half a list would be taken for the whole.
func (m *merger) named(people []source.Person) []string {
	var names []string
	for _, p := range people {
		name := m.name(p)
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	return unique(names, text.Fold)
}

// name returns the person's name: the stated one, or else that of the film database's id; ""
// when no source gives one. A director of the film is spelled in one way.
func (m *merger) name(p source.Person) string {
	name := p.Name
	if name == "" {
		name = m.facts.names.name(p.NamedbID)
	}
	if len(m.spelled) > 0 {
		if believed, ok := m.spelled[naming.NameKey(name)]; ok {
			return believed
		}
	}
	return name
}

// How a film's directors are known that the film database does not name, as the metric type of
// their provenance.
const (
	directorCredited = "credited" // another source does
	directorTold     = "told"     // an overview does
)

// directors returns the names of the best row that names all of its directors, else those whom
// an overview names; nil when there are none. Lists of the same people in another order agree.
// Provenance is set where they are not those of the film database.
func (m *merger) directors(f *film.Film, g group) []string {
	s := m.contested(g, "director", func(s *statement) string {
		names := m.named(s.Directors)
		if len(names) == 0 {
			return ""
		}
		keys := make([]string, len(names))
		for i, n := range names {
			keys[i] = naming.NameKey(n)
		}
		slices.Sort(keys)
		return strings.Join(keys, ", ")
	})
	if s == nil {
		return m.toldDirectors(f, g)
	}
	if s.input.source != source.Filmdb {
		m.provenance(f, "director", directorCredited, worldwide, s)
	}
	return m.named(s.Directors)
}

// toldDirectors returns whom the best overview of a row with an id says to have directed the
// film: one that begins with its title, since others may speak of other films.
func (m *merger) toldDirectors(f *film.Film, g group) []string {
	titles := []string{text.Fold(f.Title) + " "}
	if f.OriginalTitle != nil {
		titles = append(titles, text.Fold(*f.OriginalTitle)+" ")
	}
	s := m.best(g, "overview", func(s *statement) bool {
		if s.joined.inferred() || len(source.DirectorsIn(s.Overview)) == 0 {
			return false
		}
		folded := text.Fold(s.Overview)
		return slices.ContainsFunc(titles, func(title string) bool { return strings.HasPrefix(folded, title) })
	})
	if s == nil {
		return nil
	}
	m.provenance(f, "director", directorTold, worldwide, s)
	return m.named(source.DirectorsIn(s.Overview))
}

// cast returns the cast of the row that bills most people, in the order of billing, Order from
// 0 without gaps; nil when no row has a cast. Rows that came with an id come before those
// joined by title. Characters, ids and pictures are those that any row gives these people.
func (m *merger) cast(g group) []film.Role {
	ranks := m.ranks["cast"]
	var billing *statement
	for i := range g {
		s := &g[i]
		switch {
		case len(s.Cast) == 0:
		case billing == nil,
			billing.joined.inferred() && !s.joined.inferred(),
			billing.joined.inferred() == s.joined.inferred() && fuller(s, billing, ranks):
			billing = s
		}
	}
	if billing == nil {
		return nil
	}
	parts := slices.Clone(billing.Cast)
	slices.SortStableFunc(parts, func(a, b source.Part) int { return a.Order - b.Order })
	var cast []film.Role
	at := make(map[string]int, len(parts))
	for _, p := range parts {
		name := m.name(p.Person)
		key := text.Fold(name)
		if key == "" {
			continue
		}
		if i, ok := at[key]; ok {
			addCharacter(&cast[i], p.Character)
			continue
		}
		at[key] = len(cast)
		cast = append(cast, film.Role{Name: name, Order: len(cast)})
		complete(&cast[len(cast)-1], &p)
	}
	for _, i := range m.ordered(g, "cast") {
		for _, p := range g[i].Cast {
			if at, ok := at[text.Fold(m.name(p.Person))]; ok {
				complete(&cast[at], &p)
			}
		}
	}
	return cast
}

// fuller reports whether a bills more people than b or, when both bill as many, has
// the better rank.
func fuller(a, b *statement, ranks []int) bool {
	if len(a.Cast) != len(b.Cast) {
		return len(a.Cast) > len(b.Cast)
	}
	return ranks[a.at] < ranks[b.at]
}

// addCharacter adds a part of somebody who plays several: they are joined by " / ", each once.
func addCharacter(r *film.Role, character string) {
	switch {
	case character == "":
	case r.Character == nil:
		r.Character = &character
	case *r.Character != character && !strings.Contains(*r.Character, character):
		both := *r.Character + " / " + character
		r.Character = &both
	}
}

// complete sets what the role lacks of character, id and picture. It overwrites nothing.
func complete(r *film.Role, p *source.Part) {
	if r.Character == nil && p.Character != "" {
		r.Character = &p.Character
	}
	if r.MoviedbPersonID == nil && p.MoviedbID != 0 {
		r.MoviedbPersonID = &p.MoviedbID
	}
	if r.ProfileURL == nil && p.Profile != "" {
		address := p.Profile
		if strings.HasPrefix(address, "/") {
			address = source.ImageServer + "w185" + address
		}
		r.ProfileURL = &address
	}
}

// ordered returns the indices of the group's claims, the best rank for the field first; of one
// input in the order of the lines. It is a new slice.
func (m *merger) ordered(g group, field string) []int {
	ranks := m.ranks[field]
	order := make([]int, len(g))
	for i := range g {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return ranks[g[a].at] - ranks[g[b].at] })
	return order
}

// crew returns the credits of all rows that came with an id, each once, by department, the
// best row's first; nil when there is none. The directors are those given and nobody else.
// Writers come from the rows' own lists, and who photographed the film from nominations, when
// no credit names them.
func (m *merger) crew(g group, directors []string) film.Crew {
	crew := film.Crew{}
	seen := map[string]bool{}
	add := func(department, name, job string) {
		key := department + "\x00" + text.Fold(name) + "\x00" + text.Fold(job)
		if name == "" || job == "" || seen[key] || !slices.Contains(film.Departments, department) {
			return
		}
		seen[key] = true
		crew[department] = append(crew[department], film.Credit{Name: name, Job: job})
	}
	for _, name := range directors {
		add("directing", name, "Director")
	}
	for _, i := range m.ordered(g, "crew") {
		if g[i].joined.inferred() {
			continue
		}
		for _, j := range g[i].Crew {
			if !strings.EqualFold(j.Job, "Director") {
				add(j.Department, m.name(j.Person), j.Job)
			}
		}
	}
	if len(crew["writing"]) == 0 {
		if s := m.best(g, "writers", func(s *statement) bool { return len(m.named(s.Writers)) > 0 }); s != nil {
			for _, name := range m.named(s.Writers) {
				add("writing", name, "Writer")
			}
		}
	}
	if !photographed(crew["camera"]) {
		for i := range g {
			if !forCinematography(g[i].Nominations) {
				continue
			}
			for _, p := range g[i].Nominees {
				add("camera", m.name(p), "Director of Photography")
			}
		}
	}
	if len(crew) == 0 {
		return nil
	}
	return crew
}

// photographed reports whether the credits name who photographed the film.
func photographed(camera []film.Credit) bool {
	return slices.ContainsFunc(camera, func(c film.Credit) bool {
		return strings.EqualFold(c.Job, "Director of Photography") || strings.EqualFold(c.Job, "Cinematographer") || strings.EqualFold(c.Job, "Cinematography")
	})
}

// forCinematography reports whether a row nominates people for a film's
// cinematography: they photographed it, and few other sources say who did.
func forCinematography(nominations []source.Nomination) bool {
	return slices.ContainsFunc(nominations, func(n source.Nomination) bool {
		return strings.HasPrefix(n.Category, "CINEMATOGRAPHY")
	})
}
