package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"kinodex/internal/ordered"
	"kinodex/internal/stat"
)

// result returns the statistics.
func (s *statistics) result() *Statistics {
	return &Statistics{
		Summary:      s.summary(),
		Genres:       byCount(s.genres, func(n *namedTally) StatsTally { return n.result() }),
		Decades:      s.byDecade(),
		BudgetTiers:  StatsTiers{s.tier(0), s.tier(1), s.tier(2), s.tier(3), s.tier(4)},
		TopDirectors: s.topDirectors(),
		ScoreDist:    histogram(s.scores, func(i int) string { return strconv.Itoa(10*i) + "-" + strconv.Itoa(10*i+10) }),
		RatingDist:   histogram(s.ratings, func(i int) string { return strconv.Itoa(i) + "-" + strconv.Itoa(i+1) }),
		YearTrend:    inOrder(s.years, strconv.Itoa, (*tally).result),
		Languages:    byCount(s.languages, func(n *namedTally) StatsLanguage { return StatsLanguage{languageName(n.name), n.result()} }),
		BestPicture:  inOrder(s.best, strconv.Itoa, bestPicture),
		ROIDecades:   inOrder(s.returns, decadeName, returnsOf),
	}
}

// result returns the count and the means.
func (t *tally) result() StatsTally { return StatsTally{t.count, t.avgRating(), t.avgScore()} }

// summary returns the figures about all films; years are nil without films of known year.
func (s *statistics) summary() StatsSummary {
	sum := StatsSummary{
		TotalFilms: s.all.count, AvgRating: s.all.avgRating(), AvgScore: s.all.avgScore(),
		WithRating: s.all.rated, WithBudget: s.budget, WithGross: s.gross, WithROI: s.returned,
	}
	if years := slices.Sorted(maps.Keys(s.years)); len(years) > 0 {
		sum.YearMin, sum.YearMax = &years[0], &years[len(years)-1]
	}
	for _, t := range s.years {
		sum.WithYear += t.count
	}
	for _, n := range s.languages {
		sum.WithLanguage += n.count
	}
	return sum
}

// byDecade adds the years up by decade, ascending; decades without films are left out.
func (s *statistics) byDecade() ordered.Map[StatsTally] {
	decades := map[int]*tally{}
	for year, t := range s.years {
		d := decades[decadeOf(year)]
		if d == nil {
			d = &tally{}
			decades[decadeOf(year)] = d
		}
		d.count, d.rated, d.rating, d.points = d.count+t.count, d.rated+t.rated, d.rating+t.rating, d.points+t.points
	}
	return inOrder(decades, decadeName, (*tally).result)
}

// decadeName is the decade's first year with an s: 1990s.
func decadeName(first int) string { return strconv.Itoa(first) + "s" }

// tier returns the films of a place in Tiers.
func (s *statistics) tier(i int) StatsTier {
	t := StatsTier{From: Tiers[i].Least, StatsTally: s.tiers[i].result(), MedianROI: medianOf(s.tiers[i].returns)}
	if i+1 < len(Tiers) {
		t.Below = &Tiers[i+1].Least
	}
	return t
}

// topDirectors ranks by mean master score, then films, then name. At most TopDirectors.
func (s *statistics) topDirectors() (m ordered.Map[StatsDirector]) {
	var best []*namedTally
	for _, n := range s.directors {
		if n.count >= DirectorFilms {
			best = append(best, n)
		}
	}
	slices.SortFunc(best, func(a, b *namedTally) int {
		// The means compare exactly as products.
		return cmp.Or(cmp.Compare(b.points*int64(a.count), a.points*int64(b.count)),
			cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	for i, n := range best[:min(len(best), TopDirectors)] {
		m.Add(n.name, StatsDirector{i + 1, n.result()})
	}
	return m
}

// bestPicture returns the winner of most votes with the others of its year of
// release, of which there is at least one.
// Votes decide which is named first; the others are in Others.
func bestPicture(winners []winner) StatsWinner {
	winners = slices.Clone(winners)
	slices.SortFunc(winners, func(a, b winner) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.id, b.id))
	})
	all := make([]StatsWinner, len(winners))
	for i, w := range winners {
		all[i] = StatsWinner{FilmdbID: w.id, Title: w.title, Rating: w.rating, Score: hundredths(w.score)}
	}
	all[0].Others = all[1:]
	return all[0]
}

// returnsOf returns the figures of films with a known return on their budget.
// There is at least one return. Gain is the share of those above break-even.
func returnsOf(returns []float64) StatsReturns {
	gain := 0
	for _, r := range returns {
		if r > 0 {
			gain++
		}
	}
	return StatsReturns{len(returns), medianOf(returns), share(gain, len(returns))}
}

// medianOf is the median to two decimals; nil of none.
func medianOf(v []float64) *float64 {
	if len(v) == 0 {
		return nil
	}
	m := hundredths(stat.Median(v))
	return &m
}

// histogram names ten counts in their order; empty bins are there with 0.
func histogram(counts [10]int, name func(i int) string) (m ordered.Map[int]) {
	for i, n := range counts {
		m.Add(name(i), n)
	}
	return m
}

// inOrder returns the result of each value by its key, the lowest first.
func inOrder[V, R any](of map[int]V, name func(int) string, result func(V) R) (m ordered.Map[R]) {
	for _, key := range slices.Sorted(maps.Keys(of)) {
		m.Add(name(key), result(of[key]))
	}
	return m
}

// byCount returns the result of each value by its name, the most films first.
func byCount[R any](of map[string]*namedTally, result func(*namedTally) R) (m ordered.Map[R]) {
	all := slices.SortedFunc(maps.Values(of), func(a, b *namedTally) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	for _, n := range all {
		m.Add(n.name, result(n))
	}
	return m
}
