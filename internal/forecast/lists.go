package forecast

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"kinodex/internal/pack"
)

// errMisshapen is in the chain of every error that says a file's numbers do not
// fit together.
var errMisshapen = errors.New("misshapen forecast")

// lists are many lists of numbers, one after the other.
type lists struct {
	ends  []uint32 // by list, where it ends in items
	items []uint32
}

// of gives list i.
func (l *lists) of(i uint32) []uint32 {
	var start uint32
	if i > 0 {
		start = l.ends[i-1]
	}
	return l.items[start:l.ends[i]]
}

func (l *lists) add(items []uint32) {
	l.items = append(l.items, items...)
	l.ends = append(l.ends, uint32(len(l.items)))
}

func (l *lists) write(w *pack.Writer, name string) error {
	if err := pack.PutSection(w, name+"/ends", l.ends); err != nil {
		return err
	}
	return pack.PutSection(w, name+"/items", l.items)
}

// readLists reads n lists of numbers below limit.
func readLists(f *pack.File, name string, n, limit int) (l lists, err error) {
	if l.ends, err = f.Uint32s(name + "/ends"); err != nil {
		return l, err
	}
	if l.items, err = f.Uint32s(name + "/items"); err != nil {
		return l, err
	}
	whole := len(l.ends) == n && (n == 0 && len(l.items) == 0 || n > 0 && int(l.ends[n-1]) == len(l.items))
	if !whole || !slices.IsSorted(l.ends) {
		return l, fmt.Errorf("%w: lists %s", errMisshapen, name)
	}
	for _, i := range l.items {
		if int(i) >= limit {
			return l, fmt.Errorf("%w: %s leads to %d of %d", errMisshapen, name, i, limit)
		}
	}
	return l, nil
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

// find gives the films of a name, and its index; none for a name never seen.
func (c *credits) find(key uint64) (films []uint32, index int) {
	i, ok := slices.BinarySearch(c.keys, key)
	if !ok {
		return nil, -1
	}
	return c.films.of(uint32(i)), i
}

// gather makes credits of names by document.
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

func (c *credits) write(w *pack.Writer, name string) error {
	return cmp.Or(
		pack.PutSection(w, name+"/keys", c.keys),
		c.films.write(w, name+"/films"),
		c.of.write(w, name+"/of"),
	)
}

func readCredits(f *pack.File, name string, docs int) (c *credits, err error) {
	c = &credits{}
	if c.keys, err = pack.Numbers[uint64](f, name+"/keys"); err != nil {
		return nil, err
	}
	if !slices.IsSorted(c.keys) {
		return nil, fmt.Errorf("%w: names of %s", errMisshapen, name)
	}
	if c.films, err = readLists(f, name+"/films", len(c.keys), docs); err != nil {
		return nil, err
	}
	c.of, err = readLists(f, name+"/of", docs, len(c.keys))
	return c, err
}
