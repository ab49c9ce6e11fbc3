package tiermodel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawn makes n samples of each class with some features. The first feature
// leans by class: High lies around 2·lean, Mid around lean, Low around 0, each
// with a spread of 1; the others say nothing.
func drawn(n, features int, lean float64, seed uint64) []Sample {
	random := rand.New(rand.NewPCG(seed, 1))
	var all []Sample
	for i := range n * Classes {
		c := Class(i % Classes)
		x := make([]float64, features)
		for j := range x {
			x[j] = random.NormFloat64()
		}
		x[0] += lean * float64(Low-c)
		all = append(all, Sample{X: x, Class: c, Group: fmt.Sprint("group ", i)})
	}
	return all
}

func names(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprint("feature ", i))
	}
	return all
}

// quick are parameters for small samples.
func quick() Params {
	p := Defaults()
	p.Trees, p.MinLeaf, p.Penalty = 32, 2, 1
	return p
}

func TestClassesHaveWords(t *testing.T) { // REQ S-19, S-37
	var words []string
	for c := High; c <= Classes; c++ {
		words = append(words, c.String())
	}
	if want := []string{"High", "Mid", "Low", "Class(3)"}; !slices.Equal(words, want) {
		t.Errorf("got %q, want %q", words, want)
	}
}

func TestEveryClassHasTheSameShareOfEveryFold(t *testing.T) {
	samples := drawn(33, 2, 1, 1)
	fold := folds(samples, 5, 7)
	var n [5][Classes]int
	for i, s := range samples {
		n[fold[i]][s.Class]++
	}
	for k := range n {
		for c, got := range n[k] {
			if got < 33/5 || got > 33/5+1 {
				t.Errorf("fold %d has %d of class %v", k, got, Class(c))
			}
		}
	}
	if again := folds(samples, 5, 7); !slices.Equal(fold, again) {
		t.Error("the same seed deals other folds")
	}
	if other := folds(samples, 5, 8); slices.Equal(fold, other) {
		t.Error("another seed deals the same folds")
	}
}

func TestAGroupIsNeverDivided(t *testing.T) { // REQ S-39
	samples := drawn(60, 2, 1, 1)
	for i := range samples {
		samples[i].Group = fmt.Sprint(samples[i].Class, i%7)
	}
	fold := folds(samples, 3, 1)
	of := map[string]int{}
	for i, s := range samples {
		if k, seen := of[s.Group]; seen && k != fold[i] {
			t.Fatalf("group %q is in folds %d and %d", s.Group, k, fold[i])
		}
		of[s.Group] = fold[i]
	}
}

func TestFoldsDoNotDependOnTheOrderOfSamples(t *testing.T) {
	samples := drawn(20, 2, 1, 1)
	fold := folds(samples, 4, 3)
	backward := slices.Clone(samples)
	slices.Reverse(backward)
	reversed := folds(backward, 4, 3)
	slices.Reverse(reversed)
	if !slices.Equal(fold, reversed) {
		t.Error("the order of the samples deals other folds")
	}
}

func TestPickAndDivideMissNoSample(t *testing.T) {
	fold := []int{0, 1, 2, 1, 0}
	in, out := divide(fold, 1)
	if !slices.Equal(in, []int{0, 2, 4}) || !slices.Equal(out, []int{1, 3}) {
		t.Errorf("in %v, out %v", in, out)
	}
	if got := pick([]string{"a", "b", "c"}, []int{2, 0}); !slices.Equal(got, []string{"c", "a"}) {
		t.Errorf("picked %v", got)
	}
}
