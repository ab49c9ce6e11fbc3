package tiermodel

// classifier returns the chances of High, Mid and Low for a vector.
type classifier func(x []float64) [Classes]float64

// fit learns from vectors of known class and score.
type fit func(d data, p Params) (classifier, error)

// fitForest grows the forest; chances are shares of votes.
func fitForest(d data, p Params) (classifier, error) {
	f, err := grow(d, p)
	if err != nil {
		return nil, err
	}
	trees := float64(f.Trees())
	return func(x []float64) (chances [Classes]float64) {
		for c, n := range f.Votes(x) {
			chances[c] = float64(n) / trees
		}
		return chances
	}, nil
}

// fitRegression fits the regression.
func fitRegression(d data, p Params) (classifier, error) {
	l, err := fitLogistic(d.x, d.classes, p)
	if err != nil {
		return nil, err
	}
	return l.Chances, nil
}

// fitCut fits the ridge regression and cuts it; its chances are 1 for one class.
func fitCut(d data, p Params) (classifier, error) {
	r, err := fitRidge(d, p)
	if err != nil {
		return nil, err
	}
	return func(x []float64) (chances [Classes]float64) {
		chances[r.Class(x)] = 1
		return chances
	}, nil
}

// fitMajority grades everything as the most frequent class of what it learned
// from.
func fitMajority(d data, _ Params) (classifier, error) {
	var n [Classes]int
	for _, c := range d.classes {
		n[c]++
	}
	var always [Classes]float64
	always[most(n)] = 1
	return func([]float64) [Classes]float64 { return always }, nil
}

// outOfFold grades every sample with a model that was fitted without the
// samples of its fold. then, which may be nil, is told each model and the
// samples it had not seen.
func outOfFold(d data, fold []int, p Params, learn fit, then func(classifier, []int)) ([][Classes]float64, error) {
	all := make([][Classes]float64, len(d.x))
	for k := range p.Folds {
		in, out := divide(fold, k)
		ask, err := learn(d.pick(in), p)
		if err != nil {
			return nil, err
		}
		for _, i := range out {
			all[i] = ask(d.x[i])
		}
		if then != nil {
			then(ask, out)
		}
	}
	return all, nil
}

// confusionOf returns the confusion of gradings.
func confusionOf(classes []Class, chances [][Classes]float64) (m Confusion) {
	for i, p := range chances {
		m[classes[i]][argmax(p)]++
	}
	return m
}
