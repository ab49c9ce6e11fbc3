package research

import (
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// encode makes ready what the set answers with.
func (x *Set) encode() {
	vectors := make([]measure.Vector, len(x.scripts))
	fared := make([]outcomes, len(x.scripts))
	for i := range x.scripts {
		vectors[i], fared[i] = x.scripts[i].Features, x.scripts[i].outcomes
	}
	x.norms = normsOf(vectors)
	x.joint = newJoint(vectors, x.norms)
	for i := range x.scripts {
		if n := x.scripts[i].Characters; n > 0 {
			x.lengths = append(x.lengths, float64(n))
		}
	}
	slices.Sort(x.lengths)
	names := measure.Names()
	t := &text{}
	for i := range x.scripts {
		x.scripts[i].row(t, i, names)
		t.b = append(t.b, ',')
		x.ends = append(x.ends, len(t.b))
	}
	x.rows = t.b
	related := relationsOf(vectors, fared)
	x.correlations = x.tellCorrelations(&related, names)
	if x.tier != nil {
		x.model = x.tellModel()
	}
}

// row writes a script as the interface tells of it (TRACE S-04). class and
// text_sha256 are our own.
func (s *scored) row(t *text, place int, names []string) {
	t.b = append(t.b, '{')
	t.key("title").word(s.title)
	t.key("year").maybe(s.year)
	t.key("tier").word(Tiers[s.tier : s.tier+1])
	t.key("rank").integer(place + 1)
	t.key("points").number(s.points)
	t.key("filmdb_id").word(s.Film.String())
	t.key("filmdb_rating").number(s.outcomes[filmdbRating])
	t.key("master_score").number(s.outcomes[masterScore])
	t.key("features")
	t.features(&s.Features, names)
	t.key("class").word(s.class().String())
	t.key("text_sha256")
	if s.SHA256 == "" {
		t.null()
	} else {
		t.word(s.SHA256)
	}
	t.shut('}')
}

// features writes all features as an object.
func (t *text) features(v *measure.Vector, names []string) {
	t.open('{')
	for f, name := range names {
		t.key(name).number(v[f])
	}
	t.shut('}')
}

// tellCorrelations writes matrix, profiles, effects and insights (TRACE S-34).
// Coefficients have six decimals; means and deviations are whole.
func (x *Set) tellCorrelations(related *relations, names []string) []byte {
	t := &text{}
	t.open('{')
	t.key("features").words(names)
	metrics := make([]string, outcomeCount)
	for m, o := range outcomeNames {
		metrics[m] = o.name
	}
	t.key("metrics").words(metrics)
	table := func(key string, cell func(relation)) {
		t.key(key).open('{')
		for f, name := range names {
			t.key(name).open('{')
			for m, metric := range metrics {
				t.key(metric)
				cell(related[f][m])
			}
			t.shut('}')
		}
		t.shut('}')
	}
	table("matrix", func(rel relation) { t.rounded(rel.r, 6) })
	table("n", func(rel relation) { t.integer(rel.n) })
	x.tellProfiles(t, names)
	x.tellEffects(t, names)
	t.key("insights").open('[')
	for _, in := range insightsOf(related) {
		t.open('{')
		t.key("feature").word(names[in.feature])
		t.key("metric").word(metrics[in.outcome])
		t.key("r").rounded(in.r, 6)
		t.key("n").integer(in.n)
		t.key("text").word(in.text)
		t.shut('}')
	}
	t.shut(']')
	t.key("total_scripts").integer(len(x.scripts))
	t.key("method").word("Pearson's r over the films of the research set whose metric is known, null below " +
		"10 films; std is of the tier as a whole (divisor n); cohens_d is the difference of the S and E means in pooled standard deviations. " +
		"Scripts have points by how their film was rated; nothing here is causal.")
	t.shut('}')
	return t.b
}

// ofTier gives the vectors of a tier.
func (x *Set) ofTier(tier int) (vectors []measure.Vector) {
	first, last := x.places(Tiers[tier : tier+1])
	for i := first; i < last; i++ {
		vectors = append(vectors, x.scripts[i].Features)
	}
	return vectors
}

func (x *Set) tellProfiles(t *text, names []string) {
	t.key("tier_profiles").open('{')
	for tier := range len(Tiers) {
		vectors := x.ofTier(tier)
		t.key(Tiers[tier : tier+1]).open('{')
		t.key("n").integer(len(vectors))
		t.key("features").open('{')
		for f, name := range names {
			norm := normOf(column(vectors, f))
			if len(vectors) == 0 {
				norm = Norm{math.NaN(), math.NaN()}
			}
			t.key(name).open('{')
			t.key("mean").number(norm.Mean)
			t.key("std").number(norm.Std)
			t.shut('}')
		}
		t.shut('}')
		t.shut('}')
	}
	t.shut('}')
}

func (x *Set) tellEffects(t *text, names []string) {
	best, worst := x.ofTier(0), x.ofTier(len(Tiers)-1)
	t.key("effect_sizes").open('{')
	for f, name := range names {
		e := effectOf(column(best, f), column(worst, f))
		t.key(name).open('{')
		t.key("cohens_d").rounded(e.d, 6)
		t.key("s_mean").number(e.sMean)
		t.key("e_mean").number(e.eMean)
		t.shut('}')
	}
	t.shut('}')
}
