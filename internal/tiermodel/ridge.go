package tiermodel

import "slices"

// Ridge is a ridge regression of the samples' scores on the normal scores of their
// features: least squares with a penalty on the squares of the coefficients (Hoerl,
// Kennard, "Ridge Regression", Technometrics 12, 1970). Cut where it gives each class
// its share of what it was fitted to, it grades, too.
type Ridge struct {
	// Coefficients, by feature, are in points per normal deviate of the feature.
	Coefficients []float64
	Intercept    float64
	// Low is the score from which a sample is Mid, and High that from which it is
	// High.
	Low, High float64

	normal *normalScores
}

// Score is the score that the features of a sample let expect.
func (r *Ridge) Score(x []float64) float64 {
	var z [256]float64
	r.normal.of(x, z[:len(x)])
	return r.Intercept + dot(r.Coefficients, z[:len(x)])
}

// Class is the class of the score that the features of a sample let expect.
func (r *Ridge) Class(x []float64) Class { return r.cut(r.Score(x)) }

// cut returns the class of a score.
func (r *Ridge) cut(score float64) Class {
	switch {
	case score >= r.High:
		return High
	case score >= r.Low:
		return Mid
	}
	return Low
}

// fitRidge fits a regression to all samples.
func fitRidge(d data, p Params) (*Ridge, error) {
	normal := normalScoresOf(d.x)
	z := normal.all(d.x)
	times, all := make([]float64, len(z)), make([]int, len(z[0]))
	for i := range times {
		times[i] = 1
	}
	for j := range all {
		all[j] = j
	}
	r, err := ridgeOn(z, d, times, all, p)
	if err != nil {
		return nil, err
	}
	r.normal = normal
	return r, nil
}

// ridgeOn fits a regression to samples that occur some times each, on some of their
// features; the coefficients of others are 0. It has no normal scores of its own.
func ridgeOn(z [][]float64, d data, times []float64, on []int, p Params) (*Ridge, error) {
	total, meanScore := 0.0, 0.0
	mean := make([]float64, len(on))
	for i, n := range times {
		total += n
		meanScore += float64(n * d.scores[i])
		for k, j := range on {
			mean[k] += float64(n * z[i][j])
		}
	}
	meanScore /= total
	for k := range mean {
		mean[k] /= total
	}
	gram, along := make([][]float64, len(on)), make([]float64, len(on))
	for k := range gram {
		gram[k] = make([]float64, len(on))
		gram[k][k] = p.RidgePenalty
	}
	for i, n := range times {
		if n == 0 {
			continue
		}
		for k, j := range on {
			from := float64(n * (z[i][j] - mean[k]))
			along[k] += float64(from * (d.scores[i] - meanScore))
			for l := range k + 1 {
				gram[k][l] += float64(from * (z[i][on[l]] - mean[l]))
			}
		}
	}
	if err := cholesky(gram, along); err != nil {
		return nil, err
	}
	r := &Ridge{Coefficients: make([]float64, len(z[0])), Intercept: meanScore}
	for k, j := range on {
		r.Coefficients[j] = along[k]
		r.Intercept -= float64(along[k] * mean[k])
	}
	r.cutBy(z, d.classes, times, p, 1)
	return r, nil
}

// cutBy sets the cuts so that each class gets its share of the samples by weight:
// thirds, where classes are balanced. Mid gets middle times its share, and what that
// takes or leaves comes from both others alike.
func (r *Ridge) cutBy(z [][]float64, classes []Class, times []float64, p Params, middle float64) {
	type scoredSample struct{ score, times float64 }
	all := make([]scoredSample, len(z))
	var share [Classes]float64
	weight, total := p.weights(classes), 0.0
	for i := range z {
		all[i] = scoredSample{r.Intercept + dot(r.Coefficients, z[i]), times[i]}
		share[classes[i]] += float64(times[i] * weight[classes[i]])
		total += times[i]
	}
	slices.SortStableFunc(all, func(a, b scoredSample) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return 0
	})
	sum := share[High] + share[Mid] + share[Low]
	at := func(part float64) float64 {
		seen := 0.0
		for _, s := range all {
			if seen += s.times; seen > float64(part*total) {
				return s.score
			}
		}
		return all[len(all)-1].score
	}
	mid := min(middle*share[Mid], sum)
	low := 0.0
	if others := share[High] + share[Low]; others > 0 {
		low = float64((sum - mid) * share[Low] / others)
	}
	r.Low, r.High = at(low/sum), at((low+mid)/sum)
}

// dot returns the sum of the products, the same bits on every processor.
func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
