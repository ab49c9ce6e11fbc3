package v1

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// byFeature describes a measure.ByFeature where it stands, not as a schema of its own. It has
// no values: it is there for its schema alone.
type byFeature[T any] struct{}

// Schema returns an object with a property for each of the twenty features, all required (REQ
// S-09).
func (byFeature[T]) Schema(r huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, Required: measure.Names()}
	for _, name := range measure.Names() {
		s.Properties[name] = r.Schema(reflect.TypeFor[T](), true, "")
	}
	return s
}

// describeScripts adds to the schemas of answers about screenplays what their Go types do
// not show: the names of all features, and that other outcomes, tiers and classes may be
// added.
func describeScripts(r huma.Registry) {
	feature[float64](r)
	feature[string](r)
	feature[research.Comparison](r)
	feature[[]research.Evidence](r)
	feature[research.Delta](r)
	feature[research.Stats](r)
	feature[research.ByClass[float64]](r)
	feature[research.Definition](r)
	feature[research.EffectSize](r)
	feature[research.ByOutcome[*float64]](r)
	feature[research.ByOutcome[int]](r)
	alias[research.ByOutcome[*float64], map[string]*float64](r)
	alias[research.ByOutcome[int], map[string]int](r)
	alias[research.ByTier[research.TierProfile], map[string]research.TierProfile](r)
	alias[research.ByTier[float64], map[string]float64](r)
	alias[research.ByTier[*float64], map[string]*float64](r)
	alias[research.ByClass[string], map[string]string](r)
	alias[research.ByClass[int], map[string]int](r)
}

// feature describes measure.ByFeature[T] as byFeature[T] is.
func feature[T any](r huma.Registry) { alias[measure.ByFeature[T], byFeature[T]](r) }

// alias makes the registry describe T by the schema of As.
func alias[T, As any](r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[T](), reflect.TypeFor[As]())
}

// each returns a JSON object with value, which is JSON, for every feature. It is for
// examples.
func each(value string) string {
	var b strings.Builder
	for i, name := range measure.Names() {
		b.WriteString(map[bool]string{true: `{"`, false: `,"`}[i == 0] + name + `":` + value)
	}
	return b.String() + "}"
}
