package wire

import (
	"kinodex/internal/app"
	"kinodex/internal/forecast"
)

// PredictedProject is what becomes of a project, as every door tells it (SPEC "POST
// /api/v1/predict"; TRACE R-18 to R-27, R-30). Warnings, screenplay, and what is
// said to be beyond the specification below, are additions.
type PredictedProject struct {
	Project     projectEcho      `json:"project"`
	Prediction  prediction       `json:"prediction"`
	Audience    audience         `json:"audience"`
	Marketing   []string         `json:"marketing" minItems:"3" maxItems:"7" doc:"Notes, each naming the films and figures it rests on."`
	Comparables []comparableFilm `json:"comparables" maxItems:"20" doc:"The earlier films that are most like the project, most alike first."`
	Screenplay  *screenplayNote  `json:"screenplay,omitempty" doc:"Where the screenplay stands among the research screenplays; only with screenplay_text."`
	Warnings    []string         `json:"warnings" doc:"What was stated and left out, and what the forecast could not know."`
}

type projectEcho struct {
	Title    string   `json:"title"`
	Genres   []string `json:"genres"`
	Budget   *float64 `json:"budget" nullable:"true"`
	Director *string  `json:"director" nullable:"true"`
	Cast     []string `json:"cast"`
}

type prediction struct {
	Gross       *int64   `json:"estimated_worldwide_gross" nullable:"true" doc:"US dollars of the year as_of, if the film is released commercially."`
	Rating      *float64 `json:"estimated_filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
	MasterScore *float64 `json:"estimated_master_score" nullable:"true" minimum:"0" maximum:"100"`
	ROI         *float64 `json:"estimated_roi" nullable:"true" doc:"(gross - budget) / budget; null without a budget."`
	Confidence  string   `json:"confidence" enum:"low,medium,high" doc:"high when the interval of the gross spans at most a factor of 3, medium of 6, else low; low without a budget and with fewer than five comparables."`
	Comparables int      `json:"comparable_count" minimum:"0" maximum:"20"`

	Intervals intervals `json:"intervals" doc:"What four of five films like it lie between."`
	Release   release   `json:"commercial_release"`
	Band      *string   `json:"budget_band" nullable:"true" enum:"micro,low,mid,high,blockbuster" doc:"Intervals are measured within the band."`
	AsOf      int       `json:"as_of" doc:"Films of this year and later were not looked at."`
}

type intervals struct {
	Gross       *moneyRange `json:"worldwide_gross" nullable:"true"`
	ROI         *valueRange `json:"roi" nullable:"true"`
	Rating      *valueRange `json:"filmdb_rating" nullable:"true"`
	MasterScore *valueRange `json:"master_score" nullable:"true"`
}

type moneyRange struct {
	P10 int64 `json:"p10"`
	P50 int64 `json:"p50"`
	P90 int64 `json:"p90"`
}

type valueRange struct {
	P10 float64 `json:"p10"`
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
}

type release struct {
	Least  int64    `json:"least_gross" doc:"The worldwide gross, in US dollars, from which a release counts as commercial."`
	Chance *float64 `json:"chance" nullable:"true" minimum:"0" maximum:"1" doc:"How many of 100 such films whose gross becomes known reach it, as a share."`
}

type audience struct {
	PrimaryDemographic        string `json:"primary_demographic"`
	ReleaseStrategy           string `json:"release_strategy"`
	MarketingBudgetEstimate   string `json:"marketing_budget_estimate"`
	AudienceReceptionForecast string `json:"audience_reception_forecast"`
}

type comparableFilm struct {
	FilmdbID       string   `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title          string   `json:"title"`
	Year           int      `json:"year"`
	Genres         []string `json:"genres"`
	Budget         *int64   `json:"budget" nullable:"true"`
	WorldwideGross *int64   `json:"worldwide_gross" nullable:"true"`
	ROI            *float64 `json:"roi" nullable:"true"`
	FilmdbRating   *float64 `json:"filmdb_rating" nullable:"true"`
	MasterScore    *float64 `json:"master_score" nullable:"true"`
	Similarity     float64  `json:"similarity" minimum:"0" maximum:"1"`
	Reasons        []string `json:"reasons" minItems:"1" doc:"Facts that film and project share."`

	Parts  similarityParts `json:"parts" doc:"How alike in each aspect, 0 to 1; null when the project says nothing of it."`
	Effect int64           `json:"effect_on_gross" doc:"US dollars: the estimated gross less what it would be without this film among the comparables."`
}

type similarityParts struct {
	Genres   *float64 `json:"genres" nullable:"true"`
	Budget   *float64 `json:"budget" nullable:"true"`
	Synopsis *float64 `json:"synopsis" nullable:"true"`
	People   *float64 `json:"people" nullable:"true"`
	Era      *float64 `json:"era" nullable:"true"`
}

type screenplayNote struct {
	PredictedClass string   `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string   `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	Effect         string   `json:"effect" enum:"none" doc:"none: the estimates do not depend on the screenplay."`
	Warnings       []string `json:"warnings"`
}

// TellPrediction tells a prediction of a project.
func TellPrediction(asked *forecast.Project, found *app.Prediction) PredictedProject {
	p := PredictedProject{
		Project:     echoOf(asked),
		Prediction:  predictionOf(found.Outlook),
		Audience:    audience(found.Audience),
		Marketing:   found.Marketing,
		Comparables: make([]comparableFilm, len(found.Comparables)),
		Warnings:    append([]string{}, found.Warnings...),
	}
	for i := range found.Comparables {
		p.Comparables[i] = comparableOf(&found.Comparables[i])
	}
	if s := found.Screenplay; s != nil {
		p.Screenplay = &screenplayNote{s.Class.String(), s.Tiers, "none", append([]string{}, s.Warnings...)}
	}
	return p
}

func echoOf(p *forecast.Project) projectEcho {
	e := projectEcho{Title: p.Title, Genres: append([]string{}, p.Genres...), Budget: p.Budget, Cast: append([]string{}, p.Cast...)}
	if p.Director != "" {
		e.Director = &p.Director
	}
	return e
}

func predictionOf(o *forecast.Outlook) prediction {
	p := prediction{
		Confidence: string(o.Confidence), Comparables: len(o.Comparables), AsOf: o.AsOf,
		Release: release{forecast.Released, o.Release},
	}
	if o.Band != "" {
		p.Band = &o.Band
	}
	if g := o.Gross; g != nil {
		p.Intervals.Gross = &moneyRange{int64(g.P10), int64(g.P50), int64(g.P90)}
		p.Gross = &p.Intervals.Gross.P50
	}
	p.ROI, p.Intervals.ROI = ranged(o.ROI)
	p.Rating, p.Intervals.Rating = ranged(o.Rating)
	p.MasterScore, p.Intervals.MasterScore = ranged(o.Master)
	return p
}

func ranged(r *forecast.Range) (*float64, *valueRange) {
	if r == nil {
		return nil, nil
	}
	v := valueRange(*r)
	return &v.P50, &v
}

func comparableOf(c *forecast.Comparable) comparableFilm {
	f := comparableFilm{
		FilmdbID: c.ID.String(), Title: c.Title, Year: c.Year, Genres: append([]string{}, c.Genres...),
		Budget: c.Budget, WorldwideGross: c.Gross, ROI: c.ROI, FilmdbRating: c.Rating, MasterScore: c.Master,
		Similarity: c.Similarity, Reasons: c.Reasons, Effect: c.Effect,
	}
	for i := range c.Parts {
		v := &c.Parts[i].Value
		switch c.Parts[i].Aspect {
		case "genres":
			f.Parts.Genres = v
		case "budget":
			f.Parts.Budget = v
		case "synopsis":
			f.Parts.Synopsis = v
		case "people":
			f.Parts.People = v
		case "era":
			f.Parts.Era = v
		}
	}
	return f
}
