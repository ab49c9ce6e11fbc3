package parse

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// gold gives the folder of annotated scripts and of the public tools' test
// files, or skips the test.
func gold(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("KINODEX_GOLD_SCREENPLAYS")
	if dir == "" {
		t.Skip("KINODEX_GOLD_SCREENPLAYS names no folder of annotated screenplays: this test did not run")
	}
	return dir
}

// typedLine is one line of a script and what it is.
type typedLine struct {
	Kind   screenplay.Kind
	Text   string
	Number string
	Dual   bool
}

// typedLines flattens what is part of the film into lines: breaks inside an
// element divide it, what is empty is left out.
func typedLines(s *screenplay.Script) []typedLine {
	var lines []typedLine
	for _, e := range s.Elements {
		if !e.Kind.InFilm() {
			continue
		}
		dual := e.Dual
		if e.Speech >= 0 {
			dual = s.Elements[s.Speeches[e.Speech].First].Dual
		}
		for _, line := range strings.Split(e.Text, "\n") {
			if strings.TrimSpace(line) != "" {
				lines = append(lines, typedLine{e.Kind, strings.TrimSpace(line), e.Number, dual})
			}
		}
	}
	return lines
}

// readFlattened reads a Final Draft file that was flattened by another hand: one
// JSON object a paragraph.
func readFlattened(t *testing.T, path string) []typedLine {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[string]screenplay.Kind{"Scene Heading": screenplay.Heading, "Action": screenplay.Action, "General": screenplay.Action, "Character": screenplay.Character,
		"Dialogue": screenplay.Dialogue, "Parenthetical": screenplay.Parenthetical, "Transition": screenplay.Transition}
	var lines []typedLine
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var p struct {
			Type, Text string
			Num        *string
			Dual       bool
		}
		if err := json.Unmarshal([]byte(row), &p); err != nil {
			t.Fatal(err)
		}
		kind, ok := kinds[p.Type]
		if !ok {
			t.Fatalf("%s: unknown type %q", path, p.Type)
		}
		number := ""
		if p.Num != nil && kind == screenplay.Heading {
			number = *p.Num
		}
		for _, line := range strings.Split(p.Text, "\n") {
			if strings.TrimSpace(line) != "" {
				lines = append(lines, typedLine{kind, strings.TrimSpace(line), number, p.Dual})
			}
		}
	}
	return lines
}

func TestFinalDraftIsReadExactly(t *testing.T) {
	dir := gold(t)
	files, _ := filepath.Glob(filepath.Join(dir, "fdx_elements", "*.jsonl"))
	if len(files) == 0 {
		t.Fatal("no flattened Final Draft files")
	}
	all, absent := 0, 0
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		source := filepath.Join(dir, "fixtures", strings.ReplaceAll(name, "__", "/")+".fdx")
		data, err := os.ReadFile(source)
		if os.IsNotExist(err) {
			absent++ // its licence did not let it into the folder
			continue
		} else if err != nil {
			t.Error(err)
			continue
		}
		s, err := File(source, data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all += diffLines(t, name, typedLines(s), readFlattened(t, path))
	}
	if len(files)-absent < 20 {
		t.Errorf("only %d Final Draft files are there to be read", len(files)-absent)
	}
	t.Logf("%d files, %d lines; %d more are flattened but not there themselves", len(files)-absent, all, absent)
}

// pairDifferences are the lines, by their first word, that a Fountain file and the Final Draft file
// written from it by another tool have as different kinds, and why we keep ours.
var pairDifferences = map[string]struct {
	theirs, ours screenplay.Kind
	why          string
}{
	"EXT/INT.": {screenplay.Action, screenplay.Heading,
		"the syntax lists INT/EXT; the tool took it by the letter, a writer means EXT/INT as well"},
}

func TestFountainAndFinalDraftOfOneScriptAreOne(t *testing.T) {
	dir := gold(t)
	pairs := 0
	filepath.WalkDir(filepath.Join(dir, "fixtures"), func(path string, d os.DirEntry, err error) error {
		fdx := strings.TrimSuffix(path, ".fountain") + ".fdx"
		if filepath.Ext(path) != ".fountain" {
			return err
		}
		script, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		other, err := os.ReadFile(fdx)
		if err != nil {
			return nil
		}
		pairs++
		left, _ := File(path, script)
		right, err := File(fdx, other)
		if err != nil {
			t.Error(err)
			return nil
		}
		want := typedLines(right)
		for i, line := range want {
			mark, _, _ := strings.Cut(line.Text, " ")
			if d, deliberate := pairDifferences[mark]; deliberate && line.Kind == d.theirs {
				want[i].Kind = d.ours
			}
		}
		diffLines(t, filepath.Base(path), typedLines(left), want)
		return nil
	})
	t.Logf("%d pairs", pairs)
}

// A document that Fade In saved has the lines of the Final Draft file that it exported of the
// same script, in which it sets headings in capitals and numbers them.
func TestFadeInIsReadAsItsOwnExport(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(gold(t), "fixtures/*/tests/*.fadein"))
	if len(files) == 0 {
		t.Fatal("no document of Fade In")
	}
	for _, path := range files {
		var lines [2][]typedLine
		for i, name := range []string{path, strings.TrimSuffix(path, ".fadein") + ".fdx"} {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := File(name, data)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range typedLines(s) {
				if line.Kind == screenplay.Heading {
					line.Text, line.Number = strings.ToUpper(line.Text), ""
				}
				lines[i] = append(lines[i], line)
			}
		}
		t.Logf("%s: %d lines", filepath.Base(path), diffLines(t, filepath.Base(path), lines[0], lines[1]))
	}
}

// diffLines reports where two readings part, and gives how many lines agree.
func diffLines(t *testing.T, name string, got, want []typedLine) int {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("%s: line %d: missing %v", name, i, want[i])
		case i >= len(want):
			t.Errorf("%s: line %d: %v is too many", name, i, got[i])
		case got[i] != want[i]:
			t.Errorf("%s: line %d:\n got %v\nwant %v", name, i, got[i], want[i])
		default:
			continue
		}
		return i
	}
	return len(want)
}
