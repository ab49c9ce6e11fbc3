package catalog

import (
	"kinodex/internal/film"
	"kinodex/internal/text"
)

// common returns the films that match a question whose text is a frequent word, or has only words
// that a great part of the films have, as a set, and only the best of them with their scores, in
// list: as matching does, in a hundredth of the time. It reports whether the question is one for
// which it may; if not, s must be reset.
func (c *Catalog) common(q *film.Query, s *scratch) (selection, bool) {
	if q.Match == film.MatchAny || q.Titles || q.Description != nil || q.Ranked != nil || !c.allCommon(q.Text) {
		return selection{}, false
	}
	all, m := s.takeBits(), &s.matches
	s.stage, s.corrected, s.as = film.MatchAll, "", FoundWhole
	folded := text.Fold(q.Text)
	if !c.text.SearchHead(folded, m, all) {
		return selection{}, false
	}
	r := reading{c: c, s: s, typed: q.Text, words: text.Words(folded), all: all}
	r.look()
	if len(r.words) <= maxRead {
		r.read()
	}
	if s.as = r.as(); q.Match == film.MatchAuto && r.meansTitle() {
		return selection{}, false
	}
	// Most of the words are not tried: those that have all are more than a few.
	sel := selection{bits: all, bound: m.Bound, fuzzy: s.meant(), stage: s.stage, as: s.as}
	c.conditions(q, s)
	if len(s.conditions) > 0 {
		switch filter := c.filtered(s); {
		case filter.bits != nil:
			all.Intersect(all, filter.bits)
		default:
			b := s.takeBits()
			b.Assign(filter.list)
			all.Intersect(all, b)
		}
	}
	sel.total = all.Count()
	keep(m, all.Has)
	sel.list, sel.scores = m.Docs, m.Scores
	return sel, true
}

// allCommon reports whether a text has words, all of them ones that a great part of the films
// have, or a single frequent one.
func (c *Catalog) allCommon(q string) bool {
	first, common := "", false
	for w := range text.Tokens(q) {
		switch {
		case first == "":
			first, common = w, c.text.Common(w)
		case !common || !c.text.Common(w):
			return false
		}
	}
	return common || first != "" && c.text.Frequent(first)
}

// matchingUnranked is matching for who needs no scores.
func (c *Catalog) matchingUnranked(q *film.Query, s *scratch) selection {
	if sel, ok := c.common(q, s); ok {
		sel.list, sel.scores = nil, nil
		return sel
	}
	s.reset()
	return c.matching(q, s)
}

// Prepare makes what texts and names are otherwise waited for when the first one is asked: the
// known titles and names, the winners of awards, and the best films of common words. It takes
// about a second of a processor for a full catalogue, may run while questions are answered, and
// ends early when enough returns true.
func (c *Catalog) Prepare(enough func() bool) {
	if enough() {
		return
	}
	c.typing()
	if !enough() {
		c.BestPictures()
		c.text.Prepare(enough)
	}
}
