package pdf

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay/parse"
	"kinodex/internal/text"
)

// A PDF and the Fountain file it was printed from hold the same words, in the
// same order but for what the paper adds: page numbers, (MORE), (CONT'D).
func TestAPrintedScriptKeepsItsWords(t *testing.T) {
	dir := os.Getenv("KINODEX_GOLD_SCREENPLAYS")
	if dir == "" {
		t.Skip("KINODEX_GOLD_SCREENPLAYS names no folder of screenplays: this test did not run")
	}
	r := reader(t)
	read := 0
	filepath.WalkDir(filepath.Join(dir, "fixtures"), func(path string, d os.DirEntry, err error) error {
		if filepath.Ext(path) != ".pdf" {
			return err
		}
		source, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".fountain")
		if err != nil {
			return nil
		}
		printed, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := filepath.Base(path)
		if name == "extended-characters.pdf" {
			return nil // its typeface has no glyphs for the scripts it tests: the words are not on the page
		}
		got, err := r.Text(t.Context(), printed)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		read++
		script, err := parse.File(name+".fountain", source)
		if err != nil {
			t.Error(err)
			return nil
		}
		var want []string
		for _, e := range script.Elements {
			if e.Kind.InFilm() {
				want = append(want, text.Words(e.Text)...)
			}
		}
		words := text.Words(got)
		kept := inOrder(want, words)
		t.Logf("%s: %d of %d words, %d printed", name, kept, len(want), len(words))
		if kept < len(want)-len(want)/200 {
			t.Errorf("%s: %d of %d words are there in their order", name, kept, len(want))
		}
		return nil
	})
	if read < 6 {
		t.Errorf("only %d printed scripts were read", read)
	}
}

// inOrder counts the words that are found again going forward, each within the
// next two hundred.
func inOrder(want, words []string) int {
	kept := 0
	for _, w := range want {
		if i := slices.Index(words[:min(200, len(words))], w); i >= 0 {
			kept++
			words = words[i+1:]
		}
	}
	return kept
}
