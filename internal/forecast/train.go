package forecast

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// What models learn from.
const (
	// Released is the least worldwide gross, US dollars of the film's year, of a
	// film that counts as commercially released. Estimates of money are of what a
	// project takes if it is; figures below are mostly token runs or single
	// markets.
	Released = 500_000
	// leastRatedGross is the least gross of films that ratings are learned from.
	leastRatedGross = 100_000
	// FirstLearned is the first year that is learned from: before, too few
	// figures are known, and the trade was another.
	FirstLearned = 1960
	// Calibration is how many years before the horizon intervals are measured on,
	// by models that know nothing of those years.
	Calibration = 8
	// seed of everything random.
	seed = 1895
)

// hyperparametersOf returns how the models of a target are fitted: chosen on films of
// 2007 to 2014 (docs/forecast.md).
func hyperparametersOf(of target) hyperparameters {
	g := hyperparameters{trees: 600, depth: 5, rate: 0.025, least: 20, ridge: 5, rows: 0.7, features: 0.25, seed: seed + uint64(of)}
	switch of {
	case targetMultiple, targetGross:
		g.clip = 1
	}
	return g
}

// spreadHyperparameters returns how the models of spread are fitted: few and shallow
// trees, since errors are mostly luck.
func spreadHyperparameters(of target) hyperparameters {
	return hyperparameters{trees: 60, depth: 3, rate: 0.06, least: 40, ridge: 20, rows: 0.8, features: 0.4, seed: seed + 100 + uint64(of)}
}

// example is a film of the past as models see it.
type example struct {
	doc  uint32
	year int
	// full is the film with all a project may state; part with some of it left out at
	// random, so that models learn to do without.
	full, part []float32
	// partBudget is whether part states the budget.
	partBudget bool
}

// examples computes the features of the pool's films before the horizon.
func (b *Builder) examples(ctx context.Context, a *archive, horizon int, progress func(done, total int64)) ([]example, error) {
	from, to := a.before(FirstLearned), a.before(horizon)
	all := make([]example, max(0, to-from))
	const chunk = 512
	for start := 0; start < len(all); start += chunk {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress(int64(start), int64(len(all)))
		n := min(chunk, len(all)-start)
		parallel(n, true, func(i int) {
			all[start+i] = b.example(a, a.pool[from+start+i])
		})
	}
	progress(int64(len(all)), int64(len(all)))
	return all, nil
}

// example returns the features of a film, whole and with inputs left out at random.
// The number of the film seeds the choice, so that it does not depend on the order of
// films.
func (b *Builder) example(a *archive, d uint32) example {
	full := b.inputs(a, d)
	part := *full
	r := rand.New(rand.NewPCG(seed, uint64(d)))
	leave := func(chance float64) bool { return r.Float64() < chance }
	if leave(0.5) {
		part.budget = 0
	}
	if leave(0.2) {
		part.directors = nil
	}
	if leave(0.3) {
		part.cast = nil
	} else if leave(0.3) {
		part.cast = part.cast[:min(len(part.cast), 1+r.IntN(2))]
	}
	if leave(0.3) {
		part.stems = nil
	}
	if leave(0.1) {
		part.genres = 0
	}
	// Most who ask state no plan at all; who does may not know all of it.
	none := leave(0.6)
	for _, drop := range []func(){
		func() { part.companies = nil }, func() { part.writers = nil }, func() { part.countries = nil },
		func() { part.languages = nil }, func() { part.runtime = 0 }, func() { part.month = 0 },
	} {
		if leave(0.3) || none {
			drop()
		}
	}
	return example{
		doc: d, year: full.year, full: a.row(full), part: a.row(&part), partBudget: part.budget > 0,
	}
}

// row returns the features of some inputs.
func (a *archive) row(b *inputs) []float32 {
	queryTerms := a.synopses.weigh(b.stems)
	c := a.findNeighbours(b, queryTerms)
	r := featureVector{values: make([]float32, 0, 128)}
	a.features(&r, b, &c)
	return r.values
}

// truth returns what became of a film and how much it counts; false when it is unknown
// or not to be learned from.
func (a *archive) truth(of target, d uint32) (v, weight float64, ok bool) {
	gross := a.gross[d]
	trust := float64(a.votes[d]) / (float64(a.votes[d]) + 1000)
	switch of {
	case targetMultiple:
		v, weight, ok = a.lnMultiple(d), 1, gross >= Released
	case targetGross:
		// Films whose budget nobody knows are among them: who states none may have
		// such a project.
		v, weight, ok = lnReal(gross, int(a.year[d])), 1, gross >= Released
	case targetRating:
		v, weight, ok = float64(a.rating[d]), trust, gross >= leastRatedGross && a.votes[d] > 0
	case targetMaster:
		v, weight, ok = float64(a.master[d]), trust, gross >= leastRatedGross && a.votes[d] > 0
	case targetRelease:
		v, weight, ok = 0, 1, true
		if gross >= Released {
			v = 1
		}
	}
	return v, weight, ok && v == v
}

// partWeight is how much a film counts that is told in part.
const partWeight = 0.5

// gather returns the training set of a target: the examples of years before a year.
func (a *archive) gather(of target, examples []example, before int) *trainingSet {
	s := &trainingSet{}
	add := func(row []float32, v, weight float64) {
		s.features = append(s.features, row)
		s.labels = append(s.labels, v)
		s.weights = append(s.weights, weight)
	}
	for _, l := range examples {
		v, weight, ok := a.truth(of, l.doc)
		if !ok || l.year >= before {
			continue
		}
		if of == targetGross && a.budget[l.doc] == 0 {
			add(l.full, v, weight*partWeight) // told without its budget
		} else {
			add(l.full, v, weight)
		}
		if of != targetMultiple || l.partBudget {
			add(l.part, v, weight*partWeight)
		}
	}
	return s
}

// train learns from all films before the horizon: first from those before the years of
// calibration, to see how far off the models are in those years, then from all. Half of the
// progress is that of examples, the other half that of models.
func (b *Builder) train(ctx context.Context, a *archive, horizon int, progress func(done, total int64)) (*models, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	var half int64
	examples, err := b.examples(ctx, a, horizon, func(done, all int64) {
		half = all
		progress(done, 2*all)
	})
	if err != nil {
		return nil, err
	}
	m := &models{metadata: metadata{Horizon: horizon, Features: len(featureNames()), Norms: a.norms, Token: a.tokenCurve(horizon-Calibration, horizon)}}
	var early ensembles
	n := len(ranged) + int(targets)
	var mu sync.Mutex
	var learned int64
	step := func() {
		mu.Lock()
		defer mu.Unlock()
		learned++
		progress(half+half*learned/int64(n+len(ranged)), 2*half)
	}
	// Every model is grown by one processor, several at once.
	parallel(n, true, func(i int) {
		if ctx.Err() != nil {
			return
		}
		defer step()
		if i < len(ranged) {
			of := ranged[i]
			early[of] = fitEnsemble(a.gather(of, examples, horizon-Calibration), hyperparametersOf(of))
			return
		}
		of := target(i - len(ranged))
		s := a.gather(of, examples, horizon)
		m.metadata.Learned[of] = s.len()
		m.mean[of] = fitEnsemble(s, hyperparametersOf(of))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parallel(len(ranged), true, func(i int) {
		defer step()
		a.calibrate(m, ranged[i], &early, examples, horizon)
	})
	return m, nil
}

// calibrate measures how far off an early model is in the years it had not seen. The
// spread of one half of the films is learned from the other (cross-fitting).
func (a *archive) calibrate(m *models, of target, early *ensembles, examples []example, horizon int) {
	var halves [2]trainingSet
	var offs [2][]residual
	add := func(half int, row []float32, l *example, budget bool, v float64) {
		off := v - early.of(of, row)
		halves[half].features = append(halves[half].features, row)
		halves[half].labels = append(halves[half].labels, math.Abs(off))
		halves[half].weights = append(halves[half].weights, 1)
		is := unstated
		if budget {
			is = bandOf(a.budget[l.doc])
		}
		offs[half] = append(offs[half], residual{is, off})
	}
	for i := range examples {
		l := &examples[i]
		v, _, ok := a.truth(of, l.doc)
		if !ok || a.gross[l.doc] < Released || l.year < horizon-Calibration {
			continue
		}
		half := int(l.doc>>1) & 1
		hasBudget := a.budget[l.doc] > 0
		add(half, l.full, l, hasBudget, v)
		if hasBudget && !l.partBudget && of != targetMultiple {
			add(half, l.part, l, false, v)
		}
	}
	for half := range halves {
		m.spread[of][half] = fitEnsemble(&halves[half], spreadHyperparameters(of))
	}
	var residuals []residual
	var spreads []float64
	for half := range halves {
		other := m.spread[of][1-half]
		for i, row := range halves[half].features {
			o := offs[half][i]
			spread := max(leastSpread[of], other.of(row))
			residuals = append(residuals, residual{o.band, o.off / spread})
			spreads = append(spreads, spread)
		}
	}
	m.metadata.Bounds[of] = conformalBounds(residuals)
	if of != targetMultiple {
		return
	}
	for in := range m.metadata.Widths {
		var all []float64
		for i, r := range residuals {
			if b := m.metadata.Bounds[of][in]; r.band == band(in) {
				all = append(all, spreads[i]*(b.High-b.Low))
			}
		}
		m.metadata.Widths[in] = widthsOf(all)
	}
}
