package naming

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Filter is a set of keys that answers "no" or "perhaps": a Bloom filter (Bloom 1970). All bits of
// a key are in one word of memory, so that a question reads one place. Of the keys that were not
// added, about one in fifty gets "perhaps". The zero Filter is empty. A Filter is safe for concurrent
// use once all keys are added.
type Filter struct{ words []uint64 }

// filterBits is the room for a key, in bits.
const filterBits = 12

// NewFilter returns an empty filter for n keys.
func NewFilter(n int) Filter { return Filter{make([]uint64, n*filterBits/64+1)} }

// HashKey returns the hash of a key for Add and Has. Equal keys of different kinds have different
// hashes.
func HashKey(kind uint64, key string) uint64 {
	return xxhash.Sum64String(key) ^ (kind+1)*0x9e3779b97f4a7c15
}

// Add adds the key that has a hash.
func (f *Filter) Add(hash uint64) {
	at, mask := f.place(hash)
	f.words[at] |= mask
}

// Has reports whether the key that has a hash may have been added. Where Has reports false, the key
// was not added.
func (f *Filter) Has(hash uint64) bool {
	if len(f.words) == 0 {
		return false
	}
	at, mask := f.place(hash)
	return f.words[at]&mask == mask
}

// place returns the word of a hash, chosen by the upper bits, and the bits of the hash in that word,
// chosen by the lower bits.
func (f *Filter) place(hash uint64) (at, mask uint64) {
	at, _ = bits.Mul64(hash, uint64(len(f.words)))
	return at, 1<<(hash&63) | 1<<(hash>>6&63) | 1<<(hash>>12&63)
}
