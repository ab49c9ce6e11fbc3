package intern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The table agrees with a map, also about empty strings and those longer than a chunk.
func TestTableNumbersEachStringOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var table Table
	if _, known := table.Find(""); known || table.Len() != 0 {
		t.Fatal("an empty table knows a string")
	}
	want, order := map[string]uint32{}, []string{}
	for range 200_000 {
		s := fmt.Sprint("name ", r.IntN(60_000))
		switch r.IntN(2000) {
		case 0:
			s = ""
		case 1:
			s = strings.Repeat("x", chunkSize/2+r.IntN(chunkSize))
		}
		n, known := want[s]
		if found, has := table.Find(s); has != known || known && found != n {
			t.Fatalf("%.20q is found as %d, %v, want %d, %v", s, found, has, n, known)
		}
		if !known {
			n = uint32(len(order))
			want[s], order = n, append(order, s)
		}
		if got := table.Number(s); got != n {
			t.Fatalf("%.20q has number %d, want %d", s, got, n)
		}
	}
	if table.Len() != len(order) {
		t.Fatalf("%d strings, want %d", table.Len(), len(order))
	}
	for i, s := range order {
		if got := table.At(uint32(i)); got != s {
			t.Fatalf("string %d is %.20q, want %.20q", i, got, s)
		}
	}
}

// A string of the list stays as it is while others are appended.
func TestListKeepsStrings(t *testing.T) {
	var list List
	var want []string
	var early []string
	for i := range 100_000 {
		s := strings.Repeat(fmt.Sprint(i), i%7)
		list.Append(s)
		want, early = append(want, s), append(early, list.At(uint32(i)))
	}
	for i, s := range want {
		if early[i] != s || list.At(uint32(i)) != s {
			t.Fatalf("string %d is %q and was %q, want %q", i, list.At(uint32(i)), early[i], s)
		}
	}
}

// Strings are sorted by all their bytes, also when they begin alike, end early or hold zeros.
func TestSortOrdersByBytes(t *testing.T) {
	words := []string{"", "a", "a\x00", "\x00", "anderson", "andersona", "anderson\x00", "anders", "ÿ", "anderson", "andersonb", "zz"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		words = append(words, strings.Repeat("ab", r.IntN(5))+fmt.Sprint(r.IntN(500)))
	}
	numbers := make([]uint32, len(words))
	for i := range numbers {
		numbers[i] = uint32(i)
	}
	want := slices.Clone(numbers)
	slices.SortStableFunc(want, func(a, b uint32) int { return strings.Compare(words[a], words[b]) })
	r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	if Sort(numbers, func(n uint32) string { return words[n] }); !slices.Equal(numbers, want) {
		t.Error("the order is another than that of the whole strings")
	}
}
