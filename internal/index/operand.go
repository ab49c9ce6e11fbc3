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

// meet appends to dst a pair for each candidate that is in o's list. Candidates
// that are no documents, or out of order, are left out.
func (o *operand) meet(candidates []uint32, docs int, dst []pair) []pair {
	if o.set != nil {
		return o.meetSet(candidates, docs, dst)
	}
	list := o.docs
	if len(list) < mergeShare*len(candidates) {
		return merge(candidates, list, docs, dst)
	}
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

// mergeShare is how many times as long as the candidates a list must be for it to be faster to
// look each of them up than to walk along both.
const mergeShare = 8

// merge is meet by walking along both lists, which is the faster the more alike they are in
// length. Which of them goes on depends on no branch, since none could be predicted.
func merge(candidates, list []uint32, docs int, dst []pair) []pair {
	next := uint32(0)
	for from, at := 0, 0; from < len(candidates) && at < len(list); {
		a, b := candidates[from], list[at]
		if a == b && a >= next && int(a) < docs {
			dst = append(dst, pair{uint32(from), uint32(at)})
			next = a + 1
		}
		var ahead, behind int
		if a <= b {
			ahead = 1
		}
		if b <= a {
			behind = 1
		}
		from, at = from+ahead, at+behind
	}
	return dst
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
