package forecast

import (
	"math"
	"strconv"
)

func (a *archive) themeTraits(r *row, c *circle) {
	var multiple, gross, rating, budget mean
	most := math.NaN()
	for _, t := range c.themes {
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

// nearTraits tells what became of the films around, most alike first.
func (a *archive) nearTraits(r *row, near []neighbour) {
	for _, k := range []int{comparables, neighbours} {
		var multiple, gross, rating, master, votes mean
		var alike float64
		for _, x := range near[:min(k, len(near))] {
			d := a.pool[x.place]
			w := x.alike * x.alike
			w *= w
			alike += x.alike
			multiple.add(a.lnMultiple(d), w)
			gross.add(float64(a.lnGross[x.place]), w)
			rating.add(float64(a.rating[d]), w)
			master.add(float64(a.master[d]), w)
			votes.add(math.Log1p(float64(a.votes[d])), w)
		}
		n := "near" + strconv.Itoa(k)
		r.put(n+"_alike", alike/float64(max(1, min(k, len(near)))))
		r.put(n+"_multiple", multiple.or(math.NaN()))
		r.put(n+"_gross", gross.or(math.NaN()))
		r.put(n+"_rating", rating.or(math.NaN()))
		r.put(n+"_master", master.or(math.NaN()))
		r.put(n+"_votes", votes.or(math.NaN()))
	}
}
