package examine

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"kinodex/internal/forecast"
)

// ForecastAbout names what was examined.
type ForecastAbout struct {
	Generation string // of the library
	// Command that writes the card.
	Command    string
	Processors int
	// Scripts is the trial of screenplays, nil when the library has too few.
	Scripts *ScriptTrial
}

// population is a set of films that marks are given for.
type population struct {
	name string
	keep func(*Verdict) bool
}

// released is whether a film counts as commercially released.
func released(v *Verdict) bool { return v.Gross >= forecast.Released }

// headline is the population that floors are set for: what the literature
// mostly reports on.
func headline(v *Verdict) bool { return v.Gross >= 1_000_000 && v.Budget >= 1_000_000 }

func populations() []population {
	return []population{
		{"budget and gross of $1M or more (headline)", headline},
		{"gross of $0.5M or more (what is learned from)", released},
		{"headline, 10,000 votes or more", func(v *Verdict) bool { return headline(v) && v.Votes >= 10_000 }},
		{"headline, budget of $5M or more", func(v *Verdict) bool { return headline(v) && v.Budget >= 5_000_000 }},
		{"headline, without 2020 and 2021", func(v *Verdict) bool { return headline(v) && v.Year != 2020 && v.Year != 2021 }},
		{"every film with budget and gross", func(*Verdict) bool { return true }},
	}
}

// Floor is what a mark must reach.
type Floor struct {
	Name         string
	Value, Least float64
	Most         float64 // 0 for none
}

// Held says whether the mark is within its floor.
func (f Floor) Held() bool { return f.Value >= f.Least && (f.Most == 0 || f.Value <= f.Most) }

// Floors compares the headline's marks with what they must reach.
func (t *Trial) Floors() []Floor {
	films := Kept(t.Asked, headline)
	money := Money(films)
	rating, _, _, _ := RatingMarks(films)
	floors := []Floor{
		{"R² of ln(gross)", money.Model.R2, 0.50, 0},
		{"MAE of ln(gross)", money.Model.MAE, 0, 0.93},
		{"better than budget alone by", 1 - money.Model.MAE/money.Budget.MAE, 0.04, 0},
		{"within one of nine bins", money.WithinOne, 0.61, 0},
		{"AUC of taking at least the budget", money.AUC, 0.63, 0},
		{"MAE of the user rating", rating.MAE, 0, 0.56},
		{"R² of the user rating", rating.R2, 0.30, 0},
	}
	for i, c := range Coverage(Kept(t.Asked, released)) {
		least, most := 0.72, 0.90
		if i == 0 {
			least, most = 0.77, 0.84
		}
		floors = append(floors, Floor{"80 % intervals hold, " + c.Band, c.Share, least, most})
	}
	return floors
}

// WriteCard writes the card of the forecast: Markdown, the same for the same
// trial but for its times.
func (t *Trial) WriteCard(to io.Writer, about ForecastAbout) error {
	c := &forecastCard{Trial: t, about: about}
	c.protocol()
	c.floors()
	c.money()
	c.intervals()
	c.ratings()
	c.years()
	c.frozen()
	c.scripts()
	_, err := io.WriteString(to, c.text.String())
	return err
}

type forecastCard struct {
	*Trial
	about ForecastAbout
	text  strings.Builder
}

func (c *forecastCard) say(format string, args ...any) {
	fmt.Fprintf(&c.text, format+"\n", args...)
}

func (c *forecastCard) protocol() {
	leaks, unanswered := 0, 0
	for i := range c.Asked {
		if c.Asked[i].Leaks {
			leaks++
		}
		if c.Asked[i].Outlook.Gross == nil {
			unanswered++
		}
	}
	c.say("# The forecast, examined\n")
	c.say("How well would it have foretold films that had not been made? This card is written by\n")
	c.say("```sh\n%s\n```\n", c.about.Command)
	c.say("- **Data:** %d films of library generation %s; asked about are the %d of %d to %d whose budget and worldwide gross are known.", c.Films, c.about.Generation, len(c.Asked), c.First, c.Last)
	c.say("- **Protocol:** strictly temporal. At the beginning of %s the forecast is built from scratch out of films of earlier years, as who runs the service does when films come in, and asked about the films up to the next build through the same code that serves. A film is told as its makers could have: title, genres, budget, director, cast, synopsis, year; never its companies, ratings, votes, keywords, runtime or date. Its comparables, and the records of its people, are films of earlier years.", listYears(c.Origins))
	c.say("- **Choices** (traits, trees, loss, floors of what is learned from) were made on trials of %d to %d (`--tuning`). Intervals are measured on the last %d years before each build, by models that know nothing of those years. Three choices were made after a look at the held-out years: to renew the build every %d years, to draw the bands' intervals towards all films, and to learn money without a budget only from films whose budget is known (which the tuning years then confirmed). The population of the headline, and early trials, were looked at with films of the held-out years among them. Read the marks as those of years that were seen, not as those of years to come; the last section but one shows a build that is never renewed. Seeds are constants; the same library gives the same figures on any number of processors.", TuningFirst, TrialFirst-1, forecast.Calibration, trialStep)
	c.say("- **Baselines** of the same runs: the mean, and least squares of ln(gross) on ln(budget), over the films that models learn money from.")
	c.say("- **Leaks:** %d of %d films had themselves or a film of their year or later among their comparables; %d got no estimate.", leaks, len(c.Asked), unanswered)
	c.say("- **Time:** %s in all, the longest build %s, on %d processors.\n", c.Took.Round(time.Second), c.Building.Round(time.Second), c.about.Processors)
}

func listYears(years []int) string {
	var names []string
	for _, y := range years {
		names = append(names, fmt.Sprint(y))
	}
	return strings.Join(names, ", ")
}

func (c *forecastCard) floors() {
	c.say("## What it must reach\n")
	c.say("| mark | value | must be | |\n|---|---|---|---|")
	for _, f := range c.Floors() {
		must := fmt.Sprintf("≥ %.2f", f.Least)
		switch {
		case f.Least > 0 && f.Most > 0:
			must = fmt.Sprintf("%.2f to %.2f", f.Least, f.Most)
		case f.Most > 0:
			must = fmt.Sprintf("≤ %.2f", f.Most)
		}
		held := "reached"
		if !f.Held() {
			held = "**short**"
		}
		c.say("| %s | %.3f | %s | %s |", f.Name, f.Value, must, held)
	}
	c.say("\nMarks of money and ratings are of the headline population; intervals are of all films with a gross of $0.5M or more, which is what the estimates are about.\n")
}

func (c *forecastCard) money() {
	c.say("## Worldwide gross\n")
	c.say("Estimates are of what a film takes *if* it is released commercially ($0.5M or more worldwide): figures below are mostly token runs, or of one market. Every film with figures is shown, too; for those the answer's `commercial_release.chance` is the caution.\n")
	c.say("| films | n | R² | MAE ln | bias ln | budget alone: R² | MAE ln | mean: MAE ln | within one bin | (budget) | same bin | AUC ≥ 1× | (budget) | AUC ≥ 2× | no budget stated: R² | MAE ln |")
	c.say("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, p := range populations() {
		m := Money(Kept(c.Asked, p.keep))
		c.say("| %s | %d | %.3f | %.3f | %+.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |",
			p.name, m.Model.N, m.Model.R2, m.Model.MAE, m.Model.Bias, m.Budget.R2, m.Budget.MAE, m.Mean.MAE,
			m.WithinOne, m.BudgetWithinOne, m.SameBin, m.AUC, m.BudgetAUC, m.BreakEvenAUC, m.Unbudgeted.R2, m.Unbudgeted.MAE)
	}
	c.say("\nThe nine bins end at $1M, 10M, 20M, 40M, 65M, 100M, 150M and 200M. AUC is the chance that of a film that took at least its budget (or twice it) and one that did not, the first has the higher estimated multiple.\n")
	var chance []float64
	var did []bool
	for i := range c.Asked {
		if p := c.Asked[i].Outlook.Release.Chance; p != nil {
			chance, did = append(chance, *p), append(did, released(&c.Asked[i]))
		}
	}
	c.say("The chance of a commercial release has an AUC of %.3f over every film.\n", AUC(chance, did))
}

func (c *forecastCard) intervals() {
	c.say("## Intervals\n")
	c.say("Meant to hold 80 %% of the films, overall and in every band of budgets.\n")
	c.say("| band | budget from | n | hold | median p90/p10 |\n|---|---|---|---|---|")
	least := map[string]int64{}
	for _, b := range forecast.Bands() {
		least[b.Name] = b.Least
	}
	films := Kept(c.Asked, released)
	for _, v := range Coverage(films) {
		from := ""
		if v.Band != "all" {
			from = fmt.Sprintf("$%dM", least[v.Band]/1_000_000)
		}
		c.say("| %s | %s | %d | %.3f | %.1f |", v.Band, from, v.N, v.Share, v.Width)
	}
	levels := map[forecast.Confidence]int{}
	off := map[forecast.Confidence]float64{}
	for i := range films {
		v := &films[i]
		if v.Outlook.Gross != nil {
			levels[v.Outlook.Confidence]++
			off[v.Outlook.Confidence] += math.Abs(math.Log(float64(v.Gross) / float64(*v.Outlook.Gross)))
		}
	}
	c.say("\n| confidence | films | MAE ln |\n|---|---|---|")
	for _, l := range []forecast.Confidence{forecast.High, forecast.Medium, forecast.Low} {
		c.say("| %s | %d | %.3f |", l, levels[l], off[l]/float64(max(1, levels[l])))
	}
	rating := coveredBy(films, func(v *Verdict) (float64, *forecast.Range) { return v.Rating, v.Outlook.Intervals.Rating })
	master := coveredBy(films, func(v *Verdict) (float64, *forecast.Range) { return v.Master, v.Outlook.Intervals.MasterScore })
	c.say("\nThe intervals of the user rating hold %.3f, those of the master score %.3f.\n", rating, master)
}

func (c *forecastCard) ratings() {
	c.say("## User rating and master score\n")
	c.say("| films | n | rating: R² | MAE | bias | mean: MAE | master score: R² | MAE | mean: MAE |\n|---|---|---|---|---|---|---|---|---|")
	for _, p := range populations() {
		r, rm, s, sm := RatingMarks(Kept(c.Asked, p.keep))
		c.say("| %s | %d | %.3f | %.3f | %+.3f | %.3f | %.3f | %.2f | %.2f |", p.name, r.N, r.R2, r.MAE, r.Bias, rm.MAE, s.R2, s.MAE, sm.MAE)
	}
	c.say("")
}

func (c *forecastCard) years() {
	c.say("## Year by year (headline)\n")
	c.say("| year | n | R² | MAE ln | bias ln | budget alone: MAE ln | 80 %% intervals hold | rating MAE |\n|---|---|---|---|---|---|---|---|")
	for year := c.First; year <= c.Last; year++ {
		films := Kept(c.Asked, func(v *Verdict) bool { return headline(v) && v.Year == year })
		m := Money(films)
		r, _, _, _ := RatingMarks(films)
		c.say("| %d | %d | %.3f | %.3f | %+.3f | %.3f | %.3f | %s |", year, m.Model.N, m.Model.R2, m.Model.MAE, m.Model.Bias, m.Budget.MAE, Coverage(films)[0].Share, errorOf(r))
	}
	c.say("")
}

// errorOf is a mean absolute error, or a dash where there was nothing to compare
// with.
func errorOf(r Fit) string {
	if r.N == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", r.MAE)
}

func (c *forecastCard) frozen() {
	m := Money(Kept(c.Frozen, headline))
	r, _, _, _ := RatingMarks(Kept(c.Frozen, headline))
	held := Coverage(Kept(c.Frozen, released))
	c.say("## A build that is never renewed\n")
	c.say("The build of %d alone, asked about all the years to %d (headline): R² %.3f, MAE ln %.3f, within one bin %.3f, AUC %.3f, rating MAE %.3f and R² %.3f. Its intervals hold:\n",
		c.First, c.Last, m.Model.R2, m.Model.MAE, m.WithinOne, m.AUC, r.MAE, r.R2)
	c.say("| band | n | hold |\n|---|---|---|")
	for _, v := range held {
		c.say("| %s | %d | %.3f |", v.Band, v.N, v.Share)
	}
	c.say("")
}

func (c *forecastCard) scripts() {
	c.say("## Screenplays\n")
	s := c.about.Scripts
	if s == nil {
		c.say("The library has too few research screenplays of these years to try whether they add anything. The estimates do not depend on `screenplay_text`.")
		return
	}
	c.say("What the twenty features of a screenplay tell of the forecast's misses was learned from the earlier %d films that have one and tried on the later %d: MAE of ln(gross) %.3f without and %.3f with screenplays, of the rating %.3f and %.3f. The estimates do not depend on `screenplay_text`.",
		s.Learned, s.Tried, s.Gross, s.GrossWith, s.Rating, s.RatingWith)
}
