package forecast

import (
	"cmp"
	"slices"
)

// finder finds documents by a digest they have.
type finder struct {
	keys []uint64 // ascending, equal ones by document
	docs []uint32
}

// newFinder takes columns of digests by document; 0 is none.
func newFinder(columns ...[]uint64) finder {
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
	var f finder
	for _, e := range entries {
		f.keys, f.docs = append(f.keys, e.key), append(f.docs, e.doc)
	}
	return f
}

// of gives the documents with a digest, ascending.
func (f *finder) of(key uint64) []uint32 {
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
