package wire

import (
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/ratings"
	"kinodex/internal/research"
	"kinodex/internal/search"
	"kinodex/internal/serve/encode"
	"kinodex/internal/taste"
)

// SandboxMeta is the meta of an answer that has no other, in the sandbox only
// (REQ A-13).
type SandboxMeta struct {
	Sandbox bool `json:"sandbox" enum:"true" doc:"True: the answer comes from the sandbox."`
}

// SandboxMeta returns the meta of an answer that has no other; nil outside the
// sandbox.
func (x *Exchange) SandboxMeta() *SandboxMeta {
	if x.Visit.Bill().Sandbox {
		return &SandboxMeta{true}
	}
	return nil
}

// AppendSandbox ends an answer that has no meta of its own: {"data":… is there
// already.
func (x *Exchange) AppendSandbox(b []byte) []byte {
	if x.Visit.Bill().Sandbox {
		return append(b, `,"meta":{"sandbox":true}}`...)
	}
	return append(b, '}')
}

// AnswerList ends an answer whose data, {"data":[…], is in b already with its meta, and
// sends it. Data are records copied as bytes; a meta is a value.
func (x *Exchange) AnswerList(b []byte, meta any) error {
	b, err := encode.Append(append(b, `,"meta":`...), meta, "")
	if err != nil {
		return err
	}
	x.Answer(append(b, '}'))
	return nil
}

// Decade reads a decade parameter; nil when it is absent.
func Decade(s string) (*int, error) {
	if s == "" {
		return nil, nil
	}
	first, err := film.ParseDecade(s)
	return &first, err
}

// schemaName names a type in the description: those that v1 alone has end in V1, so
// that both dialects may have a Film, and those of the writers' room begin with Room,
// so that it may have a Role. A few types have another name there than in their
// package.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if other, ok := schemaNames[t]; ok {
		return other
	}
	statistics := strings.HasSuffix(t.PkgPath(), "/atlas") && strings.HasPrefix(t.Name(), "Stat")
	if slices.Contains([]string{"v1", "forecast", "people", "research"}, path.Base(t.PkgPath())) || statistics {
		name += "V1"
	}
	if strings.HasSuffix(t.PkgPath(), "/writersroom") {
		name = "Room" + name
	}
	return name
}

// schemaNames are the types that have another name in the description than in Go.
var schemaNames = map[reflect.Type]string{
	reflect.TypeFor[forecast.Outcome]():          "PredictedProjectV1",
	reflect.TypeFor[forecast.Comparable]():       "ComparableFilmV1",
	reflect.TypeFor[forecast.Range]():            "ValueRangeV1",
	reflect.TypeFor[app.Suggested]():             "SuggestDataV1",
	reflect.TypeFor[app.RatingsRead]():           "RatingsReadV1",
	reflect.TypeFor[app.UnmatchedRating]():       "UnmatchedRatingV1",
	reflect.TypeFor[ratings.SeenFilm]():          "SeenFilmV1",
	reflect.TypeFor[taste.Suggestion]():          "SuggestionV1",
	reflect.TypeFor[taste.Penalty]():             "PenaltyV1",
	reflect.TypeFor[taste.UnmetConstraint]():     "LetGo",
	reflect.TypeFor[taste.Profile]():             "TasteProfileV1",
	reflect.TypeFor[taste.Input]():               "SuggestInputV1",
	reflect.TypeFor[taste.Effect]():              "DislikeEffectV1",
	reflect.TypeFor[app.Analysis]():              "AnalysisDataV1",
	reflect.TypeFor[app.Compared]():              "ComparedDataV1",
	reflect.TypeFor[app.Model]():                 "ModelDataV1",
	reflect.TypeFor[app.PosterRow]():             "PosterRowV1",
	reflect.TypeFor[app.PosterCritique]():        "PosterCritiqueV1",
	reflect.TypeFor[app.Receipt]():               "ReceiptV1",
	reflect.TypeFor[app.ReceiptRules]():          "ReceiptRulesV1",
	reflect.TypeFor[search.Result]():             "SearchResultV1",
	reflect.TypeFor[search.ResultData]():         "SearchDataV1",
	reflect.TypeFor[research.Probabilities]():    "SharesV1",
	reflect.TypeFor[research.ByClass[float64]](): "LeaningV1",
	reflect.TypeFor[research.Correlations]():     "CorrelationsDataV1",
	reflect.TypeFor[research.Draft]():            "DraftDataV1",
	reflect.TypeFor[research.Definition]():       "MeaningV1",
}
