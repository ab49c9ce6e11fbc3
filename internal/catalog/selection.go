package catalog

import (
	"slices"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// selection is the set of films that match a question: all of them, a list, or a
// bitmap.
type selection struct {
	total  int
	all    bool
	list   []uint32 // no particular order
	bits   docset.Set
	scores []float32 // beside list when the question has text
	bound  uint64    // films that are in bits and not in list rank behind it by score
	fuzzy  string    // what was probably meant, when words were mistyped
	stage  film.Match
	as     FoundAs
}

// few returns up to how many documents it is faster to test one by one than to
// intersect bitmaps, whose cost is that of the catalogue. The work of a selective
// question so does not grow with the catalogue.
func (c *Catalog) few() int { return max(64, c.Len()/128) }

// matching returns the films that match. The selection may refer to memory of s.
func (c *Catalog) matching(q *film.Query, s *scratch) selection {
	c.conditions(q, s)
	switch {
	case q.Ranked != nil:
		s.rank(q.Ranked)
	case !text.HasWord(q.Text):
		return c.filtered(s)
	case q.Description != nil:
		c.describe(q.Text, q.Description, s)
	default:
		if c.search(q.Text, q.Match, s); q.Match == film.MatchAuto {
			c.dropTelling(s)
		}
	}
	if q.Titles {
		c.keepTitled(q.Text, s)
	}
	sel := c.filteredText(s)
	if i := slices.Index(sel.list, s.best); q.Description != nil && s.sure && i >= 0 {
		sel.total, sel.list, sel.scores = 1, sel.list[i:i+1], sel.scores[i:i+1]
	}
	sel.fuzzy, sel.stage, sel.as = s.meant(), s.stage, s.as
	return sel
}

// Matching returns the films that match filters, which must have passed their Check. The caller owns the set.
func (c *Catalog) Matching(f film.Filters) docset.Set {
	s := c.borrow()
	defer c.giveBack(s)
	s.reset()
	switch sel := c.matching(&film.Query{Filters: f}, s); {
	case sel.all:
		return docset.Full(c.Len())
	case sel.bits != nil:
		return slices.Clone(sel.bits)
	default:
		films := docset.New(c.Len())
		films.AddAll(sel.list)
		return films
	}
}

// rank sets s.matches to films with given scores.
func (s *scratch) rank(films []film.Scored) {
	s.stage, s.corrected, s.as, s.meansTitle = film.MatchAll, "", FoundInPart, false
	m := &s.matches
	m.Docs, m.Scores, m.DidYouMean = m.Docs[:0], m.Scores[:0], "" // of the question before
	for _, x := range films {
		m.Docs, m.Scores = append(m.Docs, x.Film), append(m.Scores, x.Score)
	}
}

// filtered intersects the conditions, which are ordered by size: the smallest set
// decides whether its films are tested one by one or bitmaps are intersected.
func (c *Catalog) filtered(s *scratch) selection {
	conditions := s.conditions
	if len(conditions) == 0 {
		return selection{total: c.Len(), all: true}
	}
	first := &conditions[0]
	switch {
	case first.count == 0:
		return selection{}
	case first.count <= c.few():
		list := first.docs(s)
		if len(conditions) > 1 {
			list = keepMatching(list, conditions[1:], s)
		}
		return selection{total: len(list), list: list}
	case len(conditions) == 1:
		return selection{total: first.count, bits: first.asBits(s)}
	}
	b := s.takeBits()
	total := b.Intersect(first.asBits(s), conditions[1].asBits(s))
	for i := range conditions[2:] {
		total = b.Intersect(b, conditions[2+i].asBits(s))
	}
	return selection{total: total, bits: b}
}

// keepMatching returns those of list that are in every condition, in their order, as a list of
// s. list is not changed.
func keepMatching(list []uint32, conditions []condition, s *scratch) []uint32 {
	kept := s.takeList()
next:
	for _, d := range list {
		for i := range conditions {
			if !conditions[i].has(d) {
				continue next
			}
		}
		kept = append(kept, d)
	}
	s.keepList(kept)
	return kept
}

// filteredText intersects the conditions with the documents the text matches, and keeps
// their scores beside them.
func (c *Catalog) filteredText(s *scratch) selection {
	docs, scores := s.matches.Docs, s.matches.Scores
	conditions := s.conditions
	if len(conditions) == 0 || len(docs) == 0 {
		return selection{total: len(docs), list: docs, scores: scores}
	}
	s.docs, s.scores = s.docs[:0], s.scores[:0]
	if len(docs) <= c.few() {
	next:
		for i, d := range docs {
			for j := range conditions {
				if !conditions[j].has(d) {
					continue next
				}
			}
			s.keep(d, scores[i])
		}
		return selection{total: len(s.docs), list: s.docs, scores: s.scores}
	}
	switch sel := c.filtered(s); {
	case sel.bits == nil && len(sel.list)*16 < len(docs):
		for _, d := range sel.list {
			if i, ok := slices.BinarySearch(docs, d); ok {
				s.keep(d, scores[i])
			}
		}
	default:
		b := sel.bits
		if b == nil {
			b = s.takeBits()
			b.Assign(sel.list)
		}
		for i, d := range docs {
			if b.Has(d) {
				s.keep(d, scores[i])
			}
		}
	}
	return selection{total: len(s.docs), list: s.docs, scores: s.scores}
}

// keep appends a document and its score to the result of a question with text.
func (s *scratch) keep(d uint32, score float32) {
	s.docs, s.scores = append(s.docs, d), append(s.scores, score)
}
