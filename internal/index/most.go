package index

import (
	"slices"

	"kinodex/internal/docset"
)

// How the documents that have most words of a query are ranked, and which of them count.
// Found by measurement on the development half of the searches of package eval/search.
const (
	// mostPrior is what the heaviest document gets for its weight: who describes a film
	// in words of their own mostly describes a known one.
	mostPrior = 7
	// mostCommon: words in more than one document in so many are left out of account
	// where rarer ones are there, since they find nearly everything.
	mostCommon = 3
	// leastRoot is how many letters words must begin with alike to be of one root, and
	// maxRoots of how many words that tells something.
	leastRoot = 5
	maxRoots  = 150
)

// Reading says how Most reads a query. The zero Reading finds whatever has one of the words.
type Reading struct {
	// Drop reports whether a word is left out of account; nil for none.
	// Alike gives the words that say the same as one. Unless it is nil, words of the same root and
	// words that are written as one or as two may stand for one another, too.
	Drop  func(word string) bool
	Alike func(word string) []string
	// Share is the least share of the words, weighted by rarity, that a document must have.
	Share float32
	// Further is an index over more prose of the same documents, which Describe alone reads; nil for
	// none.
	Further *Index
}

// Most sets m to the documents that have a share of the query's words, weighted by rarity, and
// scores them by the fields their words are in and by weight. Words that no document has are
// left out of account. It reports how many words it looked for. Where Share is above 0, a query
// of fewer than two such words finds nothing.
func (ix *Index) Most(query string, r Reading, m *Matches) int {
	ops := ix.wordsOf(query, r, m)
	for len(ops) > 2 && len(ops[len(ops)-1].docs) > ix.docCount/mostCommon {
		ops = ops[:len(ops)-1]
	}
	m.operands = ops
	if len(ops) == 0 || len(ops) == 1 && r.Share > 0 {
		return 0
	}
	ix.weigh(ops)
	ix.gather(m, r.Share*fieldScale)
	return len(ops)
}

// wordsOf sets m.operands to the lists of the query's words that count, the rarest first, and returns
// them.
func (ix *Index) wordsOf(query string, r Reading, m *Matches) []operand {
	m.reset()
	m.operands = m.operands[:0]
	w := &m.widening
	w.docs, w.bits, w.edited = w.docs[:0], w.bits[:0], w.edited[:0]
	ix.parse(query, m)
	for i := range m.terms {
		if t := &m.terms[i]; t.known && (r.Drop == nil || !r.Drop(t.text)) {
			m.operands = append(m.operands, ix.broad(m, i, r))
		}
	}
	sortByLength(m.operands)
	return m.operands
}

// broad returns the list of the term at a place, also of words that say the same, that are of
// the same root, or that it is one with the next or last word: "clown fish" has "clownfish".
// They count as words with an edit do.
func (ix *Index) broad(m *Matches, at int, r Reading) operand {
	t := &m.terms[at]
	own := ix.operand(t)
	rarity := ix.idf(len(own.docs))
	if r.Alike != nil {
		ix.begin(t)
		t.near = nil
		add := func(word string) {
			if id := ix.words.find(word); id != none {
				t.near = append(t.near, id)
			}
		}
		for _, word := range r.Alike(t.text) {
			add(word)
		}
		for i := range m.sequence[1:] {
			if a, b := m.sequence[i], m.sequence[i+1]; int(a) == at || int(b) == at {
				add(m.terms[a].text + m.terms[b].text)
			}
		}
		slices.Sort(t.near)
		t.near = slices.Compact(t.near)
	}
	if t.widened() {
		own = ix.union(&m.widening, t, own)
	}
	own.idf, own.term = rarity, at
	return own
}

// begin widens a word of a query by those that begin like it and are mostly of the same root
// though of another stem: "pregnant" by "pregnancy".
func (ix *Index) begin(t *term) {
	n := max(leastRoot, len(t.text)-2)
	if n > len(t.text) || !mistypable(t.text) {
		return
	}
	if t.follows, t.followsEnd = ix.words.withPrefix(t.text[:n]); t.followsEnd-t.follows > maxRoots {
		t.follows, t.followsEnd = 0, 0
	}
}

// gather fills m with the documents that have at least so much of the operands' weight.
func (ix *Index) gather(m *Matches, least float32) {
	sums, shares := m.widening.sumsOf(ix.docCount)
	found := docset.New(ix.docCount)
	left := float32(0) // the weight of the operands still to come
	for i := range m.operands {
		left += m.operands[i].idf
	}
	for i := range m.operands {
		o := &m.operands[i]
		// A document that none of the rarer words has cannot reach the share any more.
		fresh := left >= least
		left -= o.idf
		for at, d := range o.docs {
			if int(d) >= ix.docCount || !fresh && shares[d] == 0 {
				continue
			}
			if shares[d] == 0 {
				found.Add(d)
			}
			shares[d] += o.idf
			sums[d] += ix.fieldScore(o, uint32(at), d)
		}
	}
	for d := range found.All() {
		if shares[d] >= least {
			m.Docs = append(m.Docs, d)
			m.Scores = append(m.Scores, sums[d]*shares[d]/fieldScale+mostPrior*ix.prior[d])
		}
		sums[d], shares[d] = 0, 0
	}
}

// sumsOf returns two numbers a document, all 0, which the caller sets back to 0.
func (w *widening) sumsOf(docs int) (sums, shares []float32) {
	if len(w.sums) != docs {
		w.sums, w.shares = make([]float32, docs), make([]float32, docs)
	}
	return w.sums, w.shares
}

// Reward adds a bonus to the scores of those of docs, which ascend, that are in the matches.
func (m *Matches) Reward(docs []uint32, bonus float32) {
	for _, d := range docs {
		if i, ok := slices.BinarySearch(m.Docs, d); ok {
			m.Scores[i] += bonus
		}
	}
}
