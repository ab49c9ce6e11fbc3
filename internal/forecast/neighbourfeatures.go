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

// neighbourFeatures appends what the nearest neighbours came to, the first comparables
// and then all, weighted by the fourth power of their similarity (distance-weighted k
// nearest neighbours). It appends neighbourFeatureCount features.
func (a *archive) neighbourFeatures(r *featureVector, near []neighbour) {
	for _, k := range []int{comparables, neighbours} {
		var multiple, gross, rating, master, votes mean
		var similarity float64
		for _, x := range near[:min(k, len(near))] {
			d := a.pool[x.place]
			w := x.similarity * x.similarity
			w *= w
			similarity += x.similarity
			multiple.add(a.lnMultiple(d), w)
			gross.add(float64(a.lnGross[x.place]), w)
			rating.add(float64(a.rating[d]), w)
			master.add(float64(a.master[d]), w)
			votes.add(math.Log1p(float64(a.votes[d])), w)
		}
		n := "near" + strconv.Itoa(k)
		r.put(n+"_alike", similarity/float64(max(1, min(k, len(near)))))
		r.put(n+"_multiple", multiple.or(math.NaN()))
		r.put(n+"_gross", gross.or(math.NaN()))
		r.put(n+"_rating", rating.or(math.NaN()))
		r.put(n+"_master", master.or(math.NaN()))
		r.put(n+"_votes", votes.or(math.NaN()))
	}
}
