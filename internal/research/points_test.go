package research

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/tiermodel"
)

func TestPointsAreDrawnToTheMeanWhereVotesAreFew(t *testing.T) {
	for _, c := range []struct {
		rating float64
		votes  int
		mean   float64
		want   float64
	}{
		{8, 0, 6.5, 65},
		{8, 1000, 6, 70},
		{8, 3000, 6, 75},
		{9, 1_000_000_000, 6, 90},
		{0, 0, 0, 0},
		{10, math.MaxInt32, 10, 100},
		{8, -5, 6.5, 65}, // a count that cannot be
	} {
		if got := pointsOf(c.rating, c.votes, c.mean); got != c.want {
			t.Errorf("rating %v of %d votes, mean %v: %v points, want %v", c.rating, c.votes, c.mean, got, c.want)
		}
	}
}

// REQ S-13: the shares are 8, 25, 17, 17, 20 and 13 percent, so that High, Mid
// and Low are thirds.
func TestTiersHaveTheirShares(t *testing.T) {
	for n, want := range map[int][6]int{
		100: {8, 25, 17, 17, 20, 13}, 1000: {80, 250, 170, 170, 200, 130}, 0: {}, 1: {0, 0, 1, 0, 0, 0}, 876: {70, 219, 149, 149, 175, 114},
	} {
		var got [6]int
		for place := range n {
			got[tierAt(place, n)]++
		}
		if got != want {
			t.Errorf("of %d scripts tiers have %v, want %v", n, got, want)
		}
	}
	for tier, want := range []tiermodel.Class{tiermodel.High, tiermodel.High, tiermodel.Mid, tiermodel.Mid, tiermodel.Low, tiermodel.Low} {
		if got := classOf(tier); got != want {
			t.Errorf("tier %c is of class %v, want %v", Tiers[tier], got, want)
		}
	}
	if tiersOf(tiermodel.High) != "S/A" || tiersOf(tiermodel.Mid) != "B/C" || tiersOf(tiermodel.Low) != "D/E" { // REQ S-19
		t.Errorf("classes have tiers %s, %s, %s", tiersOf(tiermodel.High), tiersOf(tiermodel.Mid), tiersOf(tiermodel.Low))
	}
}

// REQ S-11, S-12: ranks follow points, then the master score, then the id, and
// do not depend on the order scripts come in.
func TestRanks(t *testing.T) {
	make := func(id film.ID, rating, score float64) scoredScript {
		s := scoredScript{MeasuredScript: MeasuredScript{Film: id}, votes: 1000}
		s.outcomes[filmdbRating], s.outcomes[masterScore] = rating, score
		return s
	}
	all := []scoredScript{make(1, 7, 60), make(2, 9, 50), make(3, 7, 70), make(4, 7, 60), make(5, 3, 99)}
	want := []film.ID{2, 3, 1, 4, 5}
	for range 20 {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if mean := rank(all); math.Abs(mean-6.6) > 1e-12 {
			t.Fatalf("mean rating %v, want 6.6", mean)
		}
		var got []film.ID
		for i := range all {
			got = append(got, all[i].Film)
			if i > 0 && (all[i].points > all[i-1].points || all[i].tier < all[i-1].tier) {
				t.Errorf("rank %d has more points or a better tier than rank %d", i+1, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("order %v, want %v", got, want)
		}
	}
}
