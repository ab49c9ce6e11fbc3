package tiermodel

import (
	"errors"
	"math"
)

// Logistic is a multinomial logistic regression (softmax regression) with an L2
// penalty on standardised features: the chance of class c is proportional to
// exp(Intercept[c] + Σ Coefficients[j][c] · standardised x[j]). See Hastie,
// Tibshirani, Friedman, "The Elements of Statistical Learning", 2009, section 4.4.
type Logistic struct {
	Standards []Standard
	// Coefficients, by feature and class, are in log-odds per standard
	// deviation; over the classes they sum to 0.
	Coefficients [][Classes]float64
	Intercept    [Classes]float64
}

// Chances are the chances of High, Mid and Low, each in [0, 1]; they sum to 1
// but for rounding. x has as many features as there are coefficients.
func (l *Logistic) Chances(x []float64) [Classes]float64 {
	score := l.Intercept
	for j, s := range l.Standards {
		z := s.Of(x[j])
		for c := range score {
			score[c] += z * l.Coefficients[j][c]
		}
	}
	return softmax(score)
}

// softmax returns exp(score) of each class divided by their sum, without overflow.
func softmax(score [Classes]float64) [Classes]float64 {
	top := max(score[0], score[1], score[2])
	var total float64
	for c := range score {
		score[c] = math.Exp(score[c] - top)
		total += score[c]
	}
	for c := range score {
		score[c] /= total
	}
	return score
}

// argmax returns the class of the greatest chance, the earlier one among equals.
func argmax(chances [Classes]float64) Class {
	best := High
	for c := Mid; c < Classes; c++ {
		if chances[c] > chances[best] {
			best = c
		}
	}
	return best
}

// regression is the problem of fitting a Logistic. Unknowns are ordered class
// by class, the intercept after the coefficients of its class.
type regression struct {
	z       [][]float64 // standardised, with a 1 at the end
	classes []Class
	weight  [Classes]float64
	penalty float64
	width   int // of a row of z
}

// errNoFit says that Newton's method did not reach a solution in the steps it may
// take.
var errNoFit = errors.New("the regression does not converge")

// fitLogistic finds the coefficients by Newton's method from zero, halving a
// step that does not descend. The problem is convex, so there is one answer; it
// is reached to about nine decimals.
func fitLogistic(x [][]float64, classes []Class, p Params) (*Logistic, error) {
	r := &regression{
		z: make([][]float64, len(x)), classes: classes,
		weight: p.weights(classes), penalty: p.Penalty, width: len(x[0]) + 1,
	}
	l := &Logistic{Standards: standardsOf(x), Coefficients: make([][Classes]float64, len(x[0]))}
	for i, row := range x {
		z := make([]float64, r.width)
		for j, s := range l.Standards {
			z[j] = s.Of(row[j])
		}
		z[r.width-1] = 1
		r.z[i] = z
	}
	at := make([]float64, r.width*Classes)
	loss := r.loss(at)
	for step := 0; ; step++ {
		if step == 100 {
			return nil, errNoFit
		}
		gradient, hessian := r.derivatives(at)
		if err := cholesky(hessian, gradient); err != nil {
			return nil, err
		}
		next, lower := at, loss
		for length := 1.0; length > 1e-12; length /= 2 {
			next = stepDown(at, gradient, length)
			// At the bottom a step may seem to rise by what was rounded.
			if lower = r.loss(next); lower <= loss+1e-12*math.Abs(loss) {
				break
			}
		}
		at, loss = next, lower
		if maxNorm(gradient) < 1e-9 {
			break
		}
	}
	r.spread(at, l)
	return l, nil
}

// stepDown returns the point some length against a direction, downhill.
func stepDown(at, direction []float64, length float64) []float64 {
	next := make([]float64, len(at))
	for i := range at {
		next[i] = at[i] - float64(length*direction[i])
	}
	return next
}

// maxNorm returns the largest absolute component.
func maxNorm(direction []float64) (l float64) {
	for _, v := range direction {
		l = max(l, math.Abs(v))
	}
	return l
}

// chances returns the chances of the classes for one standardised sample z.
func (r *regression) chances(at, z []float64) (score [Classes]float64) {
	for c := range score {
		own := at[c*r.width : (c+1)*r.width]
		for j, v := range z {
			score[c] += float64(v * own[j])
		}
	}
	return softmax(score)
}

// loss is what Params.Penalty says, with every sample weighed by its class.
func (r *regression) loss(at []float64) float64 {
	var loss float64
	for i, z := range r.z {
		c := r.classes[i]
		chance := r.chances(at, z)[c]
		loss -= float64(r.weight[c] * math.Log(max(chance, math.SmallestNonzeroFloat64)))
	}
	for k, v := range at {
		if (k+1)%r.width != 0 {
			loss += float64(r.penalty / 2 * float64(v*v))
		}
	}
	return loss
}

// derivatives are the first and second ones at a point. Intercepts get a
// negligible penalty here, because adding a constant to all three of them
// changes nothing and would leave the system without a single answer.
func (r *regression) derivatives(at []float64) (gradient []float64, hessian [][]float64) {
	n := len(at)
	gradient, hessian = make([]float64, n), make([][]float64, n)
	for k := range hessian {
		hessian[k] = make([]float64, n)
		hessian[k][k] = 1e-6 * float64(len(r.z))
		if (k+1)%r.width != 0 {
			hessian[k][k] = r.penalty
			gradient[k] = float64(r.penalty * at[k])
		}
	}
	for i, z := range r.z {
		truth := r.classes[i]
		w, p := r.weight[truth], r.chances(at, z)
		for c := range Classes {
			miss := p[c]
			if Class(c) == truth {
				miss--
			}
			for j, v := range z {
				gradient[c*r.width+j] += float64(float64(w*miss) * v)
			}
			for d := range c + 1 {
				curve := float64(-p[c] * p[d])
				if c == d {
					curve += p[c]
				}
				r.hessianBlock(hessian, c, d, float64(w*curve), z)
			}
		}
	}
	return gradient, hessian
}

// hessianBlock adds curve · z zᵀ to the lower triangle's block of classes c and d.
func (r *regression) hessianBlock(hessian [][]float64, c, d int, curve float64, z []float64) {
	for j, v := range z {
		row := hessian[c*r.width+j][d*r.width:]
		end := len(z)
		if c == d {
			end = j + 1
		}
		f := float64(curve * v)
		for k, u := range z[:end] {
			row[k] += float64(f * u)
		}
	}
}

// spread hands the unknowns to the model, each class measured from the mean of
// the three.
func (r *regression) spread(at []float64, l *Logistic) {
	for j := range r.width {
		var v [Classes]float64
		for c := range v {
			v[c] = at[c*r.width+j]
		}
		mean := (v[0] + v[1] + v[2]) / Classes
		for c := range v {
			v[c] -= mean
		}
		if j < r.width-1 {
			l.Coefficients[j] = v
		} else {
			l.Intercept = v
		}
	}
}

// cholesky solves a·x = b for a symmetric positive definite a, of which only
// the lower triangle is read, and leaves x in b. It overwrites a.
func cholesky(a [][]float64, b []float64) error {
	for i := range a {
		for j := 0; j <= i; j++ {
			s := a[i][j]
			for k := range j {
				s -= float64(a[i][k] * a[j][k])
			}
			if i == j {
				if !(s > 0) || math.IsInf(s, 0) {
					return errNoFit
				}
				a[i][i] = math.Sqrt(s)
			} else {
				a[i][j] = s / a[j][j]
			}
		}
	}
	for i := range b {
		for k := range i {
			b[i] -= float64(a[i][k] * b[k])
		}
		b[i] /= a[i][i]
	}
	for i := len(b) - 1; i >= 0; i-- {
		for k := i + 1; k < len(b); k++ {
			b[i] -= float64(a[k][i] * b[k])
		}
		b[i] /= a[i][i]
	}
	return nil
}
