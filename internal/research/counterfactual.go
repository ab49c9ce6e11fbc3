package research

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// counterfactual is a change of one or two features of a script that would
// have the model put it in another class (counterfactual explanation; Wachter,
// Mittelstadt & Russell 2017). It is a statement about the model, not about
// the script: what goes with a class in the set need not cause it.
type counterfactual struct {
	changes []change
	after   votes
	class   tiermodel.Class
	// distance is how far it goes: the sum over its features of the distance in
	// standard deviations of the set.
	distance float64
}

// change is one feature's part of a counterfactual, in the feature's unit.
type change struct {
	feature  int
	from, to float64
}

// The steps that are tried, in standard deviations either way, and how many of
// the most telling changes are tried in pairs, and how many moves are told.
var steps = [...]float64{0.25, 0.5, 1, 1.5, 2}

const (
	maxPaired          = 7
	maxCounterfactuals = 6
)

// attempt is a change that was tried, and how much nearer another class it
// brought the script, in votes.
type attempt struct {
	change
	step float64
	gain int
}

// counterfactuals finds the smallest changes that change the class, smallest first. Only
// changes within the set are tried: each changed feature stays between the 5 %
// and the 95 % quantile, and all features together within the set's joint range.
// A move of two features is told when it is smaller than either alone would be. Only
// changes that count, by what they change and the votes after them, are told; nil
// counts all.
func counterfactuals(v measure.Vector, j *referenceDomain, vote func(*measure.Vector) votes, counts func([]change, votes) bool) []counterfactual {
	if counts == nil {
		counts = func([]change, votes) bool { return true }
	}
	before := vote(&v)
	class := winner(before)
	var found []counterfactual
	var tried []attempt
	alone := map[int]float64{} // the smallest move of a feature alone
	for f := range measure.Count {
		for _, direction := range []float64{-1, 1} {
			var best *attempt
			for _, step := range steps {
				to, ok := j.stepTo(&v, f, direction*step)
				if !ok {
					break
				}
				next := v
				next[f] = to
				if !j.contains(&next) {
					break
				}
				after := vote(&next)
				c := change{f, v[f], to}
				if winner(after) != class && counts([]change{c}, after) {
					m := counterfactual{[]change{c}, after, winner(after), j.size(c)}
					found = append(found, m)
					alone[f] = smaller(alone, f, m.distance)
					break
				}
				if a := (attempt{c, step, before[class] - after[class]}); step <= 1 && a.gain > 0 && (best == nil || a.gain > best.gain) {
					best = &a
				}
			}
			if best != nil {
				tried = append(tried, *best)
			}
		}
	}
	found = append(found, pairs(v, j, vote, counts, class, tried, alone)...)
	slices.SortStableFunc(found, func(a, b counterfactual) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.changes[0].feature, b.changes[0].feature))
	})
	return found[:min(len(found), maxCounterfactuals)]
}

// pairs tries the most telling changes two at a time.
func pairs(v measure.Vector, j *referenceDomain, vote func(*measure.Vector) votes, counts func([]change, votes) bool, class tiermodel.Class, tried []attempt, alone map[int]float64) []counterfactual {
	slices.SortStableFunc(tried, func(a, b attempt) int { return cmp.Compare(b.gain, a.gain) })
	tried = tried[:min(len(tried), maxPaired)]
	var found []counterfactual
	for i, a := range tried {
		for _, b := range tried[i+1:] {
			if a.feature == b.feature {
				continue
			}
			next := v
			next[a.feature], next[b.feature] = a.to, b.to
			size := j.size(a.change) + j.size(b.change)
			if size >= smaller(alone, a.feature, math.Inf(1)) || size >= smaller(alone, b.feature, math.Inf(1)) || !j.contains(&next) {
				continue
			}
			changes := []change{a.change, b.change}
			if after := vote(&next); winner(after) != class && counts(changes, after) {
				found = append(found, counterfactual{changes, after, winner(after), size})
			}
		}
	}
	return found
}

// stepTo is a feature's value some standard deviations further on, as it would be
// stored, if it lies within the set's range and differs from what it was.
func (j *referenceDomain) stepTo(v *measure.Vector, feature int, step float64) (float64, bool) {
	scale := j.scale[feature]
	to := math.Round((v[feature]+step*j.norms[feature].Std)*scale)/scale + 0
	return to, to != v[feature] && to >= j.low[feature] && to <= j.high[feature]
}

// size is how far a change goes, in standard deviations.
func (j *referenceDomain) size(c change) float64 {
	return math.Abs(c.to-c.from) / j.norms[c.feature].Std
}

func smaller(m map[int]float64, key int, otherwise float64) float64 {
	if v, ok := m[key]; ok {
		return min(v, otherwise)
	}
	return otherwise
}

// votes are the trees' for High, Mid and Low.
type votes = [tiermodel.Classes]int

// winner is the class with most votes; of equals the better one.
func winner(v votes) tiermodel.Class {
	best := tiermodel.High
	for c := range tiermodel.Class(tiermodel.Classes) {
		if v[c] > v[best] {
			best = c
		}
	}
	return best
}
