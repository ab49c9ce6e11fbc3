package films

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/atlas"
	"kinodex/internal/serve/site/part"
)

// scale is a range that the form offers: two fields, of which a module makes a slider with two ends.
type scale struct {
	Title, Unit, Low, High string // Low and High are parameters
	Stops                  []string
}

// scales returns the ranges that the form offers for a library. The first and the last stop of a
// slider are no condition.
func scales(s *atlas.StatsSummary) []scale {
	all := []scale{
		{"User rating", "of 10", "min_rating", "max_rating", steps(1, 10, 0.5)},
		{"Running time", "minutes", "min_runtime", "max_runtime", steps(0, 240, 5)},
		{"Votes", "", "min_votes", "max_votes", strings.Fields("0 100 200 500 1000 2000 5000 10000 20000 50000 100000 200000 500000 1000000 2000000")},
	}
	if s.YearMin != nil && s.YearMax != nil {
		all = slices.Insert(all, 0, scale{"Year", "", "year_min", "year_max", steps(float64(*s.YearMin), float64(*s.YearMax), 1)})
	}
	return all
}

func steps(from, to, by float64) (all []string) {
	for n := from; n <= to; n += by {
		all = append(all, strconv.FormatFloat(n, 'f', -1, 64))
	}
	return all
}

// title returns the name of the range with its unit.
func (s *scale) title() string {
	if s.Unit == "" {
		return s.Title
	}
	return s.Title + " (" + s.Unit + ")"
}

// fullYear returns the newest year before that of the build of which the library has at least half as
// many films as of the year before it: later ones are not complete yet. ok is false where there is none.
func fullYear(s *atlas.Statistics, built int) (year int, ok bool) {
	for i := len(s.YearTrend) - 1; i > 0; i-- {
		y, err := strconv.Atoi(s.YearTrend[i].Key)
		if err == nil && y < built && 2*s.YearTrend[i].Value.Count >= s.YearTrend[i-1].Value.Count && s.YearTrend[i].Value.Count >= fewOfAYear {
			return y, true
		}
	}
	return 0, false
}

// fewOfAYear is how many films of a year are worth a list.
const fewOfAYear = 12

// presets returns the lists that have a name.
func presets(s *atlas.Statistics, built int) []part.Preset {
	all := []part.Preset{part.HiddenGems, part.ShortAndLoved}
	if year, ok := fullYear(s, built); ok {
		all = slices.Insert(all, 1, part.BestOf(year))
	}
	return all
}
