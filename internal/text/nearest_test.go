package text

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTheNearestWordIsTheOneThatWasMeant(t *testing.T) {
	known := []string{"genre", "decade", "year_min", "year_max", "min_rating", "director", "cursor", "q", "sort"}
	for word, want := range map[string][]string{
		"year":     {"year_min", "year_max"},
		"gnere":    {"genre"},
		"genres":   {"genre"},
		"rating":   {"min_rating"},
		"directer": {"director"},
		"yearmin":  {"year_min"},
		"zzz":      {},
		"":         {},
		"x":        {},
	} {
		if got := Nearest(word, known, 3); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestDistanceCountsLettersThatDiffer(t *testing.T) {
	for _, c := range []struct {
		a, b       string
		most, want int
	}{
		{"", "", 0, 0}, {"abc", "", 3, 3}, {"genre", "gnere", 2, 1}, {"kitten", "sitting", 7, 3}, {"scifi", "scifi", 0, 0},
		{"kitten", "sitting", 3, 3}, {"kitten", "sitting", 2, 3}, {"a", "abcdef", 2, 3}, // 3 is more than 2
	} {
		if got := Distance(c.a, c.b, c.most); got != c.want || Distance(c.b, c.a, c.most) != c.want {
			t.Errorf("%q and %q within %d are %d apart, want %d", c.a, c.b, c.most, got, c.want)
		}
	}
}

func TestDistanceIsTheSameHoweverItIsCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(letters int) string {
		b := make([]byte, 1+r.IntN(letters))
		for i := range b {
			b[i] = 'a' + byte(r.IntN(4))
		}
		return string(b)
	}
	for range 20_000 {
		a, b := word(64), word(80)
		if got, want := distanceInWord(a, b), distanceByRows(a, b); got != want {
			t.Fatalf("%q and %q are %d apart in bits, %d in rows", a, b, got, want)
		}
	}
}
