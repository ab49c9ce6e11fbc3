package main

import (
	"cmp"
	"context"
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
	if err := os.CopyFS(data, os.DirFS(sharedLibrary)); err != nil {
		t.Fatal(err)
	}
	return data
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
	scripts = slices.DeleteFunc(scripts, func(m research.Measured) bool { return !kept[m.Film] })
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
