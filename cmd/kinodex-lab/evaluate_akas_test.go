package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

// REQ F2-73
func TestAlternativeTitlesAreAskedFromAFile(t *testing.T) {
	c := catalogtest.Open(t, []*film.Film{{ID: 1, Title: "One", Titles: []film.Title{{Title: "Of the library"}}}})
	dir := t.TempDir()
	path := filepath.Join(dir, "title.akas.tsv")
	table := "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\ntt0000001\t1\tEins\tDE\t\\N\t\\N\t\\N\t0\ntt0000009\t1\tNeun\tDE\t\\N\t\\N\t\\N\t0\n"
	if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	akas, err := readAkas(t.Context(), dir, c)
	if err != nil || len(akas) != 1 {
		t.Fatalf("read %v, %v", akas, err)
	}
	for f := range calledElsewhere(slices.Values([]*film.Film{{ID: 1}}), akas) {
		if len(f.Titles) != 1 || f.Titles[0].Title != "Eins" {
			t.Errorf("asked of %+v", f.Titles)
		}
	}
	if err := os.WriteFile(path, []byte("just,words\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readAkas(t.Context(), path, c); err == nil || !strings.Contains(err.Error(), "title.akas.tsv.gz") {
		t.Errorf("a file of no titles: %v", err)
	}
}
