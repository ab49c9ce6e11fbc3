// Package catalogtest makes small catalogues for tests of the packages that read them.
package catalogtest

import (
	"context"
	"path/filepath"
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
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// Builder is what makes a file of a catalogue's films, seeing each once.
type Builder interface {
	Add(d catalog.Doc, f *film.Film)
	Write(ctx context.Context, path string, progress func(done, total int64)) error
}

// Derive has a builder make its file of films, which are those of a catalogue in
// order, and tell its progress step by step.
func Derive(t testing.TB, b Builder, films []*film.Film) (path string) {
	t.Helper()
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	path = filepath.Join(t.TempDir(), "derived.pack")
	steps := int64(0)
	err := b.Write(t.Context(), path, func(done, total int64) {
		if done != steps+1 || done > total {
			t.Errorf("progress goes from %d to %d of %d", steps, done, total)
		}
		steps = done
	})
	if err != nil {
		t.Fatal(err)
	}
	return path
}
