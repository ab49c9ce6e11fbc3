package forecast

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"kinodex/internal/eval"
	"kinodex/internal/forecast"
)

//go:embed card.tmpl
var cardTemplate string

// WriteCard writes the card of the forecast: Markdown, the same for the same
// backtest but for its times.
func (t *Backtest) WriteCard(to io.Writer, about eval.About) error {
	return eval.WriteCard(to, cardTemplate, card{about, t})
}

// card is what the template of the card reads.
type card struct {
	eval.About
	*Backtest
}

func (c card) Took() time.Duration     { return c.Backtest.Took.Round(time.Second) }
func (c card) Building() time.Duration { return c.Backtest.Building.Round(time.Second) }
func (c card) Shown() int              { return min(c.Last, LastYear) }
func (c card) FirstTuningYear() int    { return FirstTuningYear }
func (c card) LastTuningYear() int     { return FirstYear - 1 }
func (c card) OriginStep() int         { return originStep }
func (c card) Calibration() int        { return forecast.Calibration }

func (c card) OriginYears() string {
	years := make([]string, len(c.Origins))
	for i, y := range c.Origins {
		years[i] = fmt.Sprint(y)
	}
	return strings.Join(years, ", ")
}

// Leaks counts the films with a comparable they must not have.
func (c card) Leaks() (n int) {
	return len(Kept(slices.Concat(c.Asked, c.Unknown), func(p *Prediction) bool { return p.Leaks }))
}

// Unanswered counts the films without an estimate of their gross.
func (c card) Unanswered() int {
	return len(Kept(c.Asked, func(p *Prediction) bool { return p.Outlook.Gross == nil }))
}

// population is a named set of films that metrics are given for.
type population struct {
	Name  string
	films []Prediction
}

func (p population) Gross() GrossMetrics    { return MeasureGross(p.films) }
func (p population) Ratings() RatingMetrics { return MeasureRatings(p.films) }
func (p population) Covered() float64       { return Coverage(p.films)[0].Share }

// released reports whether a film counts as commercially released.
func released(p *Prediction) bool { return p.Gross >= forecast.Released }

// headline is the population that bounds are set for: what the literature mostly
// reports on.
func headline(p *Prediction) bool { return p.Gross >= 1_000_000 && p.Budget >= 1_000_000 }

func (c card) Populations() []population {
	of := func(name string, keep func(*Prediction) bool) population {
		return population{name, Kept(c.Marked(), keep)}
	}
	return []population{
		of("budget and gross of $1M or more (headline)", headline),
		of("gross of $0.5M or more (what is learned from)", released),
		of("headline, 10,000 votes or more", func(p *Prediction) bool { return headline(p) && p.Votes >= 10_000 }),
		of("headline, budget of $5M or more", func(p *Prediction) bool { return headline(p) && p.Budget >= 5_000_000 }),
		of("headline, without 2020 and 2021", func(p *Prediction) bool { return headline(p) && p.Year != 2020 && p.Year != 2021 }),
		of("every film with budget and gross", func(*Prediction) bool { return true }),
	}
}

// Years is the headline population, year by year.
func (c card) Years() (years []population) {
	for year := c.First; year <= c.Last; year++ {
		films := Kept(c.Asked, func(p *Prediction) bool { return headline(p) && p.Year == year })
		years = append(years, population{fmt.Sprint(year), films})
	}
	return years
}

// marked reports whether marks are of a film's year.
func marked(p *Prediction) bool { return p.Year <= LastYear }

func (c card) NeverRenewed() population {
	return population{films: Kept(c.Frozen, func(p *Prediction) bool { return marked(p) && headline(p) })}
}

func (c card) FrozenCoverage() []BandCoverage {
	return Coverage(Kept(c.Frozen, func(p *Prediction) bool { return marked(p) && released(p) }))
}

// ReleaseAUC is of the chance of a commercial release, over every film.
func (c card) ReleaseAUC() float64 {
	var chance []float64
	var did []bool
	films := c.Marked()
	for i := range films {
		if p := films[i].Outlook.Release.Chance; p != nil {
			chance, did = append(chance, *p), append(did, released(&films[i]))
		}
	}
	return eval.AUC(chance, did)
}

// bandCoverage is the coverage of a band, and from which budget it reaches.
type bandCoverage struct {
	BandCoverage
	From string
}

func (c card) Coverage() (all []bandCoverage) {
	least := map[string]string{}
	for _, b := range forecast.Bands() {
		least[b.Name] = fmt.Sprintf("$%dM", b.Least/1_000_000)
	}
	for _, v := range Coverage(Kept(c.Marked(), released)) {
		all = append(all, bandCoverage{v, least[v.Band]})
	}
	return all
}

// levelError is the mean absolute error of ln(gross) at a level of confidence.
type levelError struct {
	N   int
	MAE float64
}

// bandErrors are the errors of a band, by level.
type bandErrors struct {
	Band   string
	Levels []levelError
}

// Levels are the levels of confidence.
func (c card) Levels() []forecast.Confidence {
	return []forecast.Confidence{forecast.High, forecast.Medium, forecast.Low}
}

func (c card) Confidence() (all []bandErrors) {
	bands := []string{"all"}
	for _, b := range forecast.Bands() {
		bands = append(bands, b.Name)
	}
	films := Kept(c.Marked(), func(p *Prediction) bool { return released(p) && p.Outlook.Gross != nil })
	for i, band := range bands {
		e := bandErrors{band, make([]levelError, len(c.Levels()))}
		for j := range films {
			p := &films[j]
			if i > 0 && *p.Outlook.Band != band {
				continue
			}
			l := &e.Levels[slices.Index(c.Levels(), p.Outlook.Confidence)]
			l.N++
			l.MAE += math.Abs(math.Log(float64(p.Gross) / float64(*p.Outlook.Gross)))
		}
		for k := range e.Levels {
			e.Levels[k].MAE /= float64(max(1, e.Levels[k].N))
		}
		all = append(all, e)
	}
	return all
}

func (c card) RatingCoverage() float64 {
	return coveredBy(Kept(c.Marked(), released), func(p *Prediction) (float64, *forecast.Range) { return p.Rating, p.Outlook.Intervals.Rating })
}

func (c card) MasterCoverage() float64 {
	return coveredBy(Kept(c.Marked(), released), func(p *Prediction) (float64, *forecast.Range) { return p.Master, p.Outlook.Intervals.MasterScore })
}
