package catalog

import (
	"slices"
	"sort"

	"kinodex/internal/docset"
	"kinodex/internal/film"
)

// pageInOrder appends to docs the films of the page in the order, at most
// limit.
func (c *Catalog) pageInOrder(docs []Doc, o *order, sel *selection, p film.Page, limit int, s *scratch) []Doc {
	place, skip := 0, max(0, p.Offset)
	if p.After != nil {
		place, skip = o.after(p.After), 0
	}
	switch {
	case sel.all:
		place = min(place+skip, len(o.perm))
		for _, d := range o.perm[place:min(place+limit, len(o.perm))] {
			docs = append(docs, Doc(d))
		}
		return docs
	case sel.bits == nil:
		return o.rankList(docs, sel.list, place, skip, limit, s)
	case c.walkIsDearer(sel.total, limit):
		list := sel.bits.AppendTo(s.takeList())
		s.keepList(list)
		return o.rankList(docs, list, place, skip, limit, s)
	}
	if skip > 0 {
		place, skip = o.skip(sel.bits, sel.total, skip)
	}
	return o.walk(docs, sel.bits, place, skip, limit)
}

// walkIsDearer reports whether it takes longer to walk the order until the page is full than
// to rank every film that matches. total must not be 0. Ranking a film takes about four times
// as long as looking at a place.
func (c *Catalog) walkIsDearer(total, limit int) bool {
	places := limit * (c.Len() / total)
	return places > docset.Words(c.Len())+4*total
}

// rankList appends a page of the films of list, which may have any order: those at places from
// place on, without the first skip, at most limit. It keeps skip+limit films in a heap.
func (o *order) rankList(docs []Doc, list []uint32, place, skip, limit int, s *scratch) []Doc {
	s.top.Reset(min(skip+limit, len(list)))
	for _, d := range list {
		if r := o.rank[d]; int(r) >= place {
			s.top.Push(uint64(r))
		}
	}
	keys := s.top.Sorted()
	for _, r := range keys[min(skip, len(keys)):] {
		docs = append(docs, Doc(o.perm[r]))
	}
	return docs
}

// skip returns the place of the last mark that has at most the given number of b's
// films before it, and how many of them are left to skip from there. It alternates
// interpolation search, which is fast when the films are spread evenly, with binary
// search, which bounds the steps when they are not.
func (o *order) skip(b docset.Set, total, films int) (place, left int) {
	low, before := 0, 0 // the mark 0 is the start
	high, behind := o.lastMark()+1, total
	for guess := true; high-low > 1; guess = !guess {
		k := (low + high) / 2
		if guess && behind > before {
			k = low + (films-before)*(high-low)/(behind-before)
			k = min(max(k, low+1), high-1)
		}
		if n := o.mark(k).CountCommon(b); n <= films {
			low, before = k, n
		} else {
			high, behind = k, n
		}
	}
	return low * o.step, films - before
}

// patience is how many marks in a row a walk passes without a film before it searches
// for the next mark behind which there is one.
const patience = 4

// walk appends the films of b from a place in the order on, after skipping some, until
// docs has limit. Its cost is that of the places passed.
func (o *order) walk(docs []Doc, b docset.Set, place, skip, limit int) []Doc {
	idle := 0
	for place < len(o.perm) {
		end := min((place/o.step+1)*o.step, len(o.perm))
		idle++
		for _, d := range o.perm[place:end] {
			if !b.Has(d) {
				continue
			}
			idle = 0
			if skip > 0 {
				skip--
				continue
			}
			docs = append(docs, Doc(d))
			if len(docs) == limit {
				return docs
			}
		}
		place = end
		if idle >= patience && place < len(o.perm) {
			place, idle = o.leap(b, place), 0
		}
	}
	return docs
}

// leap returns the place of the last mark up to which b has no film from place on, by
// binary search over the counts at marks. place must be that of a mark.
func (o *order) leap(b docset.Set, place int) int {
	k := place / o.step
	here := o.mark(k).CountCommon(b)
	ahead := sort.Search(o.lastMark()-k, func(i int) bool { return o.mark(k+1+i).CountCommon(b) > here })
	return (k + ahead) * o.step
}

// pageByScore appends the films of the page by falling score, ties by id, and returns
// the score keys beside them. It selects them with a bounded heap.
func (c *Catalog) pageByScore(docs []Doc, sel *selection, p film.Page, limit int, s *scratch) ([]Doc, []uint64) {
	from, skip := uint64(0), max(0, p.Offset)
	if p.After != nil {
		// The documents of one score ascend by id, so the first document with a
		// greater id starts the rest.
		next, same := slices.BinarySearch(c.ids, uint32(p.After.ID))
		if same {
			next++
		}
		from, skip = docset.Key(float32(p.After.Number), uint32(next)), 0
	}
	s.top.Reset(min(skip+limit, len(sel.list)))
	for i, d := range sel.list {
		if key := docset.Key(sel.scores[i], d); key >= from {
			s.top.Push(key)
		}
	}
	keys := s.top.Sorted()
	keys = keys[min(skip, len(keys)):]
	for _, key := range keys {
		docs = append(docs, Doc(uint32(key)))
	}
	return docs, keys
}
