package forecast

import (
	"cmp"
	"slices"

	"github.com/cespare/xxhash/v2"

	"kinodex/internal/pack"
)

// lists are many lists of numbers, one after the other.
type lists struct {
	ends  []uint32 // by list, where it ends in items
	items []uint32
}

// of returns list i.
// It shares the memory of the lists and must not be changed.
func (l *lists) of(i uint32) []uint32 {
	var start uint32
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.items[start:l.ends[i]]
}

// add appends a list.
func (l *lists) add(items []uint32) {
	l.items = append(l.items, items...)
	l.ends = append(l.ends, uint32(len(l.items)))
}

// write writes what readLists reads.
// Errors stay in w.
func (l *lists) write(w *pack.Writer, name string) {
	pack.PutSection(w, name+"/ends", l.ends)
	pack.PutSection(w, name+"/items", l.items)
}

// readLists reads n lists of numbers below limit.
// Errors stay in r.
func readLists(r *pack.Reader, name string, n, limit int) lists {
	items := pack.Below[uint32](r, name+"/items", pack.Any, limit)
	return lists{pack.Ends[uint32](r, name+"/ends", n, len(items)), items}
}

// credits say who had a role (directing, acting, producing) in which films:
// both ways, people by a digest of their name.
type credits struct {
	keys  []uint64 // ascending
	films lists    // by key, ascending documents
	of    lists    // by document, in billing order, indices of keys
}

// keyOf is the digest that names are known by: of the words of the name,
// folded.
func keyOf(words string) uint64 { return xxhash.Sum64String(words) }

// find returns the films of a name, and its index; none for a name never seen.
// The index is -1 then.
func (c *credits) find(key uint64) (films []uint32, index int) {
	i, ok := slices.BinarySearch(c.keys, key)
	if !ok {
		return nil, -1
	}
	return c.films.of(uint32(i)), i
}

// gather makes credits of names by document.
// names has the digests of each document's names, in billing order.
func gather(names [][]uint64) *credits {
	c := &credits{}
	type pair struct {
		key uint64
		doc uint32
	}
	var pairs []pair
	for d, keys := range names {
		for _, k := range keys {
			pairs = append(pairs, pair{k, uint32(d)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.doc, b.doc))
	})
	pairs = slices.Compact(pairs)
	for i, p := range pairs {
		if i > 0 && pairs[i-1].key != p.key {
			c.films.ends = append(c.films.ends, uint32(i))
		}
		if i == 0 || pairs[i-1].key != p.key {
			c.keys = append(c.keys, p.key)
		}
		c.films.items = append(c.films.items, p.doc)
	}
	if len(pairs) > 0 {
		c.films.ends = append(c.films.ends, uint32(len(pairs)))
	}
	var row []uint32
	for _, keys := range names {
		row = row[:0]
		for _, k := range keys {
			i, _ := slices.BinarySearch(c.keys, k)
			row = append(row, uint32(i))
		}
		c.of.add(row)
	}
	return c
}

// write writes what readCredits reads.
func (c *credits) write(w *pack.Writer, name string) {
	pack.PutSection(w, name+"/keys", c.keys)
	c.films.write(w, name+"/films")
	c.of.write(w, name+"/of")
}

// readCredits reads credits of so many documents; keys must ascend.
func readCredits(r *pack.Reader, name string, docs int) *credits {
	c := &credits{keys: pack.Column[uint64](r, name+"/keys", pack.Any)}
	r.Require(slices.IsSorted(c.keys), "names of %s", name)
	c.films = readLists(r, name+"/films", len(c.keys), docs)
	c.of = readLists(r, name+"/of", docs, len(c.keys))
	return c
}
