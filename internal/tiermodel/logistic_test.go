package tiermodel

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

func fitted(t testing.TB, samples []Sample, p Params) *Logistic {
	t.Helper()
	l, err := fitLogistic(vectors(samples), classesOf(samples), p)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The expected numbers were computed with scikit-learn's LogisticRegression on
// standardised features, C = 1/2, by Newton's method.
func TestTheRegressionAgreesWithAnother(t *testing.T) { // REQ S-38
	x := [][]float64{{1, 20}, {2, 10}, {3, 40}, {4, 30}, {5, 35}, {6, 5}, {7, 25}, {8, 15}, {9, 45}}
	for _, c := range []struct {
		name         string
		classes      []Class
		balance      bool
		coefficients [2][Classes]float64
		intercept    [Classes]float64
	}{
		{"equal classes", []Class{0, 0, 1, 0, 1, 2, 1, 2, 2}, true,
			[2][Classes]float64{{-0.66791499, -0.04745114, 0.71536614}, {-0.1978942, 0.41051557, -0.21262137}},
			[Classes]float64{-0.05123405, 0.09840982, -0.04717577}},
		{"unequal classes", []Class{0, 0, 1, 0, 1, 2, 0, 2, 2}, false,
			[2][Classes]float64{{-0.41115596, -0.28125204, 0.692408}, {-0.21975111, 0.50358478, -0.28383366}},
			[Classes]float64{0.39754928, -0.37050258, -0.0270467}},
		{"balanced", []Class{0, 0, 1, 0, 1, 2, 0, 2, 2}, true,
			[2][Classes]float64{{-0.38544648, -0.32761868, 0.71306517}, {-0.26252576, 0.55776514, -0.29523938}},
			[Classes]float64{0.11616511, -0.08426286, -0.03190225}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := quick()
			p.Penalty, p.Balance = 2, c.balance
			l, err := fitLogistic(x, c.classes, p)
			if err != nil {
				t.Fatal(err)
			}
			near := func(got, want [Classes]float64) {
				t.Helper()
				for k := range got {
					if math.Abs(got[k]-want[k]) > 1e-7 {
						t.Errorf("got %v, want %v", got, want)
						return
					}
				}
			}
			near(l.Coefficients[0], c.coefficients[0])
			near(l.Coefficients[1], c.coefficients[1])
			near(l.Intercept, c.intercept)
		})
	}
}

func TestTheRegressionFindsTheBottom(t *testing.T) {
	samples := drawn(50, 6, 1, 1)
	l := fitted(t, samples, quick())
	r := &regression{classes: classesOf(samples), weight: [Classes]float64{1, 1, 1}, penalty: quick().Penalty, width: 7}
	for _, s := range samples {
		z := make([]float64, 7)
		for j, st := range l.Standards {
			z[j] = st.Of(s.X[j])
		}
		z[6] = 1
		r.z = append(r.z, z)
	}
	at := make([]float64, 21)
	for c := range Classes {
		for j := range 6 {
			at[7*c+j] = l.Coefficients[j][c]
		}
		at[7*c+6] = l.Intercept[c]
	}
	gradient, _ := r.derivatives(at)
	for k, s := range gradient {
		if math.Abs(s) > 1e-8 {
			t.Errorf("the loss still falls by %v along unknown %d", s, k)
		}
	}
	// And the slope is that of the loss.
	at[3] += .3
	gradient, _ = r.derivatives(at)
	up, down := slices.Clone(at), slices.Clone(at)
	up[3], down[3] = at[3]+1e-5, at[3]-1e-5
	if numeric := (r.loss(up) - r.loss(down)) / 2e-5; math.Abs(numeric-gradient[3]) > 1e-5 {
		t.Errorf("slope %v, measured %v", gradient[3], numeric)
	}
}

func TestUnitsOfAFeatureDoNotMatter(t *testing.T) {
	samples := drawn(50, 3, 1, 1)
	before := fitted(t, samples, quick())
	var rescaled []Sample
	for _, s := range samples {
		x := slices.Clone(s.X)
		x[0] = 1e6 + 1000*x[0]
		rescaled = append(rescaled, Sample{X: x, Class: s.Class})
	}
	after := fitted(t, rescaled, quick())
	for i, s := range samples {
		a, b := before.Chances(s.X), after.Chances(rescaled[i].X)
		for c := range a {
			if math.Abs(a[c]-b[c]) > 1e-7 {
				t.Fatalf("chances %v become %v in other units", a, b)
			}
		}
	}
}

func TestChancesAreChances(t *testing.T) {
	samples := drawn(50, 3, 1, 1)
	for i := range samples {
		samples[i].X[2] = 9 // never varies
	}
	l := fitted(t, samples, quick())
	if l.Standards[2].SD != 0 || l.Coefficients[2] != [Classes]float64{} {
		t.Errorf("a feature that never varies counts: %v", l.Coefficients[2])
	}
	for _, x := range [][]float64{{0, 0, 9}, {1e9, -1e9, 0}, {-1e300, 0, 1e300}} {
		p := l.Chances(x)
		if total := p[0] + p[1] + p[2]; math.Abs(total-1) > 1e-12 || math.IsNaN(total) {
			t.Errorf("chances %v of %v", p, x)
		}
	}
	if c := l.Coefficients[0]; !(c[High] > 0 && c[Low] < 0) || math.Abs(c[0]+c[1]+c[2]) > 1e-12 {
		t.Errorf("coefficients %v of a feature that leans to High", c)
	}
}

func TestPerfectlySeparatedClassesConverge(t *testing.T) {
	p := quick()
	p.Penalty = 1e-4
	l := fitted(t, drawn(30, 2, 40, 1), p)
	if got := argmax(l.Chances([]float64{80, 0})); got != High {
		t.Errorf("graded %v", got)
	}
}

func TestSamplesThatTeachNothingAreRefused(t *testing.T) {
	good := func() []Sample { return drawn(10, 2, 1, 1) }
	for _, c := range []struct {
		name   string
		change func([]Sample) []Sample
		few    bool
	}{
		{"none", func([]Sample) []Sample { return nil }, true},
		{"one", func(s []Sample) []Sample { return s[:1] }, true},
		{"a class is missing", func(s []Sample) []Sample {
			return slices.DeleteFunc(s, func(s Sample) bool { return s.Class == Mid })
		}, true},
		{"a class has fewer groups than folds", func(s []Sample) []Sample {
			for i := range s {
				s[i].Group = fmt.Sprint(s[i].Class, i%4)
			}
			return s[:5]
		}, true},
		{"a feature too many", func(s []Sample) []Sample { s[3].X = append(s[3].X, 1); return s }, false},
		{"not a number", func(s []Sample) []Sample { s[3].X[1] = math.NaN(); return s }, false},
		{"infinite", func(s []Sample) []Sample { s[3].X[1] = math.Inf(-1); return s }, false},
		{"too large for single precision", func(s []Sample) []Sample { s[3].X[1] = 1e39; return s }, false},
		{"no class", func(s []Sample) []Sample { s[3].Class = 3; return s }, false},
		{"a group of two classes", func(s []Sample) []Sample { s[0].Group = s[1].Group; return s }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			samples := c.change(good())
			_, err := Train(names(2), samples, quick())
			if err == nil || errors.Is(err, ErrTooFew) != c.few {
				t.Errorf("Train gives %v", err)
			}
			if _, err := Evaluate(t.Context(), samples, quick(), Protocol{Repeats: 1}); err == nil || errors.Is(err, ErrTooFew) != c.few {
				t.Errorf("Evaluate gives %v", err)
			}
		})
	}
}

func TestParametersHaveRanges(t *testing.T) {
	if err := Defaults().Check(); err != nil {
		t.Error(err)
	}
	for _, change := range []func(*Params){
		func(p *Params) { p.Trees = 0 }, func(p *Params) { p.Trees = 10_001 }, func(p *Params) { p.MinLeaf = 0 },
		func(p *Params) { p.MaxDepth = 0 }, func(p *Params) { p.MaxDepth = 65 }, func(p *Params) { p.SplitFeatures = -1 },
		func(p *Params) { p.Penalty = 0 }, func(p *Params) { p.Penalty = math.NaN() }, func(p *Params) { p.Folds = 1 },
	} {
		p := Defaults()
		change(&p)
		if _, err := Train(names(2), drawn(10, 2, 1, 1), p); err == nil {
			t.Errorf("%+v is let through", p)
		}
	}
	for _, n := range [][]string{{"a"}, {"a", "a"}, {"a", ""}} {
		if _, err := Train(n, drawn(10, 2, 1, 1), quick()); err == nil {
			t.Errorf("names %q are let through", n)
		}
	}
}
