package catalog

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/naming"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// titleTable finds a film by its title and year. It lists every film under its
// folded title and, where that is another, its folded original title; ordered
// by title, year, and then the best known film first.
type titleTable struct {
	titles pack.Strings
	years  []int32
	docs   []uint32
}

// noYear stands for an unknown year. It comes before every other.
const noYear = math.MinInt32

// titleEntry is a film under one of its titles.
type titleEntry struct {
	title string
	year  int32
	votes float64
	doc   uint32
}

// writeTitles sorts the entries and writes them as sections whose names begin with prefix.
func writeTitles(w *pack.Writer, prefix string, entries []titleEntry) error {
	slices.SortFunc(entries, func(a, b titleEntry) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.year, b.year),
			compareNumbers(a.votes, b.votes, true), cmp.Compare(a.doc, b.doc))
	})
	putStrings(w, prefix, len(entries), func(i int) string { return entries[i].title })
	years, docs := make([]int32, len(entries)), make([]uint32, len(entries))
	for i, e := range entries {
		years[i], docs[i] = e.year, e.doc
	}
	pack.PutSection(w, prefix+"/years", years)
	return pack.PutSection(w, prefix+"/docs", docs)
}

// readTitles reads what writeTitles wrote, for a catalogue of n films.
func readTitles(r *pack.Reader, prefix string, n int) titleTable {
	t := titleTable{titles: readStrings(r, prefix, pack.Any)}
	t.years = pack.Column[int32](r, prefix+"/years", t.titles.Len())
	t.docs = pack.Below[uint32](r, prefix+"/docs", t.titles.Len(), n)
	return t
}

// ByTitleYear returns the film with a title or original title and a year, and whether there is
// one: compared folded or, where no film has the title so, as sources are joined
// (naming.TitleKey), so that "Godfather, The" is The Godfather; where none is called so either,
// by what films are called elsewhere, compared folded. Of several it returns the one
// with most votes. It takes logarithmic time.
func (c *Catalog) ByTitleYear(title string, year int) (Doc, bool) {
	if year == noYear {
		return 0, false
	}
	if d, ok := c.titles.at(text.Fold(title), year); ok {
		return d, true
	}
	key := naming.TitleKey(title)
	for _, d := range c.known().titled(naming.LooseKey(strings.Fields(key))) {
		if int(c.year.values[d]) == year && slices.ContainsFunc(c.titlesOf(d), func(t string) bool { return naming.TitleKey(t) == key }) {
			return Doc(d), true
		}
	}
	return c.otherTitles.at(text.Fold(title), year)
}

// at returns the film of a folded title and a year with most votes.
func (t *titleTable) at(key string, year int) (Doc, bool) {
	first := t.titles.Search(key)
	same := sort.Search(t.titles.Len()-first, func(i int) bool { return string(t.titles.At(first+i)) > key })
	i := first + sort.Search(same, func(i int) bool { return int(t.years[first+i]) >= year })
	if i == first+same || int(t.years[i]) != year {
		return 0, false
	}
	return Doc(t.docs[i]), true
}

// titlesOf returns the title of a film and its original one.
func (c *Catalog) titlesOf(d uint32) []string {
	r := c.Record(Doc(d), film.Detail)
	return []string{r.Text(titleField), r.Text(originalField)}
}

var titleField, originalField = slices.Index(film.Detail.Fields(), "title"), slices.Index(film.Detail.Fields(), "original_title")
