package style_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/apptest"
	"kinodex/internal/eval"
	"kinodex/internal/eval/style"
)

// hand writes a screenplay the way somebody would: A's people hesitate and are seen
// from "we", B's exclaim and hurry.
func hand(way string, seed uint64) string {
	rooms := []string{"ATTIC", "CELLAR", "BAKERY", "STATION", "FOUNDRY", "HARBOUR", "THEATRE", "ORCHARD", "CHAPEL", "LIBRARY"}
	actions := map[string][]string{
		"A": {"We see the lamp -- then only a hand, holding it still, as though something might be heard.",
			"Beyond the glass we watch them, almost nothing, then less than nothing -- a face.", "We move toward the sound, and it is gone, and we are still there, watching."},
		"B": {"He runs! She follows, grabs his arm, turns him around and around.", "They run down the stairs, up the stairs, out! He pulls her back in.", "She hits him! He falls back, gets up, looks around quickly, runs."},
	}[way]
	lines := map[string][]string{
		"A": {"Perhaps... I thought that you might have known, rather.", "It would have been quite another thing, I suppose... if one had asked.", "And yet they never came... did they?"},
		"B": {"Come on! Get up, get up, get out of here!", "You got it! Now go, go, don't look back!", "I don't know! Just take the thing and run!"},
	}[way]
	draw := rand.New(rand.NewPCG(seed, 7))
	var b strings.Builder
	for i := range 14 {
		fmt.Fprintf(&b, "INT. %s - NIGHT\n\n%s %s\n\n", rooms[i%len(rooms)], actions[draw.IntN(3)], actions[draw.IntN(3)])
		for j := range 5 {
			fmt.Fprintf(&b, "%s\n%s %s\n\n", []string{"IRIS", "TOMÁS"}[j%2], lines[draw.IntN(3)], lines[draw.IntN(3)])
		}
	}
	return b.String()
}

func report(t *testing.T, folder fstest.MapFS, permutations int) *style.Report {
	t.Helper()
	lib, release, err := apptest.Open(t).Holder.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	films, counts, err := style.ReadFilms(t.Context(), folder, lib.Catalog, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	return style.Evaluate(films, counts, lib.Research.Norms(), nil, style.Options{Seed: 1, Permutations: permutations, Resamples: 200, Tuning: true})
}

// A passage is as long as its characters are many: a scene of 300 letters that take two
// bytes each is too short, one of 600 is not, and ten scenes of 300 are not either.
func TestPassagesAreMeasuredInCharacters(t *testing.T) {
	lib, release, err := apptest.Open(t).Holder.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	script := func(letters int) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Repeat("INT. ДОМ - DAY\n\n"+strings.Repeat("дождь ", letters/6)+"\n\n", 12))}
	}
	films, _, err := style.ReadFilms(t.Context(), fstest.MapFS{"tt0000104.txt": script(300), "tt0000120.txt": script(600)}, lib.Catalog, 4, 1)
	if err != nil || len(films) != 2 {
		t.Fatalf("%d films: %v", len(films), err)
	}
	for i, want := range [][3]int{{0, 3, 1}, {4, 3, 1}} { // of a scene, of ten scenes, whole
		if got := [3]int{len(films[i].Parts[0]), len(films[i].Parts[1]), len(films[i].Parts[2])}; got != want {
			t.Errorf("film %d: passages %v, want %v", i, got, want)
		}
	}
}

// Two writers of two films each, of one hand each: the other film tells.
func TestAHandIsKnownByTheOtherFilm(t *testing.T) {
	// Tom Ferrant wrote 104 and 120, Priya Nair 122 and 123.
	r := report(t, fstest.MapFS{
		"tt0000104.txt": {Data: []byte(hand("A", 1))}, "tt0000120.txt": {Data: []byte(hand("A", 2))},
		"tt0000122.txt": {Data: []byte(hand("B", 3))}, "tt0000123.txt": {Data: []byte(hand("B", 4))},
	}, 20)
	if len(r.Writers) != 2 || r.Works != 4 || r.Chance != 0.5 {
		t.Fatalf("%d writers, %d films, chance %g", len(r.Writers), r.Works, r.Chance)
	}
	for _, m := range r.Rows[0].Metrics {
		if m.Top1 != 1 || m.Reciprocal != 1 || m.Passages < 4 {
			t.Errorf("found %+v", m)
		}
	}
	if m := r.Rows[len(r.Rows)-1].Metrics[0]; m.Top1 != 0 {
		t.Errorf("whoever has most scripts, without the one asked about: %+v", m)
	}
	if r.Shuffled.Mean > 0.9 || r.Shuffled.P > 0.6 {
		t.Errorf("shuffled %+v", r.Shuffled)
	}
}

// What is held out is held out: a film that is unlike its writer's other one, and
// like somebody else's, is given to somebody else.
func TestTheFilmAskedAboutIsNoPartOfTheHand(t *testing.T) {
	r := report(t, fstest.MapFS{
		"tt0000104.txt": {Data: []byte(hand("A", 1))}, "tt0000120.txt": {Data: []byte(hand("B", 2))},
		"tt0000122.txt": {Data: []byte(hand("A", 3))}, "tt0000123.txt": {Data: []byte(hand("B", 4))},
	}, 0)
	for _, m := range r.Rows[0].Metrics {
		if m.Top1 != 0 {
			t.Errorf("found %+v", m)
		}
	}
}

// The card says what was found, the same every time.
func TestTheCardOfStyleMatch(t *testing.T) {
	folder := fstest.MapFS{
		"tt0000104.txt": {Data: []byte(hand("A", 1))}, "tt0000120.txt": {Data: []byte(hand("A", 2))},
		"tt0000122.txt": {Data: []byte(hand("B", 3))}, "tt0000123.txt": {Data: []byte(hand("B", 4))},
	}
	var cards [2]strings.Builder
	for i := range cards {
		if err := report(t, folder, 3).WriteCard(&cards[i], eval.About{Generation: "g", Command: "c"}); err != nil {
			t.Fatal(err)
		}
	}
	card := cards[0].String()
	if card != cards[1].String() {
		t.Error("two cards of one examination differ")
	}
	for _, part := range []string{"# Style-match, examined", "writers that style-match was tuned on", "Tom Ferrant", "1.000"} {
		if !strings.Contains(card, part) {
			t.Errorf("the card does not say %q", part)
		}
	}
}
