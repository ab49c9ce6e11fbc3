package vision

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// modelJSON is written by `kinodex-lab evaluate posters --model FILE`, which also
// measures it; Made tells from what.
//
//go:embed model.json
var modelJSON []byte

// Model tells era and genres from features: a ridge regression of the year and
// one logistic regression a genre, all on features standardised and clipped at
// 3 standard deviations.
type Model struct {
	Made   string       `json:"made"`   // from what, how, and with what result
	Names  int          `json:"names"`  // features it was fitted on
	Mean   Numbers      `json:"mean"`   // of each feature
	Spread Numbers      `json:"spread"` // standard deviation of each feature, never 0
	Year   *LinearModel `json:"year"`   // null when it did not beat its baseline
	// YearNear is the share of held-out posters whose decade was told within
	// one decade either way.
	YearNear float64 `json:"year_near"`
	// Genres are those the model may tell; none when they did not beat their
	// baseline together.
	Genres []LinearModel `json:"genres"`
	// GenreNote says what the genres rest on, or why there are none.
	GenreNote string `json:"genre_note"`
}

// Numbers are written short, as weights need no more than four figures.
type Numbers []float32

// LinearModel is a linear function of the features.
// Weights are of standardised features, in the order of FeatureNames.
type LinearModel struct {
	Name      string  `json:"name"`
	Intercept float32 `json:"intercept"`
	Weights   Numbers `json:"weights"`
	// Floor is the chance from which the signal is told, for a genre.
	Floor float64 `json:"floor,omitempty"`
}

// parseModel reads a model, and refuses one that does not fit the features.
// A model of nothing, without era and genres, is good: it predicts none.
func parseModel(doc []byte) (*Model, error) {
	m := &Model{}
	if err := json.Unmarshal(doc, m); err != nil {
		return nil, fmt.Errorf("poster model: %w", err)
	}
	if len(m.Genres) == 0 && m.Year == nil {
		return m, nil
	}
	n := len(FeatureNames())
	fits := m.Names == n && len(m.Mean) == n && len(m.Spread) == n && (m.Year == nil || len(m.Year.Weights) == n)
	for _, g := range m.Genres {
		fits = fits && len(g.Weights) == n
	}
	if !fits || slices.Contains(m.Spread, 0) {
		return nil, fmt.Errorf("poster model: it was not fitted on these %d features", n)
	}
	return m, nil
}

// Standardise gives features as the model sees them.
// The z-scores are the caller's own. features must have as many as the model was fitted
// on.
func (m *Model) Standardise(features []float64) []float64 {
	z := make([]float64, len(features))
	for i, f := range features {
		z[i] = min(max((f-float64(m.Mean[i]))/float64(m.Spread[i]), -3), 3)
	}
	return z
}

// At is the function's value at standardised features.
// Years for the era, log-odds for a genre. z must be standardised.
func (f *LinearModel) At(z []float64) float64 {
	sum := float64(f.Intercept)
	for i, w := range f.Weights {
		sum += float64(w) * z[i]
	}
	return sum
}

// Chance is the logistic function of At.
// From 0 to 1. It is no calibrated probability beyond what the card measures.
func (f *LinearModel) Chance(z []float64) float64 { return 1 / (1 + math.Exp(-f.At(z))) }

// predict fills in era and genres.
// GenreSignals stays nil when the model has no genres; with genres it is not nil, and may
// be empty. Era stays nil when the model has no year.
func (m *Model) predict(a *Reading, features []float64) {
	a.GenreNote = m.GenreNote
	if len(m.Genres) == 0 && m.Year == nil {
		return
	}
	z := m.Standardise(features)
	if m.Year != nil {
		a.Era = m.era(z)
	}
	if len(m.Genres) == 0 {
		return
	}
	a.GenreSignals = []GenreSignal{}
	for i := range m.Genres {
		g := &m.Genres[i]
		if chance := g.Chance(z); chance >= g.Floor {
			a.GenreSignals = append(a.GenreSignals, GenreSignal{g.Name, round(chance, 4)})
		}
	}
	slices.SortStableFunc(a.GenreSignals, func(x, y GenreSignal) int {
		switch {
		case x.Score > y.Score:
			return -1
		case x.Score < y.Score:
			return 1
		}
		return 0
	})
}

// The years an estimate may take: the first posters of films, and the latest
// that the model can have seen.
const firstYear, lastYear = 1895, 2029

// era turns the estimate into a decade with its evidence.
// z must be standardised and the model have a year. The year is clamped.
func (m *Model) era(z []float64) *Era {
	year := min(max(int(math.Round(m.Year.At(z))), firstYear), lastYear)
	return &Era{
		Decade: fmt.Sprintf("%ds", year/10*10), Year: year,
		Confidence: round(m.YearNear, 2), Evidence: m.evidence(z),
	}
}

// evidence names the three features that moved the year most, and which way.
// By the absolute contribution, weight times z-score, in years.
func (m *Model) evidence(z []float64) []string {
	names := FeatureNames()
	order := make([]int, len(z))
	for i := range order {
		order[i] = i
	}
	moved := func(i int) float64 { return float64(m.Year.Weights[i]) * z[i] }
	slices.SortStableFunc(order, func(i, j int) int {
		switch x, y := math.Abs(moved(i)), math.Abs(moved(j)); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	out := []string{}
	for _, i := range order[:min(3, len(order))] {
		level, way := "high", "later"
		if z[i] < 0 {
			level = "low"
		}
		if moved(i) < 0 {
			way = "earlier"
		}
		out = append(out, fmt.Sprintf("%s %s: %s by %.1f years", level, names[i], way, math.Abs(moved(i))))
	}
	return out
}
