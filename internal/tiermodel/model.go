package tiermodel

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
)

// Model is a forest and a regression trained on the same samples, with what is
// needed to say where they come from. It may be asked from several goroutines.
type Model struct {
	// Features names the places of a vector.
	Features []string
	Forest   *Forest
	Logistic *Logistic
	// Ridge is nil in a model that was trained before there was one.
	Ridge    *Ridge
	Training Training
}

// Training is what a model was trained with.
type Training struct {
	Params  Params
	Samples int
	Groups  [Classes]int // of High, Mid and Low
	// Digest is the SHA-256 of names and samples, in their order.
	Digest [sha256.Size]byte
	// MacroF1 is the out-of-fold macro-F1 of the forest's class: Params.Folds
	// folds, grouped and stratified, once. Every sample was graded by a forest
	// that saw nothing of its group.
	MacroF1 float64
	// RidgeMacroF1 is the same of the ridge regression, in the same folds; 0 without
	// one.
	RidgeMacroF1 float64
}

// Prediction is what the forest says of a vector.
type Prediction struct {
	// Class has the most votes, the earlier of High, Mid and Low among equals.
	Class Class
	// Votes for High, Mid and Low; they sum to Trees.
	Votes [Classes]int
	Trees int
}

// Probability is the share of votes for a class: k/Trees, in [0, 1]. Where Trees
// is a power of two the three sum to exactly 1.
func (p Prediction) Probability(c Class) float64 {
	return float64(p.Votes[c]) / float64(p.Trees)
}

// Train learns from the samples. names are the names of the features, all
// different. The same names, samples and params give the same bytes, whatever
// the number of cores. Too few samples give ErrTooFew.
func Train(names []string, samples []Sample, params Params) (*Model, error) {
	if err := params.Check(); err != nil {
		return nil, err
	}
	if err := checkNames(names); err != nil {
		return nil, err
	}
	groups, err := enough(samples, len(names), params.Folds)
	if err != nil {
		return nil, err
	}
	d := dataOf(samples, vectors(samples))
	forest, err := grow(d, params)
	if err != nil {
		return nil, err
	}
	logistic, err := fitLogistic(d.x, d.classes, params)
	if err != nil {
		return nil, err
	}
	ridge, err := fitRidge(d, params)
	if err != nil {
		return nil, err
	}
	held, err := crossValidated(samples, d, fitForest, params)
	if err != nil {
		return nil, err
	}
	cut, err := crossValidated(samples, d, fitCut, params)
	if err != nil {
		return nil, err
	}
	return &Model{
		Features: slices.Clone(names), Forest: forest, Logistic: logistic, Ridge: ridge,
		Training: Training{
			Params: params, Samples: len(samples), Groups: groups,
			Digest: digest(names, samples), MacroF1: held.MacroF1(), RidgeMacroF1: cut.MacroF1(),
		},
	}, nil
}

// LearnedFrom reports whether Train learned the model from these names, samples and params.
func (m *Model) LearnedFrom(names []string, samples []Sample, params Params) bool {
	return m.Training.Params == params && m.Training.Digest == digest(names, samples)
}

// enough checks the samples and that every class has a group for every fold.
func enough(samples []Sample, features, folds int) ([Classes]int, error) {
	if len(samples) == 0 {
		return [Classes]int{}, fmt.Errorf("no samples: %w", ErrTooFew)
	}
	groups, err := groupsByClass(samples, features)
	if err != nil {
		return groups, err
	}
	for c, n := range groups {
		if n < folds {
			return groups, fmt.Errorf("%d groups of class %v, for %d folds: %w", n, Class(c), folds, ErrTooFew)
		}
	}
	return groups, nil
}

// checkNames returns an error unless the names are different and not empty.
func checkNames(names []string) error {
	seen := make(map[string]bool, len(names))
	for _, n := range names {
		if n == "" || seen[n] {
			return fmt.Errorf("feature %q has no name of its own", n)
		}
		seen[n] = true
	}
	return nil
}

// crossValidated grades every sample with a model that saw nothing of its group, in
// folds that are dealt by the seed of p.
func crossValidated(samples []Sample, d data, learn fit, p Params) (Confusion, error) {
	chances, err := outOfFold(d, folds(samples, p.Folds, p.Seed), p, learn, nil)
	if err != nil {
		return Confusion{}, err
	}
	return confusionOf(d.classes, chances), nil
}

// Predict asks the forest. It panics when x does not have one value for every
// name in Features.
func (m *Model) Predict(x []float64) Prediction {
	votes := m.Forest.Votes(x)
	return Prediction{Class: most(votes), Votes: votes, Trees: m.Forest.Trees()}
}

// Version names the model by its content: 16 hexadecimal digits, the same for
// the same bytes alone.
func (m *Model) Version() string {
	sum := sha256.Sum256(m.Encode())
	return hex.EncodeToString(sum[:8])
}

// digest returns the SHA-256 of names and samples, in order.
func digest(names []string, samples []Sample) (sum [sha256.Size]byte) {
	h := sha256.New()
	var buf []byte
	for _, n := range names {
		buf = appendString(buf[:0], n)
		h.Write(buf)
	}
	for _, s := range samples {
		buf = appendString(buf[:0], s.Group)
		buf = append(buf, byte(s.Class))
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(s.Score))
		for _, x := range s.X {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(x))
		}
		h.Write(buf)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
