package film

import (
	"math"
	"slices"
)

// The constants of the master score. Changing one changes every score, so they
// are published in docs/data/master-score.md and a test compares.
const (
	// PriorScore is the score of a film of which nothing is known.
	PriorScore = 50.0
	// RatingSpan is how much of the scale the ratings decide: they move the
	// score from 50 by at most 45 points either way.
	RatingSpan = 0.90
	// MaxAwards and MaxReturn bound the other two terms, in points.
	MaxAwards = 4.0
	MaxReturn = 1.0
	// awardsHalf is how many award points bring half of MaxAwards.
	awardsHalf = 4.0
	// returnFull is the number of doublings of the budget, up or down, that
	// bring the whole of MaxReturn.
	returnFull = 2.0
)

// PercentPositive is the metric type of a critic score that counts favourable
// reviews. Any other is a weighted average.
const PercentPositive = "critic_percent_positive"

// rater is one of the three ratings that the score blends.
type rater struct {
	name string // its key in Provenance
	// measure, if set, is the metric type that Provenance must give: critics
	// are summed up in two ways that do not compare.
	measure string
	weight  float64
	// votesHalf is how many votes make the rating count for half; a rating
	// that never has votes is trusted at the constant trust.
	votesHalf float64
	trust     float64
	value     func(*Ratings) *float64
	votes     func(*Ratings) *int
	// knots are the rating's values at the percentiles of Percentiles,
	// measured over the whole catalogue.
	knots []float64
}

// Percentiles are the percentiles at which the ratings' knots were measured.
var Percentiles = []float64{0, 1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 98, 99, 99.5, 100}

func raters() []rater {
	return []rater{
		{
			name: "ratings.filmdb", weight: 0.50, votesHalf: 1000, trust: 0.25,
			value: func(r *Ratings) *float64 { return r.Filmdb },
			votes: func(r *Ratings) *int { return r.FilmdbVotes },
			knots: filmdbKnots,
		},
		{
			name: "ratings.critics", measure: "critic_weighted_average", weight: 0.30, trust: 0.90,
			value: func(r *Ratings) *float64 { return r.Critics },
			knots: criticKnots,
		},
		{
			name: "ratings.critics", measure: PercentPositive, weight: 0.30, trust: 0.60,
			value: func(r *Ratings) *float64 { return r.Critics },
			knots: percentKnots,
		},
		{
			name: "ratings.moviedb", weight: 0.20, votesHalf: 100, trust: 0.25,
			value: func(r *Ratings) *float64 { return r.Moviedb },
			votes: func(r *Ratings) *int { return r.MoviedbVotes },
			knots: moviedbKnots,
		},
	}
}

// The knots: for each rating its value at each of Percentiles, over the films
// whose rating rests on enough votes (1,000 of the film database's, 100 of the
// movie database's; every critic score). TestRealFilms in package ingest measures
// them again. They change only with a release, so that a film's score does not
// depend on what else is in the library.
var (
	filmdbKnots  = []float64{1, 2.7, 4, 4.6, 5.4, 5.8, 6.1, 6.4, 6.7, 6.9, 7.2, 7.5, 7.8, 8.1, 8.3, 8.5, 9.3}
	criticKnots  = []float64{1, 16, 27, 34, 43, 49, 54, 59, 64, 69, 74, 80, 85, 90, 93, 96, 100}
	percentKnots = []float64{5, 9, 17, 22, 38, 47, 58, 67, 77, 83, 90, 100, 100, 100, 100, 100, 100}
	moviedbKnots = []float64{1.8, 4.4, 5.1, 5.4, 5.8, 6.1, 6.3, 6.5, 6.7, 7, 7.2, 7.5, 7.8, 8, 8.2, 8.3, 9}
)

// Knots are a rating's values at each of Percentiles. Measure is the metric
// type they hold for, "" for any.
type Knots struct {
	Rating, Measure string
	Values          []float64
}

// ScoreKnots gives the committed knots.
func ScoreKnots() []Knots {
	var knots []Knots
	for _, r := range raters() {
		knots = append(knots, Knots{r.name, r.measure, slices.Clone(r.knots)})
	}
	return knots
}

// Score is a master score and what it is made of:
//
//	Value = 50 + 0.90*(Base-50) + Awards + Return, rounded to two decimals.
type Score struct {
	Value float64
	// Prior is set when no rating has any weight: Base is then 50, the middle,
	// for want of anything better.
	Prior   bool
	Base    float64 // 0 to 100: the ratings' standings, blended
	Ratings []ScorePart
	Awards  float64 // 0 to MaxAwards points
	Return  float64 // -MaxReturn to MaxReturn points
}

// ScorePart is what one rating brings to a score.
type ScorePart struct {
	Name  string // the rating's key in Film.Provenance
	Value float64
	// Percentile is the rating's rank among all films', Trust how far its votes
	// are to be relied on (0 to 1), Standing the percentile drawn towards the
	// middle by as much as trust is missing.
	Percentile, Trust, Standing float64
	// Share is the rating's part of the blend; the shares of a film add up to 1.
	Share float64
}

// MasterScore is the film's composite score: 0 to 100, two decimals. It is
// computed from the film's own record (ratings with their votes and measure,
// awards and ROI) and committed constants alone, so that anyone can recompute it (REQ F1-34) and
// it never depends on the rest of the library. More votes for a rating above
// the median never lower it, and neither does another nomination, win or a
// better return.
func MasterScore(f *Film) float64 { return ExplainMasterScore(f).Value }

// ExplainMasterScore gives the score with its parts.
func ExplainMasterScore(f *Film) Score {
	s := Score{Base: PriorScore}
	var weights, sum float64
	for _, r := range raters() {
		value := r.value(&f.Ratings)
		percent := f.Provenance[r.name].MetricType == PercentPositive
		if value == nil || r.measure != "" && percent != (r.measure == PercentPositive) {
			continue
		}
		part := ScorePart{Name: r.name, Value: *value, Percentile: percentile(*value, r.knots), Trust: r.trust}
		if r.votes != nil {
			if votes := r.votes(&f.Ratings); votes != nil {
				part.Trust = float64(*votes) / (float64(*votes) + r.votesHalf)
			}
		}
		part.Standing = PriorScore + part.Trust*(part.Percentile-PriorScore)
		part.Share = r.weight
		weights += r.weight
		sum += r.weight * part.Standing
		s.Ratings = append(s.Ratings, part)
	}
	s.Prior = true
	for i := range s.Ratings {
		s.Ratings[i].Share /= weights
		s.Prior = s.Prior && s.Ratings[i].Trust == 0
	}
	if weights > 0 {
		s.Base = sum / weights
	}
	s.Awards = awardsTerm(&f.Awards)
	s.Return = returnTerm(f.BoxOffice.ROI)
	s.Value = round2(PriorScore + RatingSpan*(s.Base-PriorScore) + s.Awards + s.Return)
	return s
}

// percentile interpolates linearly between the knots.
func percentile(v float64, knots []float64) float64 {
	if v <= knots[0] {
		return Percentiles[0]
	}
	i, _ := slices.BinarySearch(knots, v)
	if i >= len(knots) {
		return Percentiles[len(Percentiles)-1]
	}
	low, high := knots[i-1], knots[i]
	part := (v - low) / (high - low)
	return Percentiles[i-1] + part*(Percentiles[i]-Percentiles[i-1])
}

// awardsTerm counts one point a nomination, one more a win and two for a best
// picture that was nominated, four when it won, with diminishing returns.
func awardsTerm(a *Awards) float64 {
	points := 0.0
	if a.OscarNoms != nil {
		points += float64(*a.OscarNoms)
	}
	if a.OscarWins != nil {
		points += float64(*a.OscarWins)
	}
	if a.BestPicture != nil {
		points += 2
		if *a.BestPicture == "won" {
			points += 2
		}
	}
	return MaxAwards * points / (points + awardsHalf)
}

// returnTerm is the return in doublings of the budget, bounded; a film without
// a known return gets none.
func returnTerm(roi *float64) float64 {
	if roi == nil {
		return 0
	}
	doublings := math.Log2(max(1+*roi, 1e-6))
	return MaxReturn * max(-1, min(1, doublings/returnFull))
}

func round2(v float64) float64 { return math.Round(v*100) / 100 }

// Bands are the letters of the master score, best first (REQ AT-08): a film
// has the first band whose Least its score reaches.
var Bands = []Band{{"S", 85}, {"A", 75}, {"B", 65}, {"C", 55}, {"D", 45}, {"E", 0}}

// Band is a letter and the least score that earns it.
type Band struct {
	Letter string
	Least  float64
}

// BandOf gives the letter of a score.
func BandOf(score float64) string {
	for _, b := range Bands {
		if score >= b.Least {
			return b.Letter
		}
	}
	return Bands[len(Bands)-1].Letter
}
