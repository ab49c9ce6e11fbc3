package atlas

import (
	"math"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// tally adds up films: how many, and their ratings and scores. Ratings are kept
// in tenths and scores in hundredths, so that sums are exact in any order.
// The zero tally is of no films. Sums cannot overflow below 10^15 films.
type tally struct {
	count, rated   int
	rating, points int64
}

// add counts a film. Integer sums make means exact and independent of the films' order.
func (t *tally) add(f *film.Film) {
	t.count++
	t.points += int64(math.Round(f.Ratings.MasterScore * 100))
	if f.Ratings.Filmdb != nil {
		t.rated++
		t.rating += int64(math.Round(*f.Ratings.Filmdb * 10))
	}
}

// avgRating is null when none is rated, avgScore when there is no film.
func (t *tally) avgRating() *float64 { return mean(t.rating, t.rated, 10) }
func (t *tally) avgScore() *float64  { return mean(t.points, t.count, 100) }

// mean is the mean of n numbers that add up to sum, in the unit's parts, rounded
// to a part.
// nil of nothing.
func mean(sum int64, n int, parts float64) *float64 {
	if n == 0 {
		return nil
	}
	m := math.Round(float64(sum)/float64(n)) / parts
	return &m
}

// Tiers are those of the budget: a film is of the last tier whose Least it
// reaches, in US dollars (REQ F1-36).
var Tiers = []Tier{{"micro", 0}, {"low", 1_000_000}, {"mid", 10_000_000}, {"high", 40_000_000}, {"blockbuster", 100_000_000}}

// Tier is a range of budgets.
type Tier struct {
	Name  string
	Least int64
}

// The rule of the best directors: those of at least so many films, by the mean
// master score of all of them, then by films and name; at most so many.
const (
	DirectorFilms = 5
	TopDirectors  = 50
)

// statistics are what is counted for /api/v1/stats.
type statistics struct {
	all           tally
	years         map[int]*tally
	genres        map[string]*namedTally // by folded name
	languages     map[string]*namedTally
	directors     map[string]*namedTally
	tiers         []tier
	scores        [10]int
	ratings       [10]int
	budget, gross int
	best          map[int][]winner
	returned      int               // how many films have a known return
	returns       map[int][]float64 // and those, by decade
}

// namedTally is a tally of films that have something in common, by the spelling that
// was met first.
type namedTally struct {
	name string
	tally
}

type tier struct {
	tally
	returns []float64
}

// winner is a film that was named best picture.
// votes is 0 where they are not known.
type winner struct {
	id     film.ID
	title  string
	rating *float64
	score  float64
	votes  int
}

// newStatistics returns statistics of no films.
func newStatistics() *statistics {
	return &statistics{
		years: map[int]*tally{}, genres: map[string]*namedTally{}, languages: map[string]*namedTally{}, directors: map[string]*namedTally{},
		tiers: make([]tier, len(Tiers)), best: map[int][]winner{}, returns: map[int][]float64{},
	}
}

func (s *statistics) add(f *film.Film) {
	s.all.add(f)
	s.scores[bin(f.Ratings.MasterScore/10)]++
	if r := f.Ratings.Filmdb; r != nil {
		s.ratings[bin(*r)]++
	}
	if f.Year != nil {
		if s.years[*f.Year] == nil {
			s.years[*f.Year] = &tally{}
		}
		s.years[*f.Year].add(f)
	}
	addNamed(s.genres, f, f.Genres...)
	if f.Language != nil {
		addNamed(s.languages, f, *f.Language)
	}
	if f.Director != nil {
		addNamed(s.directors, f, strings.Split(*f.Director, ", ")...)
	}
	s.addMoney(f)
	if f.Awards.BestPicture != nil && *f.Awards.BestPicture == "won" && f.Year != nil {
		w := winner{id: f.ID, title: strings.Clone(f.Title), rating: f.Ratings.Filmdb, score: f.Ratings.MasterScore}
		if f.Ratings.FilmdbVotes != nil {
			w.votes = *f.Ratings.FilmdbVotes
		}
		s.best[*f.Year] = append(s.best[*f.Year], w)
	}
}

// bin gives the place of a number from 0 to 10 among ten bins of equal width, the
// last of which has its end.
func bin(v float64) int { return max(0, min(9, int(v+1e-9))) }

// addNamed adds the film once for each of the values, which are compared folded.
// A value that comes twice, or is empty when folded, adds nothing more.
func addNamed(to map[string]*namedTally, f *film.Film, values ...string) {
	var room [8]*namedTally
	seen := room[:0]
next:
	for _, v := range values {
		key := text.Fold(v)
		if key == "" {
			continue
		}
		n := to[key]
		if n == nil {
			n = &namedTally{name: strings.Clone(v)}
			to[strings.Clone(key)] = n
		}
		for _, s := range seen {
			if s == n {
				continue next
			}
		}
		seen = append(seen, n)
		n.add(f)
	}
}

// addMoney counts budget, gross and return. A return without a year is in no decade.
func (s *statistics) addMoney(f *film.Film) {
	m := &f.BoxOffice
	if m.WorldwideGross != nil {
		s.gross++
	}
	if m.Budget != nil {
		s.budget++
		at := 0
		for i, t := range Tiers {
			if *m.Budget >= t.Least {
				at = i
			}
		}
		s.tiers[at].add(f)
		if m.ROI != nil {
			s.tiers[at].returns = append(s.tiers[at].returns, *m.ROI)
		}
	}
	if m.ROI == nil {
		return
	}
	s.returned++
	if f.Year != nil {
		d := decadeOf(*f.Year)
		s.returns[d] = append(s.returns[d], *m.ROI)
	}
}

// decadeOf gives the first year of a year's decade.
// Years are not negative.
func decadeOf(year int) int { return year / 10 * 10 }
