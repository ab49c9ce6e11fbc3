package ingest

import (
	"math"
	"strconv"

	"kinodex/internal/dataquality"
	"kinodex/internal/film"
)

// The least and the most of a sum that is believed, in US dollars. Below the least a source
// meant millions. Above the most the currency was lost, or the sum was restated in the money
// of another time.
const (
	leastMoney = 1_000
	mostGross  = 5_000_000_000
)

// dearest holds, in ascending order of years, the greatest budget that is believed of a film
// made before a year: that of the most expensive film of the time, rounded up, in US dollars.
var dearest = []struct {
	before int
	budget int64
}{
	{1930, 6_000_000}, {1950, 10_000_000}, {1960, 20_000_000}, {1975, 50_000_000},
	{1985, 80_000_000}, {1995, 150_000_000}, {1 << 30, 500_000_000},
}

// Grosses of films older than chartedFrom are believed only when they are large
// enough to be of the first release: the film database counts a revival in one
// city as the whole.
const (
	chartedFrom  = 1980
	leastRelease = 100_000
)

// votersADollar is how many voters of the film database a film may have for every dollar of
// its gross. A film that a hundred thousand people have rated did not take a thousand dollars
// in all: that is the revival in one cinema.
const votersADollar = 10

// money sets budget, worldwide gross and return on investment. Sums are whole US
// dollars of their day; a budget in another currency is kept beside as it was
// stated. The return is (gross - budget) / budget, rounded to two decimals, and null
// unless both are known and the run was more than a token. Ratings must be set before:
// the votes tell a revival from a release.
func (m *merger) money(f *film.Film, g group) {
	m.budget(f, g)
	m.gross(f, g)
	m.doubt(f, g)
	if f.BoxOffice.Budget == nil || f.BoxOffice.WorldwideGross == nil ||
		dataquality.TokenRun(*f.BoxOffice.Budget, *f.BoxOffice.WorldwideGross) {
		return
	}
	roi := math.Round(returned(f)*100) / 100
	f.BoxOffice.ROI = &roi
	p := f.Provenance["worldwide_gross"]
	p.MetricType = "return_on_investment"
	p.Source = "kinodex"
	f.Provenance["roi"] = p
}

// budget sets the budget, and the one in another currency.
func (m *merger) budget(f *film.Film, g group) {
	abroad := map[int64]bool{} // budgets stated in another currency
	for i := range g {
		if foreign(g[i].Budget) {
			abroad[g[i].Budget.Amount] = true
		}
	}
	voters := dataquality.Voters(f)
	s := m.contested(g, "budget", func(s *statement) string {
		if abroad[s.Budget.Amount] || copied(g, s.Budget.Amount, budgetColumn) || m.ofNamesake(g, s.Budget.Amount, voters, budgetColumn) {
			return "" // the same figures with the currency lost, of another column or of another film
		}
		return amount(s.Budget, mostBudget(*f.Year))
	})
	if s != nil {
		f.BoxOffice.Budget = &s.Budget.Amount
		m.provenance(f, "budget", "reported_budget", worldwide, s)
	}
	if s := m.best(g, "budget", func(s *statement) bool { return foreign(s.Budget) }); s != nil {
		f.BoxOffice.BudgetOriginal = &film.Amount{Amount: s.Budget.Amount, Currency: s.Budget.Currency}
	}
}

// gross sets the worldwide gross. The budget must be set before.
func (m *merger) gross(f *film.Film, g group) {
	home, voters := domestic(g), 0
	if f.Ratings.FilmdbVotes != nil {
		voters = *f.Ratings.FilmdbVotes
	}
	s := m.contested(g, "worldwide_gross", func(s *statement) string {
		if s.WorldGross.Amount < home || s.WorldGross.Amount < int64(voters/votersADollar) {
			return "" // less than one of its parts, or than its audience
		}
		if copied(g, s.WorldGross.Amount, grossColumn) || m.ofNamesake(g, s.WorldGross.Amount, dataquality.Voters(f), grossColumn) {
			return ""
		}
		if *f.Year < chartedFrom && revival(s.WorldGross.Amount, f.BoxOffice.Budget) {
			return ""
		}
		return amount(s.WorldGross, mostGross)
	})
	if s != nil {
		f.BoxOffice.WorldwideGross = &s.WorldGross.Amount
		m.provenance(f, "worldwide_gross", "cumulative_gross", worldwide, s)
	}
}

// domestic returns the largest domestic gross, in US dollars, that a row with an id states,
// less a tenth, since sources differ by as much; 0 when none states one.
func domestic(g group) int64 {
	var most int64
	for i := range g {
		if d := g[i].DomesticGross; d.Currency == "USD" && !g[i].joined.inferred() {
			most = max(most, d.Amount-d.Amount/10)
		}
	}
	return most
}

// amount returns a sum of US dollars in figures, "" when it is in another currency, below
// leastMoney or above most.
func amount(s film.Amount, most int64) string {
	if s.Currency != "USD" || s.Amount < leastMoney || s.Amount > most {
		return ""
	}
	return strconv.FormatInt(s.Amount, 10)
}

// mostBudget returns the largest budget that is believed of a film of the year, in
// US dollars.
func mostBudget(year int) int64 {
	for _, d := range dearest {
		if year < d.before {
			return d.budget
		}
	}
	return 0
}

// revival reports whether a gross is too small for that of a first release: below
// leastRelease, or below a quarter of the budget, which may be nil.
func revival(gross int64, budget *int64) bool {
	return gross < leastRelease || budget != nil && gross < *budget/4
}

// foreign reports whether a sum is stated in a currency other than the US dollar.
func foreign(s film.Amount) bool {
	return s.Amount >= leastMoney && s.Currency != "" && s.Currency != "USD"
}
