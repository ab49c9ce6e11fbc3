package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/forecast"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/research"
	"kinodex/internal/taste"
)

// ErrSame says that a revised generation would be the one that serves.
var ErrSame = errors.New("the generation that serves is the same")

// asBefore are the collections that posters have no part in: a revision takes them
// over as they are, trained models and all.
var asBefore = []string{research.File, forecast.File, taste.File, people.File}

// Revise publishes the generation that serves under root anew, with the posters
// that are stored now and everything else as it was: its films, its measured
// scripts and what was learned from them, its label, sources and reports. It
// returns ErrSame when the posters are those it has, and ErrEmpty when nothing was
// ever published. Progress may be nil.
func Revise(ctx context.Context, root string, posters *poster.StoredPosters, builder string, now time.Time, progress Progress) (Manifest, error) {
	d, err := begin(root) // from here on nobody else publishes
	if err != nil {
		return Manifest{}, err
	}
	before, err := Open(root)
	if err != nil {
		d.Discard()
		return Manifest{}, err
	}
	defer before.Close()
	if before.Posters.Holds(posters, before.Catalog) {
		d.Discard()
		return Manifest{}, ErrSame
	}
	if err := d.revise(ctx, before, posters, progress); err != nil {
		d.Discard()
		return Manifest{}, fmt.Errorf("revise generation %s: %w", before.Generation(), err)
	}
	m := before.Manifest
	return d.Publish(ctx, Manifest{Label: m.Label, Builder: builder, Sources: m.Sources, Inputs: m.Inputs, LearnedAt: m.LearnedAt}, now, progress)
}

// revise fills the build from the generation before.
func (d *Build) revise(ctx context.Context, before *Library, posters *poster.StoredPosters, progress Progress) error {
	d.films.WithoutSynopses()
	d.posters = poster.NewBuilder(posters)
	d.derived = []derivedCollection{{"atlas", atlas.File, atlas.NewBuilder()}, {"posters", poster.File, d.posters}}
	n := before.Catalog.Len()
	for i := range n {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress("films", int64(i), int64(n))
			}
		}
		f, err := before.Catalog.Film(catalog.Doc(i))
		if err != nil {
			return err
		}
		if err := before.Posters.Undress(f); err != nil {
			return err
		}
		if err := d.Add(f); err != nil {
			return err
		}
	}
	if progress != nil {
		progress("films", int64(n), int64(n))
	}
	return d.takeOver(before)
}

// takeOver gives the build the files of the generation before that it does not
// make itself.
func (d *Build) takeOver(before *Library) error {
	files := asBefore
	for _, f := range before.Manifest.Files {
		if filepath.Ext(f.Name) != ".pack" || f.Name == catalog.SynopsesFile { // the build report, and what not every generation has
			files = append(files[:len(files):len(files)], f.Name)
		}
	}
	for _, name := range files {
		if err := share(filepath.Join(before.dir, name), filepath.Join(d.dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// share makes to the same file as from, which never changes, or a copy of it where
// files cannot have two names.
func share(from, to string) error {
	if os.Link(from, to) == nil {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	return copySynced(out, in)
}

// copySynced writes what from has into a file, brings it to the disk and closes it.
func copySynced(to *os.File, from io.Reader) error {
	_, err := io.Copy(to, from)
	return errors.Join(err, to.Sync(), to.Close())
}
