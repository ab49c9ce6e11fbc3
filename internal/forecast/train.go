package forecast

import (
	"context"
	"math"
	"math/rand/v2"
)

// What models learn from.
const (
	// Released is the least worldwide gross, US dollars of the film's year, of a
	// film that counts as commercially released. Estimates of money are of what a
	// project takes if it is; figures below are mostly token runs or single
	// markets.
	Released = 500_000
	// marked is the least gross of films that ratings are learned from.
	marked = 100_000
	// FirstLearned is the first year that is learned from: before, too few
	// figures are known, and the trade was another.
	FirstLearned = 1960
	// Calibration is how many years before the horizon intervals are measured on,
	// by models that know nothing of those years.
	Calibration = 8
	// seed of everything random.
	seed = 1895
)

// growthOf is how the models of an aim are grown: chosen on films of 2007 to
// 2014 (docs/forecast.md).
func growthOf(of aim) growth {
	g := growth{trees: 300, depth: 5, rate: 0.04, least: 20, ridge: 5, rows: 0.7, traits: 0.35, seed: seed + uint64(of)}
	switch of {
	case aimMultiple, aimGross:
		g.clip = 1
	}
	return g
}

// spreadGrowth is how the models of spread are grown: few and shallow, since
// errors are mostly luck.
func spreadGrowth(of aim) growth {
	return growth{trees: 60, depth: 3, rate: 0.06, least: 40, ridge: 20, rows: 0.8, traits: 0.4, seed: seed + 100 + uint64(of)}
}

// lesson is a film of the past as models see it.
type lesson struct {
	doc  uint32
	year int
	// full is the film with all a project may state but its companies; part with
	// some of it left out at random, so that models learn to do without.
	full, part []float32
	// partBudget is whether part states the budget.
	partBudget bool
}

// lessons computes the rows of the pool's films before the horizon.
func (b *Builder) lessons(ctx context.Context, a *archive, horizon int, progress func(done, total int64)) ([]lesson, error) {
	from, to := a.before(FirstLearned), a.before(horizon)
	all := make([]lesson, max(0, to-from))
	const chunk = 512
	for start := 0; start < len(all); start += chunk {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(int64(start), int64(len(all)))
		}
		n := min(chunk, len(all)-start)
		each(n, true, func(i int) {
			all[start+i] = b.lesson(a, a.pool[from+start+i])
		})
	}
	return all, nil
}

func (b *Builder) lesson(a *archive, d uint32) lesson {
	full := b.brief(a, d)
	companies := full.companies
	full.companies = nil
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
	if leave(0.5) {
		part.companies = companies
	}
	return lesson{
		doc: d, year: full.year, full: a.row(full), part: a.row(&part), partBudget: part.budget > 0,
	}
}

// row is the traits of a brief.
func (a *archive) row(b *brief) []float32 {
	thoughts := a.themes.weigh(b.stems)
	c := a.around(b, thoughts)
	r := row{values: make([]float32, 0, 128)}
	a.traits(&r, b, &c)
	return r.values
}

// truth is what became of a film; false when it is unknown or not to be learned
// from.
func (a *archive) truth(of aim, d uint32) (v, weight float64, ok bool) {
	gross := a.gross[d]
	trust := float64(a.votes[d]) / (float64(a.votes[d]) + 1000)
	switch of {
	case aimMultiple:
		v, weight, ok = a.lnMultiple(d), 1, gross >= Released
	case aimGross:
		// Every project has a budget, stated or not; films whose budget nobody
		// knows are mostly small, and would teach that an unstated one is.
		v, weight, ok = lnReal(gross, int(a.year[d])), 1, gross >= Released && a.budget[d] > 0
	case aimRating:
		v, weight, ok = float64(a.rating[d]), trust, gross >= marked && a.votes[d] > 0
	case aimMaster:
		v, weight, ok = float64(a.master[d]), trust, gross >= marked && a.votes[d] > 0
	case aimRelease:
		v, weight, ok = 0, 1, true
		if gross >= Released {
			v = 1
		}
	}
	return v, weight, ok && v == v
}

// partWeight is how much a film counts that is told in part.
const partWeight = 0.5

// gather makes the training set of an aim out of the lessons of some years.
func (a *archive) gather(of aim, lessons []lesson, before int) *rowset {
	s := &rowset{}
	add := func(row []float32, v, weight float64) {
		s.traits = append(s.traits, row)
		s.targets = append(s.targets, v)
		s.weights = append(s.weights, weight)
	}
	for _, l := range lessons {
		v, weight, ok := a.truth(of, l.doc)
		if !ok || l.year >= before {
			continue
		}
		add(l.full, v, weight)
		if of != aimMultiple || l.partBudget {
			add(l.part, v, weight*partWeight)
		}
	}
	return s
}

// train learns from all films before the horizon: first from those before the
// years of calibration, to see how far off the models are in those, then from
// all.
func (b *Builder) train(ctx context.Context, a *archive, horizon int, progress func(done, total int64)) (*models, error) {
	lessons, err := b.lessons(ctx, a, horizon, progress)
	if err != nil {
		return nil, err
	}
	m := &models{about: about{Horizon: horizon, Traits: len(traitNames()), Norms: a.norms}}
	var early guess
	// Every model is grown by one processor, several at once.
	each(len(ranged)+int(aims), true, func(i int) {
		if ctx.Err() != nil {
			return
		}
		if i < len(ranged) {
			of := ranged[i]
			early[of] = grow(a.gather(of, lessons, horizon-Calibration), growthOf(of))
			return
		}
		of := aim(i - len(ranged))
		s := a.gather(of, lessons, horizon)
		m.about.Learned[of] = s.len()
		m.mean[of] = grow(s, growthOf(of))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	each(len(ranged), true, func(i int) { a.calibrate(m, ranged[i], &early, lessons, horizon) })
	return m, nil
}

// calibrate measures how far off an early model is in the years it had not
// seen. The spread of one half of the films is learned from the other.
func (a *archive) calibrate(m *models, of aim, early *guess, lessons []lesson, horizon int) {
	var halves [2]rowset
	var offs [2][]miss
	add := func(half int, row []float32, l *lesson, budget bool, v float64) {
		off := v - early.of(of, row)
		halves[half].traits = append(halves[half].traits, row)
		halves[half].targets = append(halves[half].targets, math.Abs(off))
		halves[half].weights = append(halves[half].weights, 1)
		is := unstated
		if budget {
			is = bandOf(a.budget[l.doc])
		}
		offs[half] = append(offs[half], miss{is, off})
	}
	for i := range lessons {
		l := &lessons[i]
		v, _, ok := a.truth(of, l.doc)
		if !ok || a.gross[l.doc] < Released || l.year < horizon-Calibration {
			continue
		}
		half := int(l.doc>>1) & 1
		if hasBudget := a.budget[l.doc] > 0; hasBudget || of != aimGross {
			add(half, l.full, l, hasBudget, v)
		}
		if !l.partBudget && of != aimMultiple {
			add(half, l.part, l, false, v)
		}
	}
	for half := range halves {
		m.spread[of][half] = grow(&halves[half], spreadGrowth(of))
	}
	var misses []miss
	for half := range halves {
		other := m.spread[of][1-half]
		for i, row := range halves[half].traits {
			o := offs[half][i]
			misses = append(misses, miss{o.band, o.off / max(leastSpread[of], other.of(row))})
		}
	}
	m.about.Reach[of] = reaches(misses)
}
