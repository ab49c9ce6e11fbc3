package intern

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
)

// Sort sorts numbers by the bytes of the strings that at gives of them, and those of equal strings
// by themselves. It compares the first eight bytes as one integer, so that few strings are looked at.
func Sort(numbers []uint32, at func(n uint32) string) {
	type sortKey struct {
		head   uint64
		number uint32
	}
	all := make([]sortKey, len(numbers))
	for i, n := range numbers {
		var head [8]byte
		copy(head[:], at(n))
		all[i] = sortKey{binary.BigEndian.Uint64(head[:]), n}
	}
	slices.SortFunc(all, func(a, b sortKey) int {
		if a.head != b.head {
			return cmp.Compare(a.head, b.head)
		}
		return cmp.Or(strings.Compare(at(a.number), at(b.number)), cmp.Compare(a.number, b.number))
	})
	for i := range all {
		numbers[i] = all[i].number
	}
}
