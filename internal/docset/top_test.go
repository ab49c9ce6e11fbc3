package docset

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTopKeysAreTheSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var top Top
	for _, n := range []int{0, 1, 5, 100, 3000} {
		for _, want := range []int{0, 1, 2, 50, 700, 5000} {
			for name, key := range map[string]func(i int) uint64{
				"random":  func(int) uint64 { return r.Uint64() >> 1 },
				"rising":  func(i int) uint64 { return uint64(i) },
				"falling": func(i int) uint64 { return uint64(n - i) },
			} {
				var keys []uint64
				top.Reset(want)
				for i := range n {
					keys = append(keys, key(i))
					top.Push(keys[i])
				}
				slices.Sort(keys)
				if got := top.Sorted(); !slices.Equal(got, keys[:min(want, n)]) {
					t.Fatalf("%d of %d %s keys: %v, want %v", want, n, name, got, keys[:min(want, n)])
				}
			}
		}
	}
}

func TestKeysOfScoresAscendAsScoresFall(t *testing.T) {
	scores := []float32{float32(math.Inf(1)), 1e9, 2, 1.5, 1e-30, 0, -1e-9, -3, float32(math.Inf(-1))}
	for i, score := range scores {
		if got := Score(Key(score, 7)); got != score {
			t.Errorf("the key of %v gives %v", score, got)
		}
		if Key(score, 7) >= Key(score, 8) {
			t.Errorf("%v: documents do not ascend", score)
		}
		if i > 0 && Key(scores[i-1], 9) >= Key(score, 0) {
			t.Errorf("%v comes after %v", scores[i-1], score)
		}
	}
}
