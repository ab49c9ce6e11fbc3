package forecast

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTitlesTellTheirSeries(t *testing.T) {
	for title, want := range map[string]titleParts{
		"The Brass Key":                    {"brass key", 0, false},
		"Brass Key 2":                      {"brass key", 2, false},
		"Brass Key II":                     {"brass key", 2, false},
		"Brass Key Part III":               {"brass key", 3, false},
		"The Brass Key: Rust":              {"brass key", 0, true},
		"Brass Key 2: Rust":                {"brass key", 2, true},
		"Brass Key - Chapter Two":          {"brass key", 0, true},
		"Brass Key and the Locksmith":      {"brass key", 0, true},
		"Brass Key: Chapter 4":             {"brass key", 0, true},
		"2":                                {"", 0, false},
		"I":                                {"", 0, false},
		"1917":                             {"1917", 0, false},
		"Ångström Street Four":             {"angstrom street", 4, false},
		"Up":                               {"", 0, false},
		"":                                 {"", 0, false},
		": ":                               {"", 0, false},
		"Salt and the Sea and the Harbour": {"salt", 0, true},
	} {
		if got := readTitle(title); got != want {
			t.Errorf("%q: %+v, want %+v", title, got, want)
		}
	}
}

func TestGenresAreKnownByAnyName(t *testing.T) {
	for name, want := range map[string]string{
		"drama": "Drama", "SCI-FI": "Sci-Fi", "Science Fiction": "Sci-Fi", "film noir": "Film-Noir", "Biopic": "Biography",
	} {
		set, ok := genreOf(name)
		if got := set.names(); !ok || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if set, unknown := genreSet([]string{"Gothic", "War", ""}); set.len() != 1 || len(unknown) != 2 {
		t.Errorf("%v %v", set.names(), unknown)
	}
}

func TestPricesRiseAndStayAtTheirEnds(t *testing.T) {
	if PriceYear != 2025 || realDollars(PriceYear) != 1 || realDollars(2100) != 1 {
		t.Errorf("a dollar of %d is worth %v", PriceYear, realDollars(PriceYear))
	}
	if realDollars(1800) != realDollars(firstCPIYear) {
		t.Error("before the first year")
	}
	// Bureau of Labor Statistics: 1 dollar of 1983 bought what 3.06 did in 2023.
	if v := realDollars(1983) / realDollars(2023); math.Abs(v-3.06) > 0.01 {
		t.Errorf("1983: %v", v)
	}
	if v := lnReal(0, 2000); v == v {
		t.Errorf("nothing is worth %v", v)
	}
}

func TestTheNewestYearIsOneOfMoreThanSlips(t *testing.T) {
	for _, test := range []struct {
		name  string
		films int // of 2020
		later []uint16
		want  int
	}{
		{"no films", 0, nil, firstCPIYear},
		{"a small library", 50, []uint16{2024}, 2024},
		{"a slip among thousands", 3_000, []uint16{2099}, 2020},
		{"as many as one in a thousand", 3_000, []uint16{2021, 2024, 2099}, 2021},
		{"ten are enough in any library", 50_000, []uint16{2024, 2024, 2024, 2024, 2024, 2024, 2024, 2024, 2024, 2025}, 2024},
	} {
		p := &history{}
		for range test.films {
			p.year = append(p.year, 2020)
		}
		p.year = append(p.year, test.later...)
		if got := p.latest(); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestBandsOfBudgets(t *testing.T) {
	for budget, want := range map[int64]string{
		1: "micro", 4_999_999: "micro", 5_000_000: "low", 15_000_000: "mid", 40_000_000: "high", 100_000_000: "blockbuster", 1e10: "blockbuster",
	} {
		if got := BandOf(budget); got != want {
			t.Errorf("%d is %s, want %s", budget, got, want)
		}
	}
	if bandOf(0) != unstated {
		t.Error("no budget is in a band")
	}
}

// Four of five yet unseen residuals lie within, whatever their distribution.
func TestIntervalsKeepTheirPromise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	draw := func() float64 { v := r.ExpFloat64(); return v*v - 1 } // far from normal
	var held, all float64
	for range 200 {
		var residuals []residual
		for range 150 {
			residuals = append(residuals, residual{mid, draw()})
		}
		bounds := conformalBounds(residuals)[mid]
		for range 100 {
			if v := draw(); v >= bounds.Low && v <= bounds.High {
				held++
			}
			all++
		}
	}
	if share := held / all; math.Abs(share-Coverage) > 0.015 {
		t.Errorf("%.3f are held", share)
	}
}

func TestBandsOfFewFilmsLeanOnAll(t *testing.T) {
	var residuals []residual
	for i := range 400 {
		residuals = append(residuals, residual{mid, float64(i%100) - 50})
	}
	for range 5 {
		residuals = append(residuals, residual{micro, 1000})
	}
	all := conformalBounds(residuals)
	if all[micro].High > 60 || all[micro].N != 5 || all[mid].N != 400 {
		t.Errorf("%+v", all)
	}
	if few := conformalBounds(residuals[:3])[mid]; few.Low != -defaultBound || few.High != defaultBound {
		t.Errorf("%+v", few)
	}
}

// A step in one feature, a feature that is often missing, and noise.
func TestTreesLearnStepsAndWhatMissingMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := &trainingSet{}
	truth := func(a, b float32) float64 {
		v := 1.0
		if a > 0.3 {
			v = 3
		}
		if b != b {
			v -= 2
		}
		return v
	}
	for range 3000 {
		a, b := r.Float32(), r.Float32()
		if r.IntN(3) == 0 {
			b = float32(math.NaN())
		}
		s.features = append(s.features, []float32{a, b, r.Float32()})
		s.labels = append(s.labels, truth(a, b)+0.1*r.NormFloat64())
		s.weights = append(s.weights, 1)
	}
	g := hyperparameters{trees: 100, depth: 3, rate: 0.2, least: 10, ridge: 1, rows: 0.8, features: 1, seed: 9}
	e := fitEnsemble(s, g)
	if !e.sound(3) {
		t.Fatal("the trees are not sound")
	}
	for _, row := range [][]float32{{0.1, 0.5, 0}, {0.9, 0.5, 1}, {0.1, float32(math.NaN()), 0}, {0.9, float32(math.NaN()), 0.5}} {
		if got, want := e.of(row), truth(row[0], row[1]); math.Abs(got-want) > 0.15 {
			t.Errorf("%v: %.3f, want %.0f", row, got, want)
		}
	}
	again := fitEnsemble(s, g)
	if !slices.Equal(e.Nodes, again.Nodes) || e.Start != again.Start {
		t.Error("the same rows grew other trees")
	}
}

func TestTreesThatLeadAstrayAreRefused(t *testing.T) {
	fine := []node{{Feature: 0, High: 2}, {Feature: -1}, {Feature: -1}}
	for name, hurt := range map[string]func(e *ensemble){
		"a feature that is none": func(e *ensemble) { e.Nodes[0].Feature = 5 },
		"a child before it":      func(e *ensemble) { e.Nodes[0].High = 0 },
		"a child beyond":         func(e *ensemble) { e.Nodes[0].High = 9 },
		"a root beyond":          func(e *ensemble) { e.Roots[0] = 3 },
		"a fork at the end":      func(e *ensemble) { e.Nodes[2].Feature = 0 },
		"no number in a leaf":    func(e *ensemble) { e.Nodes[1].Threshold = float32(math.NaN()) },
	} {
		e := &ensemble{Roots: []uint32{0}, Nodes: slices.Clone(fine)}
		if !e.sound(1) {
			t.Fatal("a sound tree is refused")
		}
		if hurt(e); e.sound(1) {
			t.Errorf("%s is let through", name)
		}
	}
}

func TestMoneyIsWrittenWithThousandsApart(t *testing.T) {
	for v, want := range map[int64]string{0: "$0", 999: "$999", 1000: "$1,000", 16093651: "$16,093,651"} {
		if got := money(v); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := worth(16_093_651); got != "$16,000,000" {
		t.Error(got)
	}
}

// Thoughts find the films that share rare words before those that share common
// ones.
func TestThemesPreferRareWords(t *testing.T) {
	pool := [][]stem{stems("a locksmith and a harbour", nil), stems("a pilot in a harbour", nil), stems("a nurse in a harbour", nil), nil}
	x := newTFIDFIndex(pool, len(pool))
	queryTerms := x.weigh(stems("the locksmiths of the harbour", nil))
	cosine := make([]float32, len(pool))
	x.cosines(queryTerms, cosine)
	if !(cosine[0] > cosine[1]) || cosine[3] != 0 || cosine[0] > 1.0001 {
		t.Errorf("%v", cosine)
	}
	if got := x.shared(queryTerms, 0, 5); len(got) != 2 || got[0] != "locksmiths" {
		t.Errorf("%v", got)
	}
}
