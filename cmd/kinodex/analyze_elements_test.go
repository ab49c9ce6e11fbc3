package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/apptest"
	"kinodex/internal/terminal"
)

// elementsOf runs --elements on a file and reads what it prints.
func elementsOf(t *testing.T, path string) []terminal.Element {
	t.Helper()
	var all []terminal.Element
	for line := range strings.Lines(analyze(t, path, "--elements").works(t)) {
		var e terminal.Element
		dec := json.NewDecoder(strings.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		for _, key := range []string{"kind", "text", "start", "end", "line", "scene", "speech", "character", "number"} {
			if !strings.Contains(line, `"`+key+`":`) {
				t.Fatalf("no %s in %s", key, line)
			}
		}
		all = append(all, e)
	}
	return all
}

// The offsets of an element recover its text from what was submitted, whatever
// marks begin it and ends its lines.
func TestElementsStandWhereTheySay(t *testing.T) {
	whole, err := os.ReadFile(ferry)
	if err != nil {
		t.Fatal(err)
	}
	_, ferry, _ := strings.Cut(string(whole), "\n\n") // without the title page
	t.Chdir(t.TempDir())                              // where there is no library, and none is needed
	for name, text := range map[string]string{
		"a.fountain": ferry, "b.fountain": "\ufeff" + strings.ReplaceAll(ferry, "\n", "\r\n"), "c.fountain": strings.ReplaceAll(ferry, "\n", "\r"),
		"d.txt": apptest.Screenplay(40),
	} {
		path := filepath.Join(t.TempDir(), name)
		writeFile(t, path, text)
		all := elementsOf(t, path)
		if len(all) < 15 {
			t.Fatalf("%s: %d elements", name, len(all))
		}
		characters := []rune(text)
		ends := strings.NewReplacer("\r\n", "\n", "\r", "\n")
		for _, e := range all {
			at := strings.Join(strings.Fields(string(characters[e.Start:e.End])), " ")
			if said := strings.Join(strings.Fields(e.Text), " "); !strings.HasPrefix(at, said) || e.Number == nil && at != said {
				t.Errorf("%s: %s %q stands at %q", name, e.Kind, said, at)
			}
			if line := 1 + strings.Count(ends.Replace(string(characters[:e.Start])), "\n"); line != e.Line {
				t.Errorf("%s: %q is on line %d, said to be on %d", name, e.Text, line, e.Line)
			}
		}
	}
}

func TestElementsSayWhatTheyBelongTo(t *testing.T) {
	t.Parallel()
	var said []string
	for _, e := range elementsOf(t, ferry) {
		if e.Kind == "scene_heading" && *e.Scene == 3 {
			if e.Number == nil || *e.Number != "3A" {
				t.Errorf("scene 3 has no number: %+v", e)
			}
		} else if e.Number != nil {
			t.Errorf("%q has number %s", e.Text, *e.Number)
		}
		if (e.Speech == nil) != (e.Character == nil) {
			t.Errorf("%+v", e)
		}
		if e.Kind == "dialogue" {
			said = append(said, *e.Character)
		}
		if e.Kind == "title_page" && e.Scene != nil {
			t.Errorf("the title page is in scene %d", *e.Scene)
		}
	}
	if got := strings.Join(said, " "); got != "ase bjorn ase bjorn ase the boy ase" {
		t.Errorf("speak in turn: %s", got)
	}
}
