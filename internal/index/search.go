package index

import (
	"cmp"
	"slices"

	"kinodex/internal/docset"
)

// Matches are the documents a query found. The zero Matches is ready for use;
// used again it keeps its memory, so that a search allocates next to nothing.
type Matches struct {
	// Docs are the documents found, ascending, and Scores how well each answers,
	// parallel to Docs; more is better. Scores of different queries do not
	// compare.
	Docs   []uint32
	Scores []float32
	// Fuzzy is set when words were widened: by one edit, or the last one by what
	// may follow it.
	Fuzzy bool
	// DidYouMean is the title of the best document when that was found through
	// a mistyped word of it, else empty.
	DidYouMean string
	// Rest is how many documents more SearchHead found, which are not in Docs and have
	// greater keys (docset.Key) than Bound; 0 after any other search.
	Rest  int
	Bound uint64

	terms    []term
	sequence []uint32 // places in terms, in the order of the query
	flags    []uint8  // parallel to Docs: the bits all words have in common
	operands []operand
	pairs    []pair
	marks    docset.Set // of meet; empty between uses
	titled   []titleScore
	dates    []int    // the places in sequence of words that name a year
	undated  []uint32 // the sequence without one of them
	widening widening
	further  *Matches // of Reading.Further
}

// reset empties the matches and keeps their memory.
func (m *Matches) reset() {
	m.Docs, m.Scores, m.flags = m.Docs[:0], m.Scores[:0], m.flags[:0]
	m.Fuzzy, m.DidYouMean, m.Rest, m.Bound = false, "", 0, 0
	clear(m.terms) // they hold parts of the last query
	m.terms, m.sequence, m.dates = m.terms[:0], m.sequence[:0], m.dates[:0]
}

// Search sets m to the documents that have all the words of the query, and their scores; where
// none has, to those that have them with words widened. A query without a word finds nothing. It
// may be called from several goroutines, each with its own m.
func (ix *Index) Search(query string, m *Matches) {
	if ix.SearchAll(query, m); len(m.Docs) == 0 && len(m.terms) > 0 {
		ix.widen(m)
	}
}

// SearchAll is Search without widened words: where no document has all words, it finds nothing.
func (ix *Index) SearchAll(query string, m *Matches) {
	m.reset()
	m.operands = m.operands[:0]
	ix.parse(query, m)
	if len(m.terms) == 0 {
		return
	}
	for i := range m.terms {
		o := ix.operand(&m.terms[i])
		o.idf, o.term = ix.idf(len(o.docs)), i
		m.operands = append(m.operands, o)
	}
	byTitle := false
	if len(m.sequence) == 1 {
		ix.weigh(m.operands)
		byTitle = ix.oneWord(m, &m.operands[0])
	}
	if !byTitle {
		ix.meet(m)
		byTitle = ix.rank(m)
	}
	if n := len(m.Docs); n > 0 && n <= fewMatches && m.doubtful(byTitle) {
		ix.mend(m)
	}
}

// doubtful reports whether the query may be a mistyped title although it found
// something: a single word that no document has, but for its stem, or several
// words that no title answers.
func (m *Matches) doubtful(byTitle bool) bool {
	if len(m.sequence) == 1 {
		return m.terms[0].word == none
	}
	return !byTitle
}

// meet fills m.Docs with the documents that are in the lists of all operands,
// scored by the fields their words are in.
func (ix *Index) meet(m *Matches) {
	m.Docs, m.Scores, m.flags = m.Docs[:0], m.Scores[:0], m.flags[:0]
	ops := m.operands
	sortByLength(ops)
	if len(ops[0].docs) == 0 {
		return
	}
	ix.weigh(ops)
	if len(ops) == 1 {
		ix.takeAll(m, &ops[0])
		return
	}
	first, second := &ops[0], &ops[1]
	m.meet(second, first.docs, ix.docCount)
	for _, p := range m.pairs {
		d := first.docs[p.from]
		m.Docs = append(m.Docs, d)
		m.Scores = append(m.Scores, ix.fieldScore(first, p.from, d)+ix.fieldScore(second, p.at, d))
		m.flags = append(m.flags, titleFlags(first.bits[p.from])&titleFlags(second.bits[p.at]))
	}
	for i := range ops[2:] {
		o := &ops[2+i]
		m.meet(o, m.Docs, ix.docCount)
		for to, p := range m.pairs {
			d := m.Docs[p.from]
			m.Docs[to] = d
			m.Scores[to] = m.Scores[p.from] + ix.fieldScore(o, p.at, d)
			m.flags[to] = m.flags[p.from] & titleFlags(o.bits[p.at])
		}
		n := len(m.pairs)
		m.Docs, m.Scores, m.flags = m.Docs[:n], m.Scores[:n], m.flags[:n]
	}
}

// sortByLength sorts operands, the one of fewest documents first.
func sortByLength(ops []operand) {
	slices.SortFunc(ops, func(a, b operand) int { return cmp.Compare(len(a.docs), len(b.docs)) })
}

// takeAll is meet for a single operand.
func (ix *Index) takeAll(m *Matches, o *operand) {
	m.Docs = slices.Grow(m.Docs, len(o.docs))
	m.Scores = slices.Grow(m.Scores, len(o.docs))
	m.flags = slices.Grow(m.flags, len(o.docs))
	next := uint32(0)
	for i, d := range o.docs {
		if d < next || int(d) >= ix.docCount {
			continue
		}
		next = d + 1
		m.Docs = append(m.Docs, d)
		m.Scores = append(m.Scores, ix.fieldScore(o, uint32(i), d))
		m.flags = append(m.flags, titleFlags(o.bits[i]))
	}
}

// titleFlags returns what a posting tells about titles. A word that is the document's year counts
// as one of any title, since people write the year behind it.
func titleFlags(bits uint8) uint8 {
	if bits&isYear != 0 {
		return anyTitle
	}
	return bits & anyTitle
}
