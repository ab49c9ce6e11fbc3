package research

import (
	"context"
	"errors"
	"slices"

	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// minTrainingScripts is how many scripts a model is trained on at least;
// tiermodel asks for some of every class besides.
const minTrainingScripts = 30

// tierModel is the model that Analyze asks.
type tierModel struct {
	*tiermodel.Model
	version string
}

// vote asks every tree.
func (m *tierModel) vote(v *measure.Vector) votes { return m.Forest.Votes(v[:]) }

// train teaches a model which features go with which class, unless that is what was learned
// before; nil when there are too few scripts to learn from.
// before and progress may be nil. The order of the set makes no difference.
func train(ctx context.Context, set []scoredScript, before *TrainedModel, progress func(done, total int64)) (*tiermodel.Model, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	progress(0, 1)
	defer progress(1, 1)
	if len(set) < minTrainingScripts {
		return nil, ctx.Err()
	}
	samples := make([]tiermodel.Sample, len(set))
	for i := range set {
		samples[i] = tiermodel.Sample{X: set[i].Features[:], Class: set[i].class(), Score: set[i].points, Group: set[i].Film.String()}
	}
	// In order of film rather than of rank, which is the answer.
	slices.SortFunc(samples, func(a, b tiermodel.Sample) int {
		switch {
		case a.Group < b.Group:
			return -1
		case a.Group > b.Group:
			return 1
		}
		return 0
	})
	if before != nil && before.model != nil && before.model.LearnedFrom(measure.Names(), samples, tiermodel.Defaults()) {
		return before.model, ctx.Err()
	}
	model, err := tiermodel.Train(measure.Names(), samples, tiermodel.Defaults())
	if errors.Is(err, tiermodel.ErrTooFew) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return model, ctx.Err()
}

// readModel reads the model, if there is one.
func (x *Set) readModel(r *pack.Reader) {
	if model := readTierModel(r); model != nil {
		x.tier = &tierModel{model, model.Version()}
	}
}

// readTierModel reads a model of the features that this program measures; nil when the
// section is empty. Errors stay in r.
func readTierModel(r *pack.Reader) *tiermodel.Model {
	b := pack.Column[byte](r, sectionModel, pack.Any)
	if len(b) == 0 {
		return nil
	}
	model, err := tiermodel.Decode(b)
	if !r.Require(err == nil, "section %s: %v", sectionModel, err) {
		return nil
	}
	if !slices.Equal(model.Features, measure.Names()) {
		r.Fail(errors.New("a model of other features than this program measures: run kinodex build again"))
		return nil
	}
	return model
}

// ModelCard describes the tier model (REQ S-36 to S-40). Means and deviations are
// whole, so that every z-score can be computed again; what comes after
// total_scripts is beyond the specification.
type ModelCard struct {
	ModelType         string                              `json:"model_type" example:"random_forest"`
	Classes           []string                            `json:"classes"`
	NTrees            int                                 `json:"n_trees" minimum:"1"`
	MacroF1           float64                             `json:"macro_f1" minimum:"0" maximum:"1" doc:"Out of fold: on films the model had not seen. See evaluation."`
	FeatureNames      []string                            `json:"feature_names"`
	FeatureLabels     measure.ByFeature[string]           `json:"feature_labels"`
	FeatureCategories measure.ByFeature[string]           `json:"feature_categories"`
	FeatureStats      measure.ByFeature[Stats]            `json:"feature_stats" doc:"How each feature is spread over the research set."`
	Importances       measure.ByFeature[float64]          `json:"importances" doc:"Mean decrease in impurity; they add up to 1."`
	LRCoefficients    measure.ByFeature[ByClass[float64]] `json:"lr_coefficients" doc:"Of a logistic regression beside the forest: log-odds per standard deviation."`
	Regression        *Regression                         `json:"regression" nullable:"true" doc:"A ridge regression of the points beside the forest; null in a library that was built without one."`
	TotalScripts      int                                 `json:"total_scripts" minimum:"0"`
	ModelVersion      string                              `json:"model_version" doc:"Names the model by its content."`
	ExtractorVersions []string                            `json:"extractor_versions" doc:"Versions of the formulas the set was measured by."`
	Definitions       measure.ByFeature[Definition]       `json:"feature_definitions"`
	Tiers             TierRules                           `json:"tiers"`
	Evaluation        Evaluation                          `json:"evaluation"`
}

// Regression is a ridge regression of the points on the features' normal scores.
type Regression struct {
	Type         string                     `json:"type" enum:"ridge"`
	Target       string                     `json:"target" enum:"points"`
	Penalty      float64                    `json:"penalty" doc:"On the sum of squared coefficients, beside the sum of squared errors."`
	Intercept    float64                    `json:"intercept"`
	Coefficients measure.ByFeature[float64] `json:"coefficients" doc:"Points per normal deviate: a feature is first put on the normal score of its quantile in the set."`
	MidFrom      float64                    `json:"mid_from" doc:"The expected points from which a script is graded Mid."`
	HighFrom     float64                    `json:"high_from" doc:"The expected points from which a script is graded High."`
	MacroF1      float64                    `json:"macro_f1" minimum:"0" maximum:"1" doc:"Out of fold, in the folds of the forest."`
}

// regression describes the ridge regression; nil without one.
func (m *tierModel) regression() *Regression {
	if m.Ridge == nil {
		return nil
	}
	return &Regression{
		Type: "ridge", Target: "points", Penalty: m.Training.Params.RidgePenalty, Intercept: round(m.Ridge.Intercept, 4),
		Coefficients: measure.EachFeature(func(f int) float64 { return round(m.Ridge.Coefficients[f], 6) }),
		MidFrom:      round(m.Ridge.Low, 4), HighFrom: round(m.Ridge.High, 4), MacroF1: round(m.Training.RidgeMacroF1, 6),
	}
}

// Definition says how a feature is measured, and what small edits do to it.
type Definition struct {
	Unit       string  `json:"unit"`
	Range      string  `json:"range"`
	Formula    string  `json:"formula"`
	Source     *string `json:"source" nullable:"true"`
	NoiseFloor float64 `json:"noise_floor" minimum:"0" doc:"Small edits move the feature by no more than this, nineteen times of twenty."`
}

// TierRules say how scripts come by points and tiers (REQ S-13).
type TierRules struct {
	Points      string           `json:"points" doc:"How points are computed."`
	MeanRating  float64          `json:"mean_rating"`
	Shares      ByTier[float64]  `json:"shares" doc:"The part of the set each tier has."`
	LeastPoints ByTier[*float64] `json:"least_points" doc:"The least points in each tier."`
	Classes     ByClass[string]  `json:"classes"`
}

// Evaluation says what macro_f1 is (REQ S-39).
type Evaluation struct {
	Protocol        string       `json:"protocol"`
	Folds           int          `json:"folds"`
	Seed            int          `json:"seed"`
	N               ByClass[int] `json:"n" doc:"Films of each class."`
	MacroF1OfChance float64      `json:"macro_f1_of_chance"`
	Note            string       `json:"note"`
}

// modelCard describes the model, which there must be.
func (x *Set) modelCard() *ModelCard {
	m, about, importances := x.tier, measure.Features(), x.tier.Forest.Importances()
	return &ModelCard{
		ModelType: "random_forest", Classes: []string{tiermodel.High.String(), tiermodel.Mid.String(), tiermodel.Low.String()},
		NTrees: m.Forest.Trees(), MacroF1: round(m.Training.MacroF1, 6), FeatureNames: measure.Names(),
		FeatureLabels:     measure.EachFeature(func(f int) string { return about[f].Label }),
		FeatureCategories: measure.EachFeature(func(f int) string { return about[f].Category }),
		FeatureStats:      measure.EachFeature(func(f int) Stats { return Stats{number(x.norms[f].Mean), number(x.norms[f].Std)} }),
		Importances:       measure.EachFeature(func(f int) float64 { return importances[f] }),
		LRCoefficients: measure.EachFeature(func(f int) ByClass[float64] {
			return eachClass(func(c tiermodel.Class) float64 { return m.Logistic.Coefficients[f][c] + 0 })
		}),
		Regression:   m.regression(),
		TotalScripts: len(x.scripts), ModelVersion: m.version, ExtractorVersions: append([]string{}, x.about.Extractors...),
		Definitions: measure.EachFeature(func(f int) Definition { return x.definition(f, &about[f]) }),
		Tiers:       x.tierRules(), Evaluation: m.evaluation(),
	}
}

// definition returns how feature f is measured, as about has it, with its noise
// floor.
func (x *Set) definition(f int, about *measure.Feature) Definition {
	d := Definition{Unit: about.Unit, Range: about.Range, Formula: about.Formula, NoiseFloor: x.floor[f]}
	if about.Source != "" {
		d.Source = &about.Source
	}
	return d
}

// tierRules returns how points and tiers are given. The least points of a tier
// without scripts are nil.
func (x *Set) tierRules() TierRules {
	return TierRules{
		Points:     "10 * (votes * rating + 1000 * mean_rating) / (votes + 1000), rounded to two decimals: the film's user rating, drawn towards the set's mean where votes are few; ties by master score, then film id",
		MeanRating: x.about.MeanRating,
		Shares:     eachTier(func(tier int) float64 { return float64(shares[tier]) / 100 }),
		LeastPoints: eachTier(func(tier int) *float64 {
			first, last := x.places(Tiers[tier : tier+1])
			if first == last {
				return nil
			}
			return &x.scripts[last-1].points
		}),
		Classes: eachClass(tiersOf),
	}
}

// evaluation returns how the model was evaluated when it was trained.
func (m *tierModel) evaluation() Evaluation {
	return Evaluation{
		Protocol: "stratified cross-validation, grouped by film: every script is graded by a forest that saw no script of its film; macro_f1 is the mean F1 of the three classes over all scripts so graded",
		Folds:    m.Training.Params.Folds, Seed: int(m.Training.Params.Seed),
		N: eachClass(func(c tiermodel.Class) int { return m.Training.Groups[c] }),
		// Drawing classes at random as often as they occur finds a third of each.
		MacroF1OfChance: 0.3333,
		Note:            "A script's features say little of how its film is received: compare macro_f1 with macro_f1_of_chance before relying on a prediction. No feature is known to cause anything.",
	}
}
