package traffic

import (
	"math"
	"math/bits"
	"time"
)

// histogram counts durations in buckets, four for each doubling, from 16 µs to 69 s. What is
// shorter or longer is in the first or the last bucket. A bucket's ends are at most a quarter
// apart, so that a quantile, which is read off in proportion within its bucket, is at most a
// quarter off.
type histogram [buckets]uint32

const (
	lowest  = 14 // 2^14 ns are 16 µs
	highest = 36 // 2^36 ns are 69 s
	buckets = (highest - lowest) * 4
)

func (h *histogram) count(took time.Duration) { h[bucketOf(took)]++ }

// bucketOf returns the bucket of a duration: its highest bit and the two below it.
func bucketOf(took time.Duration) int {
	if took < 1<<lowest {
		return 0
	}
	top := bits.Len64(uint64(took)) - 1
	return min((top-lowest)*4+int(took>>(top-2)&3), buckets-1)
}

// begins returns where a bucket begins, in seconds.
func begins(bucket int) float64 {
	return math.Ldexp(4+float64(bucket%4), lowest+bucket/4-2) / 1e9
}

func (h *histogram) add(other *histogram) {
	for i, n := range other {
		h[i] += n
	}
}

// quantile returns how many seconds a part of the requests took at most, 0 of none.
func (h *histogram) quantile(part float64) float64 {
	total := 0.0
	for _, n := range h {
		total += float64(n)
	}
	left := total * part
	for i, n := range h {
		if n > 0 && left <= float64(n) {
			return begins(i) + (begins(i+1)-begins(i))*left/float64(n)
		}
		left -= float64(n)
	}
	return 0
}
