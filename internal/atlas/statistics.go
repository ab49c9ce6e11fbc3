package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"kinodex/internal/film"
	"kinodex/internal/stat"
)

// summary is the part of the statistics that is about all films. The parts with_…
// say of how many films something is known: what is counted by it adds up to that.
type summary struct {
	TotalFilms   int      `json:"total_films"`
	YearMin      *int     `json:"year_min"`
	YearMax      *int     `json:"year_max"`
	AvgRating    *float64 `json:"avg_rating"`
	AvgScore     *float64 `json:"avg_score"`
	WithYear     int      `json:"with_year"`
	WithRating   int      `json:"with_rating"`
	WithLanguage int      `json:"with_language"`
	WithBudget   int      `json:"with_budget"`
	WithGross    int      `json:"with_gross"`
	WithROI      int      `json:"with_roi"`
}

type tallied struct {
	Count     int      `json:"count"`
	AvgRating *float64 `json:"avg_rating"`
	AvgScore  *float64 `json:"avg_score"`
}

func (t *tally) tell() tallied { return tallied{t.count, t.avgRating(), t.avgScore()} }

// tell gives the statistics in the shape of REQ F1-35 and F1-36: eleven objects.
func (s *statistics) tell() object {
	var o object
	o.add("summary", s.tellSummary())
	o.add("genres", byCount(s.genres, func(n *named) any { return n.tell() }))
	o.add("decades", s.tellDecades())
	o.add("budgetTiers", s.tellTiers())
	o.add("topDirectors", s.tellDirectors())
	o.add("scoreDist", bins(s.scores, func(i int) string { return strconv.Itoa(10*i) + "-" + strconv.Itoa(10*i+10) }))
	o.add("ratingDist", bins(s.ratings, func(i int) string { return strconv.Itoa(i) + "-" + strconv.Itoa(i+1) }))
	o.add("yearTrend", inOrder(s.years, strconv.Itoa, func(t *tally) any { return t.tell() }))
	o.add("languages", byCount(s.languages, func(n *named) any {
		return struct {
			Name string `json:"name"`
			tallied
		}{languageName(n.name), n.tell()}
	}))
	o.add("bestPicture", inOrder(s.best, strconv.Itoa, tellBest))
	o.add("roiDecades", inOrder(s.returns, decadeName, func(returns []float64) any { return tellReturns(returns) }))
	return o
}

func (s *statistics) tellSummary() summary {
	sum := summary{
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

func (s *statistics) tellDecades() object {
	decades := map[int]*tally{}
	for year, t := range s.years {
		d := decades[decadeOf(year)]
		if d == nil {
			d = &tally{}
			decades[decadeOf(year)] = d
		}
		d.count, d.rated, d.rating, d.points = d.count+t.count, d.rated+t.rated, d.rating+t.rating, d.points+t.points
	}
	return inOrder(decades, decadeName, func(t *tally) any { return t.tell() })
}

func decadeName(first int) string { return strconv.Itoa(first) + "s" }

func (s *statistics) tellTiers() (o object) {
	for i := range s.tiers {
		var below *int64
		if i+1 < len(Tiers) {
			below = &Tiers[i+1].Least
		}
		o.add(Tiers[i].Name, struct {
			From  int64  `json:"budget_from"`
			Below *int64 `json:"budget_below"`
			tallied
			MedianROI *float64 `json:"median_roi"`
		}{Tiers[i].Least, below, s.tiers[i].tell(), medianOf(s.tiers[i].returns)})
	}
	return o
}

func (s *statistics) tellDirectors() (o object) {
	var best []*named
	for _, n := range s.directors {
		if n.count >= DirectorFilms {
			best = append(best, n)
		}
	}
	slices.SortFunc(best, func(a, b *named) int {
		// The means compare exactly as products.
		return cmp.Or(cmp.Compare(b.points*int64(a.count), a.points*int64(b.count)),
			cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	for i, n := range best[:min(len(best), TopDirectors)] {
		o.add(n.name, struct {
			Rank int `json:"rank"`
			tallied
		}{i + 1, n.tell()})
	}
	return o
}

// laurels is a best picture; Others are those of the same year of release, for
// ceremonies look back on different months.
type laurels struct {
	ID     film.ID   `json:"filmdb_id"`
	Title  string    `json:"title"`
	Rating *float64  `json:"filmdb_rating"`
	Score  float64   `json:"master_score"`
	Others []laurels `json:"others,omitzero"`
}

func tellBest(winners []winner) any {
	winners = slices.Clone(winners)
	slices.SortFunc(winners, func(a, b winner) int {
		return cmp.Or(cmp.Compare(b.votes, a.votes), cmp.Compare(a.id, b.id))
	})
	told := make([]laurels, len(winners))
	for i, w := range winners {
		told[i] = laurels{ID: w.id, Title: w.title, Rating: w.rating, Score: hundredths(w.score)}
	}
	told[0].Others = told[1:]
	return told[0]
}

// tellReturns tells of films with a known return on their budget.
func tellReturns(returns []float64) any {
	gain := 0
	for _, r := range returns {
		if r > 0 {
			gain++
		}
	}
	return struct {
		Count  int      `json:"count"`
		Median *float64 `json:"median_roi"`
		Gain   float64  `json:"profitable_share"`
	}{len(returns), medianOf(returns), share(gain, len(returns))}
}

// medianOf is the median to two decimals; nil of none.
func medianOf(v []float64) *float64 {
	if len(v) == 0 {
		return nil
	}
	m := hundredths(stat.Median(v))
	return &m
}

func bins(counts [10]int, name func(i int) string) (o object) {
	for i, n := range counts {
		o.add(name(i), n)
	}
	return o
}

// inOrder tells of each value by its key, the lowest first.
func inOrder[V any](of map[int]V, name func(int) string, tell func(V) any) (o object) {
	for _, key := range slices.Sorted(maps.Keys(of)) {
		o.add(name(key), tell(of[key]))
	}
	return o
}

// byCount tells of each value by its name, the most films first.
func byCount(of map[string]*named, tell func(*named) any) (o object) {
	all := slices.SortedFunc(maps.Values(of), func(a, b *named) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	for _, n := range all {
		o.add(n.name, tell(n))
	}
	return o
}
