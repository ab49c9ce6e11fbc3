package film

import (
	"maps"
	"slices"
	"strings"

	"kinodex/internal/text"
)

// genreAliases are other names of genres, by their key: the keys of those they
// stand for. A name that stands for two asks for films of both.
var genreAliases = map[string][]string{
	"sciencefiction": {"scifi"}, "sf": {"scifi"}, "scifis": {"scifi"},
	"noir": {"filmnoir"}, "biopic": {"biography"}, "biopics": {"biography"}, "biographical": {"biography"},
	"animated": {"animation"}, "cartoon": {"animation"}, "cartoons": {"animation"}, "anime": {"animation"},
	"documentaries": {"documentary"}, "docs": {"documentary"}, "comedies": {"comedy"}, "mysteries": {"mystery"},
	"kids": {"family"}, "children": {"family"}, "childrens": {"family"}, "historical": {"history"},
	"romantic": {"romance"}, "suspense": {"thriller"}, "dramas": {"drama"}, "thrillers": {"thriller"},
	"westerns": {"western"}, "musicals": {"musical"}, "sports": {"sport"}, "adventures": {"adventure"},
	"romcom": {"romance", "comedy"}, "romanticcomedy": {"romance", "comedy"}, "dramedy": {"drama", "comedy"},
	"comedydrama": {"comedy", "drama"}, "romanticdrama": {"romance", "drama"},
}

// GenreAliases yields the other names of genres, by their key, in order, with the
// keys of those they stand for.
func GenreAliases(yield func(alias string, keys []string) bool) {
	for _, alias := range slices.Sorted(maps.Keys(genreAliases)) {
		if !yield(alias, genreAliases[alias]) {
			return
		}
	}
}

// GenreKeys returns the comparable forms of the genres that a name stands for: words
// alone, without case, accents, spaces and hyphens, so that "Sci-Fi", "scifi" and
// "science fiction" are one (REQ F2-21). Most names stand for one genre.
func GenreKeys(name string) []string {
	key := strings.Join(text.Words(name), "")
	if keys := genreAliases[key]; keys != nil {
		return keys
	}
	return []string{key}
}
