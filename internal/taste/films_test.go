package taste

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

func ptr[T any](v T) *T { return &v }

// build writes the files of films into a directory and opens them.
func build(t testing.TB, films []*film.Film, ratings string) *Taste {
	t.Helper()
	dir := t.TempDir()
	c := catalogtest.Open(t, films)
	path := filepath.Join(dir, File)
	write(t, films, ratings, path)
	x, err := Open(path, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func write(t testing.TB, films []*film.Film, ratings, path string) []byte {
	t.Helper()
	b := NewBuilder()
	return writeBuilt(t, b, films, ratings, path)
}

// writeBuilt writes the file of films that a builder without any makes.
func writeBuilt(t testing.TB, b *Builder, films []*film.Film, ratings, path string) []byte {
	t.Helper()
	for i, f := range films {
		b.Add(catalog.Doc(i), f)
	}
	if ratings != "" {
		if _, err := b.CoLikes(strings.NewReader(ratings)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Write(context.Background(), path, nil); err != nil {
		t.Fatal(err)
	}
	bytes, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// doc finds a film by title.
func doc(t testing.TB, x *Taste, title string) catalog.Doc {
	t.Helper()
	d, ok := x.Resolve(title)
	if !ok {
		t.Fatalf("no film %q", title)
	}
	return d
}

// titles are the titles of picks.
func titles(x *Taste, docs []catalog.Doc) []string {
	all := make([]string, len(docs))
	for i, d := range docs {
		all[i] = x.title(uint32(d))
	}
	return all
}
