package catalog

import (
	"cmp"
	"slices"

	"kinodex/internal/index"
	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// Bounds of a series.
const (
	maxSeries = 30 // the greatest number that is taken for a place in a series
	// A film is of a series when it has at least one vote for so many of the best known one:
	// what has fewer is another film that is called alike.
	seriesShare = 20
	fewestFilms = 2
)

// part returns the films of a series, the one at a place in it first, then the others by how
// near they are to it: "die hard 3" is the third of the known films with "die hard" in the
// title, by year. It is for numbers that stand in no title of the series; words end in one. misspelt says that the
// other words may have wrong letters.
func (c *Catalog) part(words []string, misspelt bool, m *index.Matches) []uint32 {
	last := len(words) - 1
	n, ok := naming.Numeral(words[last], true)
	if !ok || last == 0 || n < 1 || n > maxSeries {
		return nil
	}
	series := c.series(words[:last], misspelt, m)
	if len(series) < max(fewestFilms, n) {
		return nil
	}
	place := map[uint32]int{}
	for i, d := range series {
		place[d] = abs(i + 1 - n)
	}
	slices.SortStableFunc(series, func(a, b uint32) int { return cmp.Compare(place[a], place[b]) })
	return series
}

// series returns the films with the words as a phrase in the title, of which none is much less
// known than the best known, by year. It uses the memory of m.
func (c *Catalog) series(words []string, misspelt bool, m *index.Matches) []uint32 {
	c.text.Search(join(words), m)
	if m.Fuzzy {
		meant := text.Words(text.Fold(m.DidYouMean)) // "harry poter": of a series the title has the words in front
		if !misspelt || len(meant) < len(words) {
			return nil
		}
		c.text.SearchAll(join(meant[:len(words)]), m)
	}
	var films []uint32
	best := 0.0
	for _, d := range m.Docs {
		if v := c.votes.values[d]; v*seriesShare >= best && c.text.TitleFit(m, d) >= index.TitlePhrase {
			films = append(films, d)
			best = max(best, v)
		}
	}
	films = slices.DeleteFunc(films, func(d uint32) bool { return !(c.votes.values[d]*seriesShare >= best) })
	released := c.column("release_date")
	slices.SortStableFunc(films, func(a, b uint32) int {
		if order := compareNumbers(c.year.values[a], c.year.values[b], false); order != 0 || released == nil {
			return order
		}
		return compareNumbers(released.values[a], released.values[b], false)
	})
	return films
}

func abs(n int) int { return max(n, -n) }
