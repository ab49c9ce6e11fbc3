package library

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/search"
	"kinodex/internal/taste"
	"kinodex/internal/taste/embedding"
)

// collection is what is derived from the films: it sees each of them once, in
// order, and then writes one file.
type collection interface {
	Add(d catalog.Doc, f *film.Film)
	Write(ctx context.Context, path string, progress func(done, total int64)) error
}

// MostEncoded is how many films have vectors where they are wanted: all that anybody is likely to
// describe from memory.
const MostEncoded = 20_000

// derivedCollection is one collection of a build.
type derivedCollection struct {
	stage string // what a progress line calls it
	file  string
	collection
}

// collections starts everything that is derived from films and inputs, in the
// order it is written.
func collections(in Inputs, posters *poster.Builder, actors *people.Builder, vectors *embedding.Table) ([]derivedCollection, error) {
	features := make(map[film.ID]measure.Vector, len(in.Scripts))
	for _, s := range in.Scripts {
		features[s.Film] = s.Features
	}
	scripts, forecasts, liked := research.NewBuilder(in.Scripts), forecast.NewBuilder(features), taste.NewBuilder()
	liked.Encode(in.Encode, vectors)
	if l := in.Learned; l != nil {
		scripts.TakeOver(l.research)
		forecasts.TakeOverOfSame(l.forecast)
		liked.TakeOver(l.taste)
	}
	if in.Likes != nil {
		if _, err := liked.CoLikes(in.Likes); err != nil {
			return nil, fmt.Errorf("read likes: %w", err)
		}
	}
	return []derivedCollection{
		{"atlas", atlas.File, atlas.NewBuilder()},
		{"research", research.File, scripts},
		{"forecast", forecast.File, forecasts},
		{"taste", taste.File, liked},
		{"people", people.File, actors},
		{"posters", poster.File, posters},
	}, nil
}

// openCollection is a collection that serves.
type openCollection interface {
	Close() error
	Verify() error
}

// openCollections opens what stands beside the catalogue in the generation.
func (l *Library) openCollections() (err error) {
	if l.Atlas, err = openOne(l, atlas.File, atlas.Open); err != nil {
		return err
	}
	if l.Research, err = openOne(l, research.File, research.Open); err != nil {
		return err
	}
	if l.Forecast, err = openOne(l, forecast.File, forecast.Open); err != nil {
		return err
	}
	if l.Taste, err = openOne(l, taste.File, taste.Open); err != nil {
		return err
	}
	if l.People, err = openOne(l, people.File, people.Open); err != nil {
		return err
	}
	if l.Posters, err = openOne(l, poster.File, poster.Open); err != nil {
		return err
	}
	l.Search = search.New(l.Catalog, l.scripted())
	return nil
}

// scripted are the films whose screenplay is in the research set.
func (l *Library) scripted() []catalog.Doc {
	var docs []catalog.Doc
	for _, id := range l.Research.Films() {
		if d, ok := l.Catalog.ByID(id); ok {
			docs = append(docs, d)
		}
	}
	return docs
}

// openOne opens a file that was built with the catalogue; closeAll closes it. The
// error names file and generation.
func openOne[T openCollection](l *Library, file string, open func(string, *catalog.Catalog) (T, error)) (T, error) {
	c, err := open(filepath.Join(l.dir, file), l.Catalog)
	if err != nil {
		return c, fmt.Errorf("open %s of generation %s: %w", file, l.Generation(), err)
	}
	l.open = append(l.open, c)
	return c, nil
}

// closeAll closes the collections, the last opened first, then the catalogue
// they point into.
func (l *Library) closeAll() error {
	var errs []error
	for i := len(l.open) - 1; i >= 0; i-- {
		errs = append(errs, l.open[i].Close())
	}
	return errors.Join(append(errs, l.Catalog.Close())...)
}

// verifyAll reads every byte of catalogue and collections.
func (l *Library) verifyAll() error {
	errs := []error{l.Catalog.Verify()}
	for _, c := range l.open {
		errs = append(errs, c.Verify())
	}
	return errors.Join(errs...)
}
