package research

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/tiermodel"
)

// VotesHalf is how many votes make a film's user rating count for half of its
// points; the mean rating of the set stands for the other half. It is what the
// master score trusts a rating by, too.
const VotesHalf = 1000

// Shares are the parts of the set each tier has, best first, in percent of the
// scripts in order of rank (REQ S-13). High, Mid and Low are 33, 34 and 33.
var shares = [...]int{8, 25, 17, 17, 20, 13}

// pointsOf gives a script's points: ten times its film's user rating, drawn
// towards the mean rating of the set's films by as much as votes are missing,
//
//	10 * (votes*rating + 1000*mean) / (votes + 1000)
//
// rounded to two decimals; 0 to 100.
func pointsOf(rating float64, votes int, mean float64) float64 {
	v := float64(max(votes, 0))
	return math.Round(1000*(v*rating+VotesHalf*mean)/(v+VotesHalf)) / 100
}

// scoredScript is a script of the set beside its film.
type scoredScript struct {
	MeasuredScript
	title    string
	year     int // 0 when unknown
	votes    int
	outcomes outcomes
	points   float64
	tier     int // place in Tiers
}

func (s *scoredScript) class() tiermodel.Class { return classOf(s.tier) }

// rank gives points to all and puts them in order of rank: by points, then the
// film's master score, then its id (REQ S-11). Tiers follow from the place
// alone. It gives the mean rating the points were drawn towards.
func rank(all []scoredScript) (meanRating float64) {
	// The sum is taken in order of id, so that it is the same to the last bit
	// whatever order the scripts came in.
	slices.SortFunc(all, func(a, b scoredScript) int { return cmp.Compare(a.Film, b.Film) })
	for i := range all {
		meanRating += all[i].outcomes[filmdbRating]
	}
	meanRating /= float64(max(len(all), 1))
	for i := range all {
		s := &all[i]
		s.points = pointsOf(s.outcomes[filmdbRating], s.votes, meanRating)
	}
	slices.SortStableFunc(all, func(a, b scoredScript) int {
		return cmp.Or(cmp.Compare(b.points, a.points),
			cmp.Compare(b.outcomes[masterScore], a.outcomes[masterScore]), cmp.Compare(a.Film, b.Film))
	})
	for i := range all {
		all[i].tier = tierAt(i, len(all))
	}
	return meanRating
}

// tierAt is the tier of the script at a place, from 0, among n: a tier ends at
// the place nearest to its share and those of the tiers above it.
func tierAt(place, n int) int {
	sum := 0
	for tier, share := range shares {
		sum += share
		if place < (n*sum+50)/100 {
			return tier
		}
	}
	return len(shares) - 1
}

// outcomes are how a film fared; NaN where that is not known.
type outcomes [outcomeCount]float64

// The outcomes, in the order of outcomeNames (REQ S-33).
const (
	filmdbRating = iota
	criticScore
	moviedbRating
	masterScore
	worldwideGross
	roi
	oscarNoms
	oscarWins
	outcomeCount
)

// ByOutcome has one T for each outcome. In JSON its members stand in the order of
// the outcomes above.
type ByOutcome[T any] struct {
	FilmdbRating   T `json:"filmdb_rating"`
	CriticScore    T `json:"critic_score"`
	MoviedbRating  T `json:"moviedb_rating"`
	MasterScore    T `json:"master_score"`
	WorldwideGross T `json:"worldwide_gross"`
	ROI            T `json:"roi"`
	OscarNoms      T `json:"oscar_noms"`
	OscarWins      T `json:"oscar_wins"`
}

func eachOutcome[T any](value func(m int) T) ByOutcome[T] {
	return ByOutcome[T]{value(0), value(1), value(2), value(3), value(4), value(5), value(6), value(7)}
}

// outcome names one of them, in the interface's word and a reader's.
type outcome struct{ name, label string }

var outcomeNames = [outcomeCount]outcome{
	{"filmdb_rating", "user rating"},
	{"critic_score", "critic score"},
	{"moviedb_rating", "second user rating"},
	{"master_score", "master score"},
	{"worldwide_gross", "worldwide gross"},
	{"roi", "return on the budget"},
	{"oscar_noms", "number of Oscar nominations"},
	{"oscar_wins", "number of Oscars won"},
}

// metrics returns the outcomes' names in the interface.
func metrics() []string {
	names := make([]string, outcomeCount)
	for m, o := range outcomeNames {
		names[m] = o.name
	}
	return names
}

// outcomesOf reads them from a film's record.
func outcomesOf(f *film.Film) outcomes {
	return outcomes{
		filmdbRating:   known(f.Ratings.Filmdb),
		criticScore:    known(f.Ratings.Critics),
		moviedbRating:  known(f.Ratings.Moviedb),
		masterScore:    f.Ratings.MasterScore,
		worldwideGross: known(f.BoxOffice.WorldwideGross),
		roi:            known(f.BoxOffice.ROI),
		oscarNoms:      known(f.Awards.OscarNoms),
		oscarWins:      known(f.Awards.OscarWins),
	}
}

func known[T int | int64 | float64](v *T) float64 {
	if v == nil {
		return math.NaN()
	}
	return float64(*v)
}
