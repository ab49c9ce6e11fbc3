package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// TestAnEarlierStarterIsReplaced: a data directory of an earlier program serves
// again without a word when all it held was the starter library; what somebody
// built is never built over.
func TestAnEarlierStarterIsReplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("installs the starter library once more")
	}
	for _, c := range []struct {
		label  string
		serves bool
	}{{starter.Label, true}, {"", false}} {
		data := newData(t)
		older(t, libraryRoot(data), c.label)
		shelf, err := openShelf(t.Context(), data, slog.New(slog.DiscardHandler))
		if served := err == nil; served != c.serves {
			t.Errorf("a library of an earlier format labelled %q: serves %v (%v), want %v", c.label, served, err, c.serves)
		}
		if err == nil {
			shelf.Close()
		} else if !strings.Contains(err.Error(), "run kinodex build again") {
			t.Errorf("the error does not say what to do: %v", err)
		}
	}
}

// older makes the generation that serves look like one of format 1.
func older(t *testing.T, root, label string) {
	t.Helper()
	m, err := library.Verify(root)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, m.Generation, "manifest.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b = regexp.MustCompile(`"format": \d+`).ReplaceAll(b, []byte(`"format": 1`))
	b = regexp.MustCompile(`"label": "\w+"`).ReplaceAll(b, []byte(`"label": "`+label+`"`))
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}
