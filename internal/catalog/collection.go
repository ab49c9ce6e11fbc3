package catalog

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"kinodex/internal/docset"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// collections finds the films of a series: by its id, or by its name, which leads to ids.
type collections struct {
	ids  []uint32 // of each film in a collection, ascending, with the documents beside them
	docs []uint32 // ascending within a collection

	names   pack.Strings // folded, sorted
	nameIDs []uint32     // beside names
}

// collectionEntry is a film of a collection. name is folded.
type collectionEntry struct {
	id, doc uint32
	name    string
}

// writeCollections sorts the entries and writes them. A collection has every name that one of
// its films gives it.
func writeCollections(w *pack.Writer, entries []collectionEntry) error {
	slices.SortFunc(entries, func(a, b collectionEntry) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.doc, b.doc)) })
	ids, docs := make([]uint32, len(entries)), make([]uint32, len(entries))
	for i, e := range entries {
		ids[i], docs[i] = e.id, e.doc
	}
	slices.SortFunc(entries, func(a, b collectionEntry) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	named := slices.CompactFunc(entries, func(a, b collectionEntry) bool { return a.name == b.name && a.id == b.id })
	nameIDs := make([]uint32, len(named))
	for i, e := range named {
		nameIDs[i] = e.id
	}
	pack.PutSection(w, "collections/ids", ids)
	pack.PutSection(w, "collections/docs", docs)
	putStrings(w, "collections/names", len(named), func(i int) string { return named[i].name })
	return pack.PutSection(w, "collections/name_ids", nameIDs)
}

// readCollections reads what writeCollections wrote for n films.
func readCollections(r *pack.Reader, n int) collections {
	c := collections{ids: pack.Column[uint32](r, "collections/ids", pack.Any)}
	c.docs = pack.Below[uint32](r, "collections/docs", len(c.ids), n)
	c.names = readStrings(r, "collections/names", pack.Any)
	c.nameIDs = pack.Column[uint32](r, "collections/name_ids", c.names.Len())
	return c
}

// collectionWord ends most names of collections, and people leave it out.
const collectionWord = " collection"

// find returns the films of the collection of an id, in digits, or of those of a name, in any
// case and with or without the word that ends most.
func (c *collections) find(asked string, s *scratch) condition {
	if id, err := strconv.ParseUint(strings.TrimSpace(asked), 10, 32); err == nil {
		docs := c.films(uint32(id))
		return condition{count: len(docs), list: docs}
	}
	name := text.Fold(asked)
	ids := c.named(name)
	if len(ids) == 0 {
		ids = c.named(name + collectionWord)
	}
	if len(ids) == 1 {
		docs := c.films(ids[0])
		return condition{count: len(docs), list: docs}
	}
	var bits docset.Set
	for _, id := range ids {
		if bits == nil {
			bits = s.takeBits()
			clear(bits)
		}
		bits.AddAll(c.films(id))
	}
	return condition{count: bits.Count(), bits: bits}
}

// films returns the documents of a collection, ascending.
func (c *collections) films(id uint32) []uint32 {
	first, _ := slices.BinarySearch(c.ids, id)
	n := sort.Search(len(c.ids)-first, func(i int) bool { return c.ids[first+i] > id })
	return c.docs[first : first+n]
}

// named returns the ids of the collections of a folded name.
func (c *collections) named(name string) []uint32 {
	first := c.names.Search(name)
	n := 0
	for first+n < c.names.Len() && string(c.names.At(first+n)) == name {
		n++
	}
	return c.nameIDs[first : first+n]
}

// LaterParts returns the films of all collections but the first of each by its year; those without a year are
// none of the first.
func (c *Catalog) LaterParts() []uint32 {
	var later []uint32
	all := &c.collections
	for i := 0; i < len(all.ids); {
		first, n := i, i
		for ; n < len(all.ids) && all.ids[n] == all.ids[i]; n++ {
			if compareNumbers(c.year.values[all.docs[n]], c.year.values[all.docs[first]], false) < 0 {
				first = n
			}
		}
		for ; i < n; i++ {
			if i != first {
				later = append(later, all.docs[i])
			}
		}
	}
	return later
}
