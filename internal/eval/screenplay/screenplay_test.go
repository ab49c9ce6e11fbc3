package screenplay

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/eval"
	"kinodex/internal/screenplay"
)

// A page of a made-up script, as a writer's program says what it is.
const typed = `{"type": "Scene Heading", "text": "INT. LAMP ROOM - NIGHT", "num": "7"}
{"type": "Action", "text": "Marta winds the clockwork and listens to the sea. The great lens begins to turn above her head.", "num": null}
{"type": "Character", "text": "MARTA", "num": null}
{"type": "Parenthetical", "text": "(to herself)", "num": null}
{"type": "Dialogue", "text": "You and me, then. Nobody else is coming up those stairs tonight.", "num": null}
{"type": "General", "text": "", "num": null}
{"type": "Character", "text": "HENNING", "num": null}
{"type": "Dialogue", "text": "I am.", "num": null}
{"type": "Action", "text": "He stands in the door with a lantern.", "num": null}
{"type": "Transition", "text": "CUT TO:", "num": null}
`

func goldFolder(t *testing.T) string {
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("fdx_elements/a.jsonl", typed)
	write("fdx_elements/b.jsonl", typed) // says the same
	scripts, err := ReadGold(filepath.Join(dir, "fdx_elements"))
	if err != nil {
		t.Fatal(err)
	}
	for n, film := range []string{"one", "two", "three"} {
		s := GoldScript{}
		for range 10 * (n + 1) {
			s.Lines = append(s.Lines, scripts[0].Lines...)
		}
		for form, layout := range map[string]Layout{
			"base": {}, "dup": {LineEnd: "\r\n"}, "noindent": {Flat: true, Dense: true}, "resaved": {Flat: true, Glued: true},
		} {
			text, _ := layout.Write(s)
			if film == "three" && form == "noindent" {
				text = "no more than this"
			}
			write(filepath.Join("variants", film, form+".txt"), text)
		}
	}
	return dir
}

func TestTypedScriptsThatSayTheSameCountOnce(t *testing.T) {
	scripts, err := ReadGold(filepath.Join(goldFolder(t), "fdx_elements"))
	if err != nil || len(scripts) != 1 || len(scripts[0].Lines) != 9 {
		t.Fatalf("got %d scripts, %v", len(scripts), err)
	}
	if l := scripts[0].Lines[0]; l.Kind != screenplay.Heading || l.Number != "7" {
		t.Errorf("got %+v", l)
	}
}

func TestEveryLayoutIsWrittenWhereItSays(t *testing.T) {
	scripts, _ := ReadGold(filepath.Join(goldFolder(t), "fdx_elements"))
	for _, layout := range Layouts() {
		text, lines := layout.Write(scripts[0])
		joined := map[int]string{}
		for _, l := range lines {
			written, _, _ := strings.Cut(text[l.Start:], "\n")
			if l.Paragraph >= 0 {
				joined[l.Paragraph] += withoutSpace(written)
			}
		}
		for i, p := range scripts[0].Lines {
			if !strings.Contains(strings.ToUpper(joined[i]), strings.ToUpper(withoutSpace(p.Text))) { // cues may be written small
				t.Errorf("%s: paragraph %d is %q", layout.Name, i, joined[i])
			}
		}
	}
}

func TestAPageReadRightHasFullMarks(t *testing.T) {
	scripts, _ := ReadGold(filepath.Join(goldFolder(t), "fdx_elements"))
	for _, r := range EvaluateLayouts(scripts, Layouts()[:1]) {
		if r.MeanF1() != 1 || r.ExactF1() != 1 {
			t.Errorf("%s: lines %+v, elements %+v", r.Layout.Name, r.Lines, r.Elements)
		}
	}
	if m := (Counts{True: 4, Found: 2, Right: 2}); math.Abs(m.F1()-2.0/3) > 1e-12 {
		t.Errorf("two of four found, nothing wrong: F1 %v", m.F1())
	}
}

func TestTheScreenplayCardTellsWhatWasNotCompared(t *testing.T) {
	r, err := Evaluate(goldFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scrapings) != 6 || r.Scrapings[0].Films != 3 || r.Scrapings[2].Films != 2 {
		t.Errorf("scrapings compared: %+v", r.Scrapings)
	}
	var card, again strings.Builder
	if err := r.WriteCard(&card, eval.About{Command: "command"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(card.String(), "three/noindent") || !strings.Contains(card.String(), "dialogue_ratio") {
		t.Errorf("the card:\n%s", card.String())
	}
	r.WriteCard(&again, eval.About{Command: "command"})
	if card.String() != again.String() {
		t.Error("the same report gave two cards")
	}
}
