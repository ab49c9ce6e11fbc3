package catalog

import (
	"slices"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
)

// Ranking is every film that a text matches with its BM25 score, by the same rules and
// in the same order as Find. It may be narrowed, then asked for its best. It is for one
// goroutine, uses pooled memory and must be released.
type Ranking struct {
	catalog *Catalog
	s       *scratch
}

// Hit is a film of a ranking.
type Hit struct {
	Doc Doc
	// Score is how well it matches: more is better, and scores of different texts
	// do not compare.
	Score float32
}

// Rank returns the films that have all the words of the text, or as many of them as match
// says; none for a text without a word. Release the ranking after use.
func (c *Catalog) Rank(text string, match film.Match) *Ranking {
	s := c.borrow()
	c.search(text, match, s)
	return &Ranking{c, s}
}

// Describe returns the films that have words of a text which tells of a film, those that it tells most
// of first. Release the ranking after use.
func (c *Catalog) Describe(text string, d *film.Description) *Ranking {
	s := c.borrow()
	c.describe(text, d, s)
	return &Ranking{c, s}
}

// Match returns what the films have of the words: MatchAll, MatchMost or MatchAny.
func (r *Ranking) Match() film.Match { return r.s.stage }

// As returns as what the films have the text.
func (r *Ranking) As() FoundAs { return r.s.as }

// KeepSet drops the films that are not in a set.
func (r *Ranking) KeepSet(films docset.Set) {
	keep(&r.s.matches, films.Has)
}

// KeepConfident drops all films of a description but the one that is surely meant, where there is one and it was not
// dropped.
func (r *Ranking) KeepConfident() {
	if s := r.s; s.sure && slices.Contains(s.matches.Docs, s.best) {
		keep(&s.matches, func(film uint32) bool { return film == s.best })
	}
}

// Fill makes the ranking one of all films of a set, the best known first.
func (r *Ranking) Fill(films docset.Set) {
	m := &r.s.matches
	m.Docs, m.Scores = films.AppendTo(m.Docs[:0]), m.Scores[:0]
	for _, d := range m.Docs {
		m.Scores = append(m.Scores, float32(r.catalog.logVotes(d)))
	}
}

// FillRanked makes the ranking one of films with given scores, in ascending order of their numbers.
func (r *Ranking) FillRanked(films []film.Scored) { r.s.rank(films) }

// DropTelling drops, where the text is the title of a film that many know, the films that have some word of it in prose
// alone and none in a title.
func (r *Ranking) DropTelling() { r.catalog.dropTelling(r.s) }

// Release returns the ranking's memory to the pool; it must not be used afterwards.
func (r *Ranking) Release() {
	r.catalog.giveBack(r.s)
	r.s = nil
}

// Len returns how many films are left in the ranking.
func (r *Ranking) Len() int { return len(r.s.matches.Docs) }

// KeepSynopses drops the films that do not have every word in overview or tagline.
func (r *Ranking) KeepSynopses() { r.catalog.text.KeepProse(&r.s.matches) }

// Keep drops the films that are not among docs, which ascend.
func (r *Ranking) Keep(docs []Doc) {
	m, n := &r.s.matches, 0
	r.meet(docs, func(i int) {
		m.Docs[n], m.Scores[n] = m.Docs[i], m.Scores[i]
		n++
	})
	m.Docs, m.Scores = m.Docs[:n], m.Scores[:n]
}

// Among counts the films that are among docs, which ascend.
func (r *Ranking) Among(docs []Doc) int {
	n := 0
	r.meet(docs, func(int) { n++ })
	return n
}

// meet intersects the ranking with docs, which ascend: it calls do with the index of
// each film in both, ascending, by binary search of the shorter list in the longer.
func (r *Ranking) meet(docs []Doc, do func(place int)) {
	found := r.s.matches.Docs
	if len(docs) < len(found) {
		at := 0
		for _, d := range docs {
			i, ok := slices.BinarySearch(found[at:], uint32(d))
			if at += i; ok {
				do(at)
			}
		}
		return
	}
	at := 0
	for place, d := range found {
		i, ok := slices.BinarySearch(docs[at:], Doc(d))
		if at += i; ok {
			do(place)
		}
	}
}

// Best returns the limit best films, best first; of equal ones those of lower id. The
// slice is the caller's.
func (r *Ranking) Best(limit int) []Hit {
	m, top := &r.s.matches, &r.s.top
	top.Reset(min(max(0, limit), len(m.Docs)))
	for i, d := range m.Docs {
		top.Push(docset.Key(m.Scores[i], d))
	}
	keys := top.Sorted()
	hits := make([]Hit, len(keys))
	for i, key := range keys {
		hits[i] = Hit{Doc(uint32(key)), docset.Score(key)}
	}
	return hits
}

// DidYouMean is the title of the first film before anything was dropped, when only a typo led
// to it, or the name that was meant, where another was typed; else empty.
func (r *Ranking) DidYouMean() string { return r.s.meant() }

// Corrected reports whether DidYouMean is a name.
func (r *Ranking) Corrected() bool { return r.s.corrected != "" }

// Title returns the film's title as the text index holds it.
func (c *Catalog) Title(d Doc) string { return c.text.Title(uint32(d)) }

// Words returns the distinct words of the text as they were understood.
func (r *Ranking) Words() []index.Word { return r.catalog.text.Words(&r.s.matches) }

// Places appends to dst where each of the Words was found in the film.
func (r *Ranking) Places(d Doc, dst []index.Place) []index.Place {
	return r.s.matches.Places(uint32(d), dst)
}
