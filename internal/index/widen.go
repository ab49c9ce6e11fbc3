package index

import (
	"cmp"
	"math/bits"
	"slices"

	"kinodex/internal/docset"
)

// maxWidened is how many words of a query are widened at most, the rarest, and
// maxFollows how many words may follow a beginning that still tells something.
const (
	maxWidened = 8
	maxFollows = 2000
)

// widening is the memory of widened searches, which the next search uses again.
type widening struct {
	order []int    // the terms to widen, as places in Matches.terms, the rarest first
	near  []uint32 // what they may be mistyped forms of

	// The lists made for widened words, one after another, as operands have them.
	docs   []uint32
	bits   []uint8
	edited []bool

	// The table they are made in, by document; clear between uses.
	present docset.Set // a bit: the document has a form of the word
	typed   docset.Set // a bit: it has the word as typed
	places  []uint8    // where

	// By document, of most: the sums of scores and of weights; clear between uses.
	sums, shares []float32

	title []uint32 // of mend: the words of the query
	tried []uint32 // the documents that may have the title meant
	found []uint32 // and those that do
}

// widen searches again with words that may be mistyped replaced by what they may be: first only
// those that no document has, then, where that finds nothing, all.
func (ix *Index) widen(m *Matches) {
	unknown := slices.ContainsFunc(m.terms, func(t term) bool { return !t.known })
	if unknown && ix.searchWidened(m, func(t *term) bool { return !t.known }) {
		return
	}
	ix.searchWidened(m, func(*term) bool { return true })
}

// searchWidened searches with those words widened that wanted holds for, at most maxWidened, and
// reports whether it found anything.
func (ix *Index) searchWidened(m *Matches, wanted func(*term) bool) bool {
	w := &m.widening
	w.docs, w.bits, w.edited, w.near, w.order = w.docs[:0], w.bits[:0], w.edited[:0], w.near[:0], w.order[:0]
	for i := range m.terms {
		t := &m.terms[i]
		t.near, t.follows, t.followsEnd = nil, 0, 0
		if wanted(t) {
			w.order = append(w.order, i)
		}
	}
	slices.SortStableFunc(w.order, func(a, b int) int {
		return cmp.Compare(ix.countOf(&m.terms[a]), ix.countOf(&m.terms[b]))
	})
	last := int(m.sequence[len(m.sequence)-1])
	widened := false
	for _, i := range w.order[:min(len(w.order), maxWidened)] {
		t := &m.terms[i]
		from := len(w.near)
		w.near = ix.mistyped(t.text, w.near)
		t.near = w.near[from:len(w.near):len(w.near)]
		if i == last {
			t.follows, t.followsEnd = ix.words.withPrefix(t.text)
			if t.followsEnd-t.follows > maxFollows {
				t.follows, t.followsEnd = 0, 0
			}
		}
		widened = widened || t.widened()
	}
	if !widened {
		return false
	}
	m.operands = m.operands[:0]
	for i := range m.terms {
		t := &m.terms[i]
		o := ix.operand(t)
		if t.widened() {
			o = ix.union(w, t, o)
		}
		o.idf, o.term = ix.idf(len(o.docs)), i
		m.operands = append(m.operands, o)
	}
	ix.meet(m)
	m.Fuzzy = len(m.Docs) > 0
	ix.rank(m)
	ix.suggest(m)
	return m.Fuzzy
}

// widened reports whether the term stands for other words, too.
func (t *term) widened() bool { return len(t.near) > 0 || t.follows < t.followsEnd }

// countOf returns how many documents have the term, by its word or else by its stem;
// 0 when neither is known.
func (ix *Index) countOf(t *term) uint32 {
	switch {
	case t.word != none:
		return ix.words.count[t.word]
	case int(t.stem) < ix.stems.size():
		return ix.stems.count[t.stem]
	}
	return 0
}

// union returns the list of documents with the word or one of those it may be. It is valid until
// the next widened search with w.
func (ix *Index) union(w *widening, t *term, own operand) operand {
	if len(w.places) != ix.docCount {
		w.places = make([]uint8, ix.docCount)
		w.present = docset.New(ix.docCount)
		w.typed = docset.New(ix.docCount)
	}
	w.mark(own, w.typed)
	for _, word := range t.near {
		w.mark(ix.operandAt(ix.words.start[word], ix.words.count[word]), nil)
	}
	for word := t.follows; word < t.followsEnd; word++ {
		w.mark(ix.operandAt(ix.words.start[word], ix.words.count[word]), nil)
	}
	from, count := len(w.docs), w.present.Count()
	w.docs = slices.Grow(w.docs, count)[:from+count]
	w.bits = slices.Grow(w.bits, count)[:from+count]
	w.edited = slices.Grow(w.edited, count)[:from+count]
	o := operand{docs: w.docs[from:], bits: w.bits[from:], edited: w.edited[from:]}
	at := 0
	for i, set := range w.present {
		if set == 0 {
			continue
		}
		typed := w.typed[i]
		for ; set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			d := uint32(i*64 + bit)
			o.docs[at], o.bits[at], o.edited[at] = d, w.places[d], typed>>bit&1 == 0
			w.places[d] = 0
			at++
		}
		w.present[i], w.typed[i] = 0, 0
	}
	return o
}

// mark notes the documents of a list in the table, and in also.
func (w *widening) mark(o operand, also docset.Set) {
	for i, d := range o.docs {
		if int(d) >= len(w.places) {
			continue
		}
		w.places[d] |= o.bits[i]
		w.present.Add(d)
		if also != nil {
			also.Add(d)
		}
	}
}

// suggest sets DidYouMean when the best document was found by its title, through
// a typo.
func (ix *Index) suggest(m *Matches) {
	best := -1
	for i, s := range m.Scores {
		if best < 0 || s > m.Scores[best] {
			best = i
		}
	}
	if best < 0 {
		return
	}
	if s := ix.standing(m, m.Docs[best]); s.relation >= phrase && s.typos > 0 {
		m.DidYouMean = ix.Title(m.Docs[best])
	}
}
