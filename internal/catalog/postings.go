package catalog

import (
	"fmt"
	"slices"

	"kinodex/internal/docset"
	"kinodex/internal/pack"
)

// postings are sets of documents, each stored as an ascending posting list or, from a
// size on, as a bitmap.
type postings struct {
	n       int
	entries []uint32 // per set two: where it starts, how many documents it has
	docs    []uint32 // the lists
	bits    []uint64 // the bitsets; starts count whole bitsets
}

// dense reports whether a set of count out of n documents is stored as a bitmap: when
// a pass over it is faster than one over a list, though it may take up to four times
// the memory.
func dense(count, n int) bool { return count*128 > n }

// writePostings writes sets of the documents below n, each given as an ascending list.
func writePostings(w *pack.Writer, prefix string, n int, lists [][]uint32) error {
	entries := make([]uint32, 0, 2*len(lists))
	w.Section(prefix + "/docs")
	at := 0
	for _, l := range lists {
		entries = append(entries, 0, uint32(len(l)))
		if !dense(len(l), n) {
			entries[len(entries)-2] = uint32(at)
			at += len(l)
			pack.Put(w, l...)
		}
	}
	if at >= 1<<32 {
		return fmt.Errorf("%s: more than 2^32 postings", prefix)
	}
	w.Section(prefix + "/bits")
	at = 0
	b := docset.New(n)
	for i, l := range lists {
		if !dense(len(l), n) {
			continue
		}
		clear(b)
		b.AddAll(l)
		entries[2*i] = uint32(at)
		at++
		pack.Put(w, b...)
	}
	return pack.PutSection(w, prefix+"/entries", entries)
}

// readPostings reads what writePostings wrote for count sets.
func readPostings(r *pack.Reader, prefix string, n, count int) postings {
	p := postings{n: n}
	p.entries = pack.Column[uint32](r, prefix+"/entries", 2*count)
	p.docs = pack.Below[uint32](r, prefix+"/docs", pack.Any, n)
	p.bits = pack.Column[uint64](r, prefix+"/bits", pack.Any)
	if r.Err() != nil {
		return p
	}
	w := docset.Words(n)
	r.RequireEach(count, func(i int) bool {
		at, size := uint64(p.entries[2*i]), uint64(p.entries[2*i+1])
		if !dense(int(size), n) {
			return at+size <= uint64(len(p.docs))
		}
		return size <= uint64(n) && (at+1)*uint64(w) <= uint64(len(p.bits)) &&
			docset.Set(p.bits[int(at)*w:int(at+1)*w]).Fits(n)
	}, "section %s/entries, entry %d", prefix)
	return p
}

// count returns the size of a set, in O(1).
func (p *postings) count(i int) int { return int(p.entries[2*i+1]) }

// list returns a set that is stored as a list, nil when it is a bitmap.
func (p *postings) list(i int) []uint32 {
	at, size := int(p.entries[2*i]), p.count(i)
	if dense(size, p.n) {
		return nil
	}
	return p.docs[at : at+size]
}

// dense returns a set that is stored as a bitmap, nil when it is a list.
func (p *postings) dense(i int) docset.Set {
	if !dense(p.count(i), p.n) {
		return nil
	}
	at, w := int(p.entries[2*i]), docset.Words(p.n)
	return p.bits[at*w : (at+1)*w]
}

// addTo adds the i-th set to b.
func (p *postings) addTo(b docset.Set, i int) {
	if d := p.dense(i); d != nil {
		b.Union(d)
		return
	}
	b.AddAll(p.list(i))
}

// contains reports whether an ascending list has the document.
func contains(list []uint32, d uint32) bool {
	_, ok := slices.BinarySearch(list, d)
	return ok
}
