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
// smallest set first. A new filter of film.Query is added here.
func (c *Catalog) conditions(q *film.Query, s *scratch) {
	add := func(x condition) { s.conditions = append(s.conditions, x) }
	for _, g := range q.Genres {
		switch name := text.Fold(g); {
		case !q.GenreParts:
			c.addGenre(g, name, s)
		case name != "":
			add(c.genres.part(name, s))
		}
	}
	if low, high := years(q); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		add(c.year.between(low, high))
	}
	for _, m := range []struct {
		of      *column
		minimum *float64
	}{{c.rating, q.MinRating}, {c.score, q.MinScore}, {c.votes, q.MinVotes}} {
		if m.minimum != nil {
			add(m.of.between(*m.minimum, math.Inf(1)))
		}
	}
	if part := text.Fold(q.Director); part != "" {
		add(c.directors.find(part, s))
	}
	if part := text.Fold(q.Actor); part != "" {
		add(c.actors.find(part, s))
	}
	if q.Language != "" {
		add(c.languages.whole(strings.ToLower(q.Language)))
	}
	if q.Country != "" {
		add(c.countries.whole(strings.ToLower(film.CountryCode(q.Country))))
	}
	if q.Collection != "" && text.Fold(q.Collection) != "" {
		add(c.collections.find(q.Collection, s))
	}
	if marks := film.ParseCertifications(q.Certification); len(marks) > 0 {
		add(c.certificates.someOf(marks, s))
	}
	low, high := film.ReleasedBetween(q)
	from, to := q.Released.Between(c.built)
	if low, high = max(low, from), min(high, to); !math.IsInf(low, -1) || !math.IsInf(high, 1) {
		add(c.released.between(low, high))
	}
	if q.HasPoster {
		add(condition{count: c.posters, bits: c.poster})
	}
	slices.SortFunc(s.conditions, func(a, b condition) int { return a.count - b.count })
}

// years returns the range of years that satisfies decade and bounds, infinite where
// open; low is above high when nothing does.
func years(q *film.Query) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if q.Decade != nil {
		low, high = float64(*q.Decade), float64(*q.Decade+9)
	}
	if q.YearMin != nil {
		low = max(low, *q.YearMin)
	}
	if q.YearMax != nil {
		high = min(high, *q.YearMax)
	}
	return low, high
}

// whole returns the films with the value of that folded name; the empty set if there
// is no such value.
func (a *attribute) whole(name string) condition {
	if i, ok := a.keys[name]; ok {
		return a.films.condition(i)
	}
	return condition{}
}

// someOf returns the films with at least one of the values of these names.
func (a *attribute) someOf(names []string, s *scratch) condition {
	found := s.names[:0]
	for _, name := range names {
		if i, ok := a.keys[text.Fold(name)]; ok {
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
