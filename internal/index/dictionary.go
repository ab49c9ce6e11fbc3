package index

import (
	"math"

	"github.com/cespare/xxhash/v2"
)

// none stands for a word or stem that is not in the dictionary.
const none = math.MaxUint32

// dictionary numbers words and knows each one's list of postings. All of it
// lies in the mapped file.
type dictionary struct {
	text  []byte
	ends  []uint32 // word i is text[ends[i]:ends[i+1]]
	slots []uint32 // a hash table with linear probing: id+1, or 0 where free
	start []uint32 // where word i's list starts in the postings
	count []uint32 // and how long it is
}

// size returns the number of words; word returns the word of an id below it, bytes
// that must not be changed.
func (d *dictionary) size() int { return len(d.start) }

func (d *dictionary) word(id uint32) []byte { return d.text[d.ends[id]:d.ends[id+1]] }

// find returns the word's id, none when it is not there. It takes constant time on average, and
// ends on damaged slots, too.
func (d *dictionary) find(word string) uint32 { return findHashed(d, xxhash.Sum64String(word), word) }

// findHashed is find for who has the hash of the word.
func findHashed[S string | []byte](d *dictionary, at uint64, word S) uint32 {
	mask := uint64(len(d.slots) - 1)
	for range d.slots {
		id := d.slots[at&mask]
		if id == 0 {
			return none
		}
		if id--; int(id) < d.size() && string(d.word(id)) == string(word) {
			return id
		}
		at++
	}
	return none
}

// slotsFor returns the hash table of the words: at least twice as many slots as words, a power
// of two.
func slotsFor(words []string) []uint32 {
	n := 4
	for n < 2*len(words) {
		n *= 2
	}
	slots := make([]uint32, n)
	for id, w := range words {
		at := xxhash.Sum64String(w)
		for slots[at&uint64(n-1)] != 0 {
			at++
		}
		slots[at&uint64(n-1)] = uint32(id) + 1
	}
	return slots
}

// withPrefix returns the range of ids whose words start with prefix, in a
// dictionary whose ids are in the order of their words.
func (d *dictionary) withPrefix(prefix string) (from, to uint32) {
	from = d.firstNot(func(w []byte) bool { return string(w) < prefix })
	to = d.firstNot(func(w []byte) bool { return string(w[:min(len(w), len(prefix))]) <= prefix })
	return from, max(from, to)
}

// firstNot returns the first id for which before is false.
func (d *dictionary) firstNot(before func([]byte) bool) uint32 {
	lo, hi := uint32(0), uint32(d.size())
	for lo < hi {
		mid := lo + (hi-lo)/2
		if before(d.word(mid)) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
