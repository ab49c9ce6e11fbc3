package forecast

import (
	"slices"

	"kinodex/internal/film"
)

// Outcome is what may become of a project (REQ ). Written as JSON
// it is the answer of the service. Screenplay,
// Warnings, and what is said to be additional below, are ours.
// Lists are never nil. It is independent of the Forecast.
type Outcome struct {
	Project     ProjectEcho     `json:"project"`
	Prediction  Prediction      `json:"prediction"`
	Audience    Audience        `json:"audience"`
	Marketing   []string        `json:"marketing" minItems:"3" maxItems:"7" doc:"Notes, each naming the films and figures it rests on."`
	Comparables []Comparable    `json:"comparables" maxItems:"20" doc:"The earlier films that are most like the project, most alike first."`
	Screenplay  *ScreenplayNote `json:"screenplay,omitempty" doc:"Where the screenplay stands among the research screenplays; only with screenplay_text."`
	Warnings    []string        `json:"warnings" doc:"What was stated and left out, and what the forecast could not know."`
}

// Priced returns the outcome with all money of its fields in dollars of PriceYear, whatever the
// year of the project and of its comparables. The outcome does not change.
func (o *Outcome) Priced() *Outcome {
	out := *o
	year, p := o.Prediction.AsOf, &out.Prediction
	if b := o.Project.Budget; b != nil {
		v := float64(Priced(int64(*b), year))
		out.Project.Budget = &v
	}
	if g := p.Intervals.Gross; g != nil {
		p.Intervals.Gross = g.priced(year)
		p.Gross = &p.Intervals.Gross.P50
	}
	if u := p.Unconditional; u != nil {
		p.Unconditional = &Unconditional{*u.Gross.priced(year), u.Chances}
	}
	out.Comparables = slices.Clone(o.Comparables)
	for i := range out.Comparables {
		c := &out.Comparables[i]
		c.Budget, c.Gross = pricedOrNil(c.Budget, c.Year), pricedOrNil(c.Gross, c.Year)
		c.Effect = Priced(c.Effect, year)
	}
	return &out
}

// priced returns the range in dollars of PriceYear.
func (r *MoneyRange) priced(year int) *MoneyRange {
	return &MoneyRange{Priced(r.P10, year), Priced(r.P50, year), Priced(r.P90, year)}
}

// pricedOrNil is Priced of an amount that may be unknown.
func pricedOrNil(amount *int64, year int) *int64 {
	if amount == nil {
		return nil
	}
	v := Priced(*amount, year)
	return &v
}

// ProjectEcho is the project as it was stated.
type ProjectEcho struct {
	Title    string   `json:"title"`
	Genres   []string `json:"genres"`
	Budget   *float64 `json:"budget" nullable:"true"`
	Director *string  `json:"director" nullable:"true"`
	Cast     []string `json:"cast"`
}

// Prediction holds the estimates. Those of money are in US dollars of AsOf, at most of
// PriceYear, and hold if the project is released commercially. Every estimate is the middle of
// its interval; all are nil when there is nothing to go by, ROI also without a
// budget.
type Prediction struct {
	Gross       *int64     `json:"estimated_worldwide_gross" nullable:"true" doc:"US dollars of the year as_of, at most of 2025, the last of the price index, if the film is released commercially."`
	Rating      *float64   `json:"estimated_filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
	MasterScore *float64   `json:"estimated_master_score" nullable:"true" minimum:"0" maximum:"100"`
	ROI         *float64   `json:"estimated_roi" nullable:"true" doc:"(gross - budget) / budget; null without a budget."`
	Confidence  Confidence `json:"confidence" enum:"low,medium,high" doc:"How wide the interval of the gross is among those of its band of budgets: high in the narrowest third or when p90/p10 is at most 3, medium in the middle third or at most 6, else low; low without a budget."`
	Comparables int        `json:"comparable_count" minimum:"0" maximum:"20"`

	// These are beyond the specification.
	Intervals Intervals `json:"intervals" doc:"What four of five films like it lie between."`
	Release   Release   `json:"commercial_release"`
	Chances   Chances   `json:"chances" doc:"Of taking the budget, if the film is released commercially."`
	// Unconditional is nil when there is nothing to go by.
	Unconditional *Unconditional `json:"unconditional" nullable:"true" doc:"What it takes whatever its release: the estimates of a commercial release and what other films take, by the chance of each."`
	Band          *string        `json:"budget_band" nullable:"true" enum:"micro,low,mid,high,blockbuster" doc:"Intervals are measured within the band."`
	AsOf          int            `json:"as_of" doc:"Films of this year and later were not looked at."`
}

// Intervals hold what happens to four of five films (Coverage).
type Intervals struct {
	Gross       *MoneyRange `json:"worldwide_gross" nullable:"true"`
	ROI         *Range      `json:"roi" nullable:"true"`
	Rating      *Range      `json:"filmdb_rating" nullable:"true"`
	MasterScore *Range      `json:"master_score" nullable:"true"`
}

// MoneyRange is an estimate in whole US dollars, P50, and the ends of its interval.
type MoneyRange struct {
	P10 int64 `json:"p10"`
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
}

// Range is an estimate, P50, and the ends of its interval: P10 <= P50 <= P90.
type Range struct {
	P10 float64 `json:"p10"`
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
}

// middle returns the estimate, nil of no range.
func (r *Range) middle() *float64 {
	if r == nil {
		return nil
	}
	return &r.P50
}

// Release says how likely a commercial release is. Chance is from 0.01 to 0.99, nil
// when there is nothing to go by.
type Release struct {
	Least  int64    `json:"least_gross" doc:"The worldwide gross, in US dollars, from which a release counts as commercial."`
	Chance *float64 `json:"chance" nullable:"true" minimum:"0" maximum:"1" doc:"How many of 100 such films whose gross becomes known reach it, as a share."`
}

// Unlikely reports whether a commercial release is less likely than none.
func (r *Release) Unlikely() bool { return r.Chance != nil && *r.Chance < 0.5 }

// Chances are of what a project takes worldwide, from 0.01 to 0.99; nil without a budget.
type Chances struct {
	Once  *float64 `json:"at_least_budget" nullable:"true" minimum:"0" maximum:"1" doc:"The chance of taking at least the budget."`
	Twice *float64 `json:"at_least_twice_budget" nullable:"true" minimum:"0" maximum:"1" doc:"The chance of taking at least twice the budget, where films are said to break even."`
	// Thrice is told by Brief.Chances alone.
	Thrice *float64 `json:"-"`
}

// Unconditional is what a project takes, released commercially or not.
type Unconditional struct {
	Gross   MoneyRange `json:"worldwide_gross"`
	Chances Chances    `json:"chances"`
}

// Audience says whom a project may be for, and how it may reach them: one sentence
// each, derived from the comparables by the rules of docs/forecast.md.
type Audience struct {
	PrimaryDemographic        string `json:"primary_demographic"`
	ReleaseStrategy           string `json:"release_strategy"`
	MarketingBudgetEstimate   string `json:"marketing_budget_estimate"`
	AudienceReceptionForecast string `json:"audience_reception_forecast"`
}

// Comparable is an earlier film that the estimates rest on. Values that are not
// known are nil; money is in US dollars of Year, ROI is (gross - budget) / budget.
type Comparable struct {
	ID          film.ID  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title       string   `json:"title"`
	Year        int      `json:"year"`
	Genres      []string `json:"genres"`
	Budget      *int64   `json:"budget" nullable:"true"`
	Gross       *int64   `json:"worldwide_gross" nullable:"true"`
	ROI         *float64 `json:"roi" nullable:"true"`
	Rating      *float64 `json:"filmdb_rating" nullable:"true"`
	MasterScore *float64 `json:"master_score" nullable:"true"`
	// Similarity is rounded to two decimals, like Parts.
	Similarity float64  `json:"similarity" minimum:"0" maximum:"1"`
	Reasons    []string `json:"reasons" minItems:"1" doc:"Facts that film and project share."`

	// These are beyond the specification.
	Parts  SimilarityParts `json:"parts" doc:"How alike in each aspect, 0 to 1; null when the project says nothing of it."`
	Effect int64           `json:"effect_on_gross" doc:"US dollars: the estimated gross less what it would be without this film among the comparables."`

	month int // of release, 1 to 12; 0 when unknown
}

// SimilarityParts are the similarities of which Comparable.Similarity is the
// weighted mean.
type SimilarityParts struct {
	Genres   *float64 `json:"genres" nullable:"true"`
	Budget   *float64 `json:"budget" nullable:"true"`
	Synopsis *float64 `json:"synopsis" nullable:"true"`
	People   *float64 `json:"people" nullable:"true"`
	Era      *float64 `json:"era" nullable:"true"`
	Origin   *float64 `json:"origin" nullable:"true"`
}

// ScreenplayNote says where the project's screenplay stands among the research
// screenplays. The estimates do not depend on it.
type ScreenplayNote struct {
	PredictedClass string   `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string   `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	ClassRange     string   `json:"class_range" enum:"High,High to Mid,Mid,Mid to Low,Low,High to Low" doc:"The classes that the votes do not tell apart."`
	Effect         string   `json:"effect" enum:"none" doc:"none: the estimates do not depend on the screenplay."`
	Warnings       []string `json:"warnings"`
}

// newOutcome returns an outcome that estimates nothing yet.
func newOutcome(q *query) *Outcome {
	p := q.project
	o := &Outcome{
		Project:     ProjectEcho{Title: p.Title, Genres: listed(p.Genres), Budget: p.Budget, Cast: listed(p.Cast)},
		Prediction:  Prediction{Confidence: Low, Release: Release{Least: Released}, AsOf: q.year},
		Comparables: []Comparable{},
		Warnings:    listed(q.warnings),
	}
	if p.Director != "" {
		o.Project.Director = &p.Director
	}
	if q.budget > 0 {
		band := BandOf(q.budget)
		o.Prediction.Band = &band
	}
	return o
}

// listed copies a list; the copy is not nil.
func listed(all []string) []string { return append([]string{}, all...) }
