package ingest

import (
	"slices"

	"kinodex/internal/film"
)

// The film database lists some films twice. Two of its ids are one film when they have a
// title and a director in common and nothing that matters tells them apart (sameFilm). The
// one that more people rated stays; rows of formats in which it has none are given to it.

// duplicateYears is how many years two ids of one film may be apart that are told of in the
// same words: of a festival's copy and that of a later distributor.
const duplicateYears = 4

// duplicates returns, for each id that is another film's second one, the id of that film.
func (v *survey) duplicates() (map[film.ID]film.ID, error) {
	second := map[film.ID]film.ID{}
	for _, p := range v.pairs {
		a, err := v.sketch(p[0], v.st.of(p[0]), true)
		if err != nil {
			return nil, err
		}
		b, err := v.sketch(p[1], v.st.of(p[1]), true)
		if err != nil {
			return nil, err
		}
		if !sameFilm(a, b) || second[a.film] != 0 || second[b.film] != 0 {
			continue
		}
		if a.votes < b.votes {
			a, b = b, a
		}
		second[b.film] = a.film
	}
	return second, nil
}

// sameFilm reports whether two films that share a title and a director are one: of the same
// length, within a year, with two of the cast or the overview in common; or of the same
// length and overview within duplicateYears. Where no length is known, cast and overview must
// both agree. Silent and sound versions and serials that were cut to a feature differ in
// length or cast; films in two languages are two.
func sameFilm(a, b *sketch) bool {
	if a.language != "" && b.language != "" && a.language != b.language {
		return false
	}
	years, minutes := leastGap(a.years, b.years), leastGap(a.runtimes, b.runtimes)
	told := slices.ContainsFunc(a.overviews, func(o string) bool { return slices.Contains(b.overviews, o) })
	played := 0
	for name := range a.cast {
		if b.cast[name] {
			played++
		}
	}
	switch {
	case len(a.runtimes) == 0 || len(b.runtimes) == 0:
		return years <= yearSlack && told && played >= 2
	case minutes > runtimeSlack:
		return false
	case years <= yearSlack:
		return told || played >= 2
	}
	return years <= duplicateYears && told
}

// leastGap returns the smallest distance of a number of a to one of b, 1<<20 when there is none.
func leastGap(a, b []int) int {
	gap := 1 << 20
	for _, n := range a {
		gap = min(gap, yearGap(n, b))
	}
	return gap
}

// of returns the entries of a film, which must be ordered as by byFilm.
func (st *store) of(id film.ID) []entry {
	from, _ := slices.BinarySearchFunc(st.entries, id, func(e entry, id film.ID) int { return int(e.film) - int(id) })
	to := from
	for to < len(st.entries) && st.entries[to].film == id {
		to++
	}
	return st.entries[from:to]
}

// foldDuplicates gives copies of the rows of second ids to the films that they are of, where
// these have none of the same format. The rows stay under the second id as well, which is
// refused. The entries are ordered as by store.byFilm afterwards.
func (st *store) foldDuplicates(duplicates map[film.ID]film.ID) {
	var given []entry
	for second, id := range duplicates {
		kept := st.of(id)
		for _, e := range st.of(second) {
			format := st.inputs[e.input].format
			if !slices.ContainsFunc(kept, func(k entry) bool { return st.inputs[k.input].format == format }) {
				e.film, e.joined = id, bySecondID
				given = append(given, e)
			}
		}
	}
	if len(given) > 0 {
		st.entries = slices.Concat(st.entries, given)
		st.byFilm()
	}
}
