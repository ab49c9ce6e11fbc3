package docset

import (
	"math"
	"slices"
)

// Top keeps the smallest of many distinct keys, without sorting the rest: each
// Push takes constant time on average, and memory is twice the keys wanted. Reset
// makes a zero Top ready and keeps its memory for the next selection.
type Top struct {
	want  int
	keys  []uint64
	bound uint64 // keys from here on are not among the smallest
}

// Reset starts a selection of the want smallest keys; want is 0 or more.
func (t *Top) Reset(want int) {
	t.want, t.keys, t.bound = want, t.keys[:0], math.MaxUint64
}

// Push takes the next key.
func (t *Top) Push(key uint64) {
	if key >= t.bound {
		return
	}
	t.keys = append(t.keys, key)
	if len(t.keys) >= 2*t.want+64 {
		t.cut()
	}
}

// cut drops all but the wanted keys.
func (t *Top) cut() {
	if len(t.keys) > t.want {
		t.keys, t.bound = Smallest(t.keys, t.want), 0
		if t.want > 0 {
			t.bound = slices.Max(t.keys)
		}
	}
}

// Sorted returns the wanted keys, ascending, fewer if fewer were pushed. They are
// good until the next Reset.
func (t *Top) Sorted() []uint64 {
	t.cut()
	slices.Sort(t.keys)
	return t.keys
}

// Smallest moves the k smallest keys to the front, in any order, and returns
// them; all when there are no more. It takes linear time on average (Hoare's
// quickselect).
func Smallest(keys []uint64, k int) []uint64 {
	if k < len(keys) {
		if k > 0 {
			partition(keys, k)
		}
		keys = keys[:k]
	}
	return keys
}

// partition moves the k smallest keys to the front, in any order; k is at
// least 1 and less than len(keys).
func partition(keys []uint64, k int) {
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

// Key packs a score and a document so that keys ascend as scores fall and, among
// equal scores, as documents rise. The document is the low 32 bits. The score
// must not be NaN.
func Key(score float32, doc uint32) uint64 {
	b := math.Float32bits(score)
	if b>>31 != 0 {
		b = ^b
	} else {
		b |= 1 << 31
	}
	return uint64(^b)<<32 | uint64(doc)
}

// Score returns the score in a key.
func Score(key uint64) float32 {
	b := ^uint32(key >> 32)
	if b>>31 != 0 {
		return math.Float32frombits(b &^ (1 << 31))
	}
	return math.Float32frombits(^b)
}
