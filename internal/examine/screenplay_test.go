package examine

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	scripts, err := ReadTypedScripts(filepath.Join(dir, "fdx_elements"))
	if err != nil {
		t.Fatal(err)
	}
	for n, film := range []string{"one", "two", "three"} {
		s := TypedScript{}
		for range 10 * (n + 1) {
			s.Lines = append(s.Lines, scripts[0].Lines...)
		}
		for form, layout := range map[string]PageLayout{
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
	scripts, err := ReadTypedScripts(filepath.Join(goldFolder(t), "fdx_elements"))
	if err != nil || len(scripts) != 1 || len(scripts[0].Lines) != 9 {
		t.Fatalf("got %d scripts, %v", len(scripts), err)
	}
	if l := scripts[0].Lines[0]; l.Kind != screenplay.Heading || l.Number != "7" {
		t.Errorf("got %+v", l)
	}
}

func TestEveryLayoutIsWrittenWhereItSays(t *testing.T) {
	scripts, _ := ReadTypedScripts(filepath.Join(goldFolder(t), "fdx_elements"))
	for _, layout := range PageLayouts() {
		text, lines := layout.Write(scripts[0])
		joined := map[int]string{}
		for _, l := range lines {
			written, _, _ := strings.Cut(text[l.Start:], "\n")
			if l.Paragraph >= 0 {
				joined[l.Paragraph] += withoutSpace(written)
			}
		}
		for i, p := range scripts[0].Lines {
			if !strings.Contains(joined[i], withoutSpace(p.Text)) {
				t.Errorf("%s: paragraph %d is %q", layout.Name, i, joined[i])
			}
		}
	}
}

func TestAPageReadRightHasFullMarks(t *testing.T) {
	scripts, _ := ReadTypedScripts(filepath.Join(goldFolder(t), "fdx_elements"))
	for _, r := range ExaminePages(scripts, PageLayouts()[:1]) {
		if MeanF1(r.Lines) != 1 || MeanF1(r.Elements) != 1 {
			t.Errorf("%s: lines %+v, elements %+v", r.Layout.Name, r.Lines, r.Elements)
		}
	}
	if m := (ReadingMark{True: 4, Found: 2, Right: 2}); math.Abs(m.F1()-2.0/3) > 1e-12 {
		t.Errorf("two of four found, nothing wrong: F1 %v", m.F1())
	}
}

func TestRanksThatAgreeAndDoNot(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 90}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{1, 3, 2, 4}, 0.8},
		{[]float64{5, 5, 5}, []float64{5, 5, 5}, 1},
		{[]float64{5, 5, 5}, []float64{1, 2, 3}, 0},
		{[]float64{1, 1, 2}, []float64{1, 2, 3}, math.Sqrt(3) / 2},
	} {
		if got := rankAgreement(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v and %v: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestTheScreenplayCardTellsWhatWasNotCompared(t *testing.T) {
	r, err := ExamineScreenplays(goldFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Scrapings) != 6 || r.Scrapings[0].Films != 3 || r.Scrapings[2].Films != 2 {
		t.Errorf("scrapings compared: %+v", r.Scrapings)
	}
	var card, again strings.Builder
	if err := r.WriteCard(&card, "command"); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(card.String(), "three/noindent") || !strings.Contains(card.String(), "dialogue_ratio") {
		t.Errorf("the card:\n%s", card.String())
	}
	r.WriteCard(&again, "command")
	if card.String() != again.String() {
		t.Error("the same report gave two cards")
	}
}
