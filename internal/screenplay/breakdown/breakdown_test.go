package breakdown

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/screenplay/plain"
)

var update = flag.Bool("update", false, "write the golden files anew")

// fountain reads a Fountain text.
func fountain(t testing.TB, text string) *screenplay.Script {
	t.Helper()
	s, err := parse.File("a.fountain", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// house was broken down by hand. Lines on paper, with the blank line above each
// paragraph: transition 2; scene 1: heading 2, action 2, cue 2, one line of dialogue 1;
// and so on.
const house = `Title: The House

FADE IN:

INT. HOUSE - KITCHEN - DAY #1#

Rain on the window.

MARA
Close it.

EXT. HOUSE - GARDEN - CONTINUOUS #2#

JON (O.S.)
Mara?

.OMITTED #3#

INT. HOUSE - KITCHEN - LATER #12A#

MARA (CONT'D)
(low)
Yes.

MARA (V.O.)
I was not there.

INT./EXT. CAR - DUSK

They drive.

I/E CAR - DUSK (CONT'D)

Still.

INT. HOUSE - KITCHEN - TWO DAYS LATER

Dust.

EXT. PIER - NIGHT - CONTINUOUS

JON
Here.

EXT. PIER

Nobody.
`

func TestABreakdownCountedByHand(t *testing.T) {
	b := Of(fountain(t, house))
	var got []string
	for _, s := range b.Scenes {
		got = append(got, fmt.Sprintf("%d %s|%s|%s|%s|%s|%s %t|%t|%d words|%d speeches|%s", s.Scene, deref(s.Number), deref(s.Setting), deref(s.Place), deref(s.Location),
			deref(s.Time), deref(s.TimeOfDay), s.Inherited, s.Omitted, s.Words, s.Speeches, strings.Join(s.Characters, ",")))
	}
	want := []string{
		"1 1|interior|house - kitchen|house|day|day false|false|6 words|1 speeches|mara",
		"2 2|exterior|house - garden|house|continuous|day true|false|1 words|1 speeches|jon",
		"3 3||||| false|true|0 words|0 speeches|",
		"4 12A|interior|house - kitchen|house|later|day true|false|5 words|2 speeches|mara",
		"5 |both|car|car|dusk|dusk false|false|3 words|0 speeches|",
		"7 |interior|house - kitchen|house|two days later| false|false|1 words|0 speeches|",
		"8 |exterior|pier|pier|continuous|night false|false|1 words|1 speeches|jon",
		"9 |exterior|pier|pier|| false|false|1 words|0 speeches|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("scenes\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	// Lines: 2+7, 5, -, 9, 4+4, 4, 5, 4 make 44 of 54; borders at eighths 1.33, 2.07, 3.41, 4.59, 5.19, 5.93, 6.52.
	var eighths []int
	for _, s := range b.Scenes {
		eighths = append(eighths, s.Eighths)
	}
	if want := []int{1, 1, 0, 1, 2, 1, 1, 1}; !slices.Equal(eighths, want) || b.Length != (Length{Pages: 0.81, Eighths: 8, Raised: 1, Estimated: true}) {
		t.Errorf("eighths %v, want %v; %+v", eighths, want, b.Length)
	}
	if b.RunningTime != (RunningTime{1, 1, 1}) || b.Opening != nil {
		t.Errorf("%+v, opening %+v", b.RunningTime, b.Opening)
	}
}

func TestSums(t *testing.T) {
	b := Of(fountain(t, house))
	sums := func(all []Sum) (said []string) {
		for _, s := range all {
			name := "unknown"
			if s.Name != nil {
				name = *s.Name
			}
			said = append(said, fmt.Sprintf("%s %d %d %d", name, s.Scenes, s.Eighths, s.Words))
		}
		return said
	}
	for _, c := range []struct {
		name string
		got  []Sum
		want []string
	}{
		{"settings", b.Settings, []string{"interior 3 3 12", "exterior 3 3 3", "both 1 2 3"}},
		{"times of day", b.TimesOfDay, []string{"day 3 3 12", "night 1 1 1", "dusk 1 2 3", "unknown 2 2 2"}},
		{"locations", b.Locations, []string{"house 4 4 13", "car 1 2 3", "pier 2 2 2"}},
	} {
		if got := sums(c.got); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if p := b.Places[0]; deref(p.Name) != "house - kitchen" || deref(p.Location) != "house" || p.Scenes != 3 || !slices.Equal(p.Settings, []string{"interior"}) {
		t.Errorf("the longest place: %+v", p)
	}
	mara, jon := b.Characters[0], b.Characters[1]
	if mara.Name != "mara" || mara.Scenes != 2 || mara.Speeches != 3 || mara.Words != 7 || mara.Eighths != 2 || !slices.Equal(mara.SceneNumbers, []int{1, 4}) {
		t.Errorf("%+v", mara)
	}
	if len(b.Characters) != 2 || jon.Name != "jon" || !slices.Equal(jon.SceneNumbers, []int{2, 8}) {
		t.Errorf("%+v", jon)
	}
}

// What adds up must add up, whatever the script.
func TestEighthsAddUp(t *testing.T) {
	for _, scenes := range []int{1, 2, 7, 90} {
		for lines := range 40 {
			var text strings.Builder
			for i := range scenes {
				fmt.Fprintf(&text, "INT. ROOM %c - DAY\n\n", 'A'+i%3)
				for range 1 + (lines*i)%23 {
					text.WriteString("It rains.\n\n")
				}
			}
			b := Of(fountain(t, text.String()))
			whole := 0
			for _, s := range b.Scenes {
				if whole += s.Eighths; s.Eighths < 1 {
					t.Fatalf("a scene of %d eighths", s.Eighths)
				}
			}
			if whole != b.Length.Eighths || b.Length.Eighths-b.Length.Raised != int(math.Round(8*pagesOfLines(text.String()))) {
				t.Fatalf("%d scenes, %d: the scenes have %d, the script %+v", scenes, lines, whole, b.Length)
			}
			for _, sums := range [][]Sum{b.Settings, b.TimesOfDay, b.Locations} {
				all := 0
				for _, s := range sums {
					all += s.Eighths
				}
				if all != whole {
					t.Fatalf("%d scenes, %d: sums have %d of %d", scenes, lines, all, whole)
				}
			}
		}
	}
}

// pagesOfLines returns the length of a text of paragraphs of one line, in pages.
func pagesOfLines(text string) float64 {
	return float64(2*strings.Count(text, "\n\n")) / linesPerPage
}

func TestASceneOfOneLineIsAnEighth(t *testing.T) {
	b := Of(fountain(t, "INT. A - DAY\n\nINT. B - DAY\n\nINT. C - DAY\n"))
	for _, s := range b.Scenes {
		if s.Eighths != 1 {
			t.Errorf("%+v", s)
		}
	}
	if b.Length.Eighths != 3 || b.Length.Raised != 2 {
		t.Errorf("%+v", b.Length)
	}
}

func TestLinesOfAParagraph(t *testing.T) {
	word := strings.Repeat("a", 9)
	for _, c := range []struct {
		text   string
		column int
		want   int
	}{
		{"", 60, 1}, {"one", 60, 1}, {"one\ntwo", 60, 2}, {"one\n\ntwo", 60, 3},
		{strings.Repeat(word+" ", 6), 60, 1}, {strings.Repeat(word+" ", 6), 59, 1}, {strings.Repeat(word+" ", 6), 58, 2},
		{strings.Repeat("a", 60), 60, 1}, {strings.Repeat("a", 61), 60, 2}, {strings.Repeat("a", 130), 60, 3},
		{strings.Repeat("語", 30), 60, 1}, {strings.Repeat("語", 31), 60, 2}, {"e\u0301", 1, 1}, {"été été", 7, 1},
	} {
		if got := wrapped(c.text, c.column); got != c.want {
			t.Errorf("%.20q in %d: %d lines, want %d", c.text, c.column, got, c.want)
		}
	}
}

// Two speeches side by side take the lines of the longer one.
func TestDualDialogue(t *testing.T) {
	one, _ := Pages(fountain(t, "INT. A - DAY\n\nMARA\nOne.\nTwo.\nThree.\n"))
	dual, _ := Pages(fountain(t, "INT. A - DAY\n\nMARA\nOne.\nTwo.\nThree.\n\nJON ^\nFour.\n"))
	if one != dual {
		t.Errorf("%v pages, with a speech beside it %v", one, dual)
	}
}

// The pages of a PDF are its own: 3 of text after the title page, the last half full (19 of 40 lines).
func TestThePagesOfAPDF(t *testing.T) {
	lines := func(heading string, n int) string {
		return heading + "\n\n" + strings.Repeat("Rain falls on the harbour and on the boats.\n", n-2)
	}
	text := "                         THE HARBOUR\n\n                         Written by\n\n                         Test Writer\n" +
		"\f" + lines("INT. HUT - DAY", 40) +
		"\f                                                         2.\n\n" + lines("EXT. PIER - NIGHT", 20) + "\n" + lines("INT. HUT - NIGHT", 19) +
		"\f                                                         3.\n\n" + lines("EXT. SEA - DAWN", 20)
	s := plain.Parse(text)
	s.Format = screenplay.PDF
	b := Of(s)
	var got []string
	for _, scene := range b.Scenes {
		got = append(got, fmt.Sprintf("%s page %d, %s", deref(scene.Place), scene.Page, FormatEighths(scene.Eighths)))
	}
	want := []string{"hut page 2, 1", "pier page 3, 4/8", "hut page 3, 4/8", "sea page 4, 4/8"}
	if !slices.Equal(got, want) || b.Length != (Length{Pages: 2.48, Eighths: 20}) {
		t.Errorf("%q, want %q; %+v", got, want, b.Length)
	}
}

func TestAPDFOfOnePage(t *testing.T) {
	s := plain.Parse("INT. HUT - DAY\n\nRain.\n")
	s.Format = screenplay.PDF
	if b := Of(s); b.Length.Pages != 0.06 || len(b.Scenes) != 1 || b.Scenes[0].Eighths != 1 || b.Scenes[0].Page != 1 {
		t.Errorf("%+v, %+v", b.Length, b.Scenes)
	}
	s = plain.Parse("\f\f")
	s.Format = screenplay.PDF
	if b := Of(s); b.Length.Pages != 0 || b.Length.Eighths != 0 {
		t.Errorf("empty pages: %+v", b.Length)
	}
}

func TestAScriptWithoutHeadingsHasNoScenes(t *testing.T) {
	b := Of(parse.Text(strings.Repeat("MARA\nClose it.\n\nRain falls.\n\n", 30)))
	if len(b.Scenes) != 0 || len(b.Places)+len(b.Settings)+len(b.TimesOfDay)+len(b.Locations) != 0 || !strings.HasPrefix(b.Notes[0], "no scene headings were found") {
		t.Errorf("%+v", b)
	}
	if b.Length.Pages == 0 || b.Opening == nil || b.Opening.Eighths != b.Length.Eighths || b.Opening.Words == 0 {
		t.Errorf("the length is known all the same: %+v, %+v", b.Length, b.Opening)
	}
	if c := b.Characters; len(c) != 1 || c[0].Scenes != 0 || c[0].Speeches != 30 || c[0].SceneNumbers == nil {
		t.Errorf("who speaks is known all the same: %+v", c)
	}
	if empty := Of(&screenplay.Script{}); empty.Length != (Length{Estimated: true}) || empty.RunningTime != (RunningTime{}) {
		t.Errorf("an empty script: %+v", empty)
	}
}

func TestTextBeforeTheFirstHeadingIsOfNoScene(t *testing.T) {
	b := Of(fountain(t, "FADE IN:\n\n"+strings.Repeat("A long time ago.\n\n", 20)+"INT. HUT - DAY\n\nRain.\n"))
	if b.Opening == nil || b.Opening.Words != 80 || b.Opening.Eighths != 6 || len(b.Scenes) != 1 || b.Length.Eighths != 6+b.Scenes[0].Eighths {
		t.Errorf("%+v, %+v, %+v", b.Opening, b.Scenes, b.Length)
	}
}

func TestTimesOfDay(t *testing.T) {
	for _, c := range []struct {
		time    string
		want    string
		follows bool
	}{
		{"", "", false}, {"day", day, false}, {"day 2", day, false}, {"the next morning", day, false}, {"late afternoon", day, false},
		{"night", night, false}, {"evening", night, false}, {"just before dawn", dawn, false}, {"sunrise", dawn, false},
		{"magic hour", dusk, false}, {"sunset", dusk, false}, {"dusk/night", "", false}, {"day/night", "", false},
		{"continuous", "", true}, {"same", "", true}, {"same time", "", true}, {"later", "", true}, {"moments later", "", true},
		{"a few minutes later", "", true}, {"later that night", night, false}, {"two hours later", "", false}, {"two days later", "", false},
		{"a week later", "", false}, {"earlier", "", false},
	} {
		if got, follows := timeOfDay(c.time), onlyFollows(c.time); got != c.want || follows != c.follows {
			t.Errorf("%q: %q, follows %t", c.time, got, follows)
		}
	}
}

func TestOmittedScenes(t *testing.T) {
	for heading, want := range map[string]bool{
		"OMITTED": true, "OMIT": true, "SCENE OMITTED": true, "SCENES OMITTED": true, "OMITTED.": true, "SCENE DELETED": true,
		"INT. OMITTED BAR - DAY": false, "THE OMITTED": false, "OMITTED CHAPTER": false,
	} {
		b := Of(fountain(t, "INT. A - NIGHT\n\nRain.\n\n."+heading+" #7#\n\nEXT. B - CONTINUOUS\n\nRain.\n"))
		if len(b.Scenes) != 3 || b.Scenes[1].Omitted != want {
			t.Errorf("%s: %+v", heading, b.Scenes)
		} else if want && (b.Scenes[1].Eighths != 0 || deref(b.Scenes[1].Number) != "7" || deref(b.Scenes[2].TimeOfDay) != night) {
			t.Errorf("%s: %+v", heading, b.Scenes)
		}
	}
	if b := Of(fountain(t, ".OMITTED\n\nBut here is a scene all the same.\n")); b.Scenes[0].Omitted {
		t.Errorf("a scene with text is not omitted: %+v", b.Scenes[0])
	}
}

func TestHeadingsThatContinueAScene(t *testing.T) {
	for _, c := range []struct {
		first, second string
		scenes        int
	}{
		{"INT. HOUSE - DAY", "INT. HOUSE - DAY (CONT'D)", 1},
		{"INT. HOUSE - DAY", "INT. HOUSE - DAY - CONTINUED", 1},
		{"INT. HOUSE - DAY", "INT. HOUSE (CONTINUED)", 1},
		{"INT. HOUSE - DAY #4#", "INT. HOUSE - DAY #4#", 1},
		{"INT. HOUSE - DAY #4#", "INT. HOUSE - DAY #5#", 2},
		{"INT. HOUSE - DAY", "INT. HOUSE - DAY", 2},
		{"INT. HOUSE - DAY", "INT. HOUSE - CONTINUOUS", 2},
		{"INT. HOUSE - DAY", "INT. BARN - DAY (CONT'D)", 2},
		{"INT. HOUSE - DAY", "EXT. HOUSE - DAY (CONT'D)", 2},
	} {
		b := Of(fountain(t, c.first+"\n\nRain.\n\n"+c.second+"\n\nMore rain.\n"))
		if len(b.Scenes) != c.scenes {
			t.Errorf("%s, %s: %d scenes", c.first, c.second, len(b.Scenes))
		}
		if c.scenes == 1 && b.Scenes[0].Words != 3 {
			t.Errorf("%s, %s: %d words", c.first, c.second, b.Scenes[0].Words)
		}
		for _, s := range b.Scenes {
			if p := deref(s.Place); p != "house" && p != "barn" {
				t.Errorf("%s, %s: at %q", c.first, c.second, p)
			}
		}
	}
}

func TestEighthsAreNotCancelledDown(t *testing.T) {
	for n, want := range map[int]string{0: "0", 1: "1/8", 4: "4/8", 8: "1", 12: "1 4/8", 16: "2", 83: "10 3/8"} {
		if got := FormatEighths(n); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// The JSON is what the command, the pages and the interface have in common.
func TestGoldenBreakdown(t *testing.T) {
	got, err := json.MarshalIndent(Of(fountain(t, house)), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", "house.golden.json")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != string(got)+"\n" {
		t.Errorf("%v; differs from %s:\n%s", err, path, got)
	}
}
