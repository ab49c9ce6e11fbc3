package catalog

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// titleTable finds a film by its title and year. It lists every film under its
// folded title and, where that is another, its folded original title; ordered
// by title, year, and then the best known film first.
type titleTable struct {
	titles wordList
	years  []int32
	docs   []uint32
}

// noYear stands for an unknown year.
const noYear = math.MinInt32

type titleEntry struct {
	title string
	year  int32
	votes float64
	doc   uint32
}

func writeTitles(w *pack.Writer, entries []titleEntry) error {
	slices.SortFunc(entries, func(a, b titleEntry) int {
		return cmp.Or(cmp.Compare(a.title, b.title), cmp.Compare(a.year, b.year),
			compareNumbers(a.votes, b.votes, true), cmp.Compare(a.doc, b.doc))
	})
	err := writeWords(w, "titles", len(entries), func(i int) string { return entries[i].title })
	if err != nil {
		return err
	}
	years, docs := make([]int32, len(entries)), make([]uint32, len(entries))
	for i, e := range entries {
		years[i], docs[i] = e.year, e.doc
	}
	pack.PutSection(w, "titles/years", years)
	return pack.PutSection(w, "titles/docs", docs)
}

func readTitles(s *sections, n int) titleTable {
	t := titleTable{titles: readWords(s, "titles", -1)}
	t.years = sized[int32](s, "titles/years", t.titles.len())
	t.docs = below(s, "titles/docs", sized[uint32](s, "titles/docs", t.titles.len()), n)
	return t
}

// ByTitleYear finds a film by its title or original title, folded, and its
// year. Of several the one with the most votes is given.
func (c *Catalog) ByTitleYear(title string, year int) (Doc, bool) {
	t := &c.titles
	key := text.Fold(title)
	first := t.titles.search([]byte(key))
	same := sort.Search(t.titles.len()-first, func(i int) bool { return string(t.titles.at(first+i)) > key })
	i := first + sort.Search(same, func(i int) bool { return int(t.years[first+i]) >= year })
	if i == first+same || int(t.years[i]) != year || year == noYear {
		return 0, false
	}
	return Doc(t.docs[i]), true
}

func compareStrings(a, b string) int { return cmp.Compare(a, b) }
