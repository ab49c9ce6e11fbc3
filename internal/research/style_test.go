package research

import (
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// What lies in the file is what was counted; a script whose habits were not
// counted, or by another list, has none.
func TestHabitsAreLaidOutByRank(t *testing.T) {
	meter := measure.NewMeter()
	counted := meter.StyleCountsOf(parse.Text("INT. ATTIC - NIGHT\n\nWe see the bell.\n\nIRIS\nWe do.\n"))
	set := []scoredScript{
		{MeasuredScript: MeasuredScript{Film: 1, StyleFeaturesVersion: measure.StyleFeaturesVersion, StyleCounts: counted}},
		{MeasuredScript: MeasuredScript{Film: 2}},
		{MeasuredScript: MeasuredScript{Film: 3, StyleFeaturesVersion: measure.StyleFeaturesVersion + 1, StyleCounts: counted}},
		{MeasuredScript: MeasuredScript{Film: 4, StyleFeaturesVersion: measure.StyleFeaturesVersion, StyleCounts: counted[1:]}},
	}
	x := &Set{styleCounts: styleCountsOf(set), byFilm: map[film.ID]int{1: 0, 2: 1, 3: 2, 4: 3}}
	if got, ok := x.StyleCounts(1); !ok || !slices.Equal(got, counted) {
		t.Errorf("habits of the first: %v", ok)
	}
	for id := film.ID(2); id <= 5; id++ {
		if _, ok := x.StyleCounts(id); ok {
			t.Errorf("film %d has habits", id)
		}
	}
	sum := 0
	for _, n := range x.StyleTotals() {
		sum += n
	}
	want := 0
	for _, n := range counted {
		want += int(n)
	}
	if sum != want || want == 0 {
		t.Errorf("all add up to %d, want %d", sum, want)
	}
	if _, ok := (&Set{byFilm: map[film.ID]int{1: 0}}).StyleCounts(1); ok {
		t.Error("a file without habits has some")
	}
}
