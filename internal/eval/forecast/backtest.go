// Package forecast evaluates forecasts of films by models that learned from earlier films only,
// and writes the card of the forecast.
package forecast

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/stat"
)

// The years of the forecast's trial. Choices were made on trials that end before
// FirstYear; the years from there on are asked about once they are made, up to
// the year before the newest of the library, whose films still run. Marks are of the
// years to LastYear; later ones, of which the sources state less, are shown beside. Origins are
// the years at whose beginning the library is built again, as who runs the
// service does: a film is foretold by the latest build before it.
const (
	FirstTuningYear = 2007
	FirstYear       = 2015
	LastYear        = 2023
	NewestYear      = 0 // stands for the year before the library's newest
	originStep      = 3 // years from one origin to the next
)

// Backtest is forecasts of films that came after they were made, each film told as
// its makers would have: title, genres, budget, director, cast, synopsis, year and plan.
type Backtest struct {
	First, Last int
	Origins     []int
	Films       int // of the catalogue
	Took        time.Duration
	// Building is how long the longest build of a forecast took.
	Building time.Duration
	// Asked are the predictions on the films from First to Last, in order of the
	// catalogue; Frozen those of the first build alone on the same films.
	Asked, Frozen []Prediction
	// Unknown are the predictions on films whose gross is known and budget is not, told
	// without one, in the order of Asked; Outlook and Bare are nil.
	Unknown []Prediction
	// Doubted is how many films of the years are not asked about because their gross is
	// not believed.
	Doubted int
	// Processors that the run may use.
	Processors int
	// Screenplays is the trial of screenplays, nil when too few films have one.
	Screenplays *ScreenplayTrial
}

// Baseline is what the first years' films are foretold by without a model.
type Baseline struct {
	// Gross foretells ln(gross) from ln(budget): least squares over what models
	// learn money from.
	Gross Line
	// Means over what is learned from.
	LnGross, Rating, Master float64
}

// Line is a straight line.
type Line struct{ Level, Slope float64 }

// At is the line's value.
func (l Line) At(x float64) float64 { return l.Level + l.Slope*x }

// Prediction is a film and what was foretold of it.
type Prediction struct {
	ID             film.ID
	Title          string
	Year           int
	Budget, Gross  int64
	Rating, Master float64 // NaN when unknown
	Votes          int
	// Outlook is told everything, Bare not the plan, Unbudgeted not the budget.
	Outlook, Bare, Unbudgeted *forecast.Prediction
	Baseline                  *Baseline
	// Leaks is set when a comparable is the film itself or not earlier.
	Leaks bool
}

// Run runs the trial of a catalogue for the years from first to last, or up
// to the year before the newest when last is NewestYear, with files in a directory of its
// own, which are left to whoever made the directory. say is told what is being
// done.
func Run(ctx context.Context, c *catalog.Catalog, dir string, first, last int, say func(string)) (*Backtest, error) {
	started := time.Now()
	say(fmt.Sprintf("reading %d films", c.Len()))
	builder, films, err := read(ctx, c, first)
	if err != nil {
		return nil, err
	}
	if last == NewestYear {
		last = builder.Latest() - 1
	}
	if last < first {
		return nil, fmt.Errorf("the trial asks about films of %d and later, which had their run before the newest year of the library; its newest films are of %d", first, builder.Latest())
	}
	films.until(last)
	t := &Backtest{First: first, Last: last, Films: c.Len(), Doubted: len(films.doubted), Processors: runtime.GOMAXPROCS(0)}
	for origin := first; origin <= last; origin += originStep {
		t.Origins = append(t.Origins, origin)
		say(fmt.Sprintf("learning from films before %d", origin))
		predictions, took, err := runOrigin(ctx, c, builder, filepath.Join(dir, fmt.Sprint(origin)), origin, films)
		if err != nil {
			return nil, err
		}
		t.Building = max(t.Building, took)
		if origin == first {
			t.Frozen = predictions
		}
		for _, v := range predictions {
			if v.Year < origin+originStep && v.Outlook != nil {
				t.Asked = append(t.Asked, v)
			} else if v.Year < origin+originStep {
				t.Unknown = append(t.Unknown, v)
			}
		}
	}
	t.Frozen = Kept(t.Frozen, func(v *Prediction) bool { return v.Outlook != nil })
	byID := func(a, b Prediction) int { return cmp.Compare(a.ID, b.ID) }
	slices.SortFunc(t.Asked, byID)
	slices.SortFunc(t.Unknown, byID)
	t.Took = time.Since(started)
	return t, nil
}

// films are the films of a trial.
type films struct {
	asked   []*film.Film // of its years, with a gross that is believed
	learned []*film.Film // of them and before, of which baselines are made
	doubted []*film.Film // of its years, with a gross that is not believed
}

// until drops the films after a year.
func (f *films) until(last int) {
	later := func(f *film.Film) bool { return *f.Year > last }
	for _, list := range []*[]*film.Film{&f.asked, &f.learned, &f.doubted} {
		*list = slices.DeleteFunc(*list, later)
	}
}

func read(ctx context.Context, c *catalog.Catalog, first int) (*forecast.Builder, films, error) {
	builder := forecast.NewBuilder(nil)
	var films films
	for d := range c.Len() {
		if err := ctx.Err(); err != nil {
			return nil, films, err
		}
		f, err := c.Film(catalog.Doc(d))
		if err != nil {
			return nil, films, err
		}
		builder.Add(catalog.Doc(d), f)
		if f.Year == nil || f.BoxOffice.WorldwideGross == nil {
			continue
		}
		// What the forecast does not learn from, nothing is held to.
		if f.BoxOffice.Budget, f.BoxOffice.WorldwideGross = forecast.Believed(f); f.BoxOffice.WorldwideGross == nil {
			if *f.Year >= first {
				films.doubted = append(films.doubted, f)
			}
			continue
		}
		if *f.Year >= first {
			films.asked = append(films.asked, f)
		}
		if *f.Year >= forecast.FirstLearned && *f.BoxOffice.WorldwideGross >= forecast.Released {
			films.learned = append(films.learned, &film.Film{Year: f.Year, Ratings: f.Ratings, BoxOffice: f.BoxOffice})
		}
	}
	return builder, films, nil
}

// runOrigin builds a forecast as of a year and asks it about the films of that
// year and later.
func runOrigin(ctx context.Context, c *catalog.Catalog, builder *forecast.Builder, path string, origin int, films films) ([]Prediction, time.Duration, error) {
	started := time.Now()
	if err := builder.WriteAsOf(ctx, path, origin, nil); err != nil {
		return nil, 0, err
	}
	took := time.Since(started)
	x, err := forecast.Open(path, c)
	if err != nil {
		return nil, 0, err
	}
	defer x.Close()
	base := baselineOf(films.learned, origin)
	var later []*film.Film
	for _, f := range films.asked {
		// Of films without a budget only the nearest build is asked.
		if *f.Year >= origin && (f.BoxOffice.Budget != nil || *f.Year < origin+originStep) {
			later = append(later, f)
		}
	}
	predictions, err := ask(ctx, x, later)
	for i := range predictions {
		predictions[i].Baseline = base
	}
	return predictions, took, err
}

func baselineOf(learned []*film.Film, origin int) *Baseline {
	var budget, gross, rating, master []float64
	for _, f := range learned {
		if *f.Year >= origin {
			continue
		}
		if f.BoxOffice.Budget != nil {
			budget = append(budget, math.Log(float64(*f.BoxOffice.Budget)))
			gross = append(gross, math.Log(float64(*f.BoxOffice.WorldwideGross)))
		}
		if f.Ratings.Filmdb != nil {
			rating = append(rating, *f.Ratings.Filmdb)
			master = append(master, f.Ratings.MasterScore)
		}
	}
	return &Baseline{leastSquares(budget, gross), stat.Mean(gross), stat.Mean(rating), stat.Mean(master)}
}

func leastSquares(x, y []float64) Line {
	mx, my := stat.Mean(x), stat.Mean(y)
	var xy, xx float64
	for i := range x {
		xy += (x[i] - mx) * (y[i] - my)
		xx += (x[i] - mx) * (x[i] - mx)
	}
	if xx == 0 {
		return Line{Level: my}
	}
	slope := xy / xx
	return Line{my - slope*mx, slope}
}
