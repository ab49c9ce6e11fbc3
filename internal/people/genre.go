package people

import (
	"cmp"
	"math"
	"slices"
)

// perGenre is how many people a genre's list has.
const perGenre = 1000

// record is a person's record in one genre as the file holds it.
// Of one genre, the people differ. rating and score are hundredths, or unknown.
type record struct {
	who           uint32
	films         uint32
	pull          float64
	rating, score uint16
	strength      uint16 // of 10,000
}

// someFilms are as many films of a genre as make half a reputation in it.
const someFilms = 3

// records ranks, for every genre, the people who stand for it: by what its films
// add to their popularity, the more the larger a part of all it is, and the more
// films it is made of.
// By genre number; each list has at most perGenre, strongest first, whose strength is
// 10,000. Somebody without pull, of archive footage alone, is in none.
func (b *Builder) records(all []*profile) [][]record {
	newest := b.newest()
	lists := make([][]record, b.genres.Len())
	weakest := slices.Repeat([]float64{-1}, len(lists)) // by genre: the pull that perGenre of them have at least
	type tally struct {
		films         uint32
		pull          float64
		rating, score mean
	}
	met := make([]tally, len(lists)) // of one person, by genre
	for who, p := range all {
		clear(met)
		for _, i := range p.films {
			r := &b.roles[i]
			if r.footage {
				continue
			}
			f, pull := &b.films[r.film], b.pull(r, newest)
			for _, g := range f.genres {
				t := &met[g]
				t.films++
				t.pull += pull
				t.rating.add(float64(f.rating))
				t.score.add(float64(f.score))
			}
		}
		for g := range lists {
			t := &met[g]
			if t.films == 0 || p.pull <= 0 {
				continue
			}
			n := float64(t.films)
			pull := t.pull * math.Sqrt(t.pull/p.pull) * n / (n + someFilms)
			if pull <= weakest[g] {
				continue
			}
			lists[g] = append(lists[g], record{
				who: uint32(who), films: t.films, pull: pull, rating: t.rating.hundredths(), score: t.score.hundredths(),
			})
			if len(lists[g]) == 2*perGenre {
				lists[g] = strongest(lists[g])
				weakest[g] = lists[g][perGenre-1].pull
			}
		}
	}
	for g, list := range lists {
		list = strongest(list)
		for i := range list {
			list[i].strength = uint16(math.Round(10_000 * list[i].pull / list[0].pull))
		}
		lists[g] = slices.Clip(list)
	}
	return lists
}

// strongest returns the first perGenre records in order of pull, and of equal pull in order of who.
func strongest(list []record) []record {
	slices.SortFunc(list, func(x, y record) int {
		return cmp.Or(cmp.Compare(y.pull, x.pull), cmp.Compare(x.who, y.who))
	})
	return list[:min(len(list), perGenre)]
}
