package forecast

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// demographicRule says whom films of some genres are conventionally made for.
type demographicRule struct {
	genres []string
	who    string
}

// demographicRules are tried in this order.
var demographicRules = []demographicRule{
	{[]string{"Family", "Animation"}, "Families with children"},
	{[]string{"Horror"}, "Young adults, 17 to 34"},
	{[]string{"Adventure", "Sci-Fi", "Fantasy"}, "A broad audience from 13 to 49"},
	{[]string{"Action", "Thriller", "Crime", "Mystery"}, "Adults, 18 to 49"},
	{[]string{"Romance", "Comedy", "Music", "Musical"}, "Adults, 18 to 44"},
}

const (
	otherDemographic = "Adults, 25 and over"
	// demographicShare is the share of comparables that must have the genres.
	demographicShare = 0.5
)

// nothingKnown returns what there is to say without comparables: what to state.
func nothingKnown(q *query) (Audience, []string) {
	unknown := "Unknown: no earlier film is enough like the project to tell."
	wanting := []string{
		"No comparable was found, so nothing here rests on evidence yet.",
	}
	for _, field := range []struct {
		stated bool
		ask    string
	}{
		{q.genres != 0, "State genres the catalogue knows: they decide which films are compared first."},
		{q.budget > 0, "State the budget: the multiple on it is what is estimated best."},
		{len(q.directors)+len(q.cast) > 0, "State director and cast: their earlier films are counted."},
		{len(q.queryTerms) > 0, "State a synopsis: films about the same things are looked for."},
	} {
		if !field.stated {
			wanting = append(wanting, field.ask)
		}
	}
	for len(wanting) < leastNotes {
		wanting = append(wanting, "State a year in which the catalogue has earlier films with known grosses.")
		if len(wanting) < leastNotes {
			wanting = append(wanting, "Ask again with a library that holds grosses: comparables are films whose worldwide gross is known.")
		}
	}
	return Audience{unknown, unknown, unknown, unknown}, wanting
}

// audienceOf returns the four sentences about who may come and what it takes to
// reach them, made of the comparables of the outcome.
func audienceOf(q *query, o *Outcome) Audience {
	return Audience{demographic(o), strategy(o), marketingBudget(q, o), reception(o)}
}

// demographic returns the sentence of the first rule whose genres half of the
// comparables have.
func demographic(o *Outcome) string {
	for _, c := range demographicRules {
		having := withAny(o.Comparables, c.genres)
		if float64(len(having)) >= demographicShare*float64(len(o.Comparables)) {
			return fmt.Sprintf("%s, by convention of genre: %d of %d comparables are of %s (%s).",
				c.who, len(having), len(o.Comparables), anyOf(c.genres), titles(having, 2))
		}
	}
	return fmt.Sprintf("%s, by convention of genre: no lighter or younger genre has half of the %d comparables (%s).",
		otherDemographic, len(o.Comparables), titles(o.Comparables, 2))
}

// anyOf writes names as alternatives: Action, Crime or Mystery. There must be one.
func anyOf(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// withAny returns the films that have any of some genres, in their order.
func withAny(films []Comparable, genres []string) []Comparable {
	var having []Comparable
	for _, f := range films {
		if slices.ContainsFunc(f.Genres, func(g string) bool { return slices.Contains(genres, g) }) {
			having = append(having, f)
		}
	}
	return having
}

// releasePlan says how films that take so much are conventionally released.
type releasePlan struct {
	least int64 // what the comparable in the middle took, in dollars of PriceYear
	how   string
}

// releasePlans are the plans of release, the dearest first: the first whose least
// the comparable in the middle took is proposed.
var releasePlans = []releasePlan{
	{100_000_000, "A wide worldwide release"},
	{20_000_000, "A wide release at home, then abroad"},
	{2_000_000, "A limited release that widens if it is well received"},
	{0, "Festivals and a limited release, with home viewing soon after"},
}

// strategy returns the sentence on how films are released that take what the
// comparable in the middle took.
func strategy(o *Outcome) string {
	middle := middleOf(o.Comparables)
	for _, r := range releasePlans {
		if realGross(middle) >= r.least {
			return fmt.Sprintf("%s: the comparable in the middle, %s, took %s worldwide in %d dollars.",
				r.how, named(middle), priced(*middle.Gross, middle.Year), PriceYear)
		}
	}
	return ""
}

// middleOf returns the comparable whose gross is the (lower) median.
// There must be a film.
func middleOf(films []Comparable) Comparable {
	return byGross(films)[(len(films)-1)/2]
}

// realGross returns what a comparable took in dollars of PriceYear: films of different years
// compare by nothing else. All comparables have a gross.
func realGross(c Comparable) int64 { return Inflated(*c.Gross, c.Year, PriceYear) }

// byGross sorts films by what they took, least first.
func byGross(films []Comparable) []Comparable {
	sorted := slices.Clone(films)
	slices.SortStableFunc(sorted, func(a, b Comparable) int {
		return cmp.Or(cmp.Compare(realGross(a), realGross(b)), cmp.Compare(a.ID, b.ID))
	})
	return sorted
}

// The rule for marketing: theatres keep about half of the gross; what is left of
// the other half after the budget can be spent on marketing without a loss, at
// least a tenth of the budget and at most all of it.
const (
	rentals        = 0.5
	leastMarketing = 0.1
	mostMarketing  = 1.0
)

// marketingBudget returns the sentence that the rule above gives.
func marketingBudget(q *query, o *Outcome) string {
	if q.budget == 0 {
		return "Marketing is not estimated: it follows from the budget, and none is stated."
	}
	prices := realDollars(o.Prediction.AsOf)
	budget, gross := float64(q.budget)*prices, float64(*o.Prediction.Gross)*prices
	left := rentals*gross - budget
	amount := max(leastMarketing*budget, min(mostMarketing*budget, left))
	why := fmt.Sprintf("half of the estimated gross of %s less the budget", worth(gross))
	switch {
	case left < 0:
		why = fmt.Sprintf("a tenth of the budget and no more, since the estimate does not cover the budget: half of the gross of %s is less", worth(gross))
	case left < leastMarketing*budget:
		why = fmt.Sprintf("a tenth of the budget, since half of the estimated gross of %s leaves no more to spend without a loss", worth(gross))
	case left > mostMarketing*budget:
		why = fmt.Sprintf("as much as the budget, which half of the estimated gross of %s would allow for", worth(gross))
	}
	middle := middleOf(o.Comparables)
	return fmt.Sprintf("Marketing, about %s: %s; the comparable in the middle, %s, took %s in %d dollars.",
		worth(amount), why, named(middle), priced(*middle.Gross, middle.Year), PriceYear)
}

// Words for a rating, by the least that earns them.
var receptions = []struct {
	least float64
	word  string
}{{7.5, "Very well received"}, {6.8, "Well received"}, {6.0, "Fairly received"}, {5.0, "Received with reserve"}, {0, "Poorly received"}}

// reception returns the sentence on the estimated user rating, from 0 to 10.
func reception(o *Outcome) string {
	word, rating := "", o.Prediction.Intervals.Rating
	for _, r := range receptions {
		if rating.P50 >= r.least {
			word = r.word
			break
		}
	}
	s := fmt.Sprintf("%s: %.1f of 10, four times in five between %.1f and %.1f", word, rating.P50, rating.P10, rating.P90)
	if best, ok := bestRated(o.Comparables); ok {
		return fmt.Sprintf("%s; the best rated comparable is %s with %.1f.", s, named(best), *best.Rating)
	}
	return s + "; no comparable is rated."
}

// bestRated returns the comparable with the highest user rating; false when none is
// rated.
func bestRated(films []Comparable) (best Comparable, ok bool) {
	for _, f := range films {
		if f.Rating != nil && (!ok || *f.Rating > *best.Rating) {
			best, ok = f, true
		}
	}
	return best, ok
}

// named is a film's title and year.
func named(c Comparable) string { return fmt.Sprintf("%s (%d)", c.Title, c.Year) }

// titles returns the titles and years of the first films, at most most of them.
func titles(films []Comparable, most int) string {
	var names []string
	for _, f := range films[:min(len(films), most)] {
		names = append(names, named(f))
	}
	return strings.Join(names, ", ")
}
