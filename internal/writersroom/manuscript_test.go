package writersroom_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kinodex/internal/apptest"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

func read(text string) *writersroom.Manuscript {
	script := parse.Text(text)
	return writersroom.NewManuscript(script, meter.Of(script), meter.StyleCountsOf(script), nil)
}

var rooms = strings.Fields("ATTIC CELLAR BAKERY STATION FOUNDRY HARBOUR THEATRE ORCHARD CHAPEL LIBRARY")

// Pages are counted as the usual form sets a script: a scene of 18 short lines of
// dialogue takes a page.
func TestPages(t *testing.T) {
	var b strings.Builder
	for scene := range 5 {
		fmt.Fprintf(&b, "INT. %s - DAY\n\n", rooms[scene])
		for i := range 17 { // three lines each, and three for the heading
			fmt.Fprintf(&b, "IRIS\nThe train at %d past %d.\n\n", 3*i+1, scene+4)
		}
	}
	m := read(b.String())
	for scene := range 5 {
		if got := m.Page(scene); got != scene+1 {
			t.Errorf("scene %d begins on page %d", scene+1, got)
		}
	}
}

// A text that is too long for a model is cut scene by scene, and it is said.
func TestALongTextIsCutAndItIsSaid(t *testing.T) {
	text := apptest.Screenplay(200)
	m := read(text)
	whole, note := m.Shown(len(text) * 2)
	if note != "" || !strings.Contains(whole, "[scene 200, page") {
		t.Errorf("a text that fits is cut: %q", note)
	}
	part, note := m.Shown(len(text) / 4)
	if len(part) > len(text)/2 || !strings.Contains(part, "[scene 200, page") || !strings.Contains(part, "left out]") {
		t.Errorf("%d of %d bytes are shown", len(part), len(text))
	}
	if !strings.Contains(note, "25 %") || !utf8.ValidString(part) {
		t.Errorf("note %q", note)
	}
	prose, note := writersroom.Outline(strings.Repeat("é ", 400)).Shown(301)
	if !utf8.ValidString(prose) || len(prose) > 301 || note == "" {
		t.Errorf("%d bytes of a synopsis, note %q", len(prose), note)
	}
}

func TestWhatComesBackInAScript(t *testing.T) {
	var b strings.Builder
	for i := range 6 {
		fmt.Fprintf(&b, "INT. %s - NIGHT\n\nShe holds the lantern. The door opens; he takes the lantern from her hand and runs.\n\nIRIS\nThe lantern, Tomás!\n\n", rooms[i])
	}
	if got := read(b.String()).RecurringNouns(); !slices.Equal(got, []string{"lantern"}) {
		t.Errorf("recurring nouns %q", got)
	}
}

func TestWhenTheLeadIsAway(t *testing.T) {
	lines := []string{"Where did you put it?", "On the shelf, as ever.", "Nobody told me.", "You never asked, did you?", "Then who has the other key?",
		"Ask the clerk about that.", "He left before noon.", "So we wait here.", "Until when, exactly?", "Until it rains again."}
	n := 0
	scene := func(who string) string {
		n++
		return fmt.Sprintf("INT. %s - DAY\n\n%s\n%s\n\n", rooms[(n-1)%len(rooms)], who, lines[(n-1)%len(lines)])
	}
	text := scene("IRIS") + scene("IRIS") + scene("TOMÁS") + scene("A BOY") + scene("TOMÁS") + scene("IRIS") + scene("A BOY") + scene("IRIS")
	if first, last := read(text).Absence(0); first != 2 || last != 5 {
		t.Errorf("away from %d up to %d", first, last)
	}
	if first, last := read(scene("IRIS") + scene("IRIS")).Absence(0); first != 0 || last != 0 {
		t.Errorf("never away, but from %d up to %d", first, last)
	}
}

func TestWhereTheMoodTurns(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		mood := "It is a wonderful, happy, lovely day and everybody is glad."
		if i >= 20 {
			mood = "It is a horrible, terrible, miserable day and everybody is dying."
		}
		fmt.Fprintf(&b, "INT. %s - DAY\n\n%s\n\n", rooms[i%len(rooms)], mood)
	}
	turns := read(b.String()).Turns()
	if len(turns) == 0 || turns[0].Scene != 21 || turns[0].Before <= 0 || turns[0].After >= 0 {
		t.Errorf("turns %+v", turns)
	}
}

// REQ M-54: turning points are named by position, in order, and say so; a script of fewer
// scenes than there are has none.
func TestTurningPointsAreNamedByPosition(t *testing.T) {
	for scenes, want := range map[int][]int{0: {}, 4: {}, 5: {1, 2, 3, 4, 5}, 102: {11, 26, 52, 77, 97}} {
		var b strings.Builder
		for i := range scenes {
			fmt.Fprintf(&b, "INT. %s - DAY\n\nIt is a wonderful, happy, lovely day and everybody is glad.\n\n", rooms[i%len(rooms)])
		}
		points := read(b.String()).TurningPoints() // words are equal in all scenes
		if points == nil || len(points) != len(want) {
			t.Fatalf("of %d scenes: %+v", scenes, points)
		}
		for k, p := range points {
			if p.Basis != "position" || p.Scene != want[k] || p.Page < 1 || p.Heading == "" {
				t.Errorf("of %d scenes, %s: %+v, want scene %d", scenes, p.Point, p, want[k])
			}
		}
	}
}

func TestNamesInASynopsis(t *testing.T) {
	got := writersroom.NamesIn("When the projectionist Iris Vane finds a reel, she calls Tomás. In Lisbon nobody believes Iris Vane but Tomás. They run.")
	if !slices.Equal(got, []string{"Iris Vane", "Tomás", "Lisbon"}) {
		t.Errorf("names %q", got)
	}
	if got := writersroom.NamesIn("A thief. He runs. She follows."); len(got) != 0 {
		t.Errorf("names %q", got)
	}
}

func TestSentences(t *testing.T) {
	got := writersroom.SentencesOf(" One night.\nIt costs 3.50 now! And\tthen? the end")
	if want := []string{"One night.", "It costs 3.50 now!", "And then?", "the end"}; !slices.Equal(got, want) {
		t.Errorf("sentences %q", got)
	}
}

func FuzzSentences(f *testing.F) {
	f.Add("One. Two! Three? 3.5 é.")
	f.Fuzz(func(t *testing.T, s string) {
		all := writersroom.SentencesOf(s)
		if joined := strings.Join(all, " "); strings.Join(strings.Fields(joined), " ") != strings.Join(strings.Fields(s), " ") {
			t.Errorf("%q is not %q", joined, s)
		}
		writersroom.NamesIn(s)
	})
}
