package index

import (
	"slices"

	"kinodex/internal/docset"
)

// Words that a great part of the documents have find so many that scoring them all takes
// milliseconds, for a page of fifty. Their best documents are found without the others: those of
// a single word are ranked once (Prepare), and of several words only the documents with all of
// them in a title are scored, which rank before all others where titles decide. How many there
// are in all, and which, is the intersection of the words' sets.

// headSize is how many documents of a single word are ranked: the longest page of the service,
// and some that a filter may leave out.
const headSize = 640

// frequentShare: a list with more than one document in so many is frequent. Of those that are not
// common, too, the best documents are ranked when the word is first asked for alone.
const frequentShare = 256

// head is the first documents of a word, ascending, with their scores, and how many documents have
// the word in a name.
type head struct {
	docs   []uint32
	scores []float32
	bound  uint64
	named  int
}

// Common reports whether a word, folded, is one that SearchHead is for, alone and beside others.
func (ix *Index) Common(word string) bool {
	id := ix.words.find(word)
	return id != none && ix.isHeaded(ix.words.count[id])
}

// isHeaded reports whether a list of count documents is common, and so long that a search with it
// neither mends nor widens.
func (ix *Index) isHeaded(count uint32) bool {
	return isCommon(int(count), ix.docCount) && count > fewMatches
}

// Frequent reports whether a word, folded, is one that SearchHead is for where it stands alone.
func (ix *Index) Frequent(word string) bool {
	id := ix.words.find(word)
	return id != none && ix.isFrequent(ix.words.count[id])
}

// isFrequent is isHeaded for a word that stands alone.
func (ix *Index) isFrequent(count uint32) bool {
	return int(count) > ix.docCount/frequentShare && count > fewMatches
}

// Prepare ranks the documents of common words ahead of the first search for each, and notes where
// in titles words stand. It takes some tenths of a second for a hundred thousand documents, and
// ends early when enough returns true.
func (ix *Index) Prepare(enough func() bool) {
	var m Matches
	var top docset.Top
	ix.hint()
	for id := range uint32(ix.words.size()) {
		if ix.isHeaded(ix.words.count[id]) {
			if enough() {
				return
			}
			ix.headOf(id, &m, &top)
		}
	}
}

// headOf returns the head of a word, and keeps it.
func (ix *Index) headOf(word uint32, m *Matches, top *docset.Top) *head {
	if h, ok := ix.heads.Load(word); ok {
		return h.(*head)
	}
	ix.SearchAll(string(ix.words.word(word)), m)
	top.Reset(headSize)
	for i, d := range m.Docs {
		top.Push(docset.Key(m.Scores[i], d))
	}
	keys := top.Sorted()
	h := &head{}
	if len(keys) > 0 {
		h.bound = keys[len(keys)-1]
	}
	slices.SortFunc(keys, func(a, b uint64) int { return int(uint32(a)) - int(uint32(b)) })
	for _, key := range keys {
		h.docs, h.scores = append(h.docs, uint32(key)), append(h.scores, docset.Score(key))
	}
	o := ix.operandAt(ix.words.start[word], ix.words.count[word])
	h.named = o.named()
	ix.heads.Store(word, h)
	return h
}

// SearchHead sets m to the best of the documents that Search would find, with the same scores,
// m.Rest to how many more there are, m.Bound to what they all rank behind, and all, a set of the
// documents' number, to all that Search would find. It reports whether it did: it does not for
// words that few documents have, or where no title answers several words. Then m and all
// have nothing.
func (ix *Index) SearchHead(query string, m *Matches, all docset.Set) bool {
	m.reset()
	m.operands = m.operands[:0]
	ix.parse(query, m)
	for i := range m.terms {
		o := ix.operand(&m.terms[i])
		if o.set == nil && len(m.terms) > 1 {
			return false
		}
		o.idf, o.term = ix.idf(len(o.docs)), i
		m.operands = append(m.operands, o)
	}
	if len(m.operands) == 0 || m.terms[0].word == none {
		return false
	}
	total := ix.intersect(m.operands, all)
	if total <= fewMatches {
		return false
	}
	switch {
	case len(m.sequence) == 1:
		ix.weigh(m.operands)
		var own Matches
		var top docset.Top
		h := ix.headOf(m.terms[0].word, &own, &top)
		m.Docs, m.Scores, m.Bound = append(m.Docs, h.docs...), append(m.Scores, h.scores...), h.bound
	case len(m.terms) == 1 || !ix.titledOnly(m):
		m.reset()
		return false
	}
	m.Rest = total - len(m.Docs)
	return true
}

// intersect sets all to the documents in the lists of all operands, which have sets where they are
// several, and returns how many they are.
func (ix *Index) intersect(ops []operand, all docset.Set) int {
	if ops[0].set == nil {
		clear(all)
		for _, d := range ops[0].docs {
			if int(d) < ix.docCount {
				all.Add(d)
			}
		}
		return all.Count()
	}
	copy(all, ops[0].set)
	for i := range ops[1:] {
		all.Intersect(all, ops[1+i].set)
	}
	if past := ix.docCount % 64; past != 0 { // of a damaged file
		all[len(all)-1] &= 1<<past - 1
	}
	return all.Count()
}

// untitled is what a document scores at most that has not all words in one title: the score by
// fields and the weight.
const untitled = fieldScale + fieldPrior

// titledOnly sets m to the documents that have the words of all operands in one kind of title,
// scored as meet and rank do, and reports whether titles decide.
func (ix *Index) titledOnly(m *Matches) bool {
	ops := m.operands
	sortByLength(ops)
	ix.weigh(ops)
	first, next := &ops[0], uint32(0)
	for i, b := range first.bits {
		flags := titleFlags(b)
		if d := first.docs[i]; flags != 0 && d >= next && int(d) < ix.docCount {
			next = d + 1
			m.Docs = append(m.Docs, d)
			m.Scores = append(m.Scores, ix.fieldScore(first, uint32(i), d))
			m.flags = append(m.flags, flags)
		}
	}
	for i := range ops[1:] {
		o, n := &ops[1+i], 0
		m.meet(o, m.Docs, ix.docCount)
		for _, p := range m.pairs {
			if flags := m.flags[p.from] & titleFlags(o.bits[p.at]); flags != 0 {
				d := m.Docs[p.from]
				m.Docs[n], m.flags[n] = d, flags
				m.Scores[n] = m.Scores[p.from] + ix.fieldScore(o, p.at, d)
				n++
			}
		}
		m.Docs, m.Scores, m.flags = m.Docs[:n], m.Scores[:n], m.flags[:n]
	}
	m.Bound = docset.Key(untitled, 0) - 1
	return ix.rank(m)
}
