package forecast

import (
	"math/bits"
	"slices"
	"strings"

	"kinodex/internal/text"
)

// genreNames are the genres that are told apart, under the names the catalogue
// has for them. Their order is part of the file's format.
var genreNames = []string{
	"Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary", "Drama",
	"Family", "Fantasy", "Film-Noir", "History", "Horror", "Music", "Musical", "Mystery",
	"News", "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
}

// genreKin are other names of the same genres, folded.
var genreKin = map[string]string{
	"science fiction": "scifi", "sciencefiction": "scifi", "sf": "scifi",
	"biopic": "biography", "biographical": "biography", "animated": "animation", "anime": "animation",
	"documentaries": "documentary", "sports": "sport", "noir": "filmnoir", "romantic": "romance",
	"suspense": "thriller", "kids": "family", "children": "family", "historical": "history",
	"romcom": "romance", "superhero": "action",
}

// genres is a set of genreNames, by index.
type genres uint32

// genreOf finds a genre by its name in any usual spelling.
func genreOf(name string) (genres, bool) {
	key := strings.Join(text.Words(name), " ")
	if kin, ok := genreKin[key]; ok {
		key = kin
	}
	key = strings.ReplaceAll(key, " ", "")
	i := slices.IndexFunc(genreNames, func(g string) bool {
		return strings.ReplaceAll(strings.ToLower(g), "-", "") == key
	})
	if i < 0 {
		return 0, false
	}
	return 1 << i, true
}

// genreSet reads names, leaving out those that are no genre; those are given
// too.
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

func (g genres) len() int { return bits.OnesCount32(uint32(g)) }

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

// alike is the share of genres that two sets have in common (Jaccard), 0 when
// either is empty.
func (g genres) alike(other genres) float64 {
	if g == 0 || other == 0 {
		return 0
	}
	return float64((g & other).len()) / float64((g | other).len())
}
