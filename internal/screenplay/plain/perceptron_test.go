package plain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// trainPass trains one reading by averaged structured perceptron.
func trainPass(t *testing.T, lessons []example, second bool, before string) string {
	groups := groupsOfPass(second)
	size := passSize(second)
	m := &model{w: make([]float32, size), sum: make([]float64, size), since: make([]int32, size),
		pairwise1: featureCount(groups) * int(labelCount), secondPass: second, penaltyScale: 0.5}
	m.pairwise2 = m.pairwise1 + pairwise1Count*pairwiseSize
	rnd := rand.New(rand.NewPCG(1895, 12))
	var first weights
	if second {
		first = newWeights(before, false)
	}
	var wheel []string
	for how, n := range augmentations {
		for range n {
			wheel = append(wheel, how)
		}
	}
	slices.Sort(wheel)
	for epoch := range epochs {
		wrong, all := 0, 0
		for _, n := range rnd.Perm(len(lessons)) {
			for range 2 {
				l := augment(lessons[n], wheel[rnd.IntN(len(wheel))], rnd)
				l.document.estimateLayout()
				if second {
					l.document.viterbi(&first, newBackpointers(len(l.document.body)))
					l.document.learnLayout()
				}
				wrong += m.update(l)
				all += len(l.labels)
			}
		}
		t.Logf("second %v, epoch %d: %.4f wrong", second, epoch, float64(wrong)/float64(all))
	}
	return m.quantised(t)
}

const epochs = 4

// model is a reading under training.
type model struct {
	w                    []float32
	sum                  []float64
	since                []int32
	now                  int32
	pairwise1, pairwise2 int
	secondPass           bool
	penaltyScale         float32 // what a weight of 1 in the finished table is here
}

// update reads a lesson in stretches, and moves the weights where it errs.
func (m *model) update(l example) (wrong int) {
	const stretch = 120
	n := len(l.labels)
	fs := make([]features, n)
	for i := range n {
		l.document.featuresOf(i, m.secondPass, &fs[i])
	}
	for from := 0; from < n; from += stretch {
		to := min(n, from+stretch)
		m.now++
		got := m.viterbi(fs[from:to], from == 0, l.labels, from)
		for i := from; i < to; i++ {
			truth, guess := l.labels[i], got[i-from]
			if truth != guess {
				wrong++
				for _, id := range fs[i].unary[:fs[i].unaryCount] {
					m.addWeight(int(id)*int(labelCount)+int(truth), 1)
					m.addWeight(int(id)*int(labelCount)+int(guess), -1)
				}
			}
			if i > 0 {
				above, guessed := l.labels[i-1], l.labels[i-1]
				if i > from {
					guessed = got[i-1-from]
				}
				if truth != guess || above != guessed {
					m.addWeight(m.pairwise1+int(fs[i].pairwise1)*pairwiseSize+int(truth)*int(labelCount)+int(above), 1)
					m.addWeight(m.pairwise1+int(fs[i].pairwise1)*pairwiseSize+int(guess)*int(labelCount)+int(guessed), -1)
					m.addWeight(m.pairwise2+int(fs[i].pairwise2)*pairwiseSize+int(truth)*int(labelCount)+int(above), 1)
					m.addWeight(m.pairwise2+int(fs[i].pairwise2)*pairwiseSize+int(guess)*int(labelCount)+int(guessed), -1)
				}
			}
		}
	}
	return wrong
}

func (m *model) addWeight(at int, by float32) {
	m.sum[at] += float64(m.w[at]) * float64(m.now-m.since[at])
	m.since[at] = m.now
	m.w[at] += by
}

// viterbi is follow, with the weights under training, from the true label above.
func (m *model) viterbi(fs []features, start bool, truth []label, from int) []label {
	scores := [labelCount]float32{}
	back := make([][labelCount]uint8, len(fs))
	for n := range fs {
		var own [labelCount]float32
		for _, id := range fs[n].unary[:fs[n].unaryCount] {
			row := m.w[int(id)*int(labelCount):][:labelCount]
			for y := range own {
				own[y] += row[y]
			}
		}
		if n == 0 && start {
			scores = own
			continue
		}
		s1 := m.w[m.pairwise1+int(fs[n].pairwise1)*pairwiseSize:][:pairwiseSize]
		s2 := m.w[m.pairwise2+int(fs[n].pairwise2)*pairwiseSize:][:pairwiseSize]
		if n == 0 {
			for x := range scores {
				scores[x] = -1e9
			}
			scores[truth[from-1]] = 0
		}
		var next [labelCount]float32
		for y := range next {
			best, at := float32(-1e30), 0
			for x := range scores {
				k := y*int(labelCount) + x
				if s := scores[x] + s1[k] + s2[k] - float32(pairPenalty[k])*m.penaltyScale; s > best {
					best, at = s, x
				}
			}
			next[y], back[n][y] = best+own[y], uint8(at)
		}
		scores = next
	}
	y := 0
	for x := range scores {
		if scores[x] > scores[y] {
			y = x
		}
	}
	got := make([]label, len(fs))
	for n := len(fs) - 1; n >= 0; n-- {
		got[n] = label(y)
		y = int(back[n][y])
	}
	return got
}

// quantised gives the averaged weights as signed bytes.
func (m *model) quantised(t *testing.T) string {
	average := make([]float64, len(m.w))
	sizes := make([]float64, 0, len(m.w))
	for i := range m.w {
		average[i] = (m.sum[i] + float64(m.w[i])*float64(m.now-m.since[i]+1)) / float64(m.now+1)
		if average[i] != 0 {
			sizes = append(sizes, math.Abs(average[i]))
		}
	}
	slices.Sort(sizes)
	scale := 127 / sizes[len(sizes)*999/1000]
	t.Logf("scale %.3f", scale)
	out := make([]byte, len(average))
	for i, w := range average {
		out[i] = byte(int8(math.Round(max(-127, min(127, w*scale)))))
	}
	return string(out)
}
