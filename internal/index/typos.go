package index

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// Words one edit apart (a letter put in, left out, replaced, or swapped with
// its neighbour) are found by symmetric deletion, as in SymSpell (Garbe 2012):
// two such words share what is left of each when one letter is deleted, or one is
// a deletion of the other. The typo table holds, under the hash of every
// deletion, the words it is of; a look-up costs one bucket for each letter, and
// the few words in the bucket are compared letter by letter.

// minTypo and maxTypo are the letters a query word must have to be taken for a
// mistyped one (REQ R-13: four letters and more).
const (
	minTypo = 4
	maxTypo = 32
)

// mistypable reports whether a word may be a mistyped one: letters alone, for
// one digit is as good as another, and neither too few nor too many.
func mistypable(word string) bool {
	n := 0
	for _, r := range word {
		if !unicode.IsLetter(r) {
			return false
		}
		n++
	}
	return minTypo <= n && n <= maxTypo
}

// deletions calls yield with what is left of word when each of its letters is dropped in
// turn, and the hash of that. Dropping either of two equal neighbours leaves the same, told once.
func deletions(word string, yield func(hash uint64, left []byte)) {
	var buf [4 * maxTypo]byte
	last := rune(-1)
	for i, r := range word {
		if r == last {
			continue
		}
		last = r
		b := append(buf[:0], word[:i]...)
		b = append(b, word[i+utf8.RuneLen(r):]...)
		yield(xxhash.Sum64(b), b)
	}
}

// typoTable lists the words under their deletions. The number of buckets is a
// power of two.
func typoTable(words []string) (ends, ids []uint32) {
	total := 0
	for _, w := range words {
		if mistypable(w) {
			total += utf8.RuneCountInString(w)
		}
	}
	buckets := 1
	for buckets < total/2 {
		buckets *= 2
	}
	ends = make([]uint32, buckets+1)
	mask := uint64(buckets - 1)
	in := make([]uint32, 0, total)      // by deletion, its bucket
	until := make([]uint32, len(words)) // by word, where its deletions end
	for id, w := range words {
		if mistypable(w) {
			deletions(w, func(h uint64, _ []byte) { in = append(in, uint32(h&mask)) })
		}
		until[id] = uint32(len(in))
	}
	for _, bucket := range in {
		ends[bucket+1]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	ids = make([]uint32, len(in))
	free := slices.Clone(ends[:buckets])
	at := uint32(0)
	for id, end := range until {
		for ; at < end; at++ {
			bucket := in[at]
			ids[free[bucket]] = uint32(id)
			free[bucket]++
		}
	}
	return ends, ids
}

// mistyped appends to dst the ids of the words that are one edit from word,
// ascending, without word itself.
func (ix *Index) mistyped(word string, dst []uint32) []uint32 {
	if !mistypable(word) {
		return dst
	}
	from := len(dst)
	mask := uint64(len(ix.typoEnds) - 2)
	letters, lettersOf := lettersOf(word), ix.hint().letters
	look := func(h uint64) {
		bucket := h & mask
		for _, id := range ix.typoWords[ix.typoEnds[bucket]:ix.typoEnds[bucket+1]] {
			if int(id) < len(lettersOf) && mayBeEdit(letters, lettersOf[id]) && oneEdit(word, ix.words.word(id)) {
				dst = append(dst, id)
			}
		}
	}
	look(xxhash.Sum64String(word)) // words with a letter more
	deletions(word, func(h uint64, left []byte) {
		look(h)                                               // with as many
		if id := findHashed(&ix.words, h, left); id != none { // with a letter less
			dst = append(dst, id)
		}
	})
	slices.Sort(dst[from:])
	return dst[:from+len(slices.Compact(dst[from:]))]
}

// oneEdit reports whether a and b differ by exactly one edit.
func oneEdit(a string, b []byte) bool {
	for len(a) > 0 && len(b) > 0 {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRune(b)
		if ra == rb && na == nb {
			a, b = a[na:], b[nb:]
			continue
		}
		restA, restB := a[na:], b[nb:]
		if restA == string(restB) || a == string(restB) || restA == string(b) {
			return true
		}
		sa, ma := utf8.DecodeRuneInString(restA)
		sb, mb := utf8.DecodeRune(restB)
		return ra == sb && rb == sa && restA[ma:] == string(restB[mb:])
	}
	return utf8.RuneCountInString(a)+utf8.RuneCount(b) == 1
}
