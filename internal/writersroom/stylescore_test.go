package writersroom_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

// drawn makes habits up: of so many counts, some places preferred.
func drawn(seed uint64, n int, preferred func(place int) bool) measure.StyleCounts {
	draw := rand.New(rand.NewPCG(seed, 3))
	h := make(measure.StyleCounts, len(measure.StyleFeatures()))
	for range n {
		place := draw.IntN(len(h))
		if !preferred(place) {
			place = draw.IntN(len(h))
		}
		h[place]++
	}
	return h
}

func even(place int) bool { return place%2 == 0 }
func odd(place int) bool  { return place%2 == 1 }

// baseline is made of many scripts of either kind.
func baseline() *writersroom.Baseline {
	sums := make([]int, len(measure.StyleFeatures()))
	for seed := range uint64(20) {
		for i, n := range drawn(seed, 20_000, map[bool]func(int) bool{true: even, false: odd}[seed%2 == 0]) {
			sums[i] += int(n)
		}
	}
	return writersroom.NewBaseline(sums, [measure.Count]research.Norm{})
}

// A text is liker the hand that prefers what it prefers, and the longer it is, the
// more; nothing is not like anyone.
func TestATextIsLikeTheHandOfItsHabits(t *testing.T) {
	y := baseline()
	evens := y.NewProfile([]writersroom.Work{{Film: 1, Habits: drawn(101, 20_000, even)}})
	odds := y.NewProfile([]writersroom.Work{{Film: 2, Habits: drawn(102, 20_000, odd)}})
	before := 0.0
	for _, n := range []int{200, 1000, 5000} {
		text := drawn(103, n, even)
		gap := evens.LogRatio(text) - odds.LogRatio(text)
		if gap <= before {
			t.Errorf("%d words: a gap of %g, after %g", n, gap, before)
		}
		before = gap
	}
	if l := evens.LogRatio(make(measure.StyleCounts, len(measure.StyleFeatures()))); l != 0 {
		t.Errorf("an empty text: %g", l)
	}
	if l := evens.LogRatio(nil); l != 0 {
		t.Errorf("a text without habits: %g", l)
	}
	nobody := y.NewProfile(nil)
	if l := nobody.LogRatio(drawn(104, 500, even)); l != 0 {
		t.Errorf("a hand without works: %g", l)
	}
	if d := nobody.Distance(y, measure.Vector{}, 100); !math.IsInf(d, 1) {
		t.Errorf("a hand without works is %g away", d)
	}
}

// Shares are above 0, at most 1, add up to 1, and keep the order.
func TestSharesAddUp(t *testing.T) {
	for _, scores := range [][]float64{{0}, {1, 2, 3}, {-1e6, 0, 1e6}, {5, 5, 5, 5}} {
		sum, last := 0.0, -1.0
		for _, s := range writersroom.Shares(scores) {
			if s < 0 || s > 1 || s < last || math.IsNaN(s) {
				t.Errorf("%v: share %g", scores, s)
			}
			sum, last = sum+s, s
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%v: shares add up to %g", scores, sum)
		}
	}
}

// Scores are finite for whatever text, with candidates of every kind.
func FuzzScores(f *testing.F) {
	y := baseline()
	candidates := []writersroom.Candidate{
		{Profile: y.NewProfile([]writersroom.Work{{Film: 1, Habits: drawn(1, 3000, even)}}), Vocabulary: []writersroom.WeightedWord{{Stem: "reel", Weight: 1}}},
		{Profile: y.NewProfile(nil)},
	}
	f.Add("INT. ATTIC - NIGHT\n\nThe reel -- again.\n\nIRIS\nYes?\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := parse.Text(text)
		m := writersroom.NewManuscript(s, meter.Of(s), meter.StyleCountsOf(s), nil)
		for _, score := range y.Scores(m.Sample(), candidates, writersroom.Weights{Habits: 1, Features: 1, Vocabulary: 1}) {
			if math.IsNaN(score) || math.IsInf(score, 0) {
				t.Errorf("score %g", score)
			}
		}
	})
}

// Whatever is sent, every tool of the built-in engine answers, with and without a
// research set to compare with.
func FuzzTools(f *testing.F) {
	s := libraryOfTests(f)
	room := writersroom.New(guides(f), nil)
	f.Add("INT. ATTIC - NIGHT\n\nThe reel -- again.\n\nIRIS\nYes?\n\nEXT. HARBOUR - DAY\n\nGulls.\n", "A story. Of Iris Vane.")
	f.Add("", "")
	f.Add("no screenplay at all", "...")
	f.Fuzz(func(t *testing.T, text, synopsis string) {
		script := parse.Text(text)
		bare := writersroom.NewManuscript(script, meter.Of(script), meter.StyleCountsOf(script), nil)
		for name, ask := range tools(room) {
			asked := []*writersroom.Manuscript{bare, manuscript(t, s, text)}
			if name != "coverage" && name != "rewrite" && name != "deep-analyze" {
				asked = append(asked, writersroom.Outline(synopsis))
			}
			for _, m := range asked {
				q := question(t, name, m)
				if strings.Contains(text, "gulls") {
					q.Genres = nil
				}
				if _, err := ask(t.Context(), s, q); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	})
}
