// Package forecast estimates what may become of a project: its worldwide gross and
// its ratings, with intervals, and the films of the past they rest on.
//
// Nothing of the future is looked at. A film of 1995 is described by what its
// makers could have said of it (title, genres, budget, names, a synopsis) and by
// what was known of those names, of its series and of films like it at the end
// of 1994; models learn from such descriptions and what became of the films. A
// project is described the same way by the same code, so what was measured of
// the models (docs/cards/forecast.md) holds for it as well as the future is like
// the past.
//
//   - history.go, lists.go, keyindex.go, tfidf.go, archive.go: the films of the
//     catalogue, by document
//   - inputs.go, features.go, trackrecord.go, series.go, origin.go, neighbour.go,
//     neighbourfeatures.go: a project among them, as numbers (k nearest neighbours,
//     TF-IDF, track records)
//   - boost.go, tree.go: gradient-boosted regression trees; train.go, model.go:
//     what they learn
//   - band.go, distribution.go: intervals, by split conformal prediction within bands of
//     budgets, and chances
//   - project.go, query.go, places.go, predict.go, outcome.go, comparable.go: the question and its answer;
//     comparableof.go: which forecasts show a film
//   - brief.go: what a meeting asks beside the answer: chances in budgets, what drives the estimate, and
//     comparables that a reader removes or pins
//   - audience.go, notes.go: what follows from the comparables, by rule
//
// Start reading at
// Project and Predict.
package forecast

import (
	"context"

	"kinodex/internal/catalog"
	"kinodex/internal/pack"
)

// File is the name of the file in a library generation.
const File = "forecast.pack"

// Write writes the file at path. It learns from every film up to Latest. progress may be nil.
// The same films give the same bytes.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	a, m, err := b.learn(ctx, b.Latest()+1, progress)
	if err != nil {
		return err
	}
	of := b.comparedBefore(a)
	if of == nil {
		if of, err = b.comparedFilms(ctx, a); err != nil {
			return err
		}
	}
	return pack.Save(path, func(w *pack.Writer) error {
		a.write(w)
		m.write(w)
		of.write(w)
		return w.Err()
	})
}

// Latest is the year of the newest films that were added; few films that are
// dated later than all others do not count.
func (b *Builder) Latest() int { return b.history.latest() }

// WriteAsOf is Write by someone who lives at the beginning of a year: models,
// norms and intervals know only films before it. Later films are still in the
// file and become the past of projects later than they are; so the file can be
// tried on the years after the horizon. It does not tell what films are comparables of.
func (b *Builder) WriteAsOf(ctx context.Context, path string, horizon int, progress func(done, total int64)) error {
	a, m, err := b.learn(ctx, horizon, progress)
	if err != nil {
		return err
	}
	return pack.Save(path, func(w *pack.Writer) error {
		a.write(w)
		m.write(w)
		return w.Err()
	})
}

// learn returns the films and what is learned of those before a year, or the models that are
// taken over.
func (b *Builder) learn(ctx context.Context, horizon int, progress func(done, total int64)) (*archive, *models, error) {
	a := b.archive(horizon)
	if m := b.modelsBefore(a, horizon); m != nil {
		return a, m, nil
	}
	m, err := b.train(ctx, a, horizon, progress)
	return a, m, err
}

// Forecast is an open file, beside the catalogue it was built with. Its methods
// may be called from several goroutines, but not after Close.
type Forecast struct {
	file    *pack.File
	catalog *catalog.Catalog
	archive *archive
	models  *models
	places  *places
	// compared is nil in a file that was written before it was kept, or as of a year.
	compared *subjects
}

// Open maps the file at path. A file that is not what Write wrote, or of another
// catalogue, gives an error.
func Open(path string, c *catalog.Catalog) (*Forecast, error) {
	x := &Forecast{catalog: c, places: newPlaces()}
	f, err := pack.Load(path, pack.Options{}, x.read)
	if err != nil {
		return nil, err
	}
	x.file = f
	return x, nil
}

// read reads archive and models. Every number that leads somewhere is checked; errors
// stay in r.
func (x *Forecast) read(r *pack.Reader) {
	a := &archive{history: readHistory(r, x.catalog.Len())}
	a.pool = pack.Below[uint32](r, "pool", pack.Any, a.len())
	for i := 1; i < len(a.pool); i++ { // as gatherPool orders it
		r.Require(a.year[a.pool[i-1]] <= a.year[a.pool[i]], "the pool is not in order of year")
	}
	a.synopses = readTFIDFIndex(r, len(a.pool))
	a.phraseIndex = readKeyIndex(r, "phrases", a.len())
	x.models = readModels(r)
	x.compared = readCompared(r, len(a.pool), a.len())
	if r.Err() != nil {
		return
	}
	a.norms = x.models.metadata.Norms
	a.prepare()
	x.archive = a
}

// Prepare makes what films are found by, for which the first who asks would otherwise wait.
func (x *Forecast) Prepare() {
	x.archive.titleIndex()
	x.archive.seriesIndex()
}

// Close ends the mapping.
func (x *Forecast) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (x *Forecast) Verify() error { return x.file.Verify() }
