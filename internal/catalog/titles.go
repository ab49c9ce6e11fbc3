package catalog

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/intern"
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

// titleWriter collects titles of films, folded, several of a film.
type titleWriter struct {
	titles intern.List
	docs   []uint32 // beside titles
}

// add notes a title of a film.
func (t *titleWriter) add(title string, doc uint32) {
	t.titles.Append(title)
	t.docs = append(t.docs, doc)
}

// write sorts the titles and writes them as sections whose names begin with prefix. Years and
// votes are by document.
func (t *titleWriter) write(w *pack.Writer, prefix string, years []int32, votes []float64) error {
	order := make([]uint32, len(t.docs))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(i, j uint32) int {
		a, b := t.docs[i], t.docs[j]
		return cmp.Or(cmp.Compare(t.titles.At(i), t.titles.At(j)), cmp.Compare(years[a], years[b]),
			compareNumbers(votes[a], votes[b], true), cmp.Compare(a, b))
	})
	putStrings(w, prefix, len(order), func(i int) string { return t.titles.At(order[i]) })
	ofYears, docs := make([]int32, len(order)), make([]uint32, len(order))
	for i, at := range order {
		docs[i] = t.docs[at]
		ofYears[i] = years[docs[i]]
	}
	pack.PutSection(w, prefix+"/years", ofYears)
	return pack.PutSection(w, prefix+"/docs", docs)
}

// readTitles reads what titleWriter wrote, for a catalogue of n films.
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

// Begun returns the films whose title or original title, with or without its article, begins with
// what is typed of it, at most limit, the best known first. It takes time in proportion to the
// titles that begin so.
func (c *Catalog) Begun(typed string, limit int) []Doc {
	key := text.Fold(strings.TrimSpace(typed))
	if key == "" {
		return nil
	}
	var top docset.Top
	top.Reset(2 * limit) // a film has two titles
	for _, article := range []string{"", "the ", "a ", "an "} {
		begin := article + key
		for i := c.titles.titles.Search(begin); i < c.titles.titles.Len() && bytes.HasPrefix(c.titles.titles.At(i), []byte(begin)); i++ {
			top.Push(docset.Key(float32(c.logVotes(c.titles.docs[i])), c.titles.docs[i]))
		}
	}
	var docs []Doc
	for _, key := range top.Sorted() {
		if d := Doc(uint32(key)); len(docs) < limit && !slices.Contains(docs, d) {
			docs = append(docs, d)
		}
	}
	return docs
}

// titlesOf returns the title of a film and its original one.
func (c *Catalog) titlesOf(d uint32) []string {
	r := c.Record(Doc(d), film.Detail)
	return []string{r.Text(titleField), r.Text(originalField)}
}

var titleField, originalField = slices.Index(film.Detail.Fields(), "title"), slices.Index(film.Detail.Fields(), "original_title")
