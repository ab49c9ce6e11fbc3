package index

import (
	"math/bits"
	"slices"

	"kinodex/internal/docset"
)

// operand is the list of one query word while it meets the others.
type operand struct {
	docs  []uint32
	bits  []uint8
	set   []uint64 // of a common list, else nil
	ranks []uint32
	// edited tells, for a widened word, which documents have it only with an
	// edit; nil where none does.
	edited []bool
	idf    float32
	term   int // the word's place in Matches.terms
}

// operandAt returns the list at start.
func (ix *Index) operandAt(start, count uint32) operand {
	o := operand{
		docs: ix.docs[start : start+count : start+count],
		bits: ix.bits[start : start+count : start+count],
	}
	if isCommon(int(count), ix.docCount) {
		if i, ok := slices.BinarySearch(ix.commonStart, start); ok {
			words, blocks := docset.Words(ix.docCount), rankBlocks(ix.docCount)
			o.set = ix.commonSets[i*words : (i+1)*words]
			o.ranks = ix.commonRanks[i*blocks : (i+1)*blocks]
		}
	}
	return o
}

// named counts the documents that have the word in a name of cast or crew.
func (o *operand) named() (n int) {
	for _, b := range o.bits {
		if b&(inPeople|inDirector) != 0 {
			n++
		}
	}
	return n
}

// pair says that candidate number from is in an operand's list, at place at.
type pair struct{ from, at uint32 }

// meet sets m.pairs to a pair for each candidate that is in o's list. Candidates
// that are no documents, or out of order, are left out.
func (m *Matches) meet(o *operand, candidates []uint32, docs int) {
	m.pairs = m.pairs[:0]
	switch list := o.docs; {
	case o.set != nil:
		m.pairs = o.meetSet(candidates, docs, m.pairs)
	case len(list) < markShare*len(candidates):
		m.meetMarked(candidates, list, docs)
	default:
		m.pairs = lookUp(candidates, list, docs, m.pairs)
	}
}

// lookUp appends to dst what meet finds by looking for each candidate in a list that is much longer.
func lookUp(candidates, list []uint32, docs int, dst []pair) []pair {
	at, next := 0, uint32(0)
	for from, d := range candidates {
		if d < next || int(d) >= docs {
			continue
		}
		if at < len(list) && list[at] < d {
			at = gallop(list, at, d)
		}
		if at == len(list) {
			break
		}
		if list[at] == d {
			dst = append(dst, pair{uint32(from), uint32(at)})
		}
		next = d + 1
	}
	return dst
}

// markShare is how many times as long as the candidates a list must be for it to be faster to
// look each of them up than to mark them and walk along the list.
const markShare = 8

// meetMarked is meet by marking the candidates in a set, and asking for each document of the list
// whether it has a mark: nothing waits for what was read before, as where two lists are merged.
func (m *Matches) meetMarked(candidates, list []uint32, docs int) {
	if len(m.marks) != docset.Words(docs) {
		m.marks = docset.New(docs)
	}
	marks := m.marks
	for _, d := range candidates {
		if int(d) < docs {
			marks.Add(d)
		}
	}
	from, next := 0, uint32(0)
	for at, d := range list {
		if i := int(d >> 6); i >= len(marks) || marks[i]>>(d&63)&1 == 0 {
			continue
		}
		for from < len(candidates) && candidates[from] < d {
			from++
		}
		if from < len(candidates) && candidates[from] == d && d >= next {
			m.pairs = append(m.pairs, pair{uint32(from), uint32(at)})
			next = d + 1
		}
	}
	for _, d := range candidates {
		if i := int(d >> 6); i < len(marks) {
			marks[i] = 0
		}
	}
}

// meetSet intersects ascending candidates with the operand's bitmap. The place of a
// document in the list is its rank in the bitmap: a stored count at the start of
// each block of rankBlock words, and the bits counted from there.
func (o *operand) meetSet(candidates []uint32, docs int, dst []pair) []pair {
	next := uint32(0)
	for from, d := range candidates {
		if d < next || int(d) >= docs {
			continue
		}
		next = d + 1
		word := o.set[d/64]
		if word&(1<<(d%64)) == 0 {
			continue
		}
		block := d / (64 * rankBlock)
		at := o.ranks[block] + uint32(bits.OnesCount64(word&(1<<(d%64)-1)))
		for _, w := range o.set[block*rankBlock : d/64] {
			at += uint32(bits.OnesCount64(w))
		}
		if int(at) < len(o.docs) {
			dst = append(dst, pair{uint32(from), at})
		}
	}
	return dst
}

// gallop returns the first place after at whose document is not before d, knowing that at's is:
// in steps that double, then by halves. No branch of the halving depends on the list, where none
// could be predicted.
func gallop(list []uint32, at int, d uint32) int {
	step := 16
	for at+step < len(list) && list[at+step] < d {
		at += step
		step *= 2
	}
	at++
	for n := min(step-1, len(list)-at); n > 0; {
		half := (n + 1) / 2
		behind := at + half
		if list[behind-1] < d {
			at = behind
		}
		n -= half
	}
	return at
}
