package tiermodel

import "fmt"

// Params say how a model is trained. Two trainings with the same Params and
// samples give the same bytes.
type Params struct {
	// Seed of everything random: bootstraps, splits, folds.
	Seed uint64
	// Trees of the forest, 1 to 10,000. A power of two makes every share of
	// votes exact in binary, so that three of them sum to exactly 1.
	Trees int
	// MinLeaf is the least number of different samples in a leaf, from 1.
	MinLeaf int
	// MaxDepth is the most questions a tree asks, 1 to 64.
	MaxDepth int
	// SplitFeatures is how many features are tried at a split; 0 means the
	// square root of their number, rounded down.
	SplitFeatures int
	// Balance weighs each sample by the rarity of its class, so that a class
	// weighs the same however many samples it has.
	Balance bool
	// Oblique is the share of the trees that are oblique, 0 to 1; each asks about a
	// ridge regression on Subspace of the features (0 means all), drawn at random, with
	// RidgePenalty > 0 on its coefficients. The part of the samples that it takes for
	// Mid is Middle times the share of that class: ordinary trees say Mid too seldom.
	Oblique, Middle, RidgePenalty float64
	Subspace                      int
	// Penalty is the weight λ > 0 of the regression's penalty: the sum of
	// log losses plus λ/2 times the sum of squared coefficients (intercepts
	// are free) is made least. It is 1/C of scikit-learn.
	Penalty float64
	// Folds of the cross-validation whose figure is kept in the model; at
	// least 2.
	Folds int
}

// Defaults are the parameters the tier model is trained with. SplitFeatures,
// MinLeaf and Penalty were chosen by cross-validation on development seeds, see
// docs/cards/tier.md: splits of a feature drawn at random grade no worse than
// better informed ones, and their votes are the more honest probabilities. So were the
// parameters of the oblique trees.
func Defaults() Params {
	return Params{
		Seed:          1895,
		Trees:         512,
		MinLeaf:       20,
		SplitFeatures: 1,
		MaxDepth:      24,
		Balance:       true,
		Penalty:       100,
		Folds:         5,
		Oblique:       0.4,
		Middle:        1.25,
		RidgePenalty:  100,
		Subspace:      10,
	}
}

// Check tells the first parameter that is out of its range.
func (p Params) Check() error {
	switch {
	case p.Trees < 1 || p.Trees > 10_000:
		return fmt.Errorf("%d trees: there may be 1 to 10000", p.Trees)
	case p.MinLeaf < 1:
		return fmt.Errorf("a leaf of %d samples: the least is 1", p.MinLeaf)
	case p.MaxDepth < 1 || p.MaxDepth > maxDepth:
		return fmt.Errorf("a depth of %d: it may be 1 to %d", p.MaxDepth, maxDepth)
	case p.SplitFeatures < 0 || p.SplitFeatures > maxFeatures:
		return fmt.Errorf("%d features a split: there may be 0 to %d", p.SplitFeatures, maxFeatures)
	case !(p.Oblique >= 0 && p.Oblique <= 1):
		return fmt.Errorf("a share of %v oblique trees: it may be 0 to 1", p.Oblique)
	case p.Oblique > 0 && !(p.Middle > 0 && p.Middle < 3):
		return fmt.Errorf("a middle of %v times its share: it must be above 0 and below 3", p.Middle)
	case p.Oblique > 0 && (!(p.RidgePenalty > 0) || p.RidgePenalty > 1e12):
		return fmt.Errorf("a penalty of %v on the ridge regression: it must be above 0", p.RidgePenalty)
	case p.Subspace < 0 || p.Subspace > maxFeatures:
		return fmt.Errorf("%d features of an oblique tree: there may be 0 to %d", p.Subspace, maxFeatures)
	case !(p.Penalty > 0) || p.Penalty > 1e12:
		return fmt.Errorf("a penalty of %v: it must be above 0", p.Penalty)
	case p.Folds < 2 || p.Folds > 1000:
		return fmt.Errorf("%d folds: there may be 2 to 1000", p.Folds)
	}
	return nil
}

// weights are what a sample of each class weighs. A class without samples
// weighs nothing.
func (p Params) weights(classes []Class) [Classes]float64 {
	w := [Classes]float64{1, 1, 1}
	if !p.Balance {
		return w
	}
	var n [Classes]int
	present := 0
	for _, c := range classes {
		if n[c]++; n[c] == 1 {
			present++
		}
	}
	for c := range w {
		if n[c] > 0 {
			w[c] = float64(len(classes)) / float64(present*n[c])
		}
	}
	return w
}
