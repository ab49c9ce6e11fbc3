package catalog

import "kinodex/internal/film"

// Histogram counts the films that match a question by bins of the values of a field, one of
// film.SortFields other than the title: bin i holds values from low+i*width up to below
// low+(i+1)*width, and the last one its upper end, too. Films whose value is unknown or out of
// range are left out. The question must have passed its Check, and bins must be above 0. It
// takes time in proportion to the films that match.
func (c *Catalog) Histogram(q *film.Query, field string, low, width float64, bins int) []int {
	counts := make([]int, bins)
	col := c.column(field)
	if col == nil || col.values == nil {
		return counts
	}
	add := func(d uint32) {
		v := col.values[d]
		i := int((v - low) / width)
		if v == low+width*float64(bins) {
			i = bins - 1
		}
		if v >= low && i < bins { // never so for a null
			counts[i]++
		}
	}
	s := c.borrow()
	defer c.giveBack(s)
	sel := c.matchingUnranked(q, s)
	switch {
	case sel.all:
		for d := range uint32(c.Len()) {
			add(d)
		}
	case sel.bits != nil:
		for d := range sel.bits.All() {
			add(d)
		}
	default:
		for _, d := range sel.list {
			add(d)
		}
	}
	return counts
}
