package forecast

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/catalog"
)

// How many notes there are (REQ R-26).
const (
	leastNotes = 3
	mostNotes  = 7
)

// notes returns what the comparables suggest for marketing, leastNotes to mostNotes
// sentences. Each names the films and figures it rests on, and nothing else. Money is in dollars
// of the year of the estimates, whatever the film's.
func (x *Forecast) notes(q *query, o *Outcome) []string {
	all := []string{beside(o)}
	for _, note := range []string{x.seriesNote(q, o), x.peopleNote(q, o), x.synopsisNote(q, o), x.archive.season(q.year, o), risk(o), span(o)} {
		if note != "" && len(all) < mostNotes {
			all = append(all, note)
		}
	}
	return all
}

// beside names the film most like the project.
// There must be a comparable.
func beside(o *Outcome) string {
	// The first, unless it stands there because it is pinned.
	c := slices.MaxFunc(o.Comparables, func(a, b Comparable) int { return cmp.Compare(a.Similarity, b.Similarity) })
	s := fmt.Sprintf("Place it beside %s, the most similar of %d comparables (%.2f): it took %s worldwide",
		named(c), len(o.Comparables), c.Similarity, priced(*c.Gross, c.Year))
	if c.Budget != nil {
		s += " on a budget of " + priced(*c.Budget, c.Year)
	}
	s += fmt.Sprintf(" in %d dollars", PriceYear)
	if c.Rating != nil {
		s += fmt.Sprintf(" and is rated %.1f", *c.Rating)
	}
	return s + "."
}

// seriesNote names the latest earlier film of the project's series whose gross is
// known and, when the series is not stated but read from the title, that shares people
// with it.
// It is empty when there is no such film.
func (x *Forecast) seriesNote(q *query, o *Outcome) string {
	a := x.archive
	latest := -1
	for _, d := range a.predecessors(&q.inputs) {
		if a.places[d] >= 0 && (len(q.named) > 0 || a.sharesPeople(&q.inputs, d)) &&
			(latest < 0 || a.year[d] >= a.year[latest]) {
			latest = int(d)
		}
	}
	if latest < 0 {
		return ""
	}
	shares := ""
	if a.sharesPeople(&q.inputs, uint32(latest)) {
		shares = ", which shares people with it,"
	}
	return fmt.Sprintf("Sell it as one of a series: %s%s took %s worldwide in %d dollars.",
		x.named(uint32(latest)), shares, priced(a.gross[latest], int(a.year[latest])), PriceYear)
}

// peopleNote tells which of the project's people the audience has paid for most.
// It is empty when the project states nobody.
func (x *Forecast) peopleNote(q *query, o *Outcome) string {
	a := x.archive
	stated := 0
	who, verb, largest, paid := "", "", -1, 0
	look := func(names []string, did string, from *credits) {
		for _, name := range names {
			stated++
			films, _ := from.find(wordsKey(name))
			most, n := -1, 0
			for _, d := range films {
				if !a.isEarlier(&q.inputs, d) || a.places[d] < 0 {
					continue
				}
				n++
				if most < 0 || a.lnGross[a.places[d]] > a.lnGross[a.places[most]] {
					most = int(d)
				}
			}
			if most >= 0 && (largest < 0 || a.lnGross[a.places[most]] > a.lnGross[a.places[largest]]) {
				who, verb, largest, paid = name, did, most, n
			}
		}
	}
	look(directorNames(q.project.Director), "directed", a.directed)
	look(q.project.Cast[:min(len(q.project.Cast), mostCast)], "acted in", a.played)
	switch {
	case stated == 0:
		return ""
	case largest < 0:
		return fmt.Sprintf("Do not count on names: none of the %d stated has an earlier film whose gross is known; sell the story.", stated)
	}
	who, film, took := strings.TrimSpace(who), x.named(uint32(largest)), priced(a.gross[largest], int(a.year[largest]))
	if paid == 1 {
		return fmt.Sprintf("Lead with %s, who %s %s, which took %s worldwide in %d dollars.", who, verb, film, took, PriceYear)
	}
	return fmt.Sprintf("Lead with %s, who %s %d earlier films whose gross is known; the largest, %s, took %s worldwide in %d dollars.",
		who, verb, paid, film, took, PriceYear)
}

// named is a film's title and year.
func (x *Forecast) named(d uint32) string {
	return fmt.Sprintf("%s (%d)", x.catalog.Title(catalog.Doc(d)), x.archive.year[d])
}

// synopsisNote names the words of the synopsis that the best paid of the comparables
// with such words share.
// It is empty when no comparable shares two words with it.
func (x *Forecast) synopsisNote(q *query, o *Outcome) string {
	a := x.archive
	var best *Comparable
	var words []string
	for i := range o.Comparables {
		c := &o.Comparables[i]
		d, ok := x.catalog.ByID(c.ID)
		if !ok || a.places[d] < 0 {
			continue
		}
		shared := a.synopses.shared(q.queryTerms, uint32(a.places[d]), 4)
		if len(shared) >= 2 && (best == nil || realGross(*c) > realGross(*best)) {
			best, words = c, shared
		}
	}
	if best == nil {
		return ""
	}
	return fmt.Sprintf("Put %s in front: %s is about them, too, and took %s worldwide in %d dollars.",
		strings.Join(words, ", "), named(*best), priced(*best.Gross, best.Year), PriceYear)
}

// seasons are the quarters of a year.
var seasons = [4]string{"January to March", "April to June", "July to September", "October to December"}

// season tells in which quarter more of the comparables that took at least their budget
// opened than films that did so mostly open in.
// It is empty when no quarter stands out from that base rate by more than chance.
func (a *archive) season(year int, o *Outcome) string {
	var in [4][]Comparable
	all := 0
	for _, c := range o.Comparables {
		if c.month > 0 && c.ROI != nil && *c.Gross >= *c.Budget {
			in[(c.month-1)/3] = append(in[(c.month-1)/3], c)
			all++
		}
	}
	base := a.quarters(year)
	best, least := -1, seasonChance
	for i := range in {
		if p := atLeast(len(in[i]), all, base[i]); p < least && float64(len(in[i])) >= seasonLift*base[i]*float64(all) {
			best, least = i, p
		}
	}
	if best < 0 {
		return ""
	}
	return fmt.Sprintf("Consider %s: %d of the %d comparables that took at least their budget and whose date is known opened then (%s); of all such films of the %d years before it is %.0f %%.",
		seasons[best], len(in[best]), all, titles(in[best], 2), seasonYears, 100*base[best])
}

// What a quarter needs to be advised: seasonLift times the share of films that open in it,
// by a chance of less than seasonChance if the comparables opened like all films.
const (
	seasonLift   = 1.5
	seasonChance = 0.05
	seasonYears  = 20
)

// quarters returns the share of each quarter among the openings of the films of the years
// before a year that took at least their budget; a quarter each when there are none.
func (a *archive) quarters(year int) (shares [4]float64) {
	n := 0.0
	for _, d := range a.pool[a.before(year-seasonYears):a.before(year)] {
		if a.month[d] > 0 && a.budget[d] > 0 && a.gross[d] >= a.budget[d] {
			shares[(a.month[d]-1)/3]++
			n++
		}
	}
	for i := range shares {
		if shares[i] /= n; n == 0 {
			shares[i] = 0.25
		}
	}
	return shares
}

// atLeast returns the probability that at least k of n independent trials of probability p
// succeed (the upper tail of the binomial distribution).
func atLeast(k, n int, p float64) float64 {
	below, term := 0.0, math.Pow(1-p, float64(n)) // term: exactly i
	for i := range k {
		below += term
		term *= float64(n-i) / float64(i+1) * p / (1 - p)
	}
	return 1 - below
}

// risk counts the comparables that took less than their budget.
// It is never empty.
func risk(o *Outcome) string {
	var known, lost []Comparable
	for _, c := range o.Comparables {
		if c.Budget == nil {
			continue
		}
		known = append(known, c)
		if *c.Gross < *c.Budget {
			lost = append(lost, c)
		}
	}
	switch {
	case len(known) == 0:
		return "Weigh the spending with care: of no comparable the budget is known, so none tells whether it paid."
	case len(lost) == 0:
		return fmt.Sprintf("All %d comparables whose budget is known took at least their budget, the closest to it %s.", len(known), named(closest(known)))
	}
	c := lost[0]
	return fmt.Sprintf("Mind the risk: %d of %d comparables took less worldwide than they cost, such as %s: %s on a budget of %s in %d dollars.",
		len(lost), len(known), named(c), priced(*c.Gross, c.Year), priced(*c.Budget, c.Year), PriceYear)
}

// closest returns the film whose gross is the smallest multiple of its budget. There
// must be a film, and each must have a gross and a budget.
func closest(films []Comparable) Comparable {
	least := films[0]
	for _, c := range films[1:] {
		if float64(*c.Gross)/float64(*c.Budget) < float64(*least.Gross)/float64(*least.Budget) {
			least = c
		}
	}
	return least
}

// span names the comparables that took least and most.
// There must be a comparable.
func span(o *Outcome) string {
	sorted := byGross(o.Comparables)
	least, most := sorted[0], sorted[len(sorted)-1]
	if len(sorted) == 1 {
		return fmt.Sprintf("Plan for a wide range: the only comparable, %s, took %s in %d dollars.",
			named(least), priced(*least.Gross, least.Year), PriceYear)
	}
	return fmt.Sprintf("Plan for a wide range: of the comparables, %s took %s and %s took %s in %d dollars.",
		named(least), priced(*least.Gross, least.Year), named(most), priced(*most.Gross, most.Year), PriceYear)
}
