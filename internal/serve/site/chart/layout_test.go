package chart

import (
	"fmt"
	"math"
	"testing"
)

func TestNodesKeepTheirRoom(t *testing.T) {
	for _, size := range []int{2, 12, 40} {
		n := Network{Head: Head{ID: "n"}, Seed: 3}
		for i := range size {
			n.Nodes = append(n.Nodes, Node{Label: fmt.Sprintf("CHARACTER %d", i), Value: float64(i % 9)})
			n.Edges = append(n.Edges, Edge{From: i, To: i * i % size, Value: float64(i)}, Edge{From: i, To: 0, Value: 1})
		}
		shown := n.shown()
		f := frame{left: 6, right: 634, top: 6, bottom: 480}
		var pulls []pull
		for _, e := range n.sorted() {
			pulls = append(pulls, pull{e.From, e.To, 0.5})
		}
		bodies, names := n.place(&f, shown, pulls)
		if len(names) != size {
			t.Fatalf("%d names of %d nodes", len(names), size)
		}
		for i, a := range bodies {
			if a.x-a.left < f.left-1 || a.x+a.right > f.right+1 || a.y-a.above < f.top-1 || a.y+a.below > f.bottom+1 {
				t.Errorf("of %d nodes %d is out of the frame: %+v", size, i, a)
			}
			for k, b := range bodies[:i] {
				if math.Abs(a.x-b.x) < a.right+b.right-2 && a.y-a.above < b.y+b.below-2 && b.y-b.above < a.y+a.below-2 {
					t.Errorf("of %d nodes %d covers %d", size, i, k)
				}
			}
		}
	}
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		values    []float64
		axis      Axis
		low, high float64
	}{
		{[]float64{3, 97}, Axis{}, 0, 100},
		{[]float64{6.2, 7.9}, Axis{Decimals: 1}, 6, 8},
		{[]float64{1931, 2019}, Axis{Format: Year}, 1920, 2020},
		{[]float64{2.1e6, 8e8}, Axis{Format: Money, Log: true}, 2e6, 1e9},
		{[]float64{100, 1000}, Axis{Log: true}, 100, 1000},
		{[]float64{5, 5}, Axis{Log: true}, 2, 10},
		{nil, Axis{}, 0, 1},
	} {
		s := newScale(c.axis, c.values, 0, 500, 5, false)
		if s.low != c.low || s.high != c.high {
			t.Errorf("%v: from %v to %v, want %v to %v", c.values, s.low, s.high, c.low, c.high)
		}
		if n := len(s.ticks(40)); n < 2 || n > 13 {
			t.Errorf("%v: %d ticks", c.values, n)
		}
	}
}

func TestFit(t *testing.T) {
	for _, c := range []struct {
		s     string
		width float64
		want  string
	}{
		{"Alien", 100, "Alien"},
		{"The Long Goodbye", 60, "The Lo…"},
		{"The Long Goodbye", 0, "…"},
		{"e\u0301e\u0301e\u0301e\u0301e\u0301", 32, "e\u0301e\u0301…"},
		{"", 10, ""},
		{"a\tb\x00c", 100, "a bc"},
	} {
		if got, _ := fit(c.s, c.width); got != c.want {
			t.Errorf("%q in %v: %q, want %q", c.s, c.width, got, c.want)
		}
	}
}
