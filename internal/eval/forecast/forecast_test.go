package forecast

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/screenplay/measure"
)

// market invents n released films of 1990 to 2019, that take about twice their budget.
func market(n int) []*film.Film {
	r := rand.New(rand.NewPCG(2, 6))
	films := make([]*film.Film, n)
	for i := range films {
		year := 1990 + i*30/n
		budget := int64(math.Exp(14 + 4*r.Float64()))
		gross := int64(2 * float64(budget) * math.Exp(0.6*r.NormFloat64()))
		rating, votes, director := math.Round(10*(6+0.5*r.NormFloat64()))/10, 2000+r.IntN(20000), fmt.Sprintf("Director %c", 'A'+r.IntN(20))
		films[i] = &film.Film{
			ID: film.ID(500 + 2*i), Title: fmt.Sprintf("Harbour %d", 1000+i), Year: &year, Genres: []string{"Drama"}, Director: &director,
			Ratings:   film.Ratings{Filmdb: &rating, FilmdbVotes: &votes, MasterScore: 10 * rating},
			BoxOffice: film.Money{Budget: &budget, WorldwideGross: &gross},
		}
	}
	return films
}

// A doubtful gross is no mark to be held to, and a doubtful budget is not told.
func TestDoubtfulSumsAreNotAskedAbout(t *testing.T) {
	sums := func(f *film.Film, budget, gross int64, voters int) {
		*f.BoxOffice.Budget, *f.BoxOffice.WorldwideGross, *f.Ratings.FilmdbVotes = budget, gross, voters
	}
	made := market(4)
	for i, f := range made {
		*f.Year = 2019
		sums(f, 2_000_000, 900_000+int64(i), 49_000)
	}
	sums(made[1], 159_000_000, 968_853, 402_713)
	sums(made[2], 20_000_000, 90_000, 120)
	_, films, err := read(t.Context(), catalogtest.Open(t, made), 2019)
	if err != nil {
		t.Fatal(err)
	}
	var asked []film.ID
	for _, f := range films.asked {
		asked = append(asked, f.ID)
		if told := f.BoxOffice.Budget != nil; told != (f.ID != made[2].ID) {
			t.Errorf("the budget of %s is told: %v", f.ID, told)
		}
	}
	if want := []film.ID{made[0].ID, made[2].ID, made[3].ID}; !slices.Equal(asked, want) {
		t.Errorf("asked about are %v, want %v", asked, want)
	}
	if films.until(2019); len(films.doubted) != 1 {
		t.Errorf("%d films are left out, want 1", len(films.doubted))
	}
	if films.until(2018); len(films.doubted) != 0 {
		t.Errorf("%d films of earlier years are left out, want 0", len(films.doubted))
	}
}

func TestATrialEndsBeforeTheNewestYearOfTheLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	trial, err := Run(t.Context(), catalogtest.Open(t, market(900)), t.TempDir(), 2017, NewestYear, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if trial.Last != 2018 || len(trial.Asked) != 60 {
		t.Errorf("a trial up to %d of %d films, want 2018 and 60", trial.Last, len(trial.Asked))
	}
}

func TestATrialAsksAboutWhatCameAfter(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many made-up years")
	}
	dir := t.TempDir()
	trial, err := Run(t.Context(), catalogtest.Open(t, market(900)), dir, 2011, 2018, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(trial.Origins) != 3 || len(trial.Asked) != 240 || len(trial.Frozen) != 240 {
		t.Fatalf("origins %v, %d asked, %d frozen", trial.Origins, len(trial.Asked), len(trial.Frozen))
	}
	for _, v := range trial.Asked {
		if v.Leaks || v.Outlook.AsOf != v.Year || v.Baseline == nil {
			t.Errorf("%+v", v)
		}
	}
	m := MeasureGross(trial.Asked)
	if m.Model.R2 < 0.5 || m.Budget.R2 < 0.5 || math.Abs(m.Budget.Bias) > 0.15 {
		t.Errorf("%+v", m)
	}
	if all := Coverage(trial.Asked)[0]; all.N != 240 || all.Share < 0.65 || all.Share > 0.92 {
		t.Errorf("%+v", all)
	}
	var card bytes.Buffer
	if err := trial.WriteCard(&card, eval.About{Generation: "000001-test", Command: "kinodex-lab evaluate forecast"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"000001-test", "| blockbuster |", "0 of 240 films", "R² of ln(gross)", "The estimates do not depend on `screenplay_text`"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("the card says nothing of %q:\n%s", want, card.String())
		}
	}
	if strings.Contains(card.String(), "NaN") {
		t.Error("the card has no number where one should be")
	}
}

// A year whose films nobody has rated has no error of the rating, rather than one
// of zero.
func TestAYearWithoutRatingsHasNoRatingError(t *testing.T) {
	var told strings.Builder
	year := Backtest{First: 2024, Last: 2024}
	if err := year.WriteCard(&told, eval.About{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(told.String(), "| – |\n") {
		t.Errorf("the year is told so: %s", &told)
	}
}

func TestMarksOfKnownEstimates(t *testing.T) {
	f := FitOf([]float64{1, 2, 3, 4}, []float64{1, 2, 3, 6})
	if f.N != 4 || f.MAE != 0.5 || f.Bias != -0.5 || math.Abs(f.R2-0.2) > 1e-12 {
		t.Errorf("%+v", f)
	}
	if within, exact := WithinOneBin([]float64{5e5, 5e6, 3e8}, []float64{9e6, 5e6, 5e7}); math.Abs(within-2.0/3) > 1e-12 || math.Abs(exact-1.0/3) > 1e-12 {
		t.Errorf("%v %v", within, exact)
	}
	for gross, want := range map[float64]int{0: 0, 999_999: 0, 1e6: 1, 199e6: 7, 200e6: 8, 1e9: 8} {
		if got := grossBin(gross); got != want {
			t.Errorf("%v is in bin %d, want %d", gross, got, want)
		}
	}
	if l := leastSquares([]float64{1, 2, 3}, []float64{3, 5, 7}); math.Abs(l.At(10)-21) > 1e-9 {
		t.Errorf("%+v", l)
	}
}

// Screenplays that tell of the misses are found out, those that do not are not.
func TestScreenplaysAreTriedOnTheMisses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var predictions []Prediction
	told := map[film.ID]measure.Vector{}
	for i := range 400 {
		var x measure.Vector
		for k := range x {
			x[k] = r.NormFloat64()
		}
		id := film.ID(i + 1)
		told[id] = x
		predictions = append(predictions, Prediction{
			ID: id, Year: 2010 + i%10, Budget: 2e6, Gross: int64(3e6 * math.Exp(x[3])), Rating: 6 + 0.5*r.NormFloat64(),
			Outlook: &forecast.Prediction{Gross: new(int64(3e6)), Rating: new(6.0)},
		})
	}
	features := func(id film.ID) (measure.Vector, bool) { x, ok := told[id]; return x, ok }
	s, ok := TryScreenplays(predictions, features)
	if !ok || s.Learned == 0 || s.GrossWith > 0.5*s.Gross || s.RatingWith < 0.9*s.Rating {
		t.Errorf("%+v, %v", s, ok)
	}
	if _, ok := TryScreenplays(predictions[:20], features); ok {
		t.Error("twenty films are enough")
	}
}
