package ingest

import (
	"cmp"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// Identity is the film database's id. The movie database's id leads to it
// through the pairs that rows with both ids state. Where pairs disagree the
// rule is: a pair that a record of the movie database states wins over one that
// only lists of links do, then the pair that more files state, then the one of
// the better rank in Precedence's "moviedb_id", then the lower film id. The
// losing film keeps its claims, which name it, but not the movie database's id.
// A film's second id leads to it as well, unless another film has it.

// pairs relates the two ids: film gives the film an id of the movie database
// leads to, moviedb the one such id a film has.
type pairs struct {
	film    map[uint32]film.ID
	moviedb map[film.ID]uint32
}

// pair is a film and an id of the movie database that some rows state together.
type pair struct {
	moviedb uint32
	film    film.ID
	record  bool // stated by a record of the movie database
	files   int  // distinct files that state it
	rank    int  // of the best of them
	first   entry
}

// resolvePairs settles which film has which id of the movie database, from the entries that
// state both. rank is by input; entries is not changed. It calls conflict for every pair that
// lost. The result does not depend on the order of entries.
func resolvePairs(entries []entry, inputs []input, rank []int, conflict func(field string, won, lost pair)) pairs {
	var both []entry
	for _, e := range entries {
		if e.film != 0 && e.moviedb != 0 {
			both = append(both, e)
		}
	}
	slices.SortFunc(both, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.moviedb, b.moviedb), cmp.Compare(a.film, b.film), cmp.Compare(a.input, b.input),
			cmp.Compare(a.chunk, b.chunk), cmp.Compare(a.offset, b.offset))
	})
	var all []pair
	for i, e := range both {
		if n := len(all); n > 0 && all[n-1].moviedb == e.moviedb && all[n-1].film == e.film {
			p := &all[n-1]
			if both[i-1].input != e.input {
				p.files++
				p.rank = min(p.rank, rank[e.input])
				p.record = p.record || inputs[e.input].source == source.Moviedb
			}
			continue
		}
		all = append(all, pair{
			moviedb: e.moviedb, film: e.film, files: 1, rank: rank[e.input],
			record: inputs[e.input].source == source.Moviedb, first: e,
		})
	}
	slices.SortFunc(all, func(a, b pair) int {
		return cmp.Or(first(a.record, b.record), cmp.Compare(b.files, a.files), cmp.Compare(a.rank, b.rank),
			cmp.Compare(a.film, b.film), cmp.Compare(a.moviedb, b.moviedb))
	})
	p := pairs{film: make(map[uint32]film.ID, len(all)), moviedb: make(map[film.ID]uint32, len(all))}
	won := make(map[film.ID]pair)
	for _, candidate := range all {
		holder, taken := p.film[candidate.moviedb]
		if taken {
			conflict("filmdb_id", won[holder], candidate)
			continue
		}
		// A second id of a film still leads to it, but is not its own.
		p.film[candidate.moviedb] = candidate.film
		if _, has := p.moviedb[candidate.film]; has {
			conflict("moviedb_id", won[candidate.film], candidate)
			continue
		}
		p.moviedb[candidate.film] = candidate.moviedb
		won[candidate.film] = candidate
	}
	return p
}

// first compares for sorting: true comes before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
