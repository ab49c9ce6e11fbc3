package turns

import (
	"math"

	"kinodex/internal/screenplay/measure"
)

// tried are the methods that were tried in place of the stated positions. Each learns
// from scripts and then names the points of another.
var tried = []struct {
	name  string
	learn func(from []Script) func(*Script) Points
}{
	{"mean positions of the other films", func(from []Script) func(*Script) Points {
		priors := priorsOf(from)
		return func(s *Script) (p Points) {
			for k := range p {
				p[k] = s.Report.SceneAt(priors[k].mean)
			}
			return p
		}
	}},
	{"positions and scenes, likeliest in order", learned(2, likeliest, nil)},
	{"the same, weights held lower", learned(20, likeliest, nil)},
	{"the same, most within a scene", learned(20, densest, nil)},
	{"the same, in the middle of what is likely", learned(20, middle, nil)},
	{"stated positions and change of mood alone", learned(20, likeliest, []int{moodChange})},
	{"stated positions and length of scenes alone", learned(20, likeliest, []int{length})},
}

// The evidence of a scene, each on standard scores within its script.
const (
	length      = iota // the logarithm of its words
	moodChange         // how much the mood after it differs from that before
	darkness           // its mood, turned round
	exclamation        // share of its lines that are exclaimed
	company            // how many speak in it
	leads              // whether the two largest parts do
	action             // share of action of its words
	departure          // whether the setting differs from that of the scene before
	evidences
)

// prior is where a turning point is expected, as a normal distribution over positions.
type prior struct{ mean, deviation float64 }

// priorsOf returns where the turning points of scripts lie.
func priorsOf(scripts []Script) (priors [measure.TurningPoints]prior) {
	for k := range priors {
		var sum, squares, n float64
		for i := range scripts {
			for _, scene := range scripts[i].Marked[k] {
				at := centre(scripts[i].Report, scene)
				weight := 1 / float64(len(scripts[i].Marked[k]))
				sum += weight * at
				squares += weight * at * at
				n += weight
			}
		}
		mean := sum / n
		priors[k] = prior{mean, math.Sqrt(max(squares/n-mean*mean, 0.02*0.02))}
	}
	return priors
}

// centre returns the position of the middle of a scene.
func centre(r *measure.Report, scene int) float64 {
	return r.Scenes[scene].Position + r.Scenes[scene].Share/2
}

// evidenceOf returns the evidence of each scene.
func evidenceOf(r *measure.Report) [][evidences]float64 {
	all := make([][evidences]float64, len(r.Scenes))
	for i := range r.Scenes {
		s, e := &r.Scenes[i], &all[i]
		words := float64(s.Words.Film())
		e[length] = math.Log1p(words)
		e[moodChange] = math.Abs(moodBeside(r, i, 1) - moodBeside(r, i, -1))
		e[darkness] = -s.Sentiment
		e[exclamation] = float64(s.Exclamations) / float64(max(s.Lines, 1))
		e[company] = float64(len(s.Characters))
		present := 0
		for _, c := range s.Characters {
			if c < 2 {
				present++
			}
		}
		e[leads] = float64(present)
		e[action] = float64(s.Words.Action) / max(words, 1)
		if i > 0 && r.Scenes[i-1].Setting != s.Setting {
			e[departure] = 1
		}
	}
	for f := range evidences {
		standardise(all, f)
	}
	return all
}

// standardise puts one kind of evidence on standard scores.
func standardise(all [][evidences]float64, f int) {
	var sum, squares float64
	for i := range all {
		sum += all[i][f]
		squares += all[i][f] * all[i][f]
	}
	n := float64(max(len(all), 1))
	mean := sum / n
	deviation := math.Sqrt(max(squares/n-mean*mean, 1e-12))
	for i := range all {
		all[i][f] = (all[i][f] - mean) / deviation
	}
}

// stretch is how much of the script before and after a scene its moods are taken of.
const stretch = 0.06

// moodBeside returns the mean mood of the stretch after a scene, or before it for step -1,
// the scene itself in neither.
func moodBeside(r *measure.Report, scene, step int) float64 {
	sum, words := 0.0, 0.0
	for i := scene + step; i >= 0 && i < len(r.Scenes); i += step {
		if math.Abs(centre(r, i)-centre(r, scene)) > stretch {
			break
		}
		n := float64(r.Scenes[i].Words.Film())
		sum += n * r.Scenes[i].Sentiment
		words += n
	}
	return sum / max(words, 1)
}

// chance is how likely each scene is to be a turning point, by turning point and scene.
type chance [measure.TurningPoints][]float64

// learned returns a method that weighs the evidence of scenes by a conditional logistic
// regression, one set of weights for all points, on top of where the points lie in other
// films; penalty is that of the squared weights. If only is not nil it lists the evidence to
// look at, and the positions are the stated ones.
func learned(penalty float64, choose func(*Script, chance) Points, only []int) func([]Script) func(*Script) Points {
	return func(from []Script) func(*Script) Points {
		priors := priorsOf(from)
		used := only
		if only == nil {
			for f := range evidences {
				used = append(used, f)
			}
		} else {
			for k, point := range from[0].Report.TurningPoints() {
				priors[k].mean = point.Position
			}
		}
		weights := weigh(from, priors, used, penalty)
		return func(s *Script) Points { return choose(s, chances(s, evidenceOf(s.Report), priors, weights)) }
	}
}

// chances returns how likely each scene is, by priors and weights.
func chances(s *Script, evidence [][evidences]float64, priors [measure.TurningPoints]prior, weights [evidences]float64) (c chance) {
	for k := range c {
		c[k] = make([]float64, len(evidence))
		most := math.Inf(-1)
		for i := range evidence {
			z := (centre(s.Report, i) - priors[k].mean) / priors[k].deviation
			c[k][i] = -z * z / 2
			for f, w := range weights {
				c[k][i] += w * evidence[i][f]
			}
			most = max(most, c[k][i])
		}
		sum := 0.0
		for i := range c[k] {
			c[k][i] = math.Exp(c[k][i] - most)
			sum += c[k][i]
		}
		for i := range c[k] {
			c[k][i] /= sum
		}
	}
	return c
}

// The gradient ascent of weigh: far more steps than it takes to stand still.
const (
	steps = 400
	rate  = 0.01
)

// weigh returns the weights under which the marked scenes are likeliest.
func weigh(scripts []Script, priors [measure.TurningPoints]prior, used []int, penalty float64) (weights [evidences]float64) {
	evidence := make([][][evidences]float64, len(scripts))
	for i := range scripts {
		evidence[i] = evidenceOf(scripts[i].Report)
	}
	for range steps {
		var slope [evidences]float64
		for i := range scripts {
			c := chances(&scripts[i], evidence[i], priors, weights)
			for k := range c {
				among := 0.0
				for _, scene := range scripts[i].Marked[k] {
					among += c[k][scene]
				}
				for _, f := range used {
					for _, scene := range scripts[i].Marked[k] {
						slope[f] += c[k][scene] / among * evidence[i][scene][f]
					}
					for scene, p := range c[k] {
						slope[f] -= p * evidence[i][scene][f]
					}
				}
			}
		}
		for _, f := range used {
			weights[f] += rate * (slope[f] - penalty*weights[f])
		}
	}
	return weights
}

// likeliest returns the likeliest scenes in order of the script, no two the same where the
// script has that many (Viterbi).
func likeliest(s *Script, c chance) (p Points) {
	n := len(s.Report.Scenes)
	best := make([][]float64, len(c)) // of the points up to k, the last at or before a scene
	from := make([][]int, len(c))     // the scene of point k in that
	for k := range c {
		best[k], from[k] = make([]float64, n), make([]int, n)
		for i := range n {
			score := math.Log(c[k][i] + 1e-300)
			switch {
			case k > 0 && i > 0:
				score += best[k-1][i-1]
			case k > 0:
				score = math.Inf(-1)
			}
			best[k][i], from[k][i] = score, i
			if i > 0 && best[k][i-1] >= score {
				best[k][i], from[k][i] = best[k][i-1], from[k][i-1]
			}
		}
	}
	for k, at := len(c)-1, n-1; k >= 0; k-- {
		p[k] = from[k][max(at, 0)]
		at = p[k] - 1
	}
	return p
}

// densest returns for each point the scene that is likeliest together with those beside it.
func densest(_ *Script, c chance) (p Points) {
	for k := range c {
		most := 0.0
		for i := range c[k] {
			sum := 0.0
			for _, near := range c[k][max(i-window, 0):min(i+window+1, len(c[k]))] {
				sum += near
			}
			if sum > most {
				p[k], most = i, sum
			}
		}
	}
	return p
}

// middle returns for each point the scene up to which half of what is likely lies.
func middle(_ *Script, c chance) (p Points) {
	for k := range c {
		sum := 0.0
		for i := range c[k] {
			if sum += c[k][i]; sum >= 0.5 {
				p[k] = i
				break
			}
		}
	}
	return p
}
