// Package tiermodel learns from samples which class a sample is of: High, Mid or
// Low. It knows samples, vectors and classes, and nothing of films, scripts or
// files; what a feature measures and where a class comes from is the business of
// whoever trains.
//
// Three models are trained on the same samples. A random forest gives the class:
// every tree has one vote, and a probability is a share of votes. Some of its trees
// are oblique: they ask about linear combinations of features that were fitted to
// what the classes are cut from. A ridge regression of that, and a multinomial
// logistic regression on standardised features, give coefficients, which say in
// which direction a feature leans. All are pure functions of samples and
// Params: the bytes of a Model do not depend on the number of cores, on the
// clock or on the order of a map.
//
// How good a model is, only samples can tell that it was not trained on.
// Evaluate asks that with cross-validation by group, beside baselines in the
// same folds; Train keeps a short form of it in the model, so that no model is
// without its honest figure.
//
// The package imports nothing of the house. Start reading at Train, then
// Model.Predict; forest.go, tree.go and oblique.go hold the forest, ridge.go and
// logistic.go the regressions, evaluate.go the protocol.
package tiermodel

import (
	"errors"
	"fmt"
	"math"
)

// Class is what a sample is graded as.
type Class uint8

// The classes, best first. Where two are equally likely the earlier one wins.
const (
	High Class = iota
	Mid
	Low
)

// Classes is how many classes there are.
const Classes = 3

// String is the word for the class: High, Mid or Low.
func (c Class) String() string {
	switch c {
	case High:
		return "High"
	case Mid:
		return "Mid"
	case Low:
		return "Low"
	}
	return fmt.Sprintf("Class(%d)", uint8(c))
}

// Sample is one case whose class is known.
type Sample struct {
	// X holds the features, finite numbers, as many as every other sample has.
	X []float64
	// Class is the truth.
	Class Class
	// Score is what classes are cut from: a finite number, greater for a better sample.
	// Where all samples have the same, the order of the classes stands for it.
	Score float64
	// Group names what the sample is a sample of. Samples of one group are of
	// one class and are never divided between training and testing.
	Group string
}

// maxFeatures is the most features a sample may have: a node keeps the number
// of its feature in a byte, beside the three marks of a leaf.
const maxFeatures = 250

// ErrTooFew says that there is too little to learn from: each class needs at
// least as many groups as there are folds, and at least two.
var ErrTooFew = errors.New("too few samples to learn from")

// groupsByClass checks the samples and counts the groups of each class.
func groupsByClass(samples []Sample, features int) ([Classes]int, error) {
	var n [Classes]int
	class := make(map[string]Class, len(samples))
	if features < 1 || features > maxFeatures {
		return n, fmt.Errorf("%d features: there may be 1 to %d", features, maxFeatures)
	}
	for i, s := range samples {
		if len(s.X) != features {
			return n, fmt.Errorf("sample %d has %d features, not %d", i, len(s.X), features)
		}
		for j, x := range s.X {
			// A forest compares in single precision, so a value must fit it.
			if math.IsNaN(x) || math.Abs(x) > math.MaxFloat32 {
				return n, fmt.Errorf("sample %d, feature %d: %v is not a finite number of single precision", i, j, x)
			}
		}
		if math.IsNaN(s.Score) || math.IsInf(s.Score, 0) {
			return n, fmt.Errorf("sample %d has a score of %v", i, s.Score)
		}
		if s.Class >= Classes {
			return n, fmt.Errorf("sample %d is of class %d", i, s.Class)
		}
		before, seen := class[s.Group]
		if seen && before != s.Class {
			return n, fmt.Errorf("group %q is of two classes, %v and %v", s.Group, before, s.Class)
		}
		if !seen {
			class[s.Group] = s.Class
			n[s.Class]++
		}
	}
	return n, nil
}

// features is how many features the samples have.
func features(samples []Sample) int {
	if len(samples) == 0 {
		return 0
	}
	return len(samples[0].X)
}
