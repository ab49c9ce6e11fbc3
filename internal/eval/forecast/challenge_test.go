package forecast

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
)

// produced is a film that took so much and was foretold to take so much.
func produced(id film.ID, year int, budget, gross, foretold int64, rating, ratingForetold float64) Prediction {
	return Prediction{ID: id, Title: "Film " + id.String(), Year: year, Budget: budget, Gross: gross, Rating: rating, Outlook: &forecast.Prediction{
		Gross: &foretold, Rating: &ratingForetold, Unconditional: &forecast.Unconditional{Gross: forecast.MoneyRange{P50: foretold}}}}
}

func TestTheChallengePairsFilmsOfAYearAndABand(t *testing.T) {
	films := []Prediction{
		produced(1, 2015, 20e6, 90e6, 60e6, 7, 6.5),
		produced(2, 2015, 30e6, 30e6, 40e6, 6, 6.6),
		produced(3, 2015, 25e6, 30e6, 80e6, 5, 6.6),
		produced(4, 2015, 60e6, 10e6, 90e6, 8, 5), // of another band
		produced(5, 2016, 20e6, 70e6, 20e6, math.NaN(), 6),
		produced(6, 2016, 30e6, 20e6, 20e6, 7, 7),
		produced(7, 2024, 20e6, 70e6, 20e6, 6, 6), // after the years of marks
		produced(8, 2024, 30e6, 20e6, 20e6, 7, 7),
	}
	trial := &Backtest{First: 2015, Last: 2024, Origins: []int{2015}, Asked: films}
	questions := challenge{card{Backtest: trial}}.Questions()
	took, releases, rated := questions[0], questions[1], questions[2]
	// 1 took more than 2 and 3, which took the same; 5 more than 6, which were foretold the same.
	m := took.All()
	if took.Films != 6 || m.N != 3 || m.Told != 0.5 || m.Alone != 0 {
		t.Errorf("%d films, %+v", took.Films, m)
	}
	// 1 is rated above 2 and 3, and 2 above 3; the last two are foretold the same, and 5 has no rating.
	if m := rated.All(); rated.Films != 5 || m.N != 3 || math.Abs(m.Told-1.0/6) > 1e-12 || math.Abs(m.Alone-1.0/3) > 1e-12 || m.ToldError < 0 {
		t.Errorf("%d films, %+v", rated.Films, m)
	}
	if same := releases.All(); same != m {
		t.Errorf("all were released, and the marks of releases are %+v", same)
	}
	if gaps := took.ByGap(); gaps[1].N != 3 || gaps[2].N != 0 || gaps[2].Told != 0 {
		t.Errorf("%+v", gaps)
	}
	if years := took.ByYear(); len(years) != 2 || years[0].N != 2 || years[1].Told != 0.5 {
		t.Errorf("%+v", years)
	}
	worst := took.Worst()
	if len(worst) != 1 || worst[0].Ahead.ID != 1 || worst[0].Behind.ID != 3 || worst[0].Was != "$90M" || worst[0].OtherTold != "$80M" {
		t.Errorf("%+v", worst)
	}
	films[0].Title = "A | B"
	var first, second bytes.Buffer
	for _, to := range []*bytes.Buffer{&first, &second} {
		if err := trial.WriteChallenge(to, eval.About{Command: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if first.String() != second.String() || !strings.Contains(first.String(), `| A \| B | $90M | $60M | Film tt0000003 | $30M | $80M |`) || strings.Contains(first.String(), "NaN") {
		t.Errorf("the card says\n%s", first.String())
	}
}

// A film in many pairs makes their share less sure than as many pairs of their own would be.
func TestTheErrorOfAShareIsThatOfItsFilms(t *testing.T) {
	var films []Prediction
	for i := range film.ID(40) {
		told := int64(i + 1)
		if i%5 == 0 {
			told = int64(41 - i)
		}
		films = append(films, produced(i+1, 2015, 20e6, int64(i+1)*1e6, told*1e6, 6, 6))
	}
	m := challenge{card{Backtest: &Backtest{Asked: films}}}.Questions()[0].All()
	naive := math.Sqrt(m.Told * (1 - m.Told) / float64(m.N))
	if m.N != 780 || m.ToldError < 1.5*naive || m.ToldError > 0.2 {
		t.Errorf("%+v beside %f of independent pairs", m, naive)
	}
}

func TestSumsOfTheChallengeHaveThreeDigits(t *testing.T) {
	for v, want := range map[float64]string{2789: "$2.79k", 999_600: "$1M", 141_400: "$141k", 90_000_000: "$90M", 1_205_000_000: "$1.21B", 12: "$0.012k"} {
		if got := usDollars(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
