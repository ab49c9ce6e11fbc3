package ingest

import (
	"kinodex/internal/dataquality"
	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// The bounds within which a sum needs no second source.
const (
	// extraordinary is how many times its cost a film may bring before both sums are asked for.
	extraordinary = 100
	// dollarsAVoter is how much a film may cost for each who rated it. It is asked of budgets
	// from dearFrom on, in US dollars.
	dollarsAVoter = 40_000
	dearFrom      = 10_000_000
	// borneOut is the part of its budget that a film's gross shows to be one of that size.
	borneOut = 20
	// recentYears before the last of the catalogue are those whose votes are still to come.
	recentYears = 2
	// betterKnown is how many times the voters of a film its namesake has whose money it is
	// taken for, and whose keywords are taken for its own.
	betterKnown = 20
)

// column is where a row states a sum: as the film's budget or as its worldwide gross.
type column uint8

const (
	budgetColumn column = iota
	grossColumn
)

// of returns the sum that the row states in the column.
func (c column) of(s *statement) film.Amount {
	if c == grossColumn {
		return s.WorldGross
	}
	return s.Budget
}

// doubt takes back sums that are hardly possible and that too few sources state: the budget
// of a large film that nobody saw, and the sums of a film that took over a hundred times its
// cost. Provenance goes with them.
func (m *merger) doubt(f *film.Film, g group) {
	b := &f.BoxOffice
	if b.Budget != nil && m.unborne(f) && families(g, *b.Budget, budgetColumn) < 2 {
		b.Budget = nil
		delete(f.Provenance, "budget")
	}
	if b.Budget == nil || b.WorldwideGross == nil || returned(f) <= extraordinary {
		return
	}
	cost, took := borne(g, *b.Budget, budgetColumn), borne(g, *b.WorldwideGross, grossColumn)
	if !cost {
		b.Budget = nil
		delete(f.Provenance, "budget")
	}
	if !took {
		b.WorldwideGross = nil
		delete(f.Provenance, "worldwide_gross")
	}
}

// unborne reports whether the budget is beyond what the film's voters and gross bear out.
func (m *merger) unborne(f *film.Film) bool {
	budget, gross := *f.BoxOffice.Budget, f.BoxOffice.WorldwideGross
	return budget >= dearFrom && budget > dollarsAVoter*int64(dataquality.Voters(f)) &&
		(gross == nil || *gross < budget/borneOut) && *f.Year < m.facts.years.to-recentYears
}

// returned returns (gross - budget) / budget, both of which must be known.
func returned(f *film.Film) float64 {
	budget, gross := float64(*f.BoxOffice.Budget), float64(*f.BoxOffice.WorldwideGross)
	return (gross - budget) / budget
}

// families returns how many families of sources state a sum in US dollars between half and
// twice the amount.
func families(g group, amount int64, in column) int {
	seen := map[string]bool{}
	for i := range g {
		if s := in.of(&g[i]); s.Currency == "USD" && s.Amount >= amount/2 && s.Amount <= 2*amount {
			seen[g[i].input.source] = true
		}
	}
	return len(seen)
}

// borne reports whether the film database states the sum in US dollars, or two families of
// sources agree on it.
func borne(g group, amount int64, in column) bool {
	return byFilmdb(g, amount, in) || families(g, amount, in) >= 2
}

// byFilmdb reports whether a row of the film database that came with the film's id states
// exactly this sum in US dollars.
func byFilmdb(g group, amount int64, in column) bool {
	for i := range g {
		if s := in.of(&g[i]); g[i].input.source == source.Filmdb && !g[i].joined.inferred() && s.Currency == "USD" && s.Amount == amount {
			return true
		}
	}
	return false
}

// copied reports whether a sum is that of the other column: stated to the dollar as the budget
// and as the gross of one film. It is believed in the column in which alone the film database
// states it, else in neither. A budget that is the domestic gross is copied, too, unless the
// film database gives it.
func copied(g group, amount int64, in column) bool {
	budget, gross, home := false, false, false
	for i := range g {
		budget = budget || g[i].Budget.Amount == amount
		gross = gross || g[i].WorldGross.Amount == amount
		home = home || g[i].DomesticGross.Amount == amount
	}
	asBudget, asGross := byFilmdb(g, amount, budgetColumn), byFilmdb(g, amount, grossColumn)
	switch {
	case budget && gross && in == budgetColumn:
		return !asBudget || asGross
	case budget && gross:
		return !asGross || asBudget
	}
	return budget && home && in == budgetColumn && !asBudget
}
