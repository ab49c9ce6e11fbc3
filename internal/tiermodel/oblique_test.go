package tiermodel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// many makes samples whose score is the sum of many features that tell little each, and
// whose classes are the thirds of it.
func many(n, features int, noise float64, seed uint64) []Sample {
	random := rand.New(rand.NewPCG(seed, 9))
	all := make([]Sample, n)
	for i := range all {
		x := make([]float64, features)
		for j := range x {
			x[j] = random.NormFloat64()
			all[i].Score += x[j]
		}
		all[i].Score += noise * random.NormFloat64()
		for j := range x {
			x[j] = math.Exp(x[j]) // as skewed as counts are
		}
		all[i].X, all[i].Group = x, fmt.Sprint(i)
	}
	slices.SortFunc(all, func(a, b Sample) int {
		if a.Score > b.Score {
			return -1
		}
		return 1
	})
	for i := range all {
		all[i].Class = Class(i * Classes / n)
	}
	return all
}

func TestObliqueTreesHearManyFeaturesAtOnce(t *testing.T) { // REQ S-20, S-39
	samples := many(300, 16, 5, 1)
	reached := map[float64]float64{}
	for _, share := range []float64{0, 0.4} {
		p := Defaults()
		p.Trees, p.Oblique = 128, share
		held, err := crossValidated(samples, dataOf(samples, vectors(samples)), fitForest, p)
		if err != nil {
			t.Fatal(err)
		}
		reached[share] = held.MacroF1()
	}
	if reached[0.4] < reached[0]+0.02 {
		t.Errorf("macro-F1 by share of oblique trees: %v", reached)
	}
}

func TestAForestWithObliqueTreesVotesLikeAnyOther(t *testing.T) { // REQ S-20, S-37
	samples := many(120, 6, 1, 2)
	p := quick()
	p.Trees = 64
	f, err := grow(dataOf(samples, vectors(samples)), p)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.oblique.directions); f.Trees() != 64 || n != 26 {
		t.Errorf("%d of %d trees are oblique", n, f.Trees())
	}
	total := 0.0
	for _, v := range f.Importances() {
		total += v
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("importances sum to %v", total)
	}
	allocated := testing.AllocsPerRun(10, func() {
		votes := f.Votes(samples[3].X)
		if votes[High]+votes[Mid]+votes[Low] != 64 {
			t.Errorf("votes %v", votes)
		}
	})
	if allocated > 0 {
		t.Errorf("asking the forest allocates %v times", allocated)
	}
	again, _ := grow(dataOf(samples, vectors(samples)), p)
	for _, s := range samples {
		if f.Votes(s.X) != again.Votes(s.X) {
			t.Fatal("the same samples grow another forest")
		}
	}
}

func TestWithoutScoresTheOrderOfTheClassesIsLearned(t *testing.T) {
	samples := drawn(40, 3, 2, 1)
	d := dataOf(samples, vectors(samples))
	for i, s := range samples {
		if d.scores[i] != float64(Low-s.Class) {
			t.Fatalf("a %v sample scores %v", s.Class, d.scores[i])
		}
	}
	r, err := fitRidge(d, quick())
	if err != nil {
		t.Fatal(err)
	}
	if r.Class([]float64{6, 0, 0}) != High || r.Class([]float64{-6, 0, 0}) != Low {
		t.Errorf("graded %v and %v by %+v", r.Class([]float64{6, 0, 0}), r.Class([]float64{-6, 0, 0}), r)
	}
}

func TestARidgeIsLeastSquaresWithAPenalty(t *testing.T) {
	x := [][]float64{{1}, {2}, {4}, {8}, {16}, {32}}
	d := data{x, []Class{Low, Low, Mid, Mid, High, High}, []float64{1, 3, 2, 5, 4, 9}}
	p := quick()
	p.RidgePenalty = 2
	r, err := fitRidge(d, p)
	if err != nil {
		t.Fatal(err)
	}
	z := r.normal.all(x)
	mean, along, square := 0.0, 0.0, 0.0
	for i := range z {
		mean += z[i][0] / 6
	}
	for i := range z {
		along += (z[i][0] - mean) * d.scores[i]
		square += (z[i][0] - mean) * (z[i][0] - mean)
	}
	if want := along / (square + 2); math.Abs(r.Coefficients[0]-want) > 1e-12 || math.Abs(r.Intercept-(4-want*mean)) > 1e-12 {
		t.Errorf("coefficient %v, want %v; intercept %v", r.Coefficients[0], want, r.Intercept)
	}
	for i, want := range d.classes { // thirds of what it was fitted to
		if got := r.Class(x[i]); got != want {
			t.Errorf("sample %d is graded %v, want %v", i, got, want)
		}
	}
}

func TestNormalScoresKeepTheOrderAndNothingElse(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	x := make([][]float64, 501)
	for i := range x {
		x[i] = []float64{math.Exp(2 * random.NormFloat64()), float64(random.IntN(3)), 7}
	}
	n := normalScoresOf(x)
	z := n.all(x)
	mean, square := 0.0, 0.0
	for i := range z {
		mean += z[i][0] / 501
		square += z[i][0] * z[i][0] / 501
		if z[i][2] != 0 {
			t.Fatalf("a feature that never varies has the normal score %v", z[i][2])
		}
		for k := range z {
			if x[i][0] < x[k][0] && z[i][0] > z[k][0] || x[i][1] == x[k][1] && z[i][1] != z[k][1] {
				t.Fatalf("%v has %v, %v has %v", x[i], z[i], x[k], z[k])
			}
		}
	}
	if math.Abs(mean) > 0.02 || square < 0.85 || square > 1.1 {
		t.Errorf("mean %v, variance %v", mean, square)
	}
	beyond, most := make([]float64, 3), make([]float64, 3)
	n.of([]float64{1e9, 1e9, 1e9}, beyond)
	n.of([]float64{1e6, 2, 7}, most)
	if beyond[0] != most[0] || math.IsInf(beyond[0], 0) {
		t.Errorf("beyond what was learned from: %v", beyond)
	}
}

func TestAModelOfTheFirstFormatIsRead(t *testing.T) {
	samples := drawn(20, 4, 1, 1)
	p := quick()
	p.Trees, p.Oblique = 6, 0
	m, err := Train(names(4), samples, p)
	if err != nil {
		t.Fatal(err)
	}
	m.Ridge = nil
	b := m.Encode()
	read, err := Decode(b)
	if err != nil || b[len(format)] != 1 || read.Ridge != nil || read.Version() != m.Version() {
		t.Fatalf("format %d, %v, %+v", b[len(format)], err, read)
	}
	for _, s := range samples {
		if read.Predict(s.X) != m.Predict(s.X) {
			t.Fatal("a model of the first format votes otherwise")
		}
	}
	b[len(format)] = 9
	if _, err := Decode(b); err == nil {
		t.Error("a model of a format to come is read")
	}
}
