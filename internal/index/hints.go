package index

import (
	"math/bits"
	"slices"
	"sync"
)

// hints are tables that rule out words and titles before a search reads them from the sections. A search
// finds the same without hints. Prepare or the first text that needs hints makes them of the sections;
// they never change.
type hints struct {
	once    sync.Once
	slots   []uint16 // by word, the slots of its places in titles
	letters []uint32 // by word, lettersOf the word
	gaps    []uint32 // parallel to gapDocs, the gapHint of each; nil when gapDocs are not those of the titles
}

// hint returns the index's hints.
func (ix *Index) hint() *hints {
	ix.hints.once.Do(ix.makeHints)
	return &ix.hints
}

// maxHinted is how many words a title has at most: what has more is of a damaged file, and hashing it once
// for each of its words would take long.
const maxHinted = 1000

// makeHints makes the hints. gapTable fills each bucket in the order of the titles, and so does makeHints.
func (ix *Index) makeHints() {
	h := &ix.hints
	h.slots, h.letters = make([]uint16, ix.words.size()), make([]uint32, ix.words.size())
	for id := range h.letters {
		h.letters[id] = lettersOf(ix.words.word(uint32(id)))
	}
	gaps, free, mask := make([]uint32, len(ix.gapDocs)), slices.Clone(ix.gapEnds[:len(ix.gapEnds)-1]), uint64(len(ix.gapEnds)-2)
	same := true
	eachTitle(ix.titleEnds, ix.titleWords, func(doc uint32, title []uint32) {
		if len(title) > maxHinted {
			same = false
			return
		}
		for i, w := range title {
			if int(w) >= len(h.slots) {
				continue
			}
			h.slots[w] |= slot(i, len(title))
			hash := hashGap(title, i)
			bucket := hash & mask
			at, end := free[bucket], ix.gapEnds[bucket+1]
			if ix.gapEnds[bucket] == end {
				continue // too many
			}
			if at == end || ix.gapDocs[at] != doc {
				same = false
				continue
			}
			gaps[at] = gapHint(hash, h.letters[w])
			free[bucket]++
		}
	})
	if same {
		h.gaps = gaps
	}
}

// eachTitle visits the titles of two words and more, other titles aside.
func eachTitle(titleEnds, titleWords []uint32, visit func(doc uint32, title []uint32)) {
	for doc := range titleEnds[1:] {
		for titles := titleWords[titleEnds[doc]:titleEnds[doc+1]]; len(titles) > 0; {
			title, class, rest := cutTitle(titles)
			titles = rest
			if class != otherTitle && len(title) > 1 {
				visit(uint32(doc), title)
			}
		}
	}
}

// letterBits is the number of bits of a set of letters: one for each of a to z, which other characters
// share.
const letterBits = 26

// lettersOf returns the set of the letters of a word. Of two words one edit apart, each has at most one
// letter that the other lacks.
func lettersOf[S string | []byte](word S) (set uint32) {
	for _, r := range string(word) {
		set |= 1 << (uint32(r) % letterBits)
	}
	return set
}

// mayBeEdit reports whether words with these sets of letters may be one edit apart. Where it reports false,
// they are not.
func mayBeEdit(a, b uint32) bool { return max(bits.OnesCount32(a&^b), bits.OnesCount32(b&^a)) <= 1 }

// gapHint returns the hint of a title with one word left open: upper bits of the hash, and the letters of
// the open word.
func gapHint(hash uint64, letters uint32) uint32 {
	return uint32(hash>>32)&^(1<<letterBits-1) | letters
}

// mayFill reports whether the document at a place of gapDocs may have a title with that hash whose open
// word has wanted letters. Where it reports false, the document has no such title.
func (h *hints) mayFill(at int, hash uint64, wanted func(letters uint32) bool) bool {
	if h.gaps == nil {
		return true
	}
	hint := h.gaps[at]
	return (hint^uint32(hash>>32))>>letterBits == 0 && wanted(hint&(1<<letterBits-1))
}
