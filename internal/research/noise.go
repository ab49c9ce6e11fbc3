package research

import (
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/stat"
	"kinodex/internal/tiermodel"
)

// voteNoise is how far small edits of a script move the votes of its trees: nineteen
// of twenty move them by no more.
type voteNoise struct {
	// Shares are those of the votes for High, Mid and Low, 0 to 1.
	Shares [tiermodel.Classes]float64 `json:"shares"`
	// Lead is that of one class over another, as a difference of shares.
	Lead float64 `json:"lead"`
}

// voteNoiseOf measures the noise of a model's votes on the edits that the noise
// floor of the features rests on. Each edit counts as made and as taken back. It is
// nil when no edit was tried.
func voteNoiseOf(scripts []scoredScript, model *tiermodel.Model) *voteNoise {
	var shares [tiermodel.Classes][]float64
	var leads []float64
	for i := range scripts {
		v := &scripts[i].Features
		before := model.Forest.Votes(v[:])
		first, second := firstTwo(before)
		for _, edit := range scripts[i].Edits {
			for _, way := range []float64{1, -1} {
				next := *v
				for f := range next {
					next[f] += float64(way * edit[f])
				}
				after := model.Forest.Votes(next[:])
				for c := range shares {
					shares[c] = append(shares[c], math.Abs(shareOf(after, c)-shareOf(before, c)))
				}
				leads = append(leads, math.Abs(leadOf(after, first, second)-leadOf(before, first, second)))
			}
		}
	}
	if len(leads) == 0 {
		return nil
	}
	floor := func(moved []float64) float64 {
		slices.Sort(moved)
		return round(stat.Quantile(moved, 0.95), 4)
	}
	n := &voteNoise{Lead: floor(leads)}
	for c := range shares {
		n.Shares[c] = floor(shares[c])
	}
	return n
}

// lead returns the noise of a lead; 0 where it was not measured.
func (n *voteNoise) lead() float64 {
	if n == nil {
		return 0
	}
	return n.Lead
}

// firstTwo returns the classes with most votes; of equals the better one comes first.
func firstTwo(v votes) (first, second int) {
	first, second = int(winner(v)), -1
	for c := range v {
		if c != first && (second < 0 || v[c] > v[second]) {
			second = c
		}
	}
	return first, second
}

// shareOf returns the share of the votes that a class has.
func shareOf(v votes, class int) float64 {
	trees := 0
	for _, n := range v {
		trees += n
	}
	return float64(v[class]) / float64(trees)
}

// leadOf returns the lead of one class over another, as a difference of shares. It is
// negative when the other leads.
func leadOf(v votes, class, other int) float64 { return shareOf(v, class) - shareOf(v, other) }

// beyondNoise reports whether a change of a feature is more than small edits make.
// Where that was not measured, every change is.
func (x *Set) beyondNoise(c change) bool { return math.Abs(c.to-c.from) > x.floor[c.feature] }

// decided reports whether the class of the votes is one that small edits do not
// change.
func (x *Set) decided(v votes) bool {
	first, second := firstTwo(v)
	return leadOf(v, first, second) > x.about.VoteNoise.lead()
}

// magnitudes returns vectors with the absolute values of their numbers.
func magnitudes(changes []measure.Vector) []measure.Vector {
	all := make([]measure.Vector, len(changes))
	for i := range changes {
		for f, v := range changes[i] {
			all[i][f] = math.Abs(v)
		}
	}
	return all
}
