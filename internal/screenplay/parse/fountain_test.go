package parse

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fountain"
)

var update = flag.Bool("update", false, "write the readings of testdata anew; read what changed before you keep it")

// reading writes a script as its elements, one to a line.
func reading(s *screenplay.Script) string {
	var b strings.Builder
	for _, f := range s.Title {
		fmt.Fprintf(&b, "%s = %q\n", f.Key, f.Value)
	}
	for _, e := range s.Elements {
		fmt.Fprintf(&b, "%s %q", e.Kind, e.Text)
		if e.Number != "" {
			fmt.Fprintf(&b, " number=%s", e.Number)
		}
		if e.Level > 0 {
			fmt.Fprintf(&b, " level=%d", e.Level)
		}
		if e.Dual {
			b.WriteString(" dual")
		}
		if e.Centered {
			b.WriteString(" centered")
		}
		if e.Speech >= 0 {
			speech := s.Speeches[e.Speech]
			fmt.Fprintf(&b, " by=%s", s.Characters[speech.Character])
			if e.Kind == screenplay.Character && speech.Extension != "" {
				fmt.Fprintf(&b, " (%s)", speech.Extension)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// sound checks what holds of every reading of every text.
func sound(t *testing.T, s *screenplay.Script) {
	t.Helper()
	before := 0
	for i, e := range s.Elements {
		if e.Start < before || e.End < e.Start || e.End > len(s.Source) {
			t.Fatalf("element %d stands at %d to %d, after %d, of %d bytes", i, e.Start, e.End, before, len(s.Source))
		}
		before = e.Start
		if e.Scene < -1 || e.Scene >= len(s.Scenes) || e.Speech < -1 || e.Speech >= len(s.Speeches) {
			t.Fatalf("element %d is of scene %d and speech %d", i, e.Scene, e.Speech)
		}
	}
	last := 0
	for i, scene := range s.Scenes {
		if scene.First < last || scene.Last <= scene.First || scene.Last > len(s.Elements) || s.Elements[scene.First].Kind != screenplay.Heading {
			t.Fatalf("scene %d is elements %d to %d", i, scene.First, scene.Last)
		}
		last = scene.Last
	}
	for i, speech := range s.Speeches {
		if speech.Last <= speech.First || speech.Last > len(s.Elements) || s.Elements[speech.First].Kind != screenplay.Character ||
			speech.Character < 0 || speech.Character >= len(s.Characters) {
			t.Fatalf("speech %d is elements %d to %d of %d", i, speech.First, speech.Last, speech.Character)
		}
	}
}

func TestFountainRuleByRule(t *testing.T) { // REQ S-31
	files, _ := filepath.Glob("testdata/fountain/*.fountain")
	if len(files) < 10 {
		t.Fatalf("only %d fixtures", len(files))
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := fountain.Parse(string(source))
			sound(t, s)
			checkReading(t, strings.TrimSuffix(path, ".fountain")+".txt", reading(s))
			for ending, other := range endings(string(source)) {
				again := fountain.Parse(other)
				sound(t, again)
				if reading(again) != reading(s) {
					t.Errorf("with %s it reads\n%s", ending, reading(again))
				}
			}
		})
	}
}

func checkReading(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// endings are other ways to write down the same text.
func endings(text string) map[string]string {
	return map[string]string{
		"carriage returns and line feeds": strings.ReplaceAll(text, "\n", "\r\n"),
		"carriage returns":                strings.ReplaceAll(text, "\n", "\r"),
		"a byte order mark":               "\ufeff" + text,
		"both":                            "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
	}
}

// Offsets point at the very words in what was submitted.
func TestOffsetsPointIntoTheSubmittedText(t *testing.T) {
	source := "\ufeffEXT. SHORE - DAY #4#\r\n\r\n  Waves [[loud]] here.  \r\n\r\n  ZOË (V.O.)\r\n  (low)\r\n  So *be* it.\r\n  \r\n"
	want := []string{"EXT. SHORE - DAY #4#", "Waves [[loud]] here.", "[[loud]]", "ZOË (V.O.)", "(low)", "So *be* it."}
	s := fountain.Parse(source)
	if len(s.Elements) != len(want) {
		t.Fatal(reading(s))
	}
	for i, e := range s.Elements {
		if got := source[e.Start:e.End]; got != want[i] {
			t.Errorf("element %d stands at %q, want %q", i, got, want[i])
		}
	}
}

func TestPaddedBlankLinesDoNotHoldSpeechesOpen(t *testing.T) {
	text := strings.Repeat("MARA\nYes.\n  \nShe nods.\n  \n", 6)
	s := fountain.Parse(text)
	if len(s.Speeches) != 6 || s.Elements[2].Kind != screenplay.Action {
		t.Error(reading(s))
	}
}

func TestEmphasisIsTakenOut(t *testing.T) {
	for marked, want := range map[string]string{
		"*a*": "a", "**a**": "a", "***a***": "a", "_a_": "a", "_*a*_": "a", "*a": "*a", "a*": "a*", "* a *": "* a *",
		`\*a\*`: "*a*", `**\*9\***`: "*9*", "*a **b***": "a b", "a_b_c": "a_b_c", "_a b_.": "a b.", "*": "*", "****": "****",
		"f**k": "f**k", "": "", "*a* *b*": "a b", "_": "_", `\`: `\`, `a\`: `a\`, "*a\\": "*a\\",
	} {
		if got := fountain.Unmarked(marked); got != want {
			t.Errorf("%q: got %q, want %q", marked, got, want)
		}
	}
}
