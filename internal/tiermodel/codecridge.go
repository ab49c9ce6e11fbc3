package tiermodel

import "fmt"

// appendRidge appends the ridge regression and what oblique trees ask about: their
// parameters; the macro-F1 of the regression; the knots of the normal scores, by
// feature; coefficients, intercept and cuts; and the directions, one after the other.
// Forest and regression share the knots, since both learn from all samples.
func (m *Model) appendRidge(b []byte) []byte {
	p := m.Training.Params
	b = appendCount(b, p.Subspace)
	b = appendNumbers(b, p.Oblique, p.Middle, p.RidgePenalty, m.Training.RidgeMacroF1)
	for _, knots := range m.Ridge.normal.knots {
		b = appendNumbers(b, knots...)
	}
	b = appendNumbers(b, m.Ridge.Coefficients...)
	b = appendNumbers(b, m.Ridge.Intercept, m.Ridge.Low, m.Ridge.High)
	if m.Forest.oblique == nil {
		return appendCount(b, 0)
	}
	b = appendCount(b, len(m.Forest.oblique.directions))
	for _, d := range m.Forest.oblique.directions {
		b = appendNumbers(b, d...)
	}
	return b
}

// ridge reads what appendRidge wrote into a model whose features are known.
func (r *reader) ridge(m *Model) {
	p, n := &m.Training.Params, len(m.Features)
	p.Subspace = r.count()
	p.Oblique, p.Middle, p.RidgePenalty, m.Training.RidgeMacroF1 = r.number(), r.number(), r.number(), r.number()
	if err := p.Check(); err != nil {
		r.fail(err.Error())
	}
	if m.Training.RidgeMacroF1 < 0 || m.Training.RidgeMacroF1 > 1 {
		r.fail("a macro-F1 is not a share")
	}
	knots := make([][]float64, n)
	for j := range knots {
		knots[j] = r.numbers(normalKnots)
		for k := range knots[j] {
			if k > 0 && knots[j][k] < knots[j][k-1] {
				r.fail("quantiles are not in order")
			}
		}
	}
	normal := newNormalScores(knots)
	m.Ridge = &Ridge{normal: normal, Coefficients: r.numbers(n)}
	m.Ridge.Intercept, m.Ridge.Low, m.Ridge.High = r.number(), r.number(), r.number()
	directions := r.count()
	if directions > maxFeatures-n {
		r.fail(fmt.Sprintf("%d directions", directions))
		return
	}
	if directions == 0 {
		return
	}
	m.Forest.oblique = &oblique{normal: normal}
	for range directions {
		m.Forest.oblique.directions = append(m.Forest.oblique.directions, r.numbers(n))
	}
}

// numbers reads n finite numbers; it returns n of them whatever happens.
func (r *reader) numbers(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = r.number()
	}
	return all
}
