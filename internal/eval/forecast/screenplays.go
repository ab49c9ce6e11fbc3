package forecast

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// ScreenplayTrial says whether what a screenplay measures tells anything that the
// forecast missed: a ridge regression of the misses on the standardised features,
// learned from the earlier half of the trial's films that have one and tried on the
// later half.
type ScreenplayTrial struct {
	Learned, Tried int
	// Gross and Rating are mean absolute errors on the films tried, without
	// screenplays and with.
	Gross, GrossWith, Rating, RatingWith float64
}

// leastScripts is how many films each half needs for the trial to say anything.
const leastScripts = 30

// scriptRidge is how strongly coefficients are drawn towards 0, in films.
const scriptRidge = 50

// TryScreenplays runs the trial over predictions; features gives a film's screenplay.
// ok is false when too few films have one.
func TryScreenplays(predictions []Prediction, features func(film.ID) (measure.Vector, bool)) (t ScreenplayTrial, ok bool) {
	var all []scriptedFilm
	for i := range predictions {
		v := &predictions[i]
		x, known := features(v.ID)
		if !known || v.Outlook.Gross == nil || v.Rating != v.Rating || !released(v) {
			continue
		}
		all = append(all, scriptedFilm{v.Year, x, math.Log(float64(v.Gross)) - math.Log(float64(*v.Outlook.Gross)), v.Rating - *v.Outlook.Rating})
	}
	slices.SortStableFunc(all, func(a, b scriptedFilm) int { return cmp.Compare(a.year, b.year) })
	half := len(all) / 2
	for half > 0 && all[half-1].year == all[half].year {
		half--
	}
	learn, try := all[:half], all[half:]
	t.Learned, t.Tried = len(learn), len(try)
	if t.Learned < leastScripts || t.Tried < leastScripts {
		return t, false
	}
	gross := learnMisses(learn, func(s *scriptedFilm) float64 { return s.gross })
	rating := learnMisses(learn, func(s *scriptedFilm) float64 { return s.rating })
	n := float64(t.Tried)
	for i := range try {
		s := &try[i]
		t.Gross += math.Abs(s.gross) / n
		t.GrossWith += math.Abs(s.gross-gross.of(&s.features)) / n
		t.Rating += math.Abs(s.rating) / n
		t.RatingWith += math.Abs(s.rating-rating.of(&s.features)) / n
	}
	return t, true
}

// scriptedFilm is a film with a screenplay and how far it was missed.
type scriptedFilm struct {
	year          int
	features      measure.Vector
	gross, rating float64
}

// linear is a linear function of standardised features.
type linear struct{ mean, spread, weights measure.Vector }

func (l *linear) of(x *measure.Vector) float64 {
	sum := 0.0
	for i, w := range l.weights {
		sum += w * (x[i] - l.mean[i]) / l.spread[i]
	}
	return sum
}

// learnMisses fits the misses by coordinate descent, without a constant: a
// general bias is not what screenplays are asked about.
func learnMisses(films []scriptedFilm, of func(*scriptedFilm) float64) *linear {
	l := &linear{}
	n := float64(len(films))
	for i := range l.mean {
		for _, f := range films {
			l.mean[i] += f.features[i] / n
		}
		for _, f := range films {
			l.spread[i] += (f.features[i] - l.mean[i]) * (f.features[i] - l.mean[i]) / n
		}
		if l.spread[i] = math.Sqrt(l.spread[i]); l.spread[i] == 0 {
			l.spread[i] = 1
		}
	}
	left := make([]float64, len(films))
	mean := 0.0
	for k := range films {
		left[k] = of(&films[k])
		mean += left[k] / n
	}
	for k := range left {
		left[k] -= mean
	}
	for range 50 {
		for i := range l.weights {
			var pull, square float64
			for k := range films {
				x := (films[k].features[i] - l.mean[i]) / l.spread[i]
				pull += x * (left[k] + l.weights[i]*x)
				square += x * x
			}
			w := pull / (square + scriptRidge)
			for k := range films {
				left[k] -= (w - l.weights[i]) * (films[k].features[i] - l.mean[i]) / l.spread[i]
			}
			l.weights[i] = w
		}
	}
	return l
}
