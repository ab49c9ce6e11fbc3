package docset

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// members lists the documents below n that a function holds of.
func members(n int, in func(d uint32) bool) []uint32 {
	var all []uint32
	for d := range uint32(n) {
		if in(d) {
			all = append(all, d)
		}
	}
	return all
}

func TestSetsAreWhatTheirListsAre(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 63, 64, 65, 700} {
		x := members(n, func(uint32) bool { return r.IntN(3) == 0 })
		y := members(n, func(uint32) bool { return r.IntN(2) == 0 })
		inX := func(d uint32) bool { return slices.Contains(x, d) }
		inY := func(d uint32) bool { return slices.Contains(y, d) }
		a, b := New(n), Full(n)
		a.AddAll(x)
		b.Assign(y)
		check := func(name string, s Set, want []uint32) {
			t.Helper()
			if got := s.AppendTo(nil); !slices.Equal(got, want) || !slices.Equal(slices.Collect(s.All()), want) || s.Count() != len(want) || !s.Fits(n) {
				t.Errorf("%d documents, %s: %v, want %v", n, name, got, want)
			}
		}
		check("a list", a, x)
		check("another list", b, y)
		check("all", Full(n), members(n, func(uint32) bool { return true }))
		both := members(n, func(d uint32) bool { return inX(d) && inY(d) })
		s := New(n)
		if got := s.Intersect(a, b); got != len(both) || a.CountCommon(b) != len(both) {
			t.Errorf("%d documents: %d in both, want %d", n, got, len(both))
		}
		check("both", s, both)
		s = slices.Clone(a)
		s.Union(b)
		check("either", s, members(n, func(d uint32) bool { return inX(d) || inY(d) }))
		rest := members(n, func(d uint32) bool { return inX(d) && !inY(d) })
		s = slices.Clone(a)
		s.Subtract(b)
		check("one alone", s, rest)
		s = slices.Clone(a)
		s.RemoveAll(y)
		check("one without a list", s, rest)
		for d := range a.All() {
			if !a.Has(d) {
				t.Errorf("%d documents: %d is missing", n, d)
			}
			a.Remove(d)
		}
		check("emptied", a, nil)
	}
	if (Set{1 << 3}).Fits(3) {
		t.Error("a document past the last fits")
	}
}
