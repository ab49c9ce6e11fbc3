package tiermodel

// classifier returns the chances of High, Mid and Low for a vector.
type classifier func(x []float64) [Classes]float64

// fit learns from vectors of known class.
type fit func(x [][]float64, classes []Class, p Params) (classifier, error)

// fitForest grows the forest; chances are shares of votes.
func fitForest(x [][]float64, classes []Class, p Params) (classifier, error) {
	f, err := growForest(x, classes, p)
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
func fitRegression(x [][]float64, classes []Class, p Params) (classifier, error) {
	l, err := fitLogistic(x, classes, p)
	if err != nil {
		return nil, err
	}
	return l.Chances, nil
}

// fitMajority grades everything as the most frequent class of what it learned
// from.
func fitMajority(_ [][]float64, classes []Class, _ Params) (classifier, error) {
	var n [Classes]int
	for _, c := range classes {
		n[c]++
	}
	var always [Classes]float64
	always[most(n)] = 1
	return func([]float64) [Classes]float64 { return always }, nil
}

// outOfFold grades every sample with a model that was fitted without the
// samples of its fold. then, which may be nil, is told each model and the
// samples it had not seen.
func outOfFold(x [][]float64, classes []Class, fold []int, p Params, learn fit, then func(classifier, []int)) ([][Classes]float64, error) {
	all := make([][Classes]float64, len(x))
	for k := range p.Folds {
		in, out := divide(fold, k)
		ask, err := learn(pick(x, in), pick(classes, in), p)
		if err != nil {
			return nil, err
		}
		for _, i := range out {
			all[i] = ask(x[i])
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
