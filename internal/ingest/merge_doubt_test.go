package ingest

import (
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// sums returns budget, gross and return of a film of 2010 with so many voters.
func sums(t *testing.T, voters int, inputs ...testInput) [3]string {
	t.Helper()
	// A newer film, which makes the catalogue go on to 2024.
	newer := one(source.TitleBasics, "2023", basics(9, func(c *source.Claim) { c.Year = 2023 }))
	f := firstFilm(t, append([]testInput{one(source.TitleBasics, "2023", basics(1, func(c *source.Claim) { c.FilmdbVotes = voters })), newer}, inputs...)...)
	return [3]string{orNull(f.BoxOffice.Budget), orNull(f.BoxOffice.WorldwideGross), orNull(f.BoxOffice.ROI)}
}

// row is a row of the format about film 1 with these sums; 0 is none.
func row(format source.Format, budget, gross int64) testInput {
	c := source.Claim{ID: 1}
	if budget > 0 {
		c.Budget = dollars(budget)
	}
	if gross > 0 {
		c.WorldGross = dollars(gross)
	}
	return one(format, "2023", c)
}

// REQ F1-32
func TestSumsThatAreHardlyPossibleNeedASecondSource(t *testing.T) {
	none := [3]string{"null", "null", "null"}
	for _, test := range []struct {
		name   string
		voters int
		inputs []testInput
		want   [3]string
	}{
		{"a budget that is the gross", 500, []testInput{row(source.YearlyDetails, 0, 125_687), row(source.MoviedbYear, 125_687, 0)}, [3]string{"null", "125687", "null"}},
		{"a gross that is the budget", 500, []testInput{row(source.YearlyDetails, 3_251_794, 0), row(source.MoviedbYear, 3_251_794, 3_251_794)}, [3]string{"3251794", "null", "null"}},
		{"one sum in two columns of one source", 500, []testInput{row(source.MoviedbYear, 10_000, 10_000)}, none},
		{"the next gross after a copied one", 500, []testInput{row(source.YearlyDetails, 2_000_000, 0), row(source.ChartCrawl, 0, 2_000_000), row(source.MoviedbYear, 0, 4_400_000)},
			[3]string{"2000000", "4400000", "1.2"}},
		{"a hundredfold return by two families", 500, []testInput{row(source.YearlyDetails, 60_000, 248_639_099), row(source.MoviedbYear, 65_000, 248_000_000)},
			[3]string{"60000", "248639099", "4142.98"}},
		{"by the film database alone", 500, []testInput{row(source.YearlyDetails, 10_000, 1_362_281)}, [3]string{"10000", "1362281", "135.23"}},
		{"a budget with its zeros lost", 500, []testInput{row(source.YearlyDetails, 0, 139_191_345), row(source.MoviedbYear, 250_000, 0)}, [3]string{"null", "139191345", "null"}},
		{"a gross that one other family knows", 500, []testInput{row(source.SearchDetails, 80_000, 0), row(source.MoviedbYear, 0, 21_000_000)}, [3]string{"80000", "null", "null"}},
		{"both by one other family", 500, []testInput{row(source.MoviedbYear, 9_000, 1_000_000)}, none},
		{"a large film that nobody saw", 12, []testInput{row(source.SearchDetails, 80_000_000, 0)}, none},
		{"or that a second family knows", 12, []testInput{row(source.SearchDetails, 80_000_000, 0), row(source.MoviedbYear, 75_000_000, 0)}, [3]string{"80000000", "null", "null"}},
		{"or whose gross bears it out", 12, []testInput{row(source.SearchDetails, 80_000_000, 5_000_000)}, [3]string{"80000000", "5000000", "-0.94"}},
		{"a token run has no return", 300_000, []testInput{row(source.YearlyDetails, 200_000_000, 178_143)}, [3]string{"200000000", "178143", "null"}},
		{"a small film's small gross has", 500, []testInput{row(source.YearlyDetails, 1_000_000, 20_000)}, [3]string{"1000000", "20000", "-0.98"}},
	} {
		if got := sums(t, test.voters, test.inputs...); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestMoneyOfAFarBetterKnownNamesakeIsNotBelieved(t *testing.T) {
	twister := func(id film.ID, year, voters int, budget int64) testInput {
		return one(source.YearlyDetails, "2023", basics(id, func(c *source.Claim) {
			c.Title, c.Year, c.FilmdbVotes, c.Budget = "Twister", year, voters, dollars(budget)
		}))
	}
	budgets := func(inputs ...testInput) (all []string) {
		films, _ := buildOf(t, inputs...)
		for _, f := range films {
			all = append(all, orNull(f.BoxOffice.Budget))
		}
		return all
	}
	second := row(source.MoviedbYear, 90_000_000, 0)
	for _, test := range []struct {
		name string
		got  []string
		want string
	}{
		{"a hundred times the voters", budgets(twister(1, 1989, 3_000, 92_000_000), twister(2, 1996, 300_000, 92_000_000)), "null"},
		{"as many voters", budgets(twister(1, 1989, 20_000, 92_000_000), twister(2, 1996, 300_000, 92_000_000)), "92000000"},
		{"another sum", budgets(twister(1, 1989, 3_000, 91_000_000), twister(2, 1996, 300_000, 92_000_000)), "91000000"},
		{"which another family states", budgets(twister(1, 1989, 3_000, 92_000_000), twister(2, 1996, 300_000, 92_000_000), second), "92000000"},
	} {
		if len(test.got) != 2 || test.got[0] != test.want || test.got[1] != "92000000" {
			t.Errorf("%s: %v, want %s", test.name, test.got, test.want)
		}
	}
}

func TestAReleaseDateIsWithinAYearOfTheFilm(t *testing.T) {
	for date, want := range map[string]string{"2010-05-01": "2010-05-01", "2011-12-31": "2011-12-31", "2009-01-01": "2009-01-01", "2012-01-01": "null", "2008-12-31": "null"} {
		f := firstFilm(t, one(source.TitleBasics, "2023", basics(1)), one(source.ChartCrawl, "2023", source.Claim{ID: 1, ReleaseDate: date}))
		if got := orNull(f.ReleaseDate); got != want {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
	}
}

func TestEventsAreNotAdmitted(t *testing.T) {
	for _, title := range []string{"RiffTrax Live: Krull", "National Theatre Live: Hamlet"} {
		_, report := buildOf(t, one(source.TitleBasics, "2023", basics(1, func(c *source.Claim) { c.Title = title })))
		if report.Refused[string(refusedEvent)] != 1 {
			t.Errorf("%s: %v", title, report.Refused)
		}
	}
}
