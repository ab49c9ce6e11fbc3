package film

import (
	"math"
	"testing"
)

// REQ CO-03: an own number says the film's id, fits into 32 bits and is none of the movie
// database's.
func TestOwnNumbersSayTheID(t *testing.T) {
	for _, id := range []ID{1, 41959, 111161, 10203040, 999_999_999} {
		n := id.OwnNumber()
		if got, ok := ParseOwnNumber(n); !ok || got != id || n > math.MaxInt32 || n < FirstOwnNumber {
			t.Errorf("%s has number %d, which says %v %v", id, n, got, ok)
		}
	}
	for _, n := range []int{math.MinInt, -1, 0, 1, 278, 999_999_999, FirstOwnNumber, 2 * FirstOwnNumber, math.MaxInt32, math.MaxInt} {
		if id, ok := ParseOwnNumber(n); ok {
			t.Errorf("%d says %s", n, id)
		}
	}
}
