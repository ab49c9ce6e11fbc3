package source

import (
	"slices"
	"strings"

	"kinodex/internal/text"
)

// Genres is the one vocabulary of genres, in alphabetical order. Sources'
// words outside it are mapped by genreWords, taken for a kind of title, or
// (the finer words one source calls interests: "Time Travel", "Dark Comedy")
// carried as keywords.
var Genres = []string{
	"Action", "Adventure", "Animation", "Biography", "Comedy", "Crime", "Documentary",
	"Drama", "Family", "Fantasy", "Film-Noir", "History", "Horror", "Music", "Musical",
	"Mystery", "News", "Romance", "Sci-Fi", "Sport", "Thriller", "War", "Western",
}

// genreWords maps folded words to one or more of Genres. It holds every genre under its own
// name.
var genreWords = func() map[string][]string {
	words := map[string][]string{
		"science fiction": {"Sci-Fi"}, "scifi": {"Sci-Fi"}, "sci fi": {"Sci-Fi"},
		"sci-fi & fantasy": {"Sci-Fi", "Fantasy"}, "action & adventure": {"Action", "Adventure"},
		"war & politics": {"War"}, "kids": {"Family"}, "children": {"Family"}, "children's": {"Family"},
		"film noir": {"Film-Noir"}, "noir": {"Film-Noir"}, "documentation": {"Documentary"},
		"historical": {"History"}, "sports": {"Sport"}, "suspense": {"Thriller"},
		"biographical": {"Biography"}, "biographical film": {"Biography"}, "crime fiction": {"Crime"},
		"romance film": {"Romance"}, "romantic comedy": {"Romance", "Comedy"}, "romantic drama": {"Romance", "Drama"},
		"family film": {"Family"}, "war film": {"War"}, "animated": {"Animation"}, "docudrama": {"Drama"},
		"comedy-drama": {"Comedy", "Drama"}, "crime thriller": {"Crime", "Thriller"},
		"comedy film": {"Comedy"}, "action film": {"Action"}, "adventure film": {"Adventure"},
	}
	for _, g := range Genres {
		words[text.Fold(g)] = []string{g}
	}
	return words
}()

// genreIDs are the movie database's numbers of film genres.
// Two of the names are no genre: TV Movie is a kind, Foreign says nothing.
var genreIDs = map[int]string{
	28: "Action", 12: "Adventure", 16: "Animation", 35: "Comedy", 80: "Crime", 99: "Documentary",
	18: "Drama", 10751: "Family", 14: "Fantasy", 36: "History", 27: "Horror", 10402: "Music",
	9648: "Mystery", 10749: "Romance", 878: "Sci-Fi", 10770: "TV Movie", 53: "Thriller",
	10752: "War", 37: "Western", 10769: "Foreign",
}

// kindWords maps folded words that stand among genres to the kind of title they name.
var kindWords = map[string]Kind{"tv movie": TVMovie, "short": Short}

// notGenres holds folded words that stand among genres and say nothing about a film's genre.
// They are known: they do not count as read in vain.
var notGenres = map[string]bool{
	"": true, "foreign": true, "european": true, "silent": true, "independent": true, "live action": true,
	"no genres": true, "(no genres listed)": true, "imax": true, "adult": true, "reality": true,
	"reality-tv": true, "reality tv": true, "talk": true, "talk-show": true, "talk show": true,
	"game-show": true, "game show": true, "soap": true, "n/a": true, "none": true, "black-and-white": true,
	"television": true, "web": true,
}

// genres adds to the claim what a source's words say, as genre does; other words are counted
// as unknown.
func (s *sink) genres(c *Claim, words [][]byte) {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = string(w)
	}
	s.genreNames(c, names, false)
}

// genreNames is genres for words that are texts already, and may keep unknown ones as
// keywords. When no word of a cell is known the cell counts as failed.
func (s *sink) genreNames(c *Claim, names []string, asKeyword bool) {
	before := s.known
	for _, name := range names {
		s.genre(c, name, asKeyword)
	}
	if len(names) > 0 && s.known == before {
		s.failed()
	}
}

// genre adds what one word says to the claim: genres, its kind, that it is for adults, or,
// when asKeyword is set, a keyword in lower case. A kind replaces only Unstated and Movie.
// Without asKeyword an unknown word is counted as a repair and left out.
func (s *sink) genre(c *Claim, word string, asKeyword bool) {
	folded := text.Fold(word)
	s.known++
	if kind, ok := kindWords[folded]; ok {
		if c.Kind == Unstated || c.Kind == Movie {
			c.Kind = kind
		}
		return
	}
	if folded == "adult" {
		c.Adult = true
	}
	if to, ok := genreWords[folded]; ok {
		for _, g := range to {
			if !slices.Contains(c.Genres, g) {
				c.Genres = append(c.Genres, g)
			}
		}
		return
	}
	switch {
	case notGenres[folded]:
	case asKeyword:
		s.repaired("interest_as_keyword")
		if k := strings.ToLower(text.Clean(word)); !slices.Contains(c.Keywords, k) {
			c.Keywords = append(c.Keywords, k)
		}
	default:
		s.known--
		s.repaired("unknown_genre")
	}
}
