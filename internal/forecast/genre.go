package forecast

import (
	"math/bits"

	"kinodex/internal/film"
)

// genreNames are the genres that are told apart, under the names the catalogue
// has for them. Their order is part of the file's format.
var genreNames = []string{
	"Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama",
	"Family", "Fantasy", "Film-Noir", "History", "Horror", "Music", "Musical", "Mystery",
	"News", "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
}

// genres is a set of genreNames, by index.
type genres uint32

// genreOfKey is, by the key of film.GenreKeys, the genre of that name. A superhero's is action.
var genreOfKey = func() map[string]genres {
	of := map[string]genres{}
	for i, name := range genreNames {
		of[film.GenreKeys(name)[0]] = 1 << i
	}
	of["superhero"] = of["action"]
	return of
}()

// genreOf returns the genres that a name stands for, in any usual spelling; false when
// it is no genre's.
func genreOf(name string) (set genres, ok bool) {
	for _, key := range film.GenreKeys(name) {
		g, known := genreOfKey[key]
		if !known {
			return 0, false
		}
		set |= g
	}
	return set, true
}

// genreSet returns the genres of some names, and the names that are no genre's.
func genreSet(names []string) (set genres, unknown []string) {
	for _, name := range names {
		g, ok := genreOf(name)
		if !ok {
			unknown = append(unknown, name)
		}
		set |= g
	}
	return set, unknown
}

// len returns the number of genres in the set.
func (g genres) len() int { return bits.OnesCount32(uint32(g)) }

// has reports whether the set has genre i.
func (g genres) has(i int) bool { return g>>i&1 == 1 }

// names lists the set in the order of genreNames.
func (g genres) names() []string {
	var names []string
	for i, name := range genreNames {
		if g.has(i) {
			names = append(names, name)
		}
	}
	return names
}

// jaccard returns the share of genres that two sets have in common, the Jaccard index,
// from 0 to 1; 0 when either is empty.
func (g genres) jaccard(other genres) float64 {
	if g == 0 || other == 0 {
		return 0
	}
	return float64((g & other).len()) / float64((g | other).len())
}
