package ingest

import (
	"slices"
	"strings"

	"kinodex/internal/ingest/source"
	"kinodex/internal/naming"
)

// Sources spell the name of one person in several ways: Charles and Charlie Chaplin. Names that
// are merely alike are not enough (Ingmar Bergman directed Ingrid Bergman), but two sources that
// say who directed a film mean the same people.

// filmsOfSpelling is how many films must have a director spelled in two ways for these to be one
// person in others.
const filmsOfSpelling = 2

// spelledTwice returns the two names that are left of two lists of a film's directors when those
// in both are taken away, if one is left of each and they share the last word and the beginning
// of the first.
func spelledTwice(a, b []string) (x, y string, ok bool) {
	if len(a) != len(b) {
		return "", "", false
	}
	keys := func(names []string) (all []string) {
		for _, name := range names {
			all = append(all, naming.NameKey(name))
		}
		return all
	}
	ours, theirs := keys(a), keys(b)
	without := func(names, others []string) (left []string) {
		for _, name := range names {
			if !slices.ContainsFunc(others, func(other string) bool { return personKey(other) == personKey(name) }) {
				left = append(left, name)
			}
		}
		return left
	}
	left, right := without(ours, theirs), without(theirs, ours)
	if len(left) != 1 || len(right) != 1 {
		return "", "", false
	}
	x, y = left[0], right[0]
	last := func(name string) string { return name[strings.LastIndexByte(name, ' ')+1:] }
	const beginning = 3
	return x, y, last(x) == last(y) && len(x) > beginning && len(y) > beginning && x[:beginning] == y[:beginning]
}

// holdSpellings notes which names the rows about a film give one director.
func (v *survey) holdSpellings(f *sketch) {
	seen := map[[2]string]bool{}
	for i, a := range f.directing {
		for _, b := range f.directing[:i] {
			x, y, ok := spelledTwice(a, b)
			if !ok || seen[[2]string{x, y}] {
				continue
			}
			for _, pair := range [][2]string{{x, y}, {y, x}} {
				seen[pair] = true
				if v.spellings[pair[0]] == nil {
					v.spellings[pair[0]] = map[string]int{}
				}
				v.spellings[pair[0]][pair[1]]++
			}
		}
	}
}

// named returns the names of people, nil when somebody has none.
func (v *survey) named(people []source.Person) []string {
	var names []string
	for _, p := range people {
		name := p.Name
		if name == "" {
			name = v.names.name(p.NamedbID)
		}
		if name == "" {
			return nil
		}
		names = append(names, name)
	}
	return names
}

// spellings returns the other spellings of the directors' names by nameKey, with the name that is
// believed: those that rows about the film give the same director, and those of other films. Two
// names that one row bills are two people.
func (m *merger) spellings(g group, directors []string) map[string]string {
	found := map[string]string{}
	for _, name := range directors {
		for other, films := range m.facts.survey.spellings[naming.NameKey(name)] {
			if films >= filmsOfSpelling {
				found[other] = name
			}
		}
	}
	for i := range g {
		if g[i].joined.inferred() {
			continue
		}
		if x, y, ok := spelledTwice(directors, m.named(g[i].Directors)); ok {
			at := slices.IndexFunc(directors, func(name string) bool { return naming.NameKey(name) == x })
			found[y] = directors[at]
		}
	}
	for other, name := range found {
		if key := naming.NameKey(name); slices.ContainsFunc(g, func(s statement) bool { return bills(s.Cast, key) && bills(s.Cast, other) }) ||
			slices.ContainsFunc(directors, func(name string) bool { return naming.NameKey(name) == other }) {
			delete(found, other)
		}
	}
	return found
}

// bills reports whether a cast has somebody of the nameKey.
func bills(cast []source.Part, key string) bool {
	return slices.ContainsFunc(cast, func(p source.Part) bool { return naming.NameKey(p.Name) == key })
}
