package tiermodel

import (
	"math"
	"math/rand/v2"
)

// oblique are the directions that oblique trees ask about (Menze, Kelm, Splitthoff,
// Koethe, Hamprecht, "On Oblique Random Forests", 2011): each is a ridge regression of
// the scores, fitted to a bootstrap sample and on features drawn at random. To the
// nodes of a forest they are features after the samples' own.
type oblique struct {
	normal     *normalScores
	directions [][]float64 // coefficients, by direction and feature
}

// extend writes x and, after it, what each direction makes of it.
func (o *oblique) extend(x []float64, v *[256]float32) {
	var z [256]float64
	o.normal.of(x, z[:len(x)])
	for k, d := range o.directions {
		v[len(x)+k] = float32(dot(d, z[:len(x)]))
	}
}

// obliqueBag is the size of the bootstrap sample that an oblique tree is fitted to, as a
// share of the samples. With as many as there are, these trees agree too much, and their
// votes say more than they know.
const obliqueBag = 0.3

// obliqueTrees is how many of the forest's trees are oblique. There may be no more than
// the numbers of features leave room for.
func (p Params) obliqueTrees(features int) int {
	return min(int(math.Round(p.Oblique*float64(p.Trees))), maxFeatures-features)
}

// grow grows a forest as p says: ordinary trees first, oblique ones after them.
func grow(d data, p Params) (*Forest, error) {
	features := len(d.x[0])
	n := p.obliqueTrees(features)
	if n <= 0 {
		return growForest(d.x, d.classes, p)
	}
	f := &Forest{features: features, importances: make([]float64, features)}
	if ordinary := p.Trees - n; ordinary > 0 {
		q := p
		q.Trees = ordinary
		grown, err := growForest(d.x, d.classes, q)
		if err != nil {
			return nil, err
		}
		f = grown
	}
	f.oblique = &oblique{normal: normalScoresOf(d.x)}
	z := f.oblique.normal.all(d.x)
	for j := range f.importances {
		f.importances[j] *= float64(p.Trees-n) / float64(p.Trees)
	}
	for t := range n {
		r, err := obliqueRidge(z, d, p, t)
		if err != nil {
			return nil, err
		}
		f.oblique.directions = append(f.oblique.directions, r.Coefficients)
		if err := f.addTree(obliqueTree(uint8(features+t), r.Low-r.Intercept, r.High-r.Intercept)); err != nil {
			return nil, err
		}
		weigh(f.importances, r.Coefficients, 1/float64(p.Trees))
	}
	return f, nil
}

// obliqueRidge fits the regression of oblique tree t. Everything random in it comes
// from the seed and t alone.
func obliqueRidge(z [][]float64, d data, p Params, t int) (*Ridge, error) {
	random := rand.New(rand.NewPCG(p.Seed, 1<<32|uint64(t)))
	times := make([]float64, len(z))
	bag := max(1, int(obliqueBag*float64(len(times))))
	for range bag {
		times[random.IntN(len(times))]++
	}
	p.RidgePenalty *= float64(bag) / float64(len(times)) // the same beside fewer squared errors
	on := random.Perm(len(z[0]))
	if p.Subspace > 0 {
		on = on[:min(p.Subspace, len(on))]
	}
	r, err := ridgeOn(z, d, times, on, p)
	if err == nil {
		r.cutBy(z, d.classes, times, p, p.Middle)
	}
	return r, err
}

// obliqueTree asks twice about a direction: is it at least low, and is it at least high?
// A threshold is the next number below, since nodes ask whether it is exceeded.
func obliqueTree(feature uint8, low, high float64) []branch {
	below := func(v float64) float32 { return math.Nextafter32(float32(v), float32(math.Inf(-1))) }
	return []branch{
		{feature, below(low)},
		{feature: leaf + uint8(Low)}, {feature, below(high)},
		{feature: leaf + uint8(Mid)}, {feature: leaf + uint8(High)},
	}
}

// weigh adds a tree's share to the importances: of an oblique tree, each feature's part
// of the absolute coefficients.
func weigh(importances, coefficients []float64, share float64) {
	sum := 0.0
	for _, c := range coefficients {
		sum += math.Abs(c)
	}
	for j, c := range coefficients {
		if sum > 0 {
			importances[j] += float64(share * math.Abs(c) / sum)
		} else {
			importances[j] += share / float64(len(coefficients))
		}
	}
}
