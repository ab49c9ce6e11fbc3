package forecast

import (
	"math"
	"strconv"
)

// synopsisFeatures appends what films with a similar synopsis came to, weighted by the
// square of the cosine.
func (a *archive) synopsisFeatures(r *featureVector, c *neighbourhood) {
	var multiple, gross, rating, budget mean
	most := math.NaN()
	for _, t := range c.synopses {
		if !(most >= float64(t.cosine)) {
			most = float64(t.cosine)
		}
		w := float64(t.cosine) * float64(t.cosine)
		d := a.pool[t.place]
		multiple.add(a.lnMultiple(d), w)
		gross.add(float64(a.lnGross[t.place]), w)
		rating.add(float64(a.rating[d]), w)
		budget.add(float64(a.lnBudget[t.place]), w)
	}
	r.put("themes_most", most)
	r.put("themes_multiple", multiple.or(math.NaN()))
	r.put("themes_gross", gross.or(math.NaN()))
	r.put("themes_rating", rating.or(math.NaN()))
	r.put("themes_budget", budget.or(math.NaN()))
}

// outcome is what a neighbour came to, as features count it. What is not known is NaN.
type outcome struct {
	similarity, weight                     float64
	multiple, gross, rating, master, votes float64
}

// outcomesOf returns what neighbours came to, in their order. A neighbour counts by the
// fourth power of its similarity (distance-weighted k nearest neighbours).
func (a *archive) outcomesOf(near []neighbour) []outcome {
	all := make([]outcome, len(near))
	for i, x := range near {
		d := a.pool[x.place]
		w := x.similarity * x.similarity
		all[i] = outcome{
			similarity: x.similarity, weight: w * w,
			multiple: a.lnMultiple(d), gross: float64(a.lnGross[x.place]), rating: float64(a.rating[d]),
			master: float64(a.master[d]), votes: math.Log1p(float64(a.votes[d])),
		}
	}
	return all
}

// noneLeftOut is for neighbourFeatures of every neighbour.
const noneLeftOut = -1

// neighbourFeatures appends what the nearest neighbours but one came to, the first
// comparables and then all. without is the index of the one that is left out, or
// noneLeftOut. It appends neighbourFeatureCount features.
func neighbourFeatures(r *featureVector, near []outcome, without int) {
	counted := len(near)
	if without != noneLeftOut {
		counted--
	}
	for _, most := range []int{comparables, neighbours} {
		var multiple, gross, rating, master, votes mean
		var similarity float64
		k := min(most, counted)
		for i, left := 0, k; left > 0; i++ {
			if i == without {
				continue
			}
			left--
			x := &near[i]
			similarity += x.similarity
			multiple.add(x.multiple, x.weight)
			gross.add(x.gross, x.weight)
			rating.add(x.rating, x.weight)
			master.add(x.master, x.weight)
			votes.add(x.votes, x.weight)
		}
		n := "near" + strconv.Itoa(most)
		r.put(n+"_alike", similarity/float64(max(1, k)))
		r.put(n+"_multiple", multiple.or(math.NaN()))
		r.put(n+"_gross", gross.or(math.NaN()))
		r.put(n+"_rating", rating.or(math.NaN()))
		r.put(n+"_master", master.or(math.NaN()))
		r.put(n+"_votes", votes.or(math.NaN()))
	}
}
