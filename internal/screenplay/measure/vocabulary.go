package measure

import (
	"hash/maphash"
	"slices"
)

// trait says what is known of a word whatever its context.
type trait uint8

const (
	hasValence    trait = 1 << iota // has a valence in the lexicon
	booster                         // strengthens or weakens what follows
	negation                        // turns what follows
	idiomatic                       // part of an idiom that is scored as a whole
	abbreviation                    // a full stop after it ends no sentence
	profane                         // on the list of strong language
	characterName                   // the name of somebody who speaks
)

// vocabulary numbers words: equal spellings get equal numbers, from 0 in order
// of first appearance. It is a hash table with open addressing; the letters of
// all words stand in one block, so that a script of five thousand different
// words costs a handful of allocations. It is not safe for concurrent use
// while words are added.
type vocabulary struct {
	seed   maphash.Seed
	slots  []uint32 // number+1 of the word in this slot, 0 for none; a power of two long
	hashes []uint32 // by number
	ends   []uint32 // word n is letters[ends[n-1]:ends[n]]
	traits []trait
	// letters of all words, one after the other.
	letters []byte
}

// newVocabulary gives an empty vocabulary. The seed is another in every process,
// so that nobody can write a text whose words all collide; numbers do not depend
// on it.
func newVocabulary() *vocabulary {
	return &vocabulary{seed: maphash.MakeSeed(), slots: make([]uint32, 1<<10)}
}

// clone returns a vocabulary that may grow apart from v, with room for so many
// more words. v may be cloned by several goroutines at once.
func (v *vocabulary) clone(more int) *vocabulary {
	return &vocabulary{
		seed:    v.seed,
		slots:   slices.Clone(v.slots),
		hashes:  append(make([]uint32, 0, len(v.hashes)+more), v.hashes...),
		ends:    append(make([]uint32, 0, len(v.ends)+more), v.ends...),
		traits:  append(make([]trait, 0, len(v.traits)+more), v.traits...),
		letters: append(make([]byte, 0, len(v.letters)+8*more), v.letters...),
	}
}

// len returns how many words have a number.
func (v *vocabulary) len() int { return len(v.ends) }

// word returns the letters of the word with this number. They must not be
// changed.
func (v *vocabulary) word(n uint32) []byte {
	if n == 0 {
		return v.letters[:v.ends[0]]
	}
	return v.letters[v.ends[n-1]:v.ends[n]]
}

// number returns the number of a word in lower case, a new one the first time.
// The word's letters are copied.
func (v *vocabulary) number(word []byte) uint32 {
	hash := uint32(maphash.Bytes(v.seed, word))
	mask := uint32(len(v.slots) - 1)
	slot := hash & mask
	for v.slots[slot] != 0 {
		n := v.slots[slot] - 1
		if v.hashes[n] == hash && string(v.word(n)) == string(word) {
			return n
		}
		slot = (slot + 1) & mask
	}
	n := uint32(len(v.ends))
	v.slots[slot] = n + 1
	v.hashes = append(v.hashes, hash)
	v.letters = append(v.letters, word...)
	v.ends = append(v.ends, uint32(len(v.letters)))
	v.traits = append(v.traits, traitsOf(word))
	if 2*len(v.ends) > len(v.slots) {
		v.grow()
	}
	return n
}

// grow doubles the slots. Numbers stay as they are.
func (v *vocabulary) grow() {
	v.slots = make([]uint32, 2*len(v.slots))
	mask := uint32(len(v.slots) - 1)
	for n, hash := range v.hashes {
		slot := hash & mask
		for v.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		v.slots[slot] = uint32(n) + 1
	}
}

// mark gives a word in lower case a trait and returns its number. The trait 0 only
// numbers the word.
func (v *vocabulary) mark(word string, t trait) uint32 {
	n := v.number([]byte(word))
	v.traits[n] |= t
	return n
}

// traitsOf gives the traits that a word's letters tell.
func traitsOf(word []byte) trait {
	var t trait
	if containsNT(word) {
		t |= negation
	}
	if isProfane(word) {
		t |= profane
	}
	return t
}

// containsNT reports "n't", which negates wherever it stands in a word.
func containsNT(word []byte) bool {
	for i := len(word) - 3; i >= 0; i-- {
		if word[i] == 'n' && word[i+1] == '\'' && word[i+2] == 't' {
			return true
		}
	}
	return false
}
