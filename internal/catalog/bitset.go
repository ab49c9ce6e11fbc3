package catalog

import "math/bits"

// bitset is a set of documents, one bit each, as many words as the catalogue
// needs. Bits past the last document are zero.
type bitset []uint64

// words is how many words a set of n documents has.
func words(n int) int { return (n + 63) / 64 }

func (b bitset) has(d uint32) bool { return b[d>>6]>>(d&63)&1 != 0 }
func (b bitset) set(d uint32)      { b[d>>6] |= 1 << (d & 63) }
func (b bitset) clear(d uint32)    { b[d>>6] &^= 1 << (d & 63) }

// setAll makes b the set of the documents.
func (b bitset) setAll(docs []uint32) {
	clear(b)
	for _, d := range docs {
		b.set(d)
	}
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// intersect sets b to x AND y and counts it.
func (b bitset) intersect(x, y bitset) int {
	x, y = x[:len(b)], y[:len(b)]
	n := 0
	for i := range b {
		w := x[i] & y[i]
		b[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// or adds what is in other.
func (b bitset) or(other bitset) {
	other = other[:len(b)]
	for i := range b {
		b[i] |= other[i]
	}
}

// minus drops what is in other.
func (b bitset) minus(other bitset) {
	other = other[:len(b)]
	for i := range b {
		b[i] &^= other[i]
	}
}

// common counts what is in both.
func (b bitset) common(other bitset) int {
	other = other[:len(b)]
	n := 0
	for i, w := range b {
		n += bits.OnesCount64(w & other[i])
	}
	return n
}

// appendTo appends the documents, ascending.
func (b bitset) appendTo(docs []uint32) []uint32 {
	for i, w := range b {
		base := uint32(i) << 6
		for ; w != 0; w &= w - 1 {
			docs = append(docs, base|uint32(bits.TrailingZeros64(w)))
		}
	}
	return docs
}

// ended reports whether no bit past the last of n documents is set.
func (b bitset) ended(n int) bool {
	return n%64 == 0 || len(b) == 0 || b[len(b)-1]>>(n%64) == 0
}
