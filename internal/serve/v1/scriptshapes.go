package v1

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/wire"
)

// byFeature describes an object with a T for each of the twenty features.
type byFeature[T any] map[string]T

// Schema names them all.
func (byFeature[T]) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, Required: measure.Names()}
	for _, f := range measure.Features() {
		s.Properties[f.Name] = r.Schema(reflect.TypeFor[T](), true, "")
	}
	return s
}

// each writes a JSON object with the same value for every feature, for examples.
func each(value string) string {
	var b strings.Builder
	for i, name := range measure.Names() {
		b.WriteString(map[bool]string{true: `{"`, false: `,"`}[i == 0] + name + `":` + value)
	}
	return b.String() + "}"
}

// Script describes an analysed screenplay (SPEC "Script"; TRACE S-04).
type Script struct {
	Title        string             `json:"title"`
	Year         *int               `json:"year" nullable:"true"`
	Tier         string             `json:"tier" enum:"S,A,B,C,D,E" doc:"By fixed shares of the set, in order of points."`
	Rank         int                `json:"rank" minimum:"1" doc:"1 has most points; no two scripts share a rank."`
	Points       float64            `json:"points" minimum:"0" maximum:"100" doc:"Ten times the film's user rating, drawn towards the set's mean where votes are few."`
	FilmdbID     string             `json:"filmdb_id" pattern:"^tt\\d+$"`
	FilmdbRating *float64           `json:"filmdb_rating" nullable:"true" minimum:"0" maximum:"10"`
	MasterScore  float64            `json:"master_score" minimum:"0" maximum:"100"`
	Features     byFeature[float64] `json:"features" doc:"The twenty features, as measured."`
	Class        string             `json:"class" enum:"High,Mid,Low" doc:"S and A are High, B and C Mid, D and E Low."`
	TextSHA256   *string            `json:"text_sha256" nullable:"true" doc:"SHA-256 of the text that was measured; null when it was not kept."`
}

type scriptsAnswer struct {
	Data []Script  `json:"data"`
	Meta filmsMeta `json:"meta"`
}

type scriptAnswer struct {
	Data Script            `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// stats are mean and standard deviation.
type stats struct {
	Mean *float64 `json:"mean" nullable:"true"`
	Std  *float64 `json:"std" nullable:"true" minimum:"0" doc:"Of the scripts as a whole: the divisor is n."`
}

type shares struct {
	High float64 `json:"High" minimum:"0" maximum:"1"`
	Mid  float64 `json:"Mid" minimum:"0" maximum:"1"`
	Low  float64 `json:"Low" minimum:"0" maximum:"1"`
}

type leaning struct{ High, Mid, Low float64 }

// modelData describes the model (TRACE S-36 to S-40).
type modelData struct {
	ModelType         string             `json:"model_type" example:"random_forest"`
	Classes           []string           `json:"classes"`
	NTrees            int                `json:"n_trees" minimum:"1"`
	MacroF1           float64            `json:"macro_f1" minimum:"0" maximum:"1" doc:"Out of fold: on films the model had not seen. See evaluation."`
	FeatureNames      []string           `json:"feature_names"`
	FeatureLabels     byFeature[string]  `json:"feature_labels"`
	FeatureCategories byFeature[string]  `json:"feature_categories"`
	FeatureStats      byFeature[stats]   `json:"feature_stats" doc:"How each feature is spread over the research set."`
	Importances       byFeature[float64] `json:"importances" doc:"Mean decrease in impurity; they add up to 1."`
	LRCoefficients    byFeature[leaning] `json:"lr_coefficients" doc:"Of a logistic regression beside the forest: log-odds per standard deviation."`
	TotalScripts      int                `json:"total_scripts" minimum:"0"`
	ModelVersion      string             `json:"model_version" doc:"Names the model by its content."`
	ExtractorVersions []string           `json:"extractor_versions" doc:"Versions of the formulas the set was measured by."`
	Definitions       byFeature[meaning] `json:"feature_definitions"`
	Tiers             tierRules          `json:"tiers"`
	Evaluation        evaluation         `json:"evaluation"`
	Receipts          receiptRules       `json:"receipts"`
}

type meaning struct {
	Unit       string  `json:"unit"`
	Range      string  `json:"range"`
	Formula    string  `json:"formula"`
	Source     *string `json:"source" nullable:"true"`
	NoiseFloor float64 `json:"noise_floor" minimum:"0" doc:"Small edits move the feature by no more than this, nineteen times of twenty."`
}

type tierRules struct {
	Points      string              `json:"points" doc:"How points are computed."`
	MeanRating  float64             `json:"mean_rating"`
	Shares      map[string]float64  `json:"shares" doc:"The part of the set each tier has."`
	LeastPoints map[string]*float64 `json:"least_points" doc:"The least points in each tier."`
	Classes     map[string]string   `json:"classes"`
}

type evaluation struct {
	Protocol        string         `json:"protocol"`
	Folds           int            `json:"folds"`
	Seed            int            `json:"seed"`
	N               map[string]int `json:"n" doc:"Films of each class."`
	MacroF1OfChance float64        `json:"macro_f1_of_chance"`
	Note            string         `json:"note"`
}

type receiptRules struct {
	Algorithm    string `json:"algorithm"`
	PublicKey    string `json:"public_key" doc:"In base64."`
	Signs        string `json:"signs"`
	ResultSHA256 string `json:"result_sha256"`
}

type modelAnswer struct {
	Data modelData         `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// correlationsData describes the correlations (TRACE S-34).
type correlationsData struct {
	Features     []string                       `json:"features"`
	Metrics      []string                       `json:"metrics"`
	Matrix       byFeature[map[string]*float64] `json:"matrix" doc:"Pearson's r; null with fewer than ten films."`
	N            byFeature[map[string]int]      `json:"n" doc:"How many films each rests on."`
	TierProfiles map[string]tierProfile         `json:"tier_profiles"`
	EffectSizes  byFeature[effectSize]          `json:"effect_sizes" doc:"S against E."`
	Insights     []insight                      `json:"insights" doc:"The strongest relations, strongest first."`
	TotalScripts int                            `json:"total_scripts"`
	Method       string                         `json:"method"`
}

type tierProfile struct {
	N        int              `json:"n"`
	Features byFeature[stats] `json:"features"`
}

type effectSize struct {
	CohensD *float64 `json:"cohens_d" nullable:"true"`
	SMean   *float64 `json:"s_mean" nullable:"true"`
	EMean   *float64 `json:"e_mean" nullable:"true"`
}

type insight struct {
	Feature string  `json:"feature"`
	Metric  string  `json:"metric"`
	R       float64 `json:"r" minimum:"-1" maximum:"1"`
	N       int     `json:"n"`
	Text    string  `json:"text"`
}

type correlationsAnswer struct {
	Data correlationsData  `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}
