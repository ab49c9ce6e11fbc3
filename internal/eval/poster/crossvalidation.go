package poster

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/eval"
	"kinodex/internal/poster/vision"
	"kinodex/internal/stat"
)

// penalties are the ridge penalties that are tried, on the training posters only.
var penalties = []float64{10, 30, 100, 300, 1000}

const (
	outerFolds = 5 // that are held out, one after the other
	innerFolds = 4 // folds of the training posters, to choose with
	leastFilms = 25
)

// GenreMetrics says how well a genre is predicted on held-out posters.
type GenreMetrics struct {
	Genre string
	Films int
	// F1 of the model and of those that do not look: yes to all, and yes at
	// random as often as the genre is.
	F1, Always, Random float64
	AUC                float64 // chance that a film of the genre is ranked before one that is not
	Brier, BrierBase   float64 // of the chances, and of the genre's share
	Told               bool    // whether the reader tells it
}

// CrossValidation says how good the model is on posters that it did not see.
type CrossValidation struct {
	Posters  int
	Seed     uint64
	Genres   []GenreMetrics
	MacroF1  float64
	Majority float64 // macro-F1 of saying the genres most films have
	Random   float64 // macro-F1 of saying genres at random, as often as they are
	Always   float64 // macro-F1 of saying all genres of all
	MicroF1  float64
	MajorMic float64 // micro-F1 of the majority baseline
	Repeats  []float64
	// Years: mean absolute error of the model, of the mean year and of the
	// median year; and the share told within one decade either way.
	YearMAE, MeanMAE, MedianMAE float64
	Near, NearBase              float64
	Decade, DecadeBase          float64
	Penalties                   []float64 // chosen in each fold, for genres
}

// foldPredictions has predictions of posters by models that saw nothing of them. Slices are
// by poster; chance and yes are by genre first, and chosen is by fold.
type foldPredictions struct {
	chance [][]float64 // by genre and poster
	yes    [][]bool
	year   []float64
	mean   []float64 // year of the training posters
	middle []float64
	mode   []int // commonest decade of the training posters
	chosen []float64
}

// CrossValidate examines genres and years by cross-validation over films: each of
// five folds is predicted by a model fitted on the others. The penalty, and the
// chance from which a genre is predicted, are chosen on the training posters alone,
// by cross-validation within them. The same set and seed give the same result.
func (s *Set) CrossValidate(seed uint64) *CrossValidation {
	genres := s.GenresOf(leastFilms)
	h := s.holdOut(genres, seed)
	t := &CrossValidation{Posters: len(s.Posters), Seed: seed, Penalties: h.chosen}
	rows := make([]int, len(s.Posters))
	for i := range rows {
		rows[i] = i
	}
	random := rand.New(rand.NewPCG(seed, 7))
	var tp, wrong, mtp, mwrong float64
	for g, name := range genres {
		y := s.has(rows, name)
		share := stat.Mean(y)
		m := GenreMetrics{Genre: name, Films: int(share*float64(len(y)) + 0.5)}
		m.F1 = f1(y, func(i int) bool { return h.yes[g][i] })
		m.Always = f1(y, func(int) bool { return true })
		// Expected over many draws: the mean of 200.
		for range 200 {
			m.Random += f1(y, func(int) bool { return random.Float64() < share }) / 200
		}
		m.AUC = eval.AUC(h.chance[g], positive(y))
		for i, v := range y {
			m.Brier += (h.chance[g][i] - v) * (h.chance[g][i] - v) / float64(len(y))
			m.BrierBase += (share - v) * (share - v) / float64(len(y))
		}
		m.Told = m.AUC > 0.5+2*aucError(m.AUC, float64(m.Films), float64(len(y)-m.Films)) && m.F1 > max(m.Always, m.Random) && m.Brier < m.BrierBase
		t.Genres = append(t.Genres, m)
		n := float64(len(genres))
		t.MacroF1, t.Random, t.Always = t.MacroF1+m.F1/n, t.Random+m.Random/n, t.Always+m.Always/n
		major := share > 0.5
		t.Majority += f1(y, func(int) bool { return major }) / n
		for i, v := range y {
			a, b := counts(v == 1, h.yes[g][i])
			tp, wrong = tp+a, wrong+b
			a, b = counts(v == 1, major)
			mtp, mwrong = mtp+a, mwrong+b
		}
	}
	t.MicroF1, t.MajorMic = 2*tp/(2*tp+wrong), 2*mtp/(2*mtp+mwrong)
	t.markYears(s, h)
	return t
}

// positive returns for each value whether it is 1.
func positive(y []float64) []bool {
	yes := make([]bool, len(y))
	for i, v := range y {
		yes[i] = v == 1
	}
	return yes
}

// counts returns 1 for right if a yes is true, and 1 for wrong if the answer is
// false. A true no counts as neither, as F1 has it.
func counts(truth, said bool) (right, wrong float64) {
	switch {
	case truth && said:
		return 1, 0
	case truth != said:
		return 0, 1
	}
	return 0, 0
}

// markYears fills in the figures of years, over the posters whose year is known.
func (t *CrossValidation) markYears(s *Set, h *foldPredictions) {
	n := 0.0
	for i := range s.Posters {
		year := s.Posters[i].Label.Year
		if year == 0 {
			continue
		}
		n++
		y := float64(year)
		t.YearMAE += math.Abs(h.year[i] - y)
		t.MeanMAE += math.Abs(h.mean[i] - y)
		t.MedianMAE += math.Abs(h.middle[i] - y)
		told, base := int(math.Round(h.year[i]))/10, h.mode[i]
		t.Near += decadesWithin(told, year/10, 1)
		t.NearBase += decadesWithin(int(h.middle[i])/10, year/10, 1)
		t.Decade += decadesWithin(told, year/10, 0)
		t.DecadeBase += decadesWithin(base, year/10, 0)
	}
	for _, v := range []*float64{&t.YearMAE, &t.MeanMAE, &t.MedianMAE, &t.Near, &t.NearBase, &t.Decade, &t.DecadeBase} {
		*v /= max(n, 1)
	}
}

// decadesWithin returns 1 if two decades are at most so many apart, else 0.
func decadesWithin(a, b, most int) float64 {
	if a-b <= most && b-a <= most {
		return 1
	}
	return 0
}

// holdOut predicts every poster by a model fitted on the other folds.
func (s *Set) holdOut(genres []string, seed uint64) *foldPredictions {
	n := len(s.Posters)
	h := &foldPredictions{year: make([]float64, n), mean: make([]float64, n), middle: make([]float64, n), mode: make([]int, n)}
	for range genres {
		h.chance, h.yes = append(h.chance, make([]float64, n)), append(h.yes, make([]bool, n))
	}
	folds := dealt(n, outerFolds, seed)
	for k, fold := range folds {
		train := others(folds, k)
		penalty, yearPenalty, floors := s.choose(train, genres, seed+uint64(k)+1)
		h.chosen = append(h.chosen, penalty)
		f := newLinearFit(s.matrix(train), penalty)
		for g, name := range genres {
			w := f.chances(s.has(train, name))
			for _, i := range fold {
				h.chance[g][i] = 1 / (1 + math.Exp(-f.at(w, s.Posters[i].Features)))
				h.yes[g][i] = h.chance[g][i] >= floors[g]
			}
		}
		dated := s.dated(train)
		f = newLinearFit(s.matrix(dated), yearPenalty)
		years := s.years(dated)
		w := f.line(years)
		mean, middle, mode := stat.Mean(years), stat.UpperMedian(years), commonest(years)
		for _, i := range fold {
			h.year[i], h.mean[i], h.middle[i], h.mode[i] = f.at(w, s.Posters[i].Features), mean, middle, mode
		}
	}
	return h
}

// dated returns the rows whose film has a year, in the same order.
func (s *Set) dated(rows []int) []int {
	return slices.DeleteFunc(slices.Clone(rows), func(r int) bool { return s.Posters[r].Label.Year == 0 })
}

// choose returns the penalties of genres (least log loss) and of years (least
// absolute error), and for each genre the chance from which predicting it gives the
// best F1, by cross-validation within the given posters.
func (s *Set) choose(train []int, genres []string, seed uint64) (penalty, yearPenalty float64, floors []float64) {
	folds := dealt(len(train), innerFolds, seed)
	pick := func(rows []int) []int {
		out := make([]int, len(rows))
		for i, r := range rows {
			out[i] = train[r]
		}
		return out
	}
	bestLoss, bestYear := math.Inf(1), math.Inf(1)
	var chances [][]float64
	for _, p := range penalties {
		loss, year := 0.0, 0.0
		told := make([][]float64, len(genres))
		for g := range told {
			told[g] = make([]float64, len(train))
		}
		for k, fold := range folds {
			rows := pick(others(folds, k))
			f := newLinearFit(s.matrix(rows), p)
			for g, name := range genres {
				w := f.chances(s.has(rows, name))
				y := s.has(pick(fold), name)
				for i, r := range fold {
					c := min(max(1/(1+math.Exp(-f.at(w, s.Posters[train[r]].Features))), 1e-6), 1-1e-6)
					told[g][r] = c
					loss -= y[i]*math.Log(c) + (1-y[i])*math.Log(1-c)
				}
			}
			dated := s.dated(rows)
			f = newLinearFit(s.matrix(dated), p)
			w := f.line(s.years(dated))
			for _, r := range s.dated(pick(fold)) {
				year += math.Abs(f.at(w, s.Posters[r].Features) - float64(s.Posters[r].Label.Year))
			}
		}
		if loss < bestLoss {
			bestLoss, penalty, chances = loss, p, told
		}
		if year < bestYear {
			bestYear, yearPenalty = year, p
		}
	}
	for g, name := range genres {
		floors = append(floors, bestFloor(s.has(train, name), chances[g]))
	}
	return penalty, yearPenalty, floors
}

// bestFloor returns the chance from which predicting yes gives the best F1, as the
// middle between two neighbouring chances.
func bestFloor(y, chances []float64) float64 {
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(chances[b], chances[a]) })
	all, tp, best, floor := 0.0, 0.0, -1.0, 0.5
	for _, v := range y {
		all += v
	}
	for k, i := range order {
		tp += y[i]
		if mark := 2 * tp / (all + float64(k+1)); mark > best {
			best, floor = mark, chances[i]
			if k+1 < len(order) {
				floor = (chances[i] + chances[order[k+1]]) / 2
			}
		}
	}
	return floor
}

// f1 returns the F1 of the answers: 2·TP/(2·TP+FP+FN), and 0 without a true yes.
func f1(y []float64, said func(int) bool) float64 {
	tp, wrong := 0.0, 0.0
	for i, v := range y {
		a, b := counts(v == 1, said(i))
		tp, wrong = tp+a, wrong+b
	}
	if tp == 0 {
		return 0
	}
	return 2 * tp / (2*tp + wrong)
}

// aucError is the standard error of an AUC (Hanley and McNeil 1982).
func aucError(a, yes, no float64) float64 {
	q1, q2 := a/(2-a), 2*a*a/(1+a)
	return math.Sqrt(max(a*(1-a)+(yes-1)*(q1-a*a)+(no-1)*(q2-a*a), 0) / (yes * no))
}

// commonest returns the decade, as year/10, of most years; the earliest of equals.
func commonest(years []float64) int {
	count := map[int]int{}
	best := 0
	for _, y := range years {
		d := int(y) / 10
		count[d]++
		if count[d] > count[best] || count[d] == count[best] && d < best {
			best = d
		}
	}
	return best
}

// Fit fits the model that the reader keeps, on all posters. What the
// trial says was not beaten is left out.
func (s *Set) Fit(t *CrossValidation, made, note string) *vision.Model {
	genres := s.GenresOf(leastFilms)
	rows := make([]int, len(s.Posters))
	for i := range rows {
		rows[i] = i
	}
	penalty, yearPenalty, floors := s.choose(rows, genres, t.Seed)
	f := newLinearFit(s.matrix(rows), penalty)
	m := &vision.Model{Made: made, Names: len(f.mean), GenreNote: note}
	for j := range f.mean {
		m.Mean, m.Spread = append(m.Mean, fourFigures(f.mean[j])), append(m.Spread, fourFigures(f.spread[j]))
	}
	if t.BeatsGenres() {
		for g, name := range genres {
			if t.Genres[g].Told {
				fit := fittedOf(name, f.chances(s.has(rows, name)))
				fit.Floor = math.Round(floors[g]*1e4) / 1e4
				m.Genres = append(m.Genres, fit)
			}
		}
	}
	if t.BeatsYears() {
		dated := s.dated(rows)
		// The same standardisation serves both, so that one table is kept.
		year := fittedOf("year", f.on(s.matrix(dated), yearPenalty).line(s.years(dated)))
		m.Year, m.YearNear = &year, math.Round(t.Near*1e4)/1e4
	}
	return m
}

// BeatsGenres reports whether genres are predicted better, by macro-F1, than by any
// baseline that does not look at the poster.
func (t *CrossValidation) BeatsGenres() bool {
	return t.MacroF1 > max(t.Majority, t.Random, t.Always)
}

// BeatsYears reports whether years are predicted better, by mean absolute error,
// than by naming one year for all.
func (t *CrossValidation) BeatsYears() bool { return t.YearMAE < min(t.MeanMAE, t.MedianMAE) }
