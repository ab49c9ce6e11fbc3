package index

import "slices"

// TitleFit says how a query sits in the titles of a document, the worst first.
type TitleFit uint8

// The fits. A whole title may lack its article or have the year behind it.
const (
	NoTitle     TitleFit = iota
	InTitle              // its words are in a title, in some order
	TitlePhrase          // its words stand one after another in a title
	WholeTitle           // it is a title
)

// TitleFit returns how the query of the matches sits in the document's titles, words as they
// were typed or in another form of the same stem. One of its other titles counts a step less than
// its own.
func (ix *Index) TitleFit(m *Matches, doc uint32) TitleFit {
	if int(doc) >= ix.docCount || len(m.sequence) == 0 {
		return NoTitle
	}
	switch s := ix.standing(m, doc); {
	case s.relation == unrelated:
		return NoTitle
	case s.edits > 0 || s.other && s.relation < articled:
		return InTitle
	case s.other:
		return TitlePhrase
	case s.relation >= articled && s.stems == 0:
		return WholeTitle
	case s.relation == scattered, s.relation == phrase && s.stems > 0:
		return InTitle
	}
	return TitlePhrase
}

// Best returns the place in m.Docs of the document with the highest score, of equal ones the
// first, or -1 when there is none.
func (m *Matches) Best() int {
	best := -1
	for i, s := range m.Scores {
		if best < 0 || s > m.Scores[best] {
			best = i
		}
	}
	return best
}

// ScoredDoc is a document with a score.
type ScoredDoc struct {
	Doc   uint32
	Score float32
}

// Merge sets the scores of documents in the matches, and adds those that are not there. The
// documents are distinct; their order changes.
func (m *Matches) Merge(scored []ScoredDoc) {
	slices.SortFunc(scored, func(a, b ScoredDoc) int { return int(a.Doc) - int(b.Doc) })
	added := 0
	for i := range scored {
		if at, ok := slices.BinarySearch(m.Docs, scored[i].Doc); ok {
			m.Scores[at] = scored[i].Score
		} else {
			scored[added], added = scored[i], added+1
		}
	}
	// From the end, so that what is there moves once.
	n := len(m.Docs)
	m.Docs = slices.Grow(m.Docs, added)[:n+added]
	m.Scores = slices.Grow(m.Scores, added)[:n+added]
	for to, s := n+added, added-1; s >= 0; {
		to--
		if n > 0 && m.Docs[n-1] > scored[s].Doc {
			n--
			m.Docs[to], m.Scores[to] = m.Docs[n], m.Scores[n]
		} else {
			m.Docs[to], m.Scores[to] = scored[s].Doc, scored[s].Score
			s--
		}
	}
}

// Count returns how many documents have a word, in constant time.
func (ix *Index) Count(word string) int {
	if id := ix.words.find(word); id != none {
		return int(ix.words.count[id])
	}
	return 0
}

// Credits counts the documents that have a word in a name of cast or crew, and all that have it.
func (ix *Index) Credits(word string) (named, all int) {
	id := ix.words.find(word)
	if id == none {
		return 0, 0
	}
	if h, ok := ix.heads.Load(id); ok {
		return h.(*head).named, int(ix.words.count[id])
	}
	o := ix.operandAt(ix.words.start[id], ix.words.count[id])
	return o.named(), len(o.docs)
}
