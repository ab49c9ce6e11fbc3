package parse

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
	"kinodex/internal/screenplay/fountain"
)

func TestFinalDraftRuleByRule(t *testing.T) {
	files, _ := filepath.Glob("testdata/fdx/*.fdx")
	if len(files) < 2 {
		t.Fatalf("only %d fixtures", len(files))
	}
	for _, path := range files {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := fdx.Parse(string(source))
			if err != nil {
				t.Fatal(err)
			}
			sound(t, s)
			checkReading(t, strings.TrimSuffix(path, ".fdx")+".txt", reading(s))
			for ending, other := range endings(string(source)) { // REQ S-31
				again, err := fdx.Parse(other)
				if err != nil {
					t.Fatal(err)
				}
				sound(t, again)
				if reading(again) != reading(s) {
					t.Errorf("with %s it reads\n%s", ending, reading(again))
				}
			}
		})
	}
}

func TestOffsetsPointIntoTheXML(t *testing.T) {
	source := `<FinalDraft><Content><Paragraph Type="Action"><Text> Wind &amp; </Text><Text>rain. </Text></Paragraph>` +
		`<Paragraph Type="Character"><Text>ZOË</Text></Paragraph></Content></FinalDraft>`
	s, err := fdx.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`Wind &amp; </Text><Text>rain.`, "ZOË"} {
		if got := source[s.Elements[i].Start:s.Elements[i].End]; got != want {
			t.Errorf("element %d stands at %q, want %q", i, got, want)
		}
	}
}

func TestADamagedFinalDraftFileSaysWhere(t *testing.T) {
	head := "<FinalDraft>\n<Content>\n<Paragraph Type=\"Action\"><Text>SECRET WORDS</Text></Paragraph>\n"
	for name, c := range map[string]struct{ source, says string }{
		"cut short":      {head + "<Paragraph", "line 4"},
		"crossed":        {head + "</FinalDraft>", "line 4"},
		"an entity":      {head + "<Paragraph><Text>&boom;</Text></Paragraph>", "line 4"},
		"an entity bomb": {"<!DOCTYPE FinalDraft [\n<!ENTITY a \"b\">\n]>\n" + head + "</Content></FinalDraft>", "entities"},
		"not its root":   {"<Screenplay>\n<FinalDraft/></Screenplay>", "outermost"},
		"bottomless":     {head + strings.Repeat("<A>", 10_000), "deep"},
		"no script":      {"<FinalDraft><Content></Content></FinalDraft>", "no script"},
	} {
		_, err := File("a.fdx", []byte(c.source))
		if !fault.Is(err, fault.InvalidBody) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if strings.Contains(err.Error(), "SECRET") || strings.Contains(err.Error(), "boom") {
			t.Errorf("%s: the fault tells what was submitted: %v", name, err)
		}
	}
}

// Parse never fails: what could be read of a damaged file is its script.
func TestParseKeepsWhatADamagedFileStillHolds(t *testing.T) {
	s := Text("<FinalDraft><Content><Paragraph Type=\"Scene Heading\"><Text>EXT. SHORE</Text></Paragraph><Paragraph Type=\"Ac")
	if s.Format != screenplay.FinalDraft || len(s.Scenes) != 1 {
		t.Errorf("%v with %d scenes", s.Format, len(s.Scenes))
	}
}

// finalDraftOf writes a script as Final Draft's XML.
func finalDraftOf(s *screenplay.Script) string {
	names := map[screenplay.Kind]string{screenplay.Action: "Action", screenplay.Heading: "Scene Heading", screenplay.Character: "Character", screenplay.Dialogue: "Dialogue",
		screenplay.Parenthetical: "Parenthetical", screenplay.Transition: "Transition", screenplay.Lyric: "Singing"}
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<FinalDraft><Content>\n")
	for _, e := range s.Elements {
		if e.Kind.InFilm() {
			fmt.Fprintf(&b, "<Paragraph Type=%q><Text>%s</Text></Paragraph>\n", names[e.Kind], strings.ReplaceAll(e.Text, "&", "&amp;"))
		}
	}
	b.WriteString("</Content></FinalDraft>\n")
	return b.String()
}

// The same script in either form is the same script.
func TestFountainAndFinalDraftAgree(t *testing.T) {
	fountain := fountain.Parse(longFountain(40))
	fdx, err := fdx.Parse(finalDraftOf(fountain))
	if err != nil {
		t.Fatal(err)
	}
	if len(fdx.Scenes) != len(fountain.Scenes) || len(fdx.Speeches) != len(fountain.Speeches) ||
		strings.Join(fdx.Characters, "|") != strings.Join(fountain.Characters, "|") {
		t.Errorf("%d scenes and %d speeches, %d and %d", len(fdx.Scenes), len(fdx.Speeches), len(fountain.Scenes), len(fountain.Speeches))
	}
	for i := range fdx.Scenes {
		if fdx.Scenes[i].Place != fountain.Scenes[i].Place || fdx.Scenes[i].Time != fountain.Scenes[i].Time {
			t.Errorf("scene %d: %+v and %+v", i, fdx.Scenes[i], fountain.Scenes[i])
		}
	}
}
