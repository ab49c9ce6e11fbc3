package tmdb

import (
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// genre is a genre with its number.
type genre struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
}

// theirGenres are the genres of the movie database. ourGenres are those that it lacks, with
// numbers of ours that never change.
var (
	theirGenres = []genre{
		{28, "Action"}, {12, "Adventure"}, {16, "Animation"}, {35, "Comedy"}, {80, "Crime"}, {99, "Documentary"},
		{18, "Drama"}, {10751, "Family"}, {14, "Fantasy"}, {36, "History"}, {27, "Horror"}, {10402, "Music"},
		{9648, "Mystery"}, {10749, "Romance"}, {878, "Science Fiction"}, {10770, "TV Movie"}, {53, "Thriller"},
		{10752, "War"}, {37, "Western"},
	}
	ourGenres = []genre{
		{film.FirstOwnNumber + 1, "Biography"}, {film.FirstOwnNumber + 2, "Film-Noir"}, {film.FirstOwnNumber + 3, "Musical"},
		{film.FirstOwnNumber + 4, "Sport"}, {film.FirstOwnNumber + 5, "News"}, {film.FirstOwnNumber + 6, "Short"},
		{film.FirstOwnNumber + 7, "Adult"}, {film.FirstOwnNumber + 8, "Reality-TV"}, {film.FirstOwnNumber + 9, "Talk-Show"},
		{film.FirstOwnNumber + 10, "Game-Show"},
	}
	allGenres = slices.Concat(theirGenres, ourGenres)
)

// genreNamed returns the genre of a name of ours, under the name that they have for it. One
// that stands in no table has a number that follows from its name.
func genreNamed(name string) genre {
	keys := film.GenreKeys(name)
	for _, g := range allGenres {
		if slices.Equal(film.GenreKeys(g.Name), keys) {
			return g
		}
	}
	return genre{film.NumberOf(name), name}
}

// genresOf returns the genres of names, each once, never nil.
func genresOf(names []string) []genre {
	all := make([]genre, 0, len(names))
	for _, name := range names {
		if g := genreNamed(name); !slices.Contains(all, g) {
			all = append(all, g)
		}
	}
	return all
}

func genreIDs(names []string) []int {
	ids := make([]int, 0, len(names))
	for _, g := range genresOf(names) {
		ids = append(ids, g.ID)
	}
	return ids
}

// genreOfNumber returns the name of a genre of genre/movie/list, and whether there is one.
func genreOfNumber(n int) (name string, ok bool) {
	i := slices.IndexFunc(allGenres, func(g genre) bool { return g.ID == n })
	if i < 0 {
		return "", false
	}
	return allGenres[i].Name, true
}

// genreList are genres.
type genreList struct {
	Genres []genre `json:"genres"`
}

// noGenres answers /3/genre/tv/list: we have no series.
func noGenres(x *wire.Exchange, _ *wire.None) error { return x.AnswerJSON(genreList{[]genre{}}) }

// genres answers /3/genre/movie/list with the genres of the library's films.
func genres(x *wire.Exchange, _ *wire.None) error {
	stats, err := x.Visit.Stats().Answer(x.Context())
	if err != nil {
		return err
	}
	names := []string{}
	for _, g := range stats.Genres {
		names = append(names, g.Key)
	}
	slices.Sort(names)
	return x.AnswerJSON(genreList{genresOf(names)})
}
