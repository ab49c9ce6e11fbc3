package catalog

import (
	"math"
	"slices"
)

// topKeys keeps the smallest of many distinct keys, without sorting the rest.
type topKeys struct {
	want  int
	keys  []uint64
	bound uint64 // keys from here on are not among the smallest
}

func (t *topKeys) reset(want int) {
	t.want, t.keys, t.bound = want, t.keys[:0], math.MaxUint64
}

func (t *topKeys) push(key uint64) {
	if key >= t.bound {
		return
	}
	t.keys = append(t.keys, key)
	if len(t.keys) >= 2*t.want+64 {
		t.cut()
	}
}

// cut drops all but the wanted keys.
func (t *topKeys) cut() {
	if t.want == 0 {
		t.keys, t.bound = t.keys[:0], 0
		return
	}
	if len(t.keys) > t.want {
		selectSmallest(t.keys, t.want)
		t.keys = t.keys[:t.want]
		t.bound = slices.Max(t.keys)
	}
}

// sorted gives the wanted keys, ascending.
func (t *topKeys) sorted() []uint64 {
	t.cut()
	slices.Sort(t.keys)
	return t.keys
}

// selectSmallest moves the k smallest keys to the front, in any order; k is at
// least 1 and less than len(keys).
func selectSmallest(keys []uint64, k int) {
	for rounds := 0; len(keys) > 32; rounds++ {
		if rounds > 64 {
			break // unlucky pivots: sorting bounds the cost
		}
		// Hoare's partition around the median of three.
		a, b, c := keys[0], keys[len(keys)/2], keys[len(keys)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := -1, len(keys)
		for {
			for i++; keys[i] < pivot; i++ {
			}
			for j--; keys[j] > pivot; j-- {
			}
			if i >= j {
				break
			}
			keys[i], keys[j] = keys[j], keys[i]
		}
		switch left := j + 1; { // keys[:left] <= pivot <= keys[left:]
		case left == k:
			return
		case left > k:
			keys = keys[:left]
		default:
			keys, k = keys[left:], k-left
		}
	}
	slices.Sort(keys)
}

// scoreKey turns a score and a document into a key that ascends with falling
// scores and, among equal ones, with rising documents.
func scoreKey(score float32, doc uint32) uint64 {
	b := math.Float32bits(score)
	if b>>31 != 0 {
		b = ^b
	} else {
		b |= 1 << 31
	}
	return uint64(^b)<<32 | uint64(doc)
}

// scoreOf gives the score in a key.
func scoreOf(key uint64) float32 {
	b := ^uint32(key >> 32)
	if b>>31 != 0 {
		return math.Float32frombits(b &^ (1 << 31))
	}
	return math.Float32frombits(^b)
}
