package research

import (
	"math"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// DraftComparison is what changed between two drafts of a script.
type DraftComparison struct {
	Before             Draft                    `json:"before"`
	After              Draft                    `json:"after"`
	Changes            measure.ByFeature[Delta] `json:"changes"`
	ProbabilityChanges ByClass[float64]         `json:"probability_changes"`
	ClassChanged       bool                     `json:"class_changed"`
	Note               string                   `json:"note"`

	// The noise of class and probabilities: small edits of a script move each
	// probability, and the lead of one class over another, by no more, nineteen times
	// of twenty; nil when that was not measured, and then every change counts.
	ProbabilityNoise         ByClass[*float64] `json:"probability_noise_floor" doc:"Small edits move a probability by no more than this, nineteen times of twenty; null when that was not measured."`
	ProbabilitiesExceedNoise ByClass[bool]     `json:"probabilities_exceed_noise"`
	ClassNoise               *float64          `json:"class_noise_floor" nullable:"true" doc:"Small edits move the lead of one class over another by no more than this, nineteen times of twenty; null when that was not measured."`
	ClassExceedsNoise        bool              `json:"class_exceeds_noise" doc:"Whether the class changed by more than small edits change it."`
	Scenes                   SceneChanges      `json:"scenes"`

	// Edits is on how many edited texts the noise floor rests; 0 when it was not
	// measured, and no change is told from noise.
	Edits int `json:"-"`
	// Votes are the trees' for each class, before and after.
	Votes [2]votes `json:"-"`
}

// Draft is what a comparison says of one draft by itself.
type Draft struct {
	Prediction
	Features measure.ByFeature[float64] `json:"features"`
	Reading
}

// Delta is the change of one feature, in the feature's unit and, as delta_z, in
// standard deviations of the set. The noise floor is that of floorOf.
type Delta struct {
	Before       float64  `json:"before"`
	After        float64  `json:"after"`
	Delta        float64  `json:"delta"`
	DeltaZ       float64  `json:"delta_z" doc:"In standard deviations of the set."`
	NoiseFloor   *float64 `json:"noise_floor" nullable:"true" doc:"Small edits move the feature by no more than this, nineteen times of twenty; null when that was not measured."`
	ExceedsNoise bool     `json:"exceeds_noise"`
}

const comparisonNote = "noise_floor: of small edits of scripts of the research set, one line in a hundred dropped or doubled, 19 of 20 move the " +
	"feature, the probability or the lead of the class by no more. A change within it is no change. Nothing here is causal."

// Compare returns what changed from one draft to the next.
// Both must be analyses of this set. Neither is changed.
func (x *Set) Compare(before, after *Analysis) *DraftComparison {
	features := measure.Features()
	c := &DraftComparison{
		Before: before.draft(), After: after.draft(),
		Changes: measure.EachFeature(func(f int) Delta {
			return x.delta(f, features[f].Decimals, *before.Features.At(f), *after.Features.At(f))
		}),
		ProbabilityChanges: changeOf(before.Votes, after.Votes),
		ClassChanged:       before.PredictedClass != after.PredictedClass,
		Note:               comparisonNote, Edits: x.about.Edits, Votes: [2]votes{before.Votes, after.Votes},
		Scenes: sceneChanges(before, after),
	}
	c.weigh(x.about.VoteNoise)
	return c
}

// weigh holds the changes of probabilities and class against their noise, which is nil
// when it was not measured.
func (c *DraftComparison) weigh(noise *voteNoise) {
	was, is := int(winner(c.Votes[0])), int(winner(c.Votes[1]))
	moved := leadOf(c.Votes[1], is, was) - leadOf(c.Votes[0], is, was)
	c.ClassExceedsNoise = c.ClassChanged && moved > noise.lead()
	var shares [tiermodel.Classes]float64
	if noise != nil {
		shares, c.ClassNoise = noise.Shares, &noise.Lead
		c.ProbabilityNoise = eachClass(func(class tiermodel.Class) *float64 { return &noise.Shares[class] })
	}
	c.ProbabilitiesExceedNoise = eachClass(func(class tiermodel.Class) bool {
		return math.Abs(shareOf(c.Votes[1], int(class))-shareOf(c.Votes[0], int(class))) > shares[class]
	})
}

// draft returns what a comparison says of the analysis by itself.
func (a *Analysis) draft() Draft { return Draft{a.Prediction, a.Features, a.Reading} }

// changeOf returns how the shares of the votes changed.
func changeOf(before, after votes) ByClass[float64] {
	trees := 0
	for _, n := range after {
		trees += n
	}
	return eachClass(func(c tiermodel.Class) float64 { return float64(after[c]-before[c]) / float64(trees) })
}

// delta returns the change of a feature that is stored with so many decimals.
// delta_z is 0 for a feature that does not vary in the set.
func (x *Set) delta(feature, decimals int, before, after float64) Delta {
	d := Delta{Before: before, After: after, Delta: round(after-before, decimals)}
	if std := x.norms[feature].Std; std > 0 {
		d.DeltaZ = round(d.Delta/std, 4)
	}
	if x.about.Edits > 0 {
		d.NoiseFloor = number(x.floor[feature])
		d.ExceedsNoise = math.Abs(d.Delta) > x.floor[feature]
	}
	return d
}
