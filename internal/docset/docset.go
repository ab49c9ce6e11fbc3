// Package docset holds sets of documents and finds the best of many by score.
//
// Documents are numbered from 0; whoever numbers them knows what they are. A Set
// has one bit a document. A key (Key) packs a score and a document so that the
// order of keys is the order of a result list; Top and Smallest select the first
// of many keys without sorting all of them.
//
// It imports the standard library alone. Start reading at Set and Top.
package docset

import (
	"iter"
	"math/bits"
)

// Set is a set of documents: bit d%64 of word d/64 tells of document d. It has
// Words(n) words for n documents, and bits past the last document are zero. Sets
// that are combined must be of the same number of documents.
type Set []uint64

// Words returns how many words a set of n documents has.
func Words(n int) int { return (n + 63) / 64 }

// New returns the empty set of n documents.
func New(n int) Set { return make(Set, Words(n)) }

// Full returns the set of all n documents.
func Full(n int) Set {
	s := New(n)
	for i := range s {
		s[i] = ^uint64(0)
	}
	if n%64 != 0 {
		s[len(s)-1] = 1<<(n%64) - 1
	}
	return s
}

// Has reports whether d is in the set. It panics when d is past the last word,
// as Add and Remove do.
func (s Set) Has(d uint32) bool { return s[d>>6]>>(d&63)&1 != 0 }

// Add puts d into the set.
func (s Set) Add(d uint32) { s[d>>6] |= 1 << (d & 63) }

// Remove takes d out of the set.
func (s Set) Remove(d uint32) { s[d>>6] &^= 1 << (d & 63) }

// AddAll puts the documents into the set, in any order.
func (s Set) AddAll(docs []uint32) {
	for _, d := range docs {
		s.Add(d)
	}
}

// Assign makes s the set of the documents, whatever it was before.
func (s Set) Assign(docs []uint32) {
	clear(s)
	s.AddAll(docs)
}

// RemoveAll takes the documents out of the set.
func (s Set) RemoveAll(docs []uint32) {
	for _, d := range docs {
		s.Remove(d)
	}
}

// Count returns how many documents are in the set.
func (s Set) Count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Intersect makes s the intersection of x and y and returns its count. s may be
// x or y.
func (s Set) Intersect(x, y Set) int {
	x, y = x[:len(s)], y[:len(s)]
	n := 0
	for i := range s {
		w := x[i] & y[i]
		s[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// Union puts what is in other into s.
func (s Set) Union(other Set) {
	other = other[:len(s)]
	for i := range s {
		s[i] |= other[i]
	}
}

// Subtract takes what is in other out of s.
func (s Set) Subtract(other Set) {
	other = other[:len(s)]
	for i := range s {
		s[i] &^= other[i]
	}
}

// CountCommon returns how many documents are in both sets.
func (s Set) CountCommon(other Set) int {
	other = other[:len(s)]
	n := 0
	for i, w := range s {
		n += bits.OnesCount64(w & other[i])
	}
	return n
}

// AppendTo appends the documents to docs, ascending.
func (s Set) AppendTo(docs []uint32) []uint32 {
	for i, w := range s {
		base := uint32(i) << 6
		for ; w != 0; w &= w - 1 {
			docs = append(docs, base|uint32(bits.TrailingZeros64(w)))
		}
	}
	return docs
}

// All visits the documents, ascending. A document that was visited may be
// removed meanwhile.
func (s Set) All() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(uint32(i)<<6 | uint32(bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Fits reports whether no bit past the last of n documents is set; the set has
// Words(n) words.
func (s Set) Fits(n int) bool {
	return n%64 == 0 || len(s) == 0 || s[len(s)-1]>>(n%64) == 0
}
