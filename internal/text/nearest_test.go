package text

import (
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
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"genre", "gnere", 1}, {"kitten", "sitting", 3}, {"scifi", "scifi", 0}} {
		if got := distance(c.a, c.b); got != c.want || distance(c.b, c.a) != c.want {
			t.Errorf("%q and %q are %d apart, want %d", c.a, c.b, got, c.want)
		}
	}
}
