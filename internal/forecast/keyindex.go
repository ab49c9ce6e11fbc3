package forecast

import (
	"cmp"
	"slices"

	"kinodex/internal/pack"
)

// keyIndex finds documents by a digest they have.
type keyIndex struct {
	keys []uint64 // ascending, equal ones by document
	docs []uint32
}

// keyEntry is a document under a digest.
type keyEntry struct {
	key uint64
	doc uint32
}

// newKeyIndex indexes entries, of which equal ones count once; the digest 0 is none.
func newKeyIndex(entries []keyEntry) keyIndex {
	slices.SortFunc(entries, func(a, b keyEntry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc))
	})
	var f keyIndex
	for _, e := range slices.Compact(entries) {
		if e.key != 0 {
			f.keys, f.docs = append(f.keys, e.key), append(f.docs, e.doc)
		}
	}
	return f
}

// entriesOf lists columns of digests by document.
func entriesOf(columns ...[]uint64) (entries []keyEntry) {
	for _, keys := range columns {
		for d, k := range keys {
			entries = append(entries, keyEntry{k, uint32(d)})
		}
	}
	return entries
}

// write writes what readKeyIndex reads; errors stay in w.
func (f *keyIndex) write(w *pack.Writer, name string) {
	pack.PutSection(w, name+"/keys", f.keys)
	pack.PutSection(w, name+"/docs", f.docs)
}

// readKeyIndex reads an index of so many documents; keys must ascend.
func readKeyIndex(r *pack.Reader, name string, docs int) keyIndex {
	f := keyIndex{keys: pack.Column[uint64](r, name+"/keys", pack.Any)}
	f.docs = pack.Below[uint32](r, name+"/docs", len(f.keys), docs)
	r.Require(slices.IsSorted(f.keys), "the digests of %s", name)
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
