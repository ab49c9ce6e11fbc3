package research

import (
	"context"
	"errors"
	"slices"

	"kinodex/internal/grade"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// leastTaught is how many scripts a model is trained on at least; grade asks for
// some of every class besides.
const leastTaught = 30

// tierModel is the model that Analyze asks.
type tierModel struct {
	*grade.Model
	version string
}

// vote asks every tree.
func (m *tierModel) vote(v *measure.Vector) votes { return m.Forest.Votes(v[:]) }

// train teaches a model which features go with which class, and gives it as it
// is stored; nothing when there are too few scripts to learn from.
func train(ctx context.Context, set []scored, progress func(done, total int64)) ([]byte, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	progress(0, 1)
	defer progress(1, 1)
	if len(set) < leastTaught {
		return nil, ctx.Err()
	}
	samples := make([]grade.Sample, len(set))
	for i := range set {
		samples[i] = grade.Sample{X: set[i].Features[:], Class: set[i].class(), Group: set[i].Film.String()}
	}
	// In order of film rather than of rank, which is the answer.
	slices.SortFunc(samples, func(a, b grade.Sample) int {
		switch {
		case a.Group < b.Group:
			return -1
		case a.Group > b.Group:
			return 1
		}
		return 0
	})
	model, err := grade.Train(measure.Names(), samples, grade.Defaults())
	if errors.Is(err, grade.ErrTooFew) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return model.Encode(), ctx.Err()
}

// readModel reads the model, if there is one.
func (x *Set) readModel(r *pack.Reader) {
	b := pack.Column[byte](r, sectionModel, pack.Any)
	if len(b) == 0 {
		return
	}
	model, err := grade.Decode(b)
	if !r.Require(err == nil, "section %s: %v", sectionModel, err) {
		return
	}
	if !slices.Equal(model.Features, measure.Names()) {
		r.Fail(errors.New("a model of other features than this program measures: run kinodex build again"))
		return
	}
	x.tier = &tierModel{model, model.Version()}
}

// tellModel describes the model (TRACE S-36 to S-40). Means and deviations are
// whole, so that every z-score can be computed again; what comes after
// total_scripts is our own.
func (x *Set) tellModel() []byte {
	m, names := x.tier, measure.Names()
	t := &text{}
	each := func(key string, value func(f int)) {
		t.key(key).open('{')
		for f, name := range names {
			t.key(name)
			value(f)
		}
		t.shut('}')
	}
	about := measure.Features()
	t.open('{')
	t.key("model_type").word("random_forest")
	t.key("classes").open('[')
	for c := range grade.Class(grade.Classes) {
		t.word(c.String())
	}
	t.shut(']')
	t.key("n_trees").integer(m.Forest.Trees())
	t.key("macro_f1").rounded(m.Training.MacroF1, 6)
	t.key("feature_names").words(names)
	each("feature_labels", func(f int) { t.word(about[f].Label) })
	each("feature_categories", func(f int) { t.word(about[f].Category) })
	each("feature_stats", func(f int) {
		t.open('{')
		t.key("mean").number(x.norms[f].Mean)
		t.key("std").number(x.norms[f].Std)
		t.shut('}')
	})
	importances := m.Forest.Importances()
	each("importances", func(f int) { t.number(importances[f]) })
	each("lr_coefficients", func(f int) {
		t.open('{')
		for c := range grade.Class(grade.Classes) {
			t.key(c.String()).number(m.Logistic.Coefficients[f][c])
		}
		t.shut('}')
	})
	t.key("total_scripts").integer(len(x.scripts))
	t.key("model_version").word(m.version)
	t.key("extractor_versions").words(x.about.Extractors)
	t.key("feature_definitions")
	x.tellDefinitions(t, about)
	t.key("tiers")
	x.tellTiers(t)
	t.key("evaluation")
	m.tellEvaluation(t)
	t.shut('}')
	return t.b
}

// tellDefinitions says how each feature is measured, and what small edits do to it.
func (x *Set) tellDefinitions(t *text, about []measure.Feature) {
	t.open('{')
	for f := range about {
		t.key(about[f].Name).open('{')
		t.key("unit").word(about[f].Unit)
		t.key("range").word(about[f].Range)
		t.key("formula").word(about[f].Formula)
		t.key("source")
		if about[f].Source == "" {
			t.null()
		} else {
			t.word(about[f].Source)
		}
		t.key("noise_floor").number(x.floor[f])
		t.shut('}')
	}
	t.shut('}')
}

// tellTiers says how scripts come by points and tiers (TRACE S-13).
func (x *Set) tellTiers(t *text) {
	t.open('{')
	t.key("points").word("10 * (votes * rating + 1000 * mean_rating) / (votes + 1000), rounded to two decimals: the film's user rating, drawn towards the set's mean where votes are few; ties by master score, then film id")
	t.key("mean_rating").number(x.about.MeanRating)
	t.key("shares").open('{')
	for i, share := range shares {
		t.key(Tiers[i : i+1]).number(float64(share) / 100)
	}
	t.shut('}')
	t.key("least_points").open('{')
	for i := range shares {
		t.key(Tiers[i : i+1])
		if first, last := x.places(Tiers[i : i+1]); first < last {
			t.number(x.scripts[last-1].points)
		} else {
			t.null()
		}
	}
	t.shut('}')
	t.key("classes").open('{')
	for c := range grade.Class(grade.Classes) {
		t.key(c.String()).word(tiersOf(c))
	}
	t.shut('}')
	t.shut('}')
}

// tellEvaluation says what macro_f1 is (TRACE S-39).
func (m *tierModel) tellEvaluation(t *text) {
	p := m.Training.Params
	t.open('{')
	t.key("protocol").word("stratified cross-validation, grouped by film: every script is graded by a forest that saw no script of its film; macro_f1 is the mean F1 of the three classes over all scripts so graded")
	t.key("folds").integer(p.Folds)
	t.key("seed").integer(int(p.Seed))
	t.key("n").open('{')
	for c := range grade.Class(grade.Classes) {
		t.key(c.String()).integer(m.Training.Groups[c])
	}
	t.shut('}')
	// Drawing classes at random as often as they occur finds a third of each.
	t.key("macro_f1_of_chance").number(0.3333)
	t.key("note").word("A script's features say little of how its film is received: compare macro_f1 with macro_f1_of_chance before relying on a prediction. No feature is known to cause anything.")
	t.shut('}')
}
