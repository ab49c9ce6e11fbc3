package ingest

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// stored returns the claims of films, in this order, each in a chunk of its own.
func stored(films ...film.ID) *store {
	a := &arena{}
	for i, id := range films {
		a.add(0, &source.Claim{ID: id, Overview: strings.Repeat("x", chunkSize), Origin: source.Origin{Line: i}})
	}
	st := gather([]*arena{a})
	st.byFilm()
	return st
}

func TestBatchesHaveEveryFilmOnce(t *testing.T) {
	for _, test := range []struct {
		films []film.ID
		size  int
		want  [][]film.ID
	}{
		{nil, 2, nil},
		{[]film.ID{0, 0}, 2, nil},
		{[]film.ID{3, 1, 0, 1, 2}, 2, [][]film.ID{{1, 1, 2}, {3}}},
		{[]film.ID{4, 4, 3, 1}, 1, [][]film.ID{{1}, {3}, {4, 4}}},
		{[]film.ID{2, 1}, 2, [][]film.ID{{1, 2}}},
	} {
		a := &arena{}
		different := map[film.ID]bool{}
		for _, id := range test.films {
			a.add(0, &source.Claim{ID: id})
			if id != 0 {
				different[id] = true
			}
		}
		st := gather([]*arena{a})
		st.byFilm()
		runs, films := st.batches(test.size)
		var got [][]film.ID
		for _, run := range runs {
			var ids []film.ID
			for _, e := range run {
				ids = append(ids, e.film)
			}
			got = append(got, ids)
		}
		if films != len(different) || !slices.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("%v by %d: %d films in %v, want %v", test.films, test.size, films, got, test.want)
		}
	}
}

func TestMergedClaimsAreReleased(t *testing.T) {
	st := stored(2, 1, 0, 2)
	kept := func() (kept []bool) {
		for _, c := range st.chunks {
			kept = append(kept, c != nil)
		}
		return kept
	}
	used := st.users()
	runs, _ := st.batches(1)
	for i, want := range [][]bool{{true, false, true, true}, {false, false, true, false}} {
		used.release(st, runs[i])
		if got := kept(); !slices.Equal(got, want) {
			t.Errorf("after batch %d: kept %v, want %v", i, got, want)
		}
	}
}

func TestNameTable(t *testing.T) {
	table := nameTable{at: map[source.NameID]uint32{}}
	table.set(7, "Ada Lamb")
	table.set(8, "Bo Reed")
	table.set(7, "Ada Lamp") // the last one counts
	table.set(8, "")         // is no name: the one before stays
	table.set(41, "")
	for id, want := range map[source.NameID]string{0: "", 7: "Ada Lamp", 8: "Bo Reed", 41: "", 42: ""} {
		if got := table.name(id); got != want || table.has(id) != (want != "") {
			t.Errorf("%v is %q, want %q", id, got, want)
		}
	}
}
