package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kinodex/internal/apptest"
)

// elementsOf runs --elements on a file and reads what it prints.
func elementsOf(t *testing.T, path string) []elementLine {
	t.Helper()
	var all []elementLine
	for line := range strings.Lines(analyze(t, path, "--elements").works(t)) {
		var e elementLine
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
	_, ferry, _ := strings.Cut(ferryText(t), "\n\n") // without the title page
	t.Chdir(t.TempDir())                             // where there is no library, and none is needed
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

// Places agree with a count from the beginning, across the marks too.
func TestPlacesAreCounted(t *testing.T) {
	text := strings.Repeat("aé語🎬\r\nb\rc\n\n", 300)
	p := newPlaces(text)
	for offset := range len(text) + 1 {
		if offset < len(text) && !utf8.RuneStart(text[offset]) {
			continue
		}
		before := text[:offset]
		wantLine := 1 + strings.Count(before, "\n") + strings.Count(before, "\r") - strings.Count(before, "\r\n")
		if offset < len(text) && text[offset] == '\n' && strings.HasSuffix(before, "\r") {
			wantLine-- // between CR and LF the line has not ended
		}
		character, line := p.of(offset)
		if character != utf8.RuneCountInString(before) || line != wantLine {
			t.Fatalf("byte %d: character %d of line %d, want %d of %d", offset, character, line, utf8.RuneCountInString(before), wantLine)
		}
	}
}

// On a terminal a long wait is told, and nothing of it stays.
func TestALongWaitIsTold(t *testing.T) {
	var told output
	w := waitOn(&told, 0, time.Millisecond)
	w.at("reading")
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(told.String(), "reading, 0."); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("told %q", told.String())
		}
	}
	w.end()
	w.end()
	if !strings.HasSuffix(told.String(), clearLine) {
		t.Errorf("left %q", told.String())
	}
	var silent output
	quick := waitOn(&silent, time.Hour, time.Hour)
	quick.at("reading")
	quick.end()
	if silent.String() != "" {
		t.Errorf("a short wait told %q", silent.String())
	}
	if none := wait(new(bytes.Buffer)); none != nil {
		t.Error("progress, without a terminal")
	}
}
