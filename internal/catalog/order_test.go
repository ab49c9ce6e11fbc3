package catalog

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/docset"
)

func TestPartsOfAnOrderAsBitsets(t *testing.T) {
	for _, n := range []int{1, 64, 130, 5000} {
		c := open(t, build(t, newSample(uint64(n), n).films()))
		r := rand.New(rand.NewPCG(1, uint64(n)))
		for range 400 {
			o := &c.columns[r.IntN(len(c.columns))].asc
			if r.IntN(2) == 0 {
				o = &o.column.desc
			}
			from := r.IntN(n + 1)
			to := from + r.IntN(n+1-from)
			b := docset.New(n)
			for i := range b {
				b[i] = math.MaxUint64 // what was in it before must not matter
			}
			o.fill(b, from, to)
			want := slices.Clone(o.perm[from:to])
			slices.Sort(want)
			if got := b.AppendTo(nil); !slices.Equal(got, want) {
				t.Fatalf("%d films, %s, places %d to %d: %d films, want %d", n, o.column.field, from, to, len(got), len(want))
			}
		}
	}
}

func TestWalksFindFilmsFarAhead(t *testing.T) {
	const n = 5000
	c := open(t, build(t, newSample(4, n).films()))
	o := &c.column("budget").desc
	for _, places := range [][]int{{0, 4900}, {4999}, {10, 700, 4000, 4001}, {3200}, {63, 64, 4992}, {}} {
		b := docset.New(n)
		for _, p := range places {
			b.Add(o.perm[p])
		}
		for limit := 1; limit <= len(places)+1; limit++ {
			for skip := range len(places) + 1 {
				at, left := o.skip(b, len(places), skip)
				var got []int
				for _, d := range o.walk(nil, b, at, left, limit) {
					got = append(got, int(o.rank[d]))
				}
				if want := places[skip:min(len(places), skip+limit)]; !slices.Equal(got, want) {
					t.Errorf("films at %v, %d of them after %d: %v", places, limit, skip, got)
				}
			}
		}
	}
}
