package tier

import (
	"context"
	"fmt"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// Options say how the tier model is examined.
type Options struct {
	Params  tiermodel.Params
	Seed    uint64 // of the folds; HeldOutSeed, unless parameters were chosen with it
	Repeats int
	// Permutations of each permutation test; 0 leaves them out.
	Permutations int
	// Edited are the vectors of slightly changed texts, as Edited gives them;
	// nil leaves stability out.
	Edited [][][]float64
	// Brief leaves out all but the main evaluation.
	Brief bool
	// Progress is told the steps of each stage. It may be nil.
	Progress func(stage string, done, total int)
}

// permutationTrees are the trees of the forests of a permutation test.
const permutationTrees = 64

// splitYear divides the scripts for the test of time: learned from films before
// it, graded are films from it on.
const splitYear = 2005

// Report is what an examination of the tier model found.
type Report struct {
	Scripts  int
	Options  Options
	Features []string
	// Own are the classes the model is trained on; Thirds those of the rating
	// alone; Neutral those within era and genre.
	Own, Thirds, Neutral *tiermodel.Evaluation
	Later                Later
	Nested               tiermodel.Skill
	Choices              []tiermodel.Params
	Picked               []int
}

// Later is the test of time.
type Later struct {
	Before, From     int // scripts learned from, and graded
	Forest, Logistic tiermodel.Skill
}

// Evaluate examines the tier model on the scripts. It takes minutes.
func Evaluate(ctx context.Context, scripts []Script, o Options) (*Report, error) {
	r := &Report{Scripts: len(scripts), Options: o, Features: measure.Names()}
	stage := func(name string) func(done, total int) {
		if o.Progress == nil {
			return nil
		}
		return func(done, total int) { o.Progress(name, done, total) }
	}
	protocol := tiermodel.Protocol{Seed: o.Seed, Repeats: o.Repeats, Permutations: o.Permutations, PermutationTrees: permutationTrees}
	full := protocol
	full.Designs, full.Perturbed, full.Progress = designs(scripts), o.Edited, stage("tiers")
	if o.Brief {
		full.Designs = nil
	}
	var err error
	if r.Own, err = tiermodel.Evaluate(ctx, samples(scripts, nil), o.Params, full); err != nil || o.Brief {
		return r, err
	}
	only := func(name string) tiermodel.Protocol {
		p := protocol
		p.Permutations, p.Progress = 0, stage(name)
		for _, d := range full.Designs {
			if d.Name == ByYearGenre || d.Name == ByEverything {
				p.Designs = append(p.Designs, d)
			}
		}
		return p
	}
	if r.Thirds, err = tiermodel.Evaluate(ctx, samples(scripts, ratingThirds(scripts)), o.Params, only("rating thirds")); err != nil {
		return nil, fmt.Errorf("rating thirds: %w", err)
	}
	apart := only("era and genre apart")
	apart.Permutations = o.Permutations
	if r.Neutral, err = tiermodel.Evaluate(ctx, samples(scripts, neutral(scripts)), o.Params, apart); err != nil {
		return nil, fmt.Errorf("classes within era and genre: %w", err)
	}
	if err := r.test(scripts); err != nil {
		return nil, fmt.Errorf("test of time: %w", err)
	}
	r.Choices = choices(o.Params)
	nested := tiermodel.Protocol{Seed: o.Seed, Repeats: min(o.Repeats, 2), Progress: stage("choice of parameters")}
	if r.Nested, r.Picked, err = tiermodel.Nested(ctx, samples(scripts, nil), r.Choices, nested); err != nil {
		return nil, fmt.Errorf("choice of parameters: %w", err)
	}
	return r, nil
}

// test learns from the earlier films and grades the later ones.
func (r *Report) test(scripts []Script) (err error) {
	var before, from []tiermodel.Sample
	for i, s := range samples(scripts, nil) {
		switch year := scripts[i].Year; {
		case year >= splitYear:
			from = append(from, s)
		case year > 0:
			before = append(before, s)
		}
	}
	r.Later.Before, r.Later.From = len(before), len(from)
	r.Later.Forest, r.Later.Logistic, err = tiermodel.HoldOut(before, from, r.Options.Params)
	return err
}

// choices are forests of other leaves and other shares of oblique trees than the one in
// use, and fewer trees, to see what choosing would have reached.
func choices(p tiermodel.Params) []tiermodel.Params {
	var all []tiermodel.Params
	p.Trees = 128
	for _, p.Oblique = range []float64{0, 0.25, 0.4, 0.6} {
		for _, p.MinLeaf = range []int{5, 20} {
			all = append(all, p)
		}
	}
	return all
}

// Design gives what another design reached.
func (r *Report) Design(name string) tiermodel.DesignSkill { return design(r.Own, name) }

func design(e *tiermodel.Evaluation, name string) tiermodel.DesignSkill {
	for _, d := range e.Designs {
		if d.Name == name {
			return d
		}
	}
	return tiermodel.DesignSkill{Name: name}
}
