// Package catalogtest makes small catalogues for the tests of rooms above.
package catalogtest

import (
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Open makes a catalogue of films, which are in order of id, in a directory of
// its own. It is closed with the test.
func Open(t testing.TB, films []*film.Film) *catalog.Catalog {
	t.Helper()
	dir := t.TempDir()
	w, err := catalog.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range films {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}
