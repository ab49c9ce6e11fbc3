package writersroom

import (
	"context"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// CoverageReading is what an engine writes of a screenplay.
type CoverageReading struct {
	Summary   string    `json:"summary"`
	Strengths []Finding `json:"strengths" doc:"The weightiest first."`
	Concerns  []Finding `json:"concerns" doc:"The weightiest first."`
}

// Finding is one thing about a screenplay, and what it rests on.
type Finding struct {
	Area     string   `json:"area" enum:"structure,dialogue,character,language,emotion"`
	Point    string   `json:"point"`
	Scenes   []int    `json:"scenes" doc:"Where it shows, from 1; empty when it is of the whole."`
	Quote    *string  `json:"quote" nullable:"true" doc:"A line of the text that shows it."`
	Features []string `json:"features" doc:"The measured features it rests on; their figures are under measures."`
}

// CoverageResult is coverage: what an engine wrote, and the evidence.
type CoverageResult struct {
	Focus string `json:"focus" enum:"structure,dialogue,all"`
	CoverageReading
	Prediction    *Prediction    `json:"prediction,omitempty" doc:"What the tier model says; left out where the library has none."`
	Measures      []Measure      `json:"measures"`
	Pacing        Pacing         `json:"pacing"`
	Acts          []Act          `json:"acts" doc:"The script cut at the scene borders nearest to a quarter and to three quarters of its words; none in a script of fewer than three scenes."`
	Turns         []Turn         `json:"turns" doc:"Where the mood changes most, in order. These are not the turning points of the story."`
	TurningPoints []TurningPoint `json:"turning_points" doc:"Where the literature expects the five turning points of a story, by position alone; none in a script of fewer than five scenes."`
	Speakers      []Speaker      `json:"speakers" doc:"The largest part first, at most forty."`
	Scenes        []Scene        `json:"scenes"`
	Notes         []string       `json:"notes" doc:"What makes this less than it seems, and how it was made."`
}

// Coverage says what a screenplay does, with the scenes and figures that show it.
// With a model it fails if none of the model's findings can be found in the text
// (REQ M-31).
func (r *Tools) Coverage(ctx context.Context, _ Library, q Question) (*Answer[CoverageResult], error) {
	m := q.Manuscript
	result := &CoverageResult{
		Focus: q.Focus, Prediction: m.prediction(), Measures: m.measures(), Pacing: m.pacing(), Acts: m.acts(),
		Turns: m.turns(), TurningPoints: m.turningPoints(), Speakers: m.speakers(), Scenes: m.scenes(), Notes: m.warnings(),
	}
	if r.model == nil {
		result.CoverageReading = m.coverage(areasOf(q.Focus))
		result.Notes = append(result.Notes, "written by rules from the measurements: a norm says how films' screenplays are, not how they must be, and no rule has read for sense, plot or humour")
		return &Answer[CoverageResult]{*result, builtIn}, nil
	}
	shown := *result
	shown.Scenes, shown.Speakers = []Scene{}, shown.Speakers[:min(len(shown.Speakers), 15)]
	said, err := read[CoverageReading](ctx, r, "coverage", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	said.said.Strengths, said.said.Concerns = c.findings(said.said.Strengths), c.findings(said.said.Concerns)
	if len(said.said.Strengths)+len(said.said.Concerns) == 0 {
		return nil, unconfirmed()
	}
	result.CoverageReading = said.said
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[CoverageResult]{*result, said.by}, nil
}

// findings returns those of which a scene, quote or feature is found in the text,
// and those that cite none. What a finding cites wrongly is removed from it.
func (c *checker) findings(all []Finding) []Finding {
	kept := []Finding{}
	for _, f := range all {
		claimed := len(f.Scenes) > 0 || f.Quote != nil || len(f.Features) > 0
		f.Scenes, f.Quote, f.Features = c.scenes(f.Scenes), c.quote(f.Quote), c.features(f.Features)
		if f.Point != "" && (!claimed || len(f.Scenes) > 0 || f.Quote != nil || len(f.Features) > 0) {
			kept = append(kept, f)
		}
	}
	return kept
}

// areasOf returns the categories of features that a focus looks at; all of them for
// any focus but structure and dialogue.
func areasOf(focus string) []string {
	switch focus {
	case "structure":
		return []string{"structure", "character", "emotion"}
	case "dialogue":
		return []string{"dialogue", "character", "language"}
	}
	return []string{"structure", "dialogue", "character", "language", "emotion"}
}

// Prediction is what the tier model says of a screenplay.
type Prediction struct {
	Class  string  `json:"predicted_class" enum:"High,Mid,Low"`
	Tiers  string  `json:"predicted_tier"`
	Range  string  `json:"class_range" enum:"High,High to Mid,Mid,Mid to Low,Low,High to Low" doc:"The classes that the votes do not tell apart."`
	High   float64 `json:"probability_high"`
	Mid    float64 `json:"probability_mid"`
	Low    float64 `json:"probability_low"`
	Caveat string  `json:"caveat"`
}

// caveat says what a prediction is worth.
const caveat = "a resemblance to screenplays of films that were rated so, not a judgement of the writing; see the card of the tier model for how little the page tells"

// prediction returns what the tier model says, or nil without an analysis of a
// screenplay.
func (m *Manuscript) prediction() *Prediction {
	a := m.Analysis
	if a == nil || !a.IsScreenplay() {
		return nil
	}
	p := a.Probabilities
	return &Prediction{a.PredictedClass, a.PredictedTier, a.ClassRange, round(p.High, 4), round(p.Mid, 4), round(p.Low, 4), caveat}
}

// warnings returns those of the analysis, or that there is none. It is a new slice
// and never nil.
func (m *Manuscript) warnings() []string {
	if m.Analysis == nil {
		return []string{"this library has too few research screenplays to compare with: nothing is said beside a norm"}
	}
	return append([]string{}, m.Analysis.Warnings...)
}

// z returns a feature's z-score in the research set; 0 without an analysis.
func (m *Manuscript) z(feature int) float64 {
	if m.Analysis == nil {
		return 0
	}
	return m.Analysis.Comparisons.At(feature).ZScore
}

// driving returns the scenes that drive a feature's z-score, from 1, in order of
// the script. It is never nil.
func (m *Manuscript) driving(feature int) []int {
	all := []int{}
	if m.Analysis != nil {
		for _, e := range *m.Analysis.Evidence.At(feature) {
			all = append(all, e.Scene)
		}
	}
	slices.Sort(all)
	return all
}

// categories has the category of each feature, by the feature's index.
var categories = func() (all [measure.Count]string) {
	for f, about := range measure.Features() {
		all[f] = about.Category
	}
	return all
}()
