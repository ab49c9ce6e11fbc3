package measure

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay/parse"
)

// at is the place of a habit.
func at(t *testing.T, spoken bool, token string) int {
	t.Helper()
	i := slices.Index(StyleFeatures(), StyleFeature{spoken, token})
	if i < 0 {
		t.Fatalf("%q is not on the list", token)
	}
	return i
}

func TestTheListOfHabitsNamesNothingTwice(t *testing.T) {
	seen := map[StyleFeature]bool{}
	for _, h := range StyleFeatures() {
		if seen[h] || h.Token == "" || h.Token != strings.ToLower(h.Token) {
			t.Errorf("%+v", h)
		}
		seen[h] = true
	}
}

// Words and marks are counted where they stand, in action or in dialogue, whatever
// their case and however a dash or dots are typed.
func TestHabitsAreCountedWhereTheyStand(t *testing.T) {
	s := parse.Text("INT. ATTIC - NIGHT\n\nWe see the BELL -- then, we SEE it. The rest...\n\nIRIS\n(quietly)\nI don’t know. We do – you don't!\n\nCUT TO:\n\nEXT. HARBOUR - DAY\n\nGulls.\n")
	m := NewMeter()
	h := m.StyleCountsOf(s)
	for _, c := range []struct {
		spoken bool
		token  string
		want   uint16
	}{
		{false, "we", 2}, {false, "see", 2}, {false, "the", 2}, {false, "—", 1}, {false, "…", 1}, {false, "(capitals)", 2}, {false, "(aside)", 1},
		{false, "(transition)", 1}, {false, "(paragraph)", 2}, {false, ",", 1}, {false, ".", 2}, {false, "!", 0},
		{true, "we", 1}, {true, "don't", 2}, {true, "i", 1}, {true, "—", 1}, {true, "!", 1}, {true, ".", 1}, {true, "(speech)", 1}, {true, "see", 0},
	} {
		if got := h[at(t, c.spoken, c.token)]; got != c.want {
			t.Errorf("%q, spoken %v: %d times, want %d", c.token, c.spoken, got, c.want)
		}
	}
	first := m.StyleCounts(s, s.Scenes[0].First, s.Scenes[0].Last)
	second := m.StyleCounts(s, s.Scenes[1].First, s.Scenes[1].Last)
	for i := range h {
		if h[i] != first[i]+second[i] {
			t.Errorf("%+v: the parts do not add up", StyleFeatures()[i])
		}
	}
	windows := m.StyleCountsOf(parse.Text(strings.ReplaceAll(s.Source, "\n", "\r\n")))
	if !slices.Equal(h, windows) { // REQ S-31
		t.Error("line endings change the habits")
	}
}
