package catalog

import (
	"math"
	"slices"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// condition is one part of a question, evaluated: a set of documents with its exact
// size, as an ascending list, a bitmap, or a range of a column, whichever needed no
// work. The zero condition is the empty set.
type condition struct {
	count int
	// One of these is set, or none when the set is empty.
	list   []uint32 // ascending
	bits   docset.Set
	column *column // the range from <= i < to of its ascending order

	from, to  int
	low, high float64
}

// has reports whether the document is in the set: O(1), for a list O(log n).
func (c *condition) has(d uint32) bool {
	switch {
	case c.bits != nil:
		return c.bits.Has(d)
	case c.column != nil:
		v := c.column.values[d]
		return v >= c.low && v <= c.high // never so for a null
	}
	return contains(c.list, d)
}

// asBits returns the set as a bitmap: its own, which must not be changed, or one of s.
func (c *condition) asBits(s *scratch) docset.Set {
	if c.bits != nil {
		return c.bits
	}
	b := s.takeBits()
	if c.column != nil {
		c.column.asc.fill(b, c.from, c.to)
		return b
	}
	b.Assign(c.list)
	return b
}

// docs returns the set as a list in no particular order, which must not be changed.
func (c *condition) docs(s *scratch) []uint32 {
	switch {
	case c.bits != nil:
		l := c.bits.AppendTo(s.takeList())
		s.keepList(l)
		return l
	case c.column != nil:
		return c.column.asc.perm[c.from:c.to]
	}
	return c.list
}

// condition returns the i-th set of the postings, without copying it.
func (p *postings) condition(i int) condition {
	return condition{count: p.count(i), list: p.list(i), bits: p.dense(i)}
}

// between returns the documents whose number lies from low to high, both included, in
// O(log n). Nulls are in no range.
func (c *column) between(low, high float64) condition {
	from, to := c.span(low, high)
	return condition{count: to - from, column: c, from: from, to: to, low: low, high: high}
}

// conditions evaluates every part of the question but its text into s.conditions, the
// smallest set first. Filters of one column are one range.
func (c *Catalog) conditions(q *film.Query, s *scratch) {
	for f, v := range q.All() {
		if low, high, ok := f.Range(v, c.built); ok {
			s.narrow(c.column(f.Of), low, high)
			continue
		}
		c.addCondition(f, v.Text, q.GenreParts, s)
	}
	if q.Within != nil {
		s.conditions = append(s.conditions, condition{count: q.Within.Count(), bits: q.Within})
	}
	for _, r := range s.ranges {
		s.conditions = append(s.conditions, r.column.between(r.low, r.high))
	}
	slices.SortFunc(s.conditions, func(a, b condition) int { return a.count - b.count })
}

// columnRange is what filters allow of a column; nothing when low is above high.
type columnRange struct {
	column    *column
	low, high float64
}

// narrow keeps what lies from low to high of a column.
func (s *scratch) narrow(x *column, low, high float64) {
	i := slices.IndexFunc(s.ranges, func(r columnRange) bool { return r.column == x })
	if i < 0 {
		i, s.ranges = len(s.ranges), append(s.ranges, columnRange{x, math.Inf(-1), math.Inf(1)})
	}
	r := &s.ranges[i]
	r.low, r.high = max(r.low, low), min(r.high, high)
}

// addCondition adds what a filter of no column asks for; nothing for a text without a letter or
// figure, but for a genre, which then no film has. A genre has other names, and a part of its
// name is enough for v1.
func (c *Catalog) addCondition(f *film.Filter, value string, genreParts bool, s *scratch) {
	add := func(x condition) { s.conditions = append(s.conditions, x) }
	if f.Verb == film.AllOf {
		for g := range film.GenreNames(value) {
			switch name := text.Fold(g); {
			case !genreParts:
				c.addGenre(g, name, s)
			case name != "":
				add(c.genres.part(name, s))
			}
		}
		return
	}
	key := f.Key(value)
	if key == "" {
		return
	}
	switch f.Verb {
	case film.PartOf:
		add(c.names(f.Of).find(key, s))
	case film.AnyOf:
		add(c.attribute(f.Of).someOf(strings.Split(key, film.KeySeparator), s))
	case film.Flag:
		add(condition{count: c.posters, bits: c.poster})
	case film.Is:
		if f.Of == collectionIndex {
			add(c.collections.find(value, s))
		} else {
			add(c.attribute(f.Of).whole(key))
		}
	}
}

// collectionIndex is what film.FilterTable calls the index of collections.
const collectionIndex = "collections"

// names returns the index of people's names that film.FilterTable calls so.
func (c *Catalog) names(of string) *nameIndex {
	if of == c.directors.name {
		return &c.directors
	}
	return &c.actors
}

// whole returns the films with the value of that folded name; the empty set if there
// is no such value.
func (a *attribute) whole(name string) condition {
	if i, ok := a.keys[name]; ok {
		return a.films.condition(i)
	}
	return condition{}
}

// someOf returns the films with at least one of the values of these folded names.
func (a *attribute) someOf(names []string, s *scratch) condition {
	found := s.names[:0]
	for _, name := range names {
		if i, ok := a.keys[name]; ok {
			found = append(found, uint32(i))
		}
	}
	s.names = found
	return a.anyOf(found, s)
}

// part returns the films with a value whose folded name contains part.
func (a *attribute) part(part string, s *scratch) condition {
	found := s.names[:0]
	for key, i := range a.keys {
		if strings.Contains(key, part) {
			found = append(found, uint32(i))
		}
	}
	s.names = found
	return a.anyOf(found, s)
}

// anyOf returns the films with at least one of the values: the union of their sets.
func (a *attribute) anyOf(found []uint32, s *scratch) condition {
	switch len(found) {
	case 0:
		return condition{}
	case 1:
		return a.films.condition(int(found[0]))
	}
	b := s.takeBits()
	clear(b)
	for _, i := range found {
		a.films.addTo(b, int(i))
	}
	return condition{count: b.Count(), bits: b}
}
