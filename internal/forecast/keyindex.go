package forecast

import (
	"cmp"
	"slices"
)

// keyIndex finds documents by a digest they have.
type keyIndex struct {
	keys []uint64 // ascending, equal ones by document
	docs []uint32
}

// newKeyIndex indexes columns of digests by document; the digest 0 is none.
// A document that has a digest in two columns is listed twice under it.
func newKeyIndex(columns ...[]uint64) keyIndex {
	type entry struct {
		key uint64
		doc uint32
	}
	var entries []entry
	for _, keys := range columns {
		for d, k := range keys {
			if k != 0 {
				entries = append(entries, entry{k, uint32(d)})
			}
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc))
	})
	var f keyIndex
	for _, e := range entries {
		f.keys, f.docs = append(f.keys, e.key), append(f.docs, e.doc)
	}
	return f
}

// of returns the documents with a digest, ascending. It takes logarithmic time.
// It is nil for none and for the digest 0, and must not be changed.
func (f *keyIndex) of(key uint64) []uint32 {
	i, ok := slices.BinarySearch(f.keys, key)
	if !ok || key == 0 {
		return nil
	}
	n := i
	for n < len(f.keys) && f.keys[n] == key {
		n++
	}
	return f.docs[i:n]
}
