package tiermodel

import "slices"

// columns holds the features of a training set the way trees read them: feature
// by feature, each value by its rank among the different values of its feature.
// Ranks make sorting a node a matter of small integers.
type columns struct {
	rank   [][]uint32  // by feature, then sample
	levels [][]float32 // by feature: the different values, ascending
}

// columnsOf ranks the features. Values are compared in single precision, like
// the thresholds made from them.
func columnsOf(x [][]float64) *columns {
	p := len(x[0])
	c := &columns{rank: make([][]uint32, p), levels: make([][]float32, p)}
	for j := range p {
		levels := make([]float32, len(x))
		for i := range x {
			levels[i] = float32(x[i][j])
		}
		slices.Sort(levels)
		levels = slices.Compact(levels)
		rank := make([]uint32, len(x))
		for i := range x {
			at, _ := slices.BinarySearch(levels, float32(x[i][j]))
			rank[i] = uint32(at)
		}
		c.rank[j], c.levels[j] = rank, levels
	}
	return c
}

// widest is the largest number of different values of a feature.
func (c *columns) widest() int {
	most := 0
	for _, l := range c.levels {
		most = max(most, len(l))
	}
	return most
}

// between is a threshold that a value of rank low does not exceed and one of
// rank high does.
func (c *columns) between(feature int, low, high uint32) float32 {
	a, b := c.levels[feature][low], c.levels[feature][high]
	middle := float32(float64(a)/2 + float64(b)/2)
	if middle >= b || middle < a { // neighbours in single precision
		return a
	}
	return middle
}

// data is what a model learns from: features, class and score of each sample.
type data struct {
	x       [][]float64
	classes []Class
	scores  []float64
}

// dataOf takes samples apart, with x for their features. Where no score differs from
// another, the order of the classes is the score.
func dataOf(samples []Sample, x [][]float64) data {
	d := data{x, classesOf(samples), make([]float64, len(samples))}
	stated := false
	for i, s := range samples {
		d.scores[i] = s.Score
		stated = stated || s.Score != samples[0].Score
	}
	for i, c := range d.classes {
		if !stated {
			d.scores[i] = float64(Low - c)
		}
	}
	return d
}

// pick returns the samples at some places.
func (d data) pick(places []int) data {
	return data{pick(d.x, places), pick(d.classes, places), pick(d.scores, places)}
}

// vectors and classesOf take samples apart.
func vectors(samples []Sample) [][]float64 {
	x := make([][]float64, len(samples))
	for i, s := range samples {
		x[i] = s.X
	}
	return x
}

// classesOf returns the class of each sample.
func classesOf(samples []Sample) []Class {
	y := make([]Class, len(samples))
	for i, s := range samples {
		y[i] = s.Class
	}
	return y
}
