package research

import (
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// prepare makes ready what the set answers with.
func (x *Set) prepare() {
	vectors := make([]measure.Vector, len(x.scripts))
	fared := make([]outcomes, len(x.scripts))
	for i := range x.scripts {
		vectors[i], fared[i] = x.scripts[i].Features, x.scripts[i].outcomes
	}
	x.norms, x.spread = normsOf(vectors), spreadOf(vectors)
	x.together = togetherOf(vectors, &x.norms)
	x.domain = newReferenceDomain(vectors, x.norms)
	x.rows = make([]Script, len(x.scripts))
	for i := range x.scripts {
		x.rows[i] = x.scripts[i].script(i)
		if n := x.scripts[i].Characters; n > 0 {
			x.lengths = append(x.lengths, float64(n))
		}
	}
	slices.Sort(x.lengths)
	related := relationsOf(vectors, fared)
	x.correlations = x.correlate(&related)
	if x.tier != nil {
		x.model = x.modelCard()
	}
}

// Correlations tell how features go with how films fared (REQ S-34).
// Coefficients have six decimals; means and deviations are whole. A coefficient is
// nil where there is none: see relation.
type Correlations struct {
	Features     []string                               `json:"features"`
	Metrics      []string                               `json:"metrics"`
	Matrix       measure.ByFeature[ByOutcome[*float64]] `json:"matrix" doc:"Pearson's r; null with fewer than ten films."`
	N            measure.ByFeature[ByOutcome[int]]      `json:"n" doc:"How many films each rests on."`
	TierProfiles ByTier[TierProfile]                    `json:"tier_profiles"`
	EffectSizes  measure.ByFeature[EffectSize]          `json:"effect_sizes" doc:"S against E."`
	Insights     []Insight                              `json:"insights" doc:"The strongest relations, strongest first."`
	TotalScripts int                                    `json:"total_scripts"`
	Method       string                                 `json:"method"`
}

// TierProfile is how the features are spread over the scripts of a tier.
// Its figures are null for a tier without scripts.
type TierProfile struct {
	N        int                      `json:"n"`
	Features measure.ByFeature[Stats] `json:"features"`
}

// EffectSize is how far a feature differs between the S and the E tier: see
// effectOf.
// A figure that cannot be told is nil.
type EffectSize struct {
	CohensD *float64 `json:"cohens_d" nullable:"true"`
	SMean   *float64 `json:"s_mean" nullable:"true"`
	EMean   *float64 `json:"e_mean" nullable:"true"`
}

// Insight is a correlation in a sentence.
// R has six decimals; N is how many films it rests on.
type Insight struct {
	Feature string  `json:"feature"`
	Metric  string  `json:"metric"`
	R       float64 `json:"r" minimum:"-1" maximum:"1"`
	N       int     `json:"n"`
	Text    string  `json:"text"`
}

const correlationsMethod = "Pearson's r over the films of the research set whose metric is known, null below " +
	"10 films; std is of the tier as a whole (divisor n); cohens_d is the difference of the S and E means in pooled standard deviations. " +
	"Scripts have points by how their film was rated; nothing here is causal."

// correlate returns what Correlations has. Insights is never nil.
func (x *Set) correlate(related *relations) *Correlations {
	best, worst := x.ofTier(0), x.ofTier(len(Tiers)-1)
	c := &Correlations{
		Features: measure.Names(), Metrics: metrics(), TotalScripts: len(x.scripts), Method: correlationsMethod,
		Matrix: measure.EachFeature(func(f int) ByOutcome[*float64] {
			return eachOutcome(func(m int) *float64 { return number(round(related[f][m].r, 6)) })
		}),
		N: measure.EachFeature(func(f int) ByOutcome[int] {
			return eachOutcome(func(m int) int { return related[f][m].n })
		}),
		TierProfiles: eachTier(x.profile),
		EffectSizes: measure.EachFeature(func(f int) EffectSize {
			e := effectOf(column(best, f), column(worst, f))
			return EffectSize{number(round(e.d, 6)), number(e.sMean), number(e.eMean)}
		}),
		Insights: []Insight{},
	}
	for _, in := range significant(related) {
		c.Insights = append(c.Insights, Insight{c.Features[in.feature], c.Metrics[in.outcome], round(in.r, 6), in.n, in.text})
	}
	return c
}

// ofTier returns the vectors of a tier.
// They are in order of rank, and nil for a tier without scripts.
func (x *Set) ofTier(tier int) (vectors []measure.Vector) {
	first, last := x.places(Tiers[tier : tier+1])
	for i := first; i < last; i++ {
		vectors = append(vectors, x.scripts[i].Features)
	}
	return vectors
}

// profile returns how the features are spread over a tier.
func (x *Set) profile(tier int) TierProfile {
	vectors := x.ofTier(tier)
	return TierProfile{len(vectors), measure.EachFeature(func(f int) Stats {
		norm := normOf(column(vectors, f))
		if len(vectors) == 0 {
			norm = Norm{math.NaN(), math.NaN()}
		}
		return Stats{number(norm.Mean), number(norm.Std)}
	})}
}
