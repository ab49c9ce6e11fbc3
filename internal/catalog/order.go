package catalog

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"sort"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// column is one sort field of every film with its two orders, ascending and descending,
// sorted when the catalogue was built.
type column struct {
	field  string
	ids    []uint32
	values []float64    // by document, NaN for null; nil for the title
	words  pack.Strings // folded titles, by document; only for the title
	known  int          // documents with a value, which every order has first
	asc    order
	desc   order
}

// order is every document in the order of a column: ties by id, nulls last.
type order struct {
	column *column
	down   bool
	perm   []uint32 // documents in order
	rank   []uint32 // by document, its place in perm
	// marks are prefix bitmaps: of the first step, 2·step, … documents in order.
	// They answer "which films are in this range of the order" and "how many of
	// these films come before here" (rank) in a few passes over bitmaps.
	marks []uint64
	step  int
}

// markStep returns how many documents of an order lie between two marks: at most 64
// marks, so that they take no more memory than 64 bits a film.
func markStep(n int) int { return max(64, (n+63)/64) }

// compareDocs compares two documents by the column, nulls last in both directions; 0 for ties.
func (c *column) compareDocs(a, b uint32, down bool) int {
	if c.values == nil {
		r := bytes.Compare(c.words.At(int(a)), c.words.At(int(b)))
		if down {
			return -r
		}
		return r
	}
	return compareNumbers(c.values[a], c.values[b], down)
}

// compareNumbers orders two values, null (NaN) last in both directions.
func compareNumbers(a, b float64, down bool) int {
	switch nullA, nullB := math.IsNaN(a), math.IsNaN(b); {
	case nullA && nullB:
		return 0
	case nullA:
		return 1
	case nullB:
		return -1
	case down:
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// position returns where a document stands in the order, by value instead of place, so
// that a cursor survives a new library.
func (o *order) position(d uint32) film.Position {
	p := film.Position{ID: film.ID(o.column.ids[d])}
	switch c := o.column; {
	case c.values == nil:
		p.Word = string(cut(c.words.At(int(d))))
	case math.IsNaN(c.values[d]):
		p.Null = true
	default:
		p.Number = c.values[d]
	}
	return p
}

// cut returns as much of a title as a position holds, film.MaxWord bytes.
func cut(word []byte) []byte { return word[:min(len(word), film.MaxWord)] }

// after returns the place in the order of the first document behind p, by binary
// search, whether or not the film that p was taken from still exists.
func (o *order) after(p *film.Position) int {
	c := o.column
	if c.values == nil {
		return o.afterTitle([]byte(p.Word), uint32(p.ID))
	}
	value := p.Number
	if p.Null {
		value = math.NaN()
	}
	return sort.Search(len(o.perm), func(i int) bool {
		d := o.perm[i]
		r := compareNumbers(c.values[d], value, o.down)
		return r > 0 || r == 0 && c.ids[d] > uint32(p.ID)
	})
}

// afterTitle is after for the order by title. Of a title that a position cannot
// hold whole the film tells the place. If it is gone, the place is that of the
// first film whose title begins so: better some films twice than one not at all.
func (o *order) afterTitle(word []byte, id uint32) int {
	c, whole := o.column, len(word) < film.MaxWord
	if !whole {
		if d, ok := slices.BinarySearch(c.ids, id); ok && bytes.Equal(cut(c.words.At(d)), word) {
			return int(o.rank[d]) + 1
		}
	}
	return sort.Search(len(o.perm), func(i int) bool {
		d := o.perm[i]
		r := bytes.Compare(cut(c.words.At(int(d))), word)
		if o.down {
			r = -r
		}
		return r > 0 || r == 0 && (!whole || c.ids[d] > id)
	})
}

// span returns the places from <= i < to in the ascending order of the documents whose
// value lies from low to high, both included. Nulls are in no span.
func (c *column) span(low, high float64) (from, to int) {
	known := c.asc.perm[:c.known]
	from = sort.Search(len(known), func(i int) bool { return c.values[known[i]] >= low })
	to = sort.Search(len(known), func(i int) bool { return c.values[known[i]] > high })
	return from, max(from, to)
}

// mark returns the bitmap of the first k·step documents; k is at least 1.
func (o *order) mark(k int) docset.Set {
	w := docset.Words(len(o.perm))
	return o.marks[(k-1)*w : k*w]
}

// fill sets b to the documents at the places from <= i < to.
func (o *order) fill(b docset.Set, from, to int) {
	if to-from <= o.step {
		clear(b)
		o.include(b, from, to)
		return
	}
	// Everything before to, then less everything before from. The mark nearest
	// to each is right but for the places in between.
	k := o.nearest(to) // 1 or more, as more than a step lies before
	copy(b, o.mark(k))
	o.include(b, k*o.step, to)
	o.exclude(b, to, k*o.step)
	if k = o.nearest(from); k > 0 {
		b.Subtract(o.mark(k))
	}
	o.exclude(b, k*o.step, from)
	o.include(b, from, k*o.step)
}

// include adds to b the documents at the places from <= i < to; none when from is not below to.
func (o *order) include(b docset.Set, from, to int) {
	for i := from; i < to; i++ {
		b.Add(o.perm[i])
	}
}

// exclude removes from b the documents at the places from <= i < to; none when from is not
// below to.
func (o *order) exclude(b docset.Set, from, to int) {
	for i := from; i < to; i++ {
		b.Remove(o.perm[i])
	}
}

// nearest returns the mark closest to a place, 0 for the start.
func (o *order) nearest(place int) int {
	return min((place+o.step/2)/o.step, o.lastMark())
}

// lastMark returns the number of marks: places behind the last mark have no bitmap.
func (o *order) lastMark() int {
	if w := docset.Words(len(o.perm)); w > 0 {
		return len(o.marks) / w
	}
	return 0
}

// writeOrders writes both orders of a column whose values or words are set.
func (c *column) writeOrders(w *pack.Writer) error {
	docs := make([]uint32, len(c.ids))
	for _, down := range []bool{false, true} {
		for i := range docs {
			docs[i] = uint32(i)
		}
		slices.SortFunc(docs, func(a, b uint32) int {
			return cmp.Or(c.compareDocs(a, b, down), cmp.Compare(a, b))
		})
		if err := writeOrder(w, orderPrefix(c.field, down), docs); err != nil {
			return err
		}
	}
	return nil
}

// orderPrefix returns what the names of an order's sections begin with.
func orderPrefix(field string, down bool) string {
	return "order/" + film.Sort{Field: field, Desc: down}.String()
}

// writeOrder writes an order as its permutation, the inverse (rank) and the marks.
func writeOrder(w *pack.Writer, prefix string, perm []uint32) error {
	rank := make([]uint32, len(perm))
	for i, d := range perm {
		rank[d] = uint32(i)
	}
	pack.PutSection(w, prefix+"/perm", perm)
	pack.PutSection(w, prefix+"/rank", rank)
	w.Section(prefix + "/marks")
	seen := docset.New(len(perm))
	step := markStep(len(perm))
	for i, d := range perm {
		seen.Add(d)
		if (i+1)%step == 0 {
			pack.Put(w, seen...)
		}
	}
	return w.Err()
}

// readOrders reads what writeOrders wrote, and counts the known values.
func (c *column) readOrders(r *pack.Reader) {
	n := len(c.ids)
	c.asc = readOrder(r, c, false)
	c.desc = readOrder(r, c, true)
	c.known = n
	if c.values != nil {
		c.known = sort.Search(len(c.asc.perm), func(i int) bool {
			return math.IsNaN(c.values[c.asc.perm[i]])
		})
	}
}

// readOrder reads what writeOrder wrote and checks that it leads nowhere outside the
// catalogue.
func readOrder(r *pack.Reader, c *column, down bool) order {
	n := len(c.ids)
	prefix := orderPrefix(c.field, down)
	o := order{column: c, down: down, step: markStep(n)}
	o.perm = pack.Below[uint32](r, prefix+"/perm", n, n)
	o.rank = pack.Below[uint32](r, prefix+"/rank", n, n)
	o.marks = pack.Column[uint64](r, prefix+"/marks", n/o.step*docset.Words(n))
	for k := 1; k <= o.lastMark(); k++ {
		r.Require(o.mark(k).Fits(n), "section %s/marks has documents past the last", prefix)
	}
	return o
}
