package tiermodel

import (
	"context"
	"fmt"
	"math/rand/v2"
)

// Protocol says how an evaluation asks.
type Protocol struct {
	// Seed deals the folds, and all else that is random. It must not be one
	// that parameters were chosen with.
	Seed uint64
	// Repeats of the cross-validation, each with other folds and other trees;
	// at least 1.
	Repeats int
	// Permutations of the classes for the permutation test; 0 leaves it out.
	Permutations int
	// PermutationTrees are the trees of the forests of that test, which would
	// take too long with all of them; the forest they are compared with has as
	// few.
	PermutationTrees int
	// Designs are other features of the same samples, to be graded by in the
	// same folds.
	Designs []Design
	// Perturbed holds, for each sample, vectors of the same thing slightly
	// changed; none for a sample that was not changed. It may be nil.
	Perturbed [][][]float64
	// Progress is told how many of the steps are done. It may be nil.
	Progress func(done, total int)
}

// Design is another way to describe the samples, in their order.
type Design struct {
	Name string
	X    [][]float64
}

// Evaluation is what an evaluation found. Unless it says otherwise, every
// figure comes from samples graded by models that saw nothing of their group.
type Evaluation struct {
	Samples  int
	Groups   [Classes]int
	Forest   Skill // what Model.Predict answers with
	Logistic Skill
	Ridge    Skill // its Brier score is of chances that are 0 or 1
	Majority Skill // always the most frequent class
	Designs  []DesignSkill
	// Resubstituted is the macro-F1 of the forest on what it was grown from: the
	// figure that proves nothing.
	Resubstituted float64
	Chance        Permutations
	// Impurity are the importances of the forest grown from all samples, as
	// Forest.Importances gives them.
	Impurity []float64
	// Permuted says, by feature and repeat, how much macro-F1 is lost when the
	// values of the feature are shuffled among the samples that are graded.
	Permuted  [][]float64
	Stability Stability
	// Folds of each repeat: the fold of every sample.
	Folds [][]int
}

// DesignSkill is what another design reaches in the same folds.
type DesignSkill struct {
	Name             string
	Forest, Logistic Skill
}

// Permutations is the outcome of a permutation test: the forest learns from classes
// that were shuffled among the groups, and its macro-F1 is compared with the real
// one's (Ojala, Garriga, "Permutation Tests for Studying Classifier Performance", JMLR
// 11, 2010).
type Permutations struct {
	N        int
	Trees    int
	Observed float64 // macro-F1 with the true classes and as few trees
	Mean     float64 // of the macro-F1 with shuffled classes
	Most     float64
	AtLeast  int     // how many of them reached Observed
	P        float64 // (1 + AtLeast) / (1 + N)
}

// Stability says how gradings bear small changes.
type Stability struct {
	Variants int     // graded
	Same     float64 // share graded as the unchanged sample was
	Shift    float64 // mean over variants of the largest change among the three chances
	Most     float64 // the largest of these
}

// Evaluate cross-validates the forest, grouped and stratified, and everything
// it is compared with. It takes minutes, and ends early when ctx does.
func Evaluate(ctx context.Context, samples []Sample, params Params, protocol Protocol) (*Evaluation, error) {
	if err := params.Check(); err != nil {
		return nil, err
	}
	groups, err := enough(samples, features(samples), params.Folds)
	if err != nil {
		return nil, err
	}
	if err := protocol.check(samples); err != nil {
		return nil, err
	}
	e := &evaluationRun{
		ctx:     ctx,
		samples: samples, data: dataOf(samples, vectors(samples)), params: params, protocol: protocol,
		steps: protocol.Repeats*(4+2*len(protocol.Designs)) + protocol.Permutations,
		out:   &Evaluation{Samples: len(samples), Groups: groups},
	}
	if err := e.crossValidate(); err != nil {
		return nil, err
	}
	if err := e.testChance(); err != nil {
		return nil, err
	}
	forest, err := grow(e.data, params)
	if err != nil {
		return nil, err
	}
	e.out.Impurity = forest.Importances()
	var m Confusion
	for i, x := range e.x {
		m[e.classes[i]][most(forest.Votes(x))]++
	}
	e.out.Resubstituted = m.MacroF1()
	return e.out, nil
}

// check returns what is wrong with a protocol for these samples.
func (p Protocol) check(samples []Sample) error {
	if p.Repeats < 1 || p.Permutations < 0 || p.Permutations > 0 && p.PermutationTrees < 1 {
		return fmt.Errorf("a protocol of %d repeats and %d permutations with %d trees", p.Repeats, p.Permutations, p.PermutationTrees)
	}
	for _, d := range p.Designs {
		if len(d.X) != len(samples) {
			return fmt.Errorf("design %q has %d rows for %d samples", d.Name, len(d.X), len(samples))
		}
		described := make([]Sample, len(samples))
		for i, s := range samples {
			described[i] = Sample{X: d.X[i], Class: s.Class, Group: s.Group}
		}
		if _, err := groupsByClass(described, len(d.X[0])); err != nil {
			return fmt.Errorf("design %q: %w", d.Name, err)
		}
	}
	if p.Perturbed != nil && len(p.Perturbed) != len(samples) {
		return fmt.Errorf("changed vectors of %d samples for %d", len(p.Perturbed), len(samples))
	}
	for i, variants := range p.Perturbed {
		for _, v := range variants {
			if len(v) != len(samples[i].X) {
				return fmt.Errorf("a changed vector of sample %d has %d features", i, len(v))
			}
		}
	}
	return nil
}

// evaluationRun is an evaluation on its way.
type evaluationRun struct {
	ctx     context.Context
	samples []Sample
	data
	params   Params
	protocol Protocol
	out      *Evaluation

	done, steps int
}

// step tells of a step that was done, and whether to go on.
func (e *evaluationRun) step() error {
	e.done++
	if e.protocol.Progress != nil {
		e.protocol.Progress(e.done, e.steps)
	}
	return e.ctx.Err()
}

// crossValidate asks all models in the same folds, repeat by repeat.
func (e *evaluationRun) crossValidate() error {
	n, o := e.protocol.Repeats, e.out
	forest, logistic, ridge, majority := make([][][Classes]float64, n), make([][][Classes]float64, n), make([][][Classes]float64, n), make([][][Classes]float64, n)
	designs := make([][2][][][Classes]float64, len(e.protocol.Designs))
	o.Permuted = make([][]float64, len(e.x[0]))
	for r := range n {
		p := e.params
		p.Seed = e.protocol.Seed + uint64(r)
		fold := folds(e.samples, p.Folds, p.Seed)
		o.Folds = append(o.Folds, fold)
		ask := func(to *[][Classes]float64, x [][]float64, learn fit, then func(classifier, []int)) error {
			all, err := outOfFold(data{x, e.classes, e.scores}, fold, p, learn, then)
			if err != nil {
				return err
			}
			*to = all
			return e.step()
		}
		close := newForestInspector(e, r)
		if err := ask(&forest[r], e.x, fitForest, close.look); err != nil {
			return err
		}
		close.finish(forest[r])
		if err := ask(&logistic[r], e.x, fitRegression, nil); err != nil {
			return err
		}
		if err := ask(&ridge[r], e.x, fitCut, nil); err != nil {
			return err
		}
		if err := ask(&majority[r], e.x, fitMajority, nil); err != nil {
			return err
		}
		for d, design := range e.protocol.Designs {
			for k, learn := range []fit{fitForest, fitRegression} {
				designs[d][k] = append(designs[d][k], nil)
				if err := ask(&designs[d][k][r], design.X, learn, nil); err != nil {
					return fmt.Errorf("design %q: %w", design.Name, err)
				}
			}
		}
	}
	o.Forest, o.Logistic, o.Ridge, o.Majority = skillOf(e.samples, forest), skillOf(e.samples, logistic), skillOf(e.samples, ridge), skillOf(e.samples, majority)
	for d, design := range e.protocol.Designs {
		o.Designs = append(o.Designs, DesignSkill{design.Name, skillOf(e.samples, designs[d][0]), skillOf(e.samples, designs[d][1])})
	}
	if n := float64(o.Stability.Variants); n > 0 {
		o.Stability.Same /= n
		o.Stability.Shift /= n
	}
	return nil
}

// testChance learns shuffled classes. Folds are dealt anew for each shuffle, as
// they were for the true classes.
func (e *evaluationRun) testChance() error {
	if e.protocol.Permutations == 0 {
		return nil
	}
	p := e.params
	p.Seed, p.Trees = e.protocol.Seed, e.protocol.PermutationTrees
	c := Permutations{N: e.protocol.Permutations, Trees: p.Trees}
	held, err := crossValidated(e.samples, e.data, fitForest, p)
	if err != nil {
		return err
	}
	c.Observed = held.MacroF1()
	random := rand.New(rand.NewPCG(e.protocol.Seed, 0x5ff1e))
	for range c.N {
		dealt := shuffled(e.samples, random)
		held, err := crossValidated(dealt, dataOf(dealt, e.x), fitForest, p)
		if err != nil {
			return err
		}
		f := held.MacroF1()
		c.Mean += f / float64(c.N)
		c.Most = max(c.Most, f)
		if f >= c.Observed {
			c.AtLeast++
		}
		if err := e.step(); err != nil {
			return err
		}
	}
	c.P = float64(1+c.AtLeast) / float64(1+c.N)
	e.out.Chance = c
	return nil
}

// shuffled deals the classes anew among the groups, each with the score of the first
// sample that had it.
func shuffled(samples []Sample, random *rand.Rand) []Sample {
	number := numberGroups(samples)
	var known []Sample
	for i, s := range samples {
		if number[i] == len(known) {
			known = append(known, s)
		}
	}
	random.Shuffle(len(known), func(i, j int) { known[i], known[j] = known[j], known[i] })
	dealt := make([]Sample, len(samples))
	for i, s := range samples {
		s.Class, s.Score = known[number[i]].Class, known[number[i]].Score
		dealt[i] = s
	}
	return dealt
}
