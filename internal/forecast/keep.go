package forecast

import (
	"math"

	"kinodex/internal/pack"
)

// TrainedModels are the models of a file, which the file of the next catalogue may take over:
// learning them is most of what it costs to write one, and some films more teach them
// little.
type TrainedModels struct {
	models *models
	pool   int // films with a gross, of which they were learned
	// compared are the comparables of the very same films; nil in an older file.
	compared *subjects
}

// Learned returns what the file learned. It may be used after Close.
func (x *Forecast) Learned() *TrainedModels {
	return &TrainedModels{x.models, len(x.archive.pool), x.compared.clone()}
}

// Write writes sections for ReadLearned; errors stay in w.
func (l *TrainedModels) Write(w *pack.Writer) {
	pack.PutSection(w, "pool", []uint32{uint32(l.pool)})
	l.models.write(w)
	if l.compared != nil {
		l.compared.write(w)
	}
}

// ReadLearned reads what TrainedModels.Write wrote. Errors stay in r, and the result is then not to
// be used.
func ReadLearned(r *pack.Reader) *TrainedModels {
	l := &TrainedModels{models: readModels(r)}
	if pool := pack.Column[uint32](r, "pool", 1); r.Err() == nil {
		l.pool = int(pool[0])
		l.compared = readCompared(r, l.pool, math.MaxInt32).clone()
	}
	return l
}

// mostGrowth is by which share the number of films with a gross may differ for models to
// be taken over.
const mostGrowth = 0.02

// TakeOver has Write use models that were learned before, unless the newest year is
// another one, or the number of films to learn from differs by more than two in a
// hundred. What a forecast is told of (films, people, plots) is that of the films added.
func (b *Builder) TakeOver(l *TrainedModels) { b.before = l }

// TakeOverOfSame is TakeOver of what was learned from the very films that are added: Write uses
// the comparables, too.
func (b *Builder) TakeOverOfSame(l *TrainedModels) { b.before, b.sameFilms = l, true }

// comparedBefore returns the comparables to take over; nil when they are to be found.
func (b *Builder) comparedBefore(a *archive) *subjects {
	if !b.tookOver || !b.sameFilms || b.before.pool != len(a.pool) {
		return nil
	}
	return b.before.compared
}

// TookOver reports, after Write, whether it used the models of TakeOver.
func (b *Builder) TookOver() bool { return b.tookOver }

// modelsBefore returns the models to take over; nil when they are to be learned.
func (b *Builder) modelsBefore(a *archive, horizon int) *models {
	l := b.before
	if l == nil || l.models.metadata.Horizon != horizon || math.Abs(float64(len(a.pool)-l.pool)) > mostGrowth*float64(l.pool) {
		return nil
	}
	b.tookOver = true
	return l.models
}
