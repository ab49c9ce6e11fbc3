package catalog

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// Count is one value of a facet: how many of the films that match have it.
type Count struct {
	Value string `json:"value"`
	Count int    `json:"count" minimum:"1"`
}

// Facets are counts by the name of what was counted: most films first, equal
// counts by value. Values without a film are left out.
type Facets map[string][]Count

// FacetNames are the attributes that can be counted.
var FacetNames = facetNames()

func facetNames() (names []string) {
	for _, v := range film.Vocabularies {
		if v.Facet {
			names = append(names, v.Name)
		}
	}
	return names
}

// Facets counts the films that match a question, page aside, by value. The question
// must have passed its Check. A name that is not one of FacetNames is a fault of the
// parameter facets.
func (c *Catalog) Facets(q *film.Query, names []string) (Facets, error) {
	for _, name := range names {
		if !slices.Contains(FacetNames, name) {
			return nil, fault.Param("facets", "a comma-separated list of: "+strings.Join(FacetNames, ", "))
		}
	}
	s := c.borrow()
	defer c.giveBack(s)
	sel := c.matchingUnranked(q, s)
	if few := sel.total < c.Len()/16; few && sel.bits != nil {
		sel.list = sel.bits.AppendTo(s.takeList())
		s.keepList(sel.list)
	}
	facets := make(Facets, len(names))
	for _, name := range names {
		facets[name] = c.attribute(name).counts(&sel, s)
	}
	return facets, nil
}

// attribute returns the attribute of a name, nil if there is none.
func (c *Catalog) attribute(name string) *attribute {
	i := slices.IndexFunc(c.attributes, func(a attribute) bool { return a.name == name })
	if i < 0 {
		return nil
	}
	return &c.attributes[i]
}

// counts counts the films of the selection by value: through the inverted or the
// forward form of the attribute, whichever takes fewer steps.
func (a *attribute) counts(sel *selection, s *scratch) []Count {
	if cap(s.counts) < len(a.values) {
		s.counts = make([]int, len(a.values))
	}
	n := s.counts[:len(a.values)]
	clear(n)
	switch {
	case sel.all:
		for i := range n {
			n[i] = a.films.count(i)
		}
	case sel.bits == nil || sel.list != nil && 2*sel.total < a.passes():
		a.countEach(n, sel.list)
	default:
		for i := range n {
			if d := a.films.dense(i); d != nil {
				n[i] = d.CountCommon(sel.bits)
				continue
			}
			for _, d := range a.films.list(i) {
				n[i] += int(sel.bits[d>>6] >> (d & 63) & 1)
			}
		}
	}
	counts := make([]Count, 0, 16)
	for i, count := range n {
		if count > 0 {
			counts = append(counts, Count{a.values[i], count})
		}
	}
	slices.SortFunc(counts, func(x, y Count) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Value, y.Value))
	})
	return counts
}

// countEach adds to n, by value, the films of docs that have it.
func (a *attribute) countEach(n []int, docs []uint32) {
	for _, d := range docs {
		for _, v := range a.valuesOf(d) {
			n[v]++
		}
	}
}

// passes returns how many steps it takes to count value by value: words of bitmaps and
// documents of lists.
func (a *attribute) passes() int {
	return len(a.films.bits) + len(a.films.docs)
}
