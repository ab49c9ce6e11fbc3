package tiermodel

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/stat"
)

func evaluated(t *testing.T, samples []Sample, protocol Protocol) *Evaluation {
	t.Helper()
	e, err := Evaluate(t.Context(), samples, quick(), protocol)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAFeatureThatTellsIsFound(t *testing.T) {
	samples := drawn(60, 5, 2, 1)
	steps := 0
	e := evaluated(t, samples, Protocol{
		Seed: 5, Repeats: 3, Permutations: 19, PermutationTrees: 8,
		Designs:  []Design{{"nothing", noise(len(samples), 2)}},
		Progress: func(done, total int) { steps++; assertOrder(t, done, steps, total) },
	})
	if e.Forest.Mean() < .7 || e.Logistic.Mean() < .7 || e.Forest.Confusion.Kappa() < .6 {
		t.Errorf("forest %.3f, regression %.3f, kappa %.3f", e.Forest.Mean(), e.Logistic.Mean(), e.Forest.Confusion.Kappa())
	}
	if m := e.Majority.Mean(); m > .25 {
		t.Errorf("majority %.3f", m)
	}
	if c := e.Chance; c.P != 1.0/20 || c.AtLeast != 0 || c.Mean > .45 || c.Observed < .65 {
		t.Errorf("permutation test %+v", c)
	}
	if d := e.Designs[0]; d.Name != "nothing" || d.Forest.Mean() > .45 || d.Logistic.Mean() > .45 {
		t.Errorf("a design of noise reaches %.3f and %.3f", d.Forest.Mean(), d.Logistic.Mean())
	}
	for j, lost := range e.Permuted {
		if told := stat.Mean(lost) > .2; told != (j == 0) || len(lost) != 3 {
			t.Errorf("shuffling feature %d loses %v", j, lost)
		}
	}
	if e.Impurity[0] < .5 || e.Forest.Confusion.Total() != 3*len(samples) || len(e.Folds) != 3 {
		t.Errorf("impurity %v, %d gradings, %d deals", e.Impurity, e.Forest.Confusion.Total(), len(e.Folds))
	}
}

func assertOrder(t *testing.T, done, steps, total int) {
	t.Helper()
	if done != steps || done > total {
		t.Errorf("step %d is told as %d of %d", steps, done, total)
	}
}

func noise(n, features int) [][]float64 {
	random := rand.New(rand.NewPCG(9, 9))
	x := make([][]float64, n)
	for i := range x {
		for range features {
			x[i] = append(x[i], random.NormFloat64())
		}
	}
	return x
}

// Classes of noise cannot be graded, however well the forest knows what it was
// grown from, and however often a sample of the same group is at hand.
func TestNoiseStaysAtChance(t *testing.T) { // REQ S-39
	samples := drawn(40, 5, 0, 3)
	for _, s := range samples[:len(samples):len(samples)] {
		x := append([]float64(nil), s.X...)
		x[1] += 1e-3
		samples = append(samples, Sample{X: x, Class: s.Class, Group: s.Group})
	}
	e := evaluated(t, samples, Protocol{Seed: 5, Repeats: 3, Permutations: 19, PermutationTrees: 8})
	if m := e.Forest.Mean(); m > .45 {
		t.Errorf("noise is graded with a macro-F1 of %.3f", m)
	}
	if e.Resubstituted < .9 {
		t.Errorf("the forest knows only %.3f of what it was grown from", e.Resubstituted)
	}
	if e.Chance.P < .06 {
		t.Errorf("noise is found to tell, p = %v", e.Chance.P)
	}
}

func TestAnEvaluationCanBeRepeated(t *testing.T) {
	protocol := Protocol{Seed: 5, Repeats: 2, Permutations: 3, PermutationTrees: 4}
	a, b := evaluated(t, drawn(20, 3, 1, 1), protocol), evaluated(t, drawn(20, 3, 1, 1), protocol)
	if !reflect.DeepEqual(a, b) {
		t.Error("the same evaluation finds something else")
	}
	protocol.Seed = 6
	if c := evaluated(t, drawn(20, 3, 1, 1), protocol); reflect.DeepEqual(a.Folds, c.Folds) {
		t.Error("another seed deals the same folds")
	}
}

func TestStabilityTellsHowGradingsBearChanges(t *testing.T) {
	samples := drawn(30, 3, 2, 1)
	same, moved := make([][][]float64, len(samples)), make([][][]float64, len(samples))
	for i, s := range samples {
		same[i] = [][]float64{s.X}
		far := append([]float64(nil), s.X...)
		far[0] = 4 - far[0] // High becomes Low
		moved[i] = [][]float64{s.X, far}
	}
	s := evaluated(t, samples, Protocol{Seed: 1, Repeats: 2, Perturbed: same}).Stability
	if want := (Stability{Variants: 2 * len(samples), Same: 1}); s != want {
		t.Errorf("unchanged samples: %+v", s)
	}
	s = evaluated(t, samples, Protocol{Seed: 1, Repeats: 1, Perturbed: moved}).Stability
	if s.Variants != 2*len(samples) || s.Same < .5 || s.Same > .85 || s.Shift < .1 || s.Most < .5 {
		t.Errorf("half of them turned round: %+v", s)
	}
}

func TestProtocolsThatFitNotAreRefused(t *testing.T) {
	samples := drawn(10, 2, 1, 1)
	for want, protocol := range map[string]Protocol{
		"0 repeats":          {},
		"0 trees":            {Repeats: 1, Permutations: 3},
		`design "short"`:     {Repeats: 1, Designs: []Design{{"short", noise(5, 2)}}},
		"not a finite":       {Repeats: 1, Designs: []Design{{"holes", holes(30)}}},
		"changed vectors of": {Repeats: 1, Perturbed: make([][][]float64, 3)},
		"a changed vector":   {Repeats: 1, Perturbed: append([][][]float64{{{1}}}, make([][][]float64, 29)...)},
	} {
		if _, err := Evaluate(t.Context(), samples, quick(), protocol); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func holes(n int) [][]float64 {
	x := noise(n, 2)
	x[n/2][1] /= 0 * x[0][0]
	return x
}

func TestShufflingKeepsGroupsWhole(t *testing.T) {
	samples := drawn(30, 2, 1, 1)
	for i := range samples {
		samples[i].Group = fmt.Sprint(samples[i].Class, i%8)
	}
	dealt := shuffled(samples, rand.New(rand.NewPCG(1, 1)))
	if _, err := groupsByClass(dealt, 2); err != nil {
		t.Error(err)
	}
	moved := 0
	for i := range dealt {
		if dealt[i].Class != samples[i].Class {
			moved++
		}
	}
	if moved < 20 {
		t.Errorf("%d of %d samples are of another class", moved, len(samples))
	}
}

func TestHoldOutGradesOnlyTheUnseen(t *testing.T) {
	samples := drawn(60, 3, 2, 1)
	forest, logistic, err := HoldOut(samples[:90], samples[90:], quick())
	if err != nil {
		t.Fatal(err)
	}
	if forest.Confusion.Total() != 90 || forest.Mean() < .7 || logistic.Mean() < .7 {
		t.Errorf("forest %.3f, regression %.3f of %d", forest.Mean(), logistic.Mean(), forest.Confusion.Total())
	}
	if _, _, err := HoldOut(samples[:90], samples[80:], quick()); err == nil {
		t.Error("samples are on both sides")
	}
	if _, _, err := HoldOut(samples, nil, quick()); err == nil {
		t.Error("nothing is graded")
	}
}

// Choosing among forests, of which one cannot learn, costs little and does not
// pick that one.
func TestNestedChoosesWithoutLooking(t *testing.T) {
	blind, able := quick(), quick()
	blind.MinLeaf, blind.Oblique = 1000, 0
	skill, picked, err := Nested(t.Context(), drawn(40, 3, 2, 1), []Params{blind, able}, Protocol{Seed: 2, Repeats: 2})
	if err != nil {
		t.Fatal(err)
	}
	if picked[0] != 0 || picked[1] != 2*able.Folds || skill.Mean() < .7 || skill.Confusion.Total() != 240 {
		t.Errorf("picked %v, macro-F1 %.3f", picked, skill.Mean())
	}
	if _, _, err := Nested(t.Context(), drawn(40, 3, 2, 1), nil, Protocol{Repeats: 1}); err == nil {
		t.Error("one of none was chosen")
	}
}
