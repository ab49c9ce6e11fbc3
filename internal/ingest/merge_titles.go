package ingest

import (
	"cmp"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// The bounds of what a record lists.
const (
	mostTitles   = 60
	mostReleases = 150
)

// otherTitles sets what else the film is called, after title and original title have been
// set. Rows that came with an id are asked, the best first: for the titles that they list,
// then for titles and original titles of their own that are others than the film's. Of titles
// that are equal when folded one is kept, and one of each region, language and kind; any
// number that have neither region nor language. They are ordered by kind, the plain ones
// first, and no more than mostTitles are kept.
func (m *merger) otherTitles(f *film.Film, g group) {
	type place struct{ region, language, kind string }
	seen := map[string]bool{"": true, text.Fold(f.Title): true}
	if f.OriginalTitle != nil {
		seen[text.Fold(*f.OriginalTitle)] = true
	}
	taken := map[place]bool{}
	add := func(t film.Title) {
		folded := text.Fold(t.Title)
		at := place{film.Value(t.Region), film.Value(t.Language), film.Value(t.Kind)}
		somewhere := t.Region != nil || t.Language != nil
		if seen[folded] || somewhere && taken[at] {
			return
		}
		seen[folded], taken[at] = true, true
		f.Titles = append(f.Titles, t)
	}
	rows := m.ordered(g, "titles")
	for _, i := range rows {
		if s := &g[i]; !s.joined.inferred() {
			for _, t := range s.Titles {
				add(t)
			}
		}
	}
	for _, i := range rows {
		if s := &g[i]; !s.joined.inferred() {
			add(film.Title{Title: s.OriginalTitle, Language: film.Known(lower(s.Language)), Kind: film.Known("original"), Source: s.input.source})
			add(film.Title{Title: s.Title, Source: s.input.source})
		}
	}
	slices.SortStableFunc(f.Titles, func(a, b film.Title) int {
		return cmp.Compare(placeOf(film.TitleKinds, a.Kind), placeOf(film.TitleKinds, b.Kind))
	})
	f.Titles = f.Titles[:min(len(f.Titles), mostTitles)]
}

// releases sets the film's releases: of each country and kind the earliest day that the best
// row with an id states that dates one there, with its certification. A certification without
// a day stands alone, where the country has no other. They are ordered by country and kind.
func (m *merger) releases(f *film.Film, g group) {
	at := map[string]int{} // by country and kind, where in f.Releases
	by := map[string]uint16{}
	for _, i := range m.ordered(g, "releases") {
		s := &g[i]
		if s.joined.inferred() {
			continue
		}
		for _, r := range s.Releases {
			if r.Date == nil {
				continue
			}
			if best, stated := by[r.Country]; stated && best != s.at {
				continue
			}
			by[r.Country] = s.at
			place := r.Country + film.Value(r.Kind)
			j, there := at[place]
			if !there {
				at[place] = len(f.Releases)
				f.Releases = append(f.Releases, r)
				continue
			}
			have := &f.Releases[j]
			if have.Certification == nil {
				have.Certification = r.Certification
			}
			if *r.Date < *have.Date {
				have.Date = r.Date
			}
		}
	}
	m.certify(f, g)
	slices.SortStableFunc(f.Releases, func(a, b film.Release) int {
		return cmp.Or(cmp.Compare(a.Country, b.Country), cmp.Compare(placeOf(film.ReleaseKinds, a.Kind), placeOf(film.ReleaseKinds, b.Kind)))
	})
	f.Releases = f.Releases[:min(len(f.Releases), mostReleases)]
}

// certify adds, for countries of which no release has a certification, the one that the best
// row with an id states.
func (m *merger) certify(f *film.Film, g group) {
	marked := map[string]bool{}
	for _, r := range f.Releases {
		marked[r.Country] = marked[r.Country] || r.Certification != nil
	}
	for _, i := range m.ordered(g, "releases") {
		s := &g[i]
		if s.joined.inferred() {
			continue
		}
		for _, r := range s.Releases {
			if r.Certification == nil || marked[r.Country] {
				continue
			}
			marked[r.Country] = true
			f.Releases = append(f.Releases, film.Release{Country: r.Country, Certification: r.Certification, Source: r.Source})
		}
	}
}

// collection sets the series of films that the best row with an id names.
func (m *merger) collection(f *film.Film, g group) {
	s := m.best(g, "collection", func(s *statement) bool { return s.Collection != nil && !s.joined.inferred() })
	if s != nil {
		f.Collection = s.Collection
	}
}

// externals sets the film's ids in other databases: of each the one that the best row with an
// id states, in the order of film.Databases.
func (m *merger) externals(f *film.Film, g group) {
	rows := m.ordered(g, "external_ids")
	for _, database := range film.Databases {
		for _, i := range rows {
			s := &g[i]
			at := slices.IndexFunc(s.Externals, func(x film.ExternalID) bool { return x.Database == database })
			if at < 0 || s.joined.inferred() {
				continue
			}
			f.ExternalIDs.Others = append(f.ExternalIDs.Others, s.Externals[at])
			break
		}
	}
}

// placeOf returns the place of a kind in the list of kinds; before all for none.
func placeOf(kinds []string, kind *string) int {
	if kind == nil {
		return -1
	}
	return slices.Index(kinds, *kind)
}
