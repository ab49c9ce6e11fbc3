package measure

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kinodex/internal/screenplay/parse"
)

// typed writes a script in the shorthand of page as a writer would type it.
func typed(text string) string {
	out := &strings.Builder{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		rest := strings.TrimSpace(line[1:])
		switch line[0] {
		case '#':
			out.WriteString("\n\n" + rest + "\n")
		case '@':
			out.WriteString("\n                    " + rest + "\n")
		case '>':
			out.WriteString("          " + rest + "\n")
		case '(':
			out.WriteString("               " + line + "\n")
		case '%':
			out.WriteString("\n                                                  " + rest + "\n\n")
		default:
			out.WriteString("\n" + line + "\n")
		}
	}
	return out.String()
}

// The title page of a Final Draft file stands behind the script, and a title may stand amid
// it. Neither is of a scene, and neither changes a figure (REQ S-10).
func TestATitlePageBehindTheScriptMeasuresNothing(t *testing.T) {
	script := func(amid, end string) *Report {
		s, err := parse.File("a.fdx", []byte(`<FinalDraft><Content>`+
			`<Paragraph Type="Scene Heading"><Text>INT. HUT - DAY</Text></Paragraph><Paragraph Type="Action"><Text>Rain falls.</Text></Paragraph>`+amid+
			`<Paragraph Type="Character"><Text>ODA</Text></Paragraph><Paragraph Type="Dialogue"><Text>It rains again.</Text></Paragraph>`+
			`<Paragraph Type="Scene Heading"><Text>EXT. PIER - NIGHT</Text></Paragraph><Paragraph Type="Action"><Text>Wind.</Text></Paragraph>`+`</Content>`+end+`</FinalDraft>`))
		if err != nil {
			t.Fatal(err)
		}
		return NewMeter().Of(s)
	}
	want := script("", "")
	const amid, end = `<Paragraph Type="Show/Ep. Title"><Text>The Pilot</Text></Paragraph>`, `<TitlePage><Content><Paragraph><Text>The Station</Text></Paragraph></Content></TitlePage>`
	for _, got := range []*Report{script("", end), script(amid, ""), script(amid, end)} {
		if got.Vector != want.Vector || len(got.Scenes) != 2 || got.Scenes[0].Words != want.Scenes[0].Words || got.Scenes[1].Words != want.Scenes[1].Words {
			t.Errorf("%v, %+v; want %v, %+v", got.Vector, got.Scenes, want.Vector, want.Scenes)
		}
	}
}

// Line endings, tabs, a byte order mark and white space at the end change no
// figure.
func TestTheWayATextIsSavedChangesNothing(t *testing.T) { // REQ S-31
	m := meter(t)
	for seed := range uint64(5) {
		text := typed(ferry + draft(rand.New(rand.NewPCG(seed, 1)), 20))
		want := m.Of(parse.Text(text)).Vector
		for how, saved := range map[string]string{
			"with CRLF":              strings.ReplaceAll(text, "\n", "\r\n"),
			"with CR":                strings.ReplaceAll(text, "\n", "\r"),
			"with a byte order mark": "\ufeff" + text,
			// A tab goes to the next multiple of eight.
			"with tabs":              strings.ReplaceAll(text, "                    ", "\t\t    "),
			"with a blank tail":      text + "\n\n \t\n\n",
			"with blanks at the end": strings.ReplaceAll(text, "\n", "  \n"),
		} {
			if got := m.Of(parse.Text(saved)).Vector; got != want {
				for i, name := range Names() {
					if got[i] != want[i] {
						t.Errorf("saved %s, %s = %v, not %v", how, name, got[i], want[i])
					}
				}
			}
		}
	}
}

func FuzzMeasure(f *testing.F) { // REQ S-10
	for _, seed := range []string{
		"", "x", typed(ferry), strings.ToUpper(ferry), "INT. A - DAY\n\nANNA\nLove! Hate?\n", "\xff\xfe\x00",
		"<?xml version=\"1.0\"?><FinalDraft><Content><Paragraph Type=\"Action\"><Text>Run</Text></Paragraph></Content></FinalDraft>",
		"1. 2. 3. ... … !!! ???", "東京。\nANNA\n京都", strings.Repeat("a b ", 300), "Title: X\n\n.FORCED\n\n@mcX\nhi\n",
	} {
		f.Add(seed)
	}
	m := meter(f)
	f.Fuzz(func(t *testing.T, text string) {
		s := parse.Text(text)
		r := m.Of(s)
		sane(t, r, "fuzzed")
		if again := m.Of(parse.Text(text)); again.Vector != r.Vector {
			t.Error("measured again it differs")
		}
		for _, scene := range r.Scenes {
			if scene.Start < 0 || scene.End < scene.Start || scene.End > len(s.Source) {
				t.Errorf("scene %d from %d to %d", scene.Index, scene.Start, scene.End)
			}
		}
		for _, v := range r.Influences() {
			for i, x := range v {
				if x-x != 0 {
					t.Errorf("influence on %s is %v", Names()[i], x)
				}
			}
		}
	})
}

func TestMethodExplainsEveryFeature(t *testing.T) {
	page, err := os.ReadFile("../../../docs/method.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Features() {
		if head := "**`" + f.Name + "`: " + strings.ToLower(f.Label[:1]) + f.Label[1:] + "**"; !strings.Contains(string(page), head) {
			t.Errorf("docs/method.md has no %q", head)
		}
	}
}
