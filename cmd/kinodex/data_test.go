package main

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/research"
	"kinodex/internal/starter"
)

// sharedLibrary is a data directory with the starter library, made once by the
// first who needs it, since that takes longer than most tests.
var sharedLibrary string

var makeLibrary = sync.OnceValue(func() (err error) {
	if sharedLibrary, err = os.MkdirTemp("", "kinodex-library-"); err != nil {
		return err
	}
	if testing.Short() {
		return bestKnown(library.Root(sharedLibrary), 200)
	}
	holder, err := openLibrary(context.Background(), sharedLibrary, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return holder.Close()
})

// newData gives a data directory with a library and no ledger. The library is the
// starter's, of which a short run has only the best-known films.
func newData(t *testing.T) string {
	t.Helper()
	data := filepath.Join(t.TempDir(), "data")
	if err := makeLibrary(); err != nil {
		t.Fatal(err)
	}
	if err := linkLibrary(data, sharedLibrary); err != nil {
		t.Fatal(err)
	}
	return data
}

// linkLibrary gives data the files of the data directory from. Packs, 100 MB of the starter's, are
// not copied: both directories have the same files, which nothing changes, since the program writes
// every pack anew. A test that damages one puts another in its place.
func linkLibrary(data, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		to := filepath.Join(data, name)
		switch {
		case entry.IsDir():
			return os.MkdirAll(to, 0o755)
		case filepath.Ext(name) == ".pack":
			return os.Link(path, to)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o644)
	})
}

// sameLibrary returns an error if a pack that linkLibrary gave to several tests was changed.
func sameLibrary() error {
	if sharedLibrary == "" {
		return nil
	}
	_, err := library.Verify(library.Root(sharedLibrary))
	return err
}

// bestKnown builds a starter library under root from the n films that most people
// rated and what is known of their screenplays and people.
func bestKnown(root string, n int) error {
	films, err := starter.Films()
	if err != nil {
		return err
	}
	votes := func(f *film.Film) int {
		if f.Ratings.FilmdbVotes == nil {
			return 0
		}
		return *f.Ratings.FilmdbVotes
	}
	kept := map[film.ID]bool{}
	for _, f := range slices.SortedStableFunc(slices.Values(films), func(a, b *film.Film) int { return cmp.Compare(votes(b), votes(a)) })[:n] {
		kept[f.ID] = true
	}
	scripts, err := starter.Scripts()
	if err != nil {
		return err
	}
	scripts = slices.DeleteFunc(scripts, func(m research.MeasuredScript) bool { return !kept[m.Film] })
	sightings, err := starter.Sightings()
	if err != nil {
		return err
	}
	build, err := library.Begin(root, library.Inputs{Scripts: scripts})
	if err != nil {
		return err
	}
	for _, s := range sightings {
		if kept[s.Film] {
			build.Sighted(s)
		}
	}
	for _, f := range films { // in order of id
		if !kept[f.ID] {
			continue
		}
		if err := build.Add(f); err != nil {
			build.Discard()
			return err
		}
	}
	_, err = build.Publish(context.Background(), library.Manifest{Label: starter.Label, Builder: "test"}, time.Now(), nil)
	return err
}
