package style

import (
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/guide"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/writersroom"
)

// Options are how style-match is examined.
type Options struct {
	Seed         uint64
	Permutations int
	Resamples    int
	// Tuning asks the writers that style-match was tuned on instead: those without
	// a guide.
	Tuning bool
}

// Metrics is how well a method found the writers.
type Metrics struct {
	Top1, Top3, Reciprocal float64 // means over films of the means over their passages
	Films, Passages        int
	// Low and High bound the middle 95 % of Top1 over films drawn again.
	Low, High float64
}

// Row is a method at each length of passage.
type Row struct {
	Name    string
	Metrics [lengths]Metrics
}

// Report is what the examination found.
type Report struct {
	Options  Options
	Scripts  int // of the set, which say what is usual
	Writers  []Writer
	Works    int // films asked about
	Chance   float64
	Rows     []Row
	Apart    Row // style-match, without what is of one series with the film
	Uncited  Row // style-match, on films that no right writer's guide cites
	Served   Row // style-match among all writers with a guide
	Guides   int
	Series   []string // of films asked about
	Shuffled Permutation
}

// Permutation is what becomes of single scenes when it is drawn who wrote what.
type Permutation struct {
	N          int
	Mean, Most float64
	P          float64
}

// Evaluate asks who wrote each film from everything else they wrote.
func Evaluate(films []Film, counts []int, norms [measure.Count]research.Norm, guides []*guide.Guide, o Options) *Report {
	writers := GuidedWriters(films, guides)
	if o.Tuning {
		writers = OtherWriters(films, guides)
	}
	e := newExperiment(films, counts, norms, writers)
	r := &Report{Options: o, Scripts: len(films), Writers: writers, Guides: len(guides)}
	row := func(name string, method method, asked func(int) bool) Row {
		row := Row{Name: name}
		for length := range lengths {
			row.Metrics[length] = measureRanks(e.ask(length, method, asked), o)
		}
		return row
	}
	match := weighed(writersroom.Usual)
	r.Rows = []Row{
		row("**style-match** (what is answered)", match, nil),
		row("common words and marks alone", weighed(writersroom.Weights{Habits: 1}), nil),
		row("common words alone, no marks", byWordsAlone(), nil),
		row("the twenty features alone", weighed(writersroom.Weights{Features: 1}), nil),
		row("the guides' words alone", weighed(writersroom.Weights{Vocabulary: 1}), nil),
		row("the genres of the film, which the text does not state", byTheirGenres, nil),
		row("whoever has most scripts", byTheirNumber, nil),
	}
	asked := e.ask(wholeText, match, nil)
	r.Works, r.Chance = len(asked), chance(asked)
	r.Uncited = row("on films that no guide of a right writer cites", match, func(f int) bool { return !cited(films[f], guides) })
	e.apart = true
	r.Apart = row("without other films of the same series in the hand", match, nil)
	e.apart = false
	r.Series = e.seriesAmong()
	r.Served = e.served(guides, match, o)
	r.Shuffled = e.shuffled(match, o, r.Rows[0].Metrics[oneScene].Top1)
	return r
}

// cited reports whether the guide of a writer of the film cites it.
func cited(f Film, guides []*guide.Guide) bool {
	return slices.ContainsFunc(guides, func(g *guide.Guide) bool {
		return g.Credits(f.film, guide.Writer) && slices.Contains(g.Cited(), f.Film)
	})
}

// chance is how often drawing a writer is right.
func chance(all []Ranks) float64 {
	sum := 0.0
	for _, r := range all {
		sum += float64(r.right) / float64(r.all) / float64(max(len(all), 1))
	}
	return sum
}

// measureRanks marks the passages of films. Every film counts alike.
func measureRanks(all []Ranks, o Options) Metrics {
	m := Metrics{Films: len(all)}
	first := make([]float64, len(all))
	for i, r := range all {
		n := float64(len(r.Ranks))
		m.Passages += len(r.Ranks)
		for _, p := range r.Ranks {
			first[i] += p.within(1) / n
			m.Top3 += p.within(3) / n / float64(len(all))
			m.Reciprocal += p.reciprocal() / n / float64(len(all))
		}
		m.Top1 += first[i] / float64(len(all))
	}
	m.Low, m.High = bootstrapped(first, o)
	return m
}

// bootstrapped is the middle 95 % of the mean of values drawn again.
func bootstrapped(values []float64, o Options) (low, high float64) {
	if len(values) == 0 || o.Resamples == 0 {
		return math.NaN(), math.NaN()
	}
	draw := rand.New(rand.NewPCG(o.Seed, 95))
	means := make([]float64, o.Resamples)
	for i := range means {
		for range values {
			means[i] += values[draw.IntN(len(values))] / float64(len(values))
		}
	}
	slices.Sort(means)
	return means[len(means)*25/1000], means[len(means)*975/1000]
}
