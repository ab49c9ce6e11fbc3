package catalog

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// genreKeys returns, by the key of film.GenreKeys, the numbers of the genres of that name.
func genreKeys(genres []string) map[string][]uint32 {
	by := map[string][]uint32{}
	for i, g := range genres {
		if keys := film.GenreKeys(g); len(keys) == 1 {
			by[keys[0]] = append(by[keys[0]], uint32(i))
		}
	}
	return by
}

// addGenre adds the conditions that a genre makes, by its whole name, which is given
// folded too, or by another name it has (REQ F2-21).
func (c *Catalog) addGenre(name, folded string, s *scratch) {
	if i, ok := c.genres.keys[folded]; ok {
		s.conditions = append(s.conditions, c.genres.films.condition(i))
		return
	}
	for _, key := range film.GenreKeys(name) {
		s.conditions = append(s.conditions, c.genres.anyOf(c.genreKeys[key], s))
	}
}

// UnknownGenre is a genre of a question that no film has.
type UnknownGenre struct {
	Genre string `json:"genre" doc:"As it was asked for."`
	// Nearest are those it may have been.
	Nearest []string `json:"nearest" doc:"The genres spelled most like it; when none is, all there are, the most frequent first."`
}

// mostGenres is how many genres UnknownGenres names at most when none is near.
const mostGenres = 50

// UnknownGenres returns the genres of a question that no film has, each once, with
// those they may have been (REQ F2-21). Parts of names are never unknown.
func (c *Catalog) UnknownGenres(q *film.Query) (unknown []UnknownGenre) {
	if q.GenreParts {
		return nil
	}
	for g := range film.GenreNames(q.Genre) {
		told := slices.ContainsFunc(unknown, func(u UnknownGenre) bool { return u.Genre == g })
		if !told && !c.hasGenre(g) {
			unknown = append(unknown, UnknownGenre{Genre: g, Nearest: c.nearestGenres(g)})
		}
	}
	return unknown
}

// hasGenre reports whether a film has the genre, by its name or by another name for
// it.
func (c *Catalog) hasGenre(name string) bool {
	if _, ok := c.genres.keys[text.Fold(name)]; ok {
		return true
	}
	return !slices.ContainsFunc(film.GenreKeys(name), func(key string) bool { return c.genreKeys[key] == nil })
}

// Genres returns the genres of all films, the most frequent first. The caller owns the slice.
func (c *Catalog) Genres() []string {
	order := make([]int, len(c.genres.values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.genres.films.count(b), c.genres.films.count(a)) })
	names := make([]string, len(order))
	for i, g := range order {
		names[i] = c.genres.values[g]
	}
	return names
}

// nearestGenres returns the genres whose names, or other names for them, are spelled
// most like the name; the most frequent of all when none is near. It is never nil.
func (c *Catalog) nearestGenres(name string) []string {
	all := c.Genres()
	names, meant := []string{}, map[string][]string{} // by the key of a genre or another name of it
	note := func(key, genre string) {
		if meant[key] == nil {
			names = append(names, key)
		}
		meant[key] = append(meant[key], genre)
	}
	for _, g := range all {
		note(film.GenreKeys(g)[0], g)
	}
	for alias, keys := range film.GenreAliases {
		for _, key := range keys {
			for _, i := range c.genreKeys[key] {
				note(alias, c.genres.values[i])
			}
		}
	}
	near := []string{}
	for _, key := range text.Nearest(strings.Join(text.Words(name), ""), names, 3) {
		for _, g := range meant[key] {
			if !slices.Contains(near, g) {
				near = append(near, g)
			}
		}
	}
	if len(near) == 0 {
		near = all[:min(len(all), mostGenres)]
	}
	return near
}
