package tiermodel

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// folds deals the samples into k folds and returns the fold of each, from 0:
// stratified, grouped cross-validation. All samples of a group are in one fold; groups
// of each class are shuffled by the seed and dealt in turn, so that folds have nearly
// the same share of every class. The order of the samples does not matter.
func folds(samples []Sample, k int, seed uint64) []int {
	groups := make([]Sample, 0, len(samples))
	seen := make(map[string]int, len(samples))
	for _, s := range samples {
		if _, ok := seen[s.Group]; !ok {
			seen[s.Group] = 0
			groups = append(groups, s)
		}
	}
	slices.SortFunc(groups, func(a, b Sample) int {
		if a.Class != b.Class {
			return int(a.Class) - int(b.Class)
		}
		return strings.Compare(a.Group, b.Group)
	})
	random := rand.New(rand.NewPCG(seed, 0xf01d))
	for from := 0; from < len(groups); {
		to := from
		for to < len(groups) && groups[to].Class == groups[from].Class {
			to++
		}
		class := groups[from:to]
		random.Shuffle(len(class), func(i, j int) { class[i], class[j] = class[j], class[i] })
		from = to
	}
	// Dealing goes on from class to class, so that no fold gets every remainder.
	for i, g := range groups {
		seen[g.Group] = i % k
	}
	fold := make([]int, len(samples))
	for i, s := range samples {
		fold[i] = seen[s.Group]
	}
	return fold
}

// divide returns the samples outside fold k and those in it.
func divide(fold []int, k int) (in, out []int) {
	for i, f := range fold {
		if f == k {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	return in, out
}

// pick returns the elements at the given places.
func pick[T any](all []T, at []int) []T {
	some := make([]T, len(at))
	for i, k := range at {
		some[i] = all[k]
	}
	return some
}
