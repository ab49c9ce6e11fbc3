package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestListsMeetInTheDocumentsThatBothHave(t *testing.T) {
	const docs = 2000
	r := rand.New(rand.NewPCG(5, 6))
	var m Matches
	list := func(n int) (l []uint32) {
		for range n {
			l = append(l, uint32(r.IntN(docs)))
		}
		slices.Sort(l)
		return slices.Compact(l)
	}
	for _, size := range [][2]int{{0, 10}, {10, 0}, {1, 1}, {5, 1500}, {40, 200}, {40, 330}, {300, 300}, {900, 1200}} {
		for range 50 {
			candidates, o := list(size[0]), operand{docs: list(size[1])}
			var want []pair
			for from, d := range candidates {
				if at, ok := slices.BinarySearch(o.docs, d); ok {
					want = append(want, pair{uint32(from), uint32(at)})
				}
			}
			if m.meet(&o, candidates, docs); !slices.Equal(m.pairs, want) {
				t.Fatalf("%v meet %v in %v, want %v", candidates, o.docs, m.pairs, want)
			}
		}
	}
}

func TestListsOfADamagedFileMeetInDocumentsAlone(t *testing.T) {
	for _, tt := range []struct{ candidates, docs []uint32 }{
		{[]uint32{1, 5, 9, 50}, []uint32{1, 5, 9, 50}},
		{[]uint32{5, 5, 1, 9}, []uint32{5, 5, 1, 9}},
		{[]uint32{7, 3}, append(make([]uint32, 20), 7, 3)},
	} {
		o := operand{docs: tt.docs}
		next := uint32(0)
		var m Matches
		m.meet(&o, tt.candidates, 10)
		for _, p := range m.pairs {
			d := tt.candidates[p.from]
			if d != tt.docs[p.at] || d < next || d >= 10 {
				t.Errorf("%v meet %v in %d", tt.candidates, tt.docs, d)
			}
			next = d + 1
		}
	}
}
