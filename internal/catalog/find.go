package catalog

import (
	"kinodex/internal/docset"
	"kinodex/internal/film"
)

// FoundAs is as what films have a text, whatever else is found for it. Each is surer than those before.
type FoundAs uint8

const (
	// FoundInPart is a text of which no film has all words.
	FoundInPart FoundAs = iota
	// FoundByFew is one of which so few films have all words that one of them may be meant, and others have
	// most: the best film is one of the few.
	FoundByFew
	// FoundWhole is one of which some film has all words: it describes none from memory.
	FoundWhole
	// FoundInTitle is one whose words the best of the films has in its title.
	FoundInTitle
	// FoundInKnownTitle is one whose words are in the title of a film that many know.
	FoundInKnownTitle
	// FoundAsTitle is a title or a name, or was taken for one that is misspelt: it is no wish.
	FoundAsTitle
)

// ResultPage is one page of the films that match a question.
type ResultPage struct {
	// Total counts all films that match; Offset those before this page.
	Total, Offset int
	Docs          []Doc
	// Next is where the next page starts, nil on the last.
	Next *film.Position
	// DidYouMean is the title that was found although the text had a typo.
	DidYouMean string
	// Match is what the films have of the words of the text: MatchAll, MatchMost or MatchAny;
	// empty without a text.
	Match film.Match
	// As is as what the films have the text.
	As FoundAs
}

// Find returns a page of the films that match a question, which must have passed its
// Check. Every film that matches is on exactly one page of a walk along Next, in the
// question's order, whatever the limits of the pages. An offset behind the last film
// or a limit of 0 give an empty page with the exact Total.
func (c *Catalog) Find(q *film.Query, p film.Page) ResultPage {
	s := c.borrow()
	defer c.giveBack(s)
	if sel, ok := c.common(q, s); ok {
		if found, ok := c.page(q, p, &sel, s); ok {
			return found
		}
	}
	s.reset()
	sel := c.matching(q, s)
	found, _ := c.page(q, p, &sel, s)
	return found
}

// page returns a page of the films that match, and whether it is the right one: it may not be
// where only the best films of the selection are scored.
func (c *Catalog) page(q *film.Query, p film.Page, sel *selection, s *scratch) (found ResultPage, ok bool) {
	found = ResultPage{Total: sel.total, Offset: max(0, p.Offset), DidYouMean: sel.fuzzy, Match: sel.stage, As: sel.as}
	if p.After != nil {
		found.Offset = max(0, p.After.Before)
	}
	limit := min(max(0, p.Limit), sel.total)
	if limit == 0 || p.After == nil && found.Offset >= sel.total {
		return found, true
	}
	docs := make([]Doc, 0, limit+1) // one more than wanted tells whether there is more
	order := q.Order()
	if order.Field == film.Relevance {
		docs, keys := c.pageByScore(docs, sel, p, limit+1, s)
		if len(sel.list) < sel.total && (len(keys) <= limit || keys[limit] > sel.bound) {
			return found, false
		}
		if found.Docs = docs; len(docs) > limit {
			found.cut(limit, film.Position{Number: float64(docset.Score(keys[limit-1])), ID: c.ID(docs[limit-1])})
		}
		return found, true
	}
	o := c.order(order)
	found.Docs = c.pageInOrder(docs, o, sel, p, limit+1, s)
	if len(found.Docs) > limit {
		found.cut(limit, o.position(uint32(found.Docs[limit-1])))
	}
	return found, true
}

// cut drops the films over the limit and sets Next, which begins behind last.
func (f *ResultPage) cut(limit int, last film.Position) {
	f.Docs = f.Docs[:limit]
	last.Before = f.Offset + limit
	f.Next = &last
}
