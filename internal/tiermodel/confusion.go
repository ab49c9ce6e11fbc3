package tiermodel

// Confusion counts samples by true class (row) and graded class (column).
type Confusion [Classes][Classes]int

// Plus adds another count.
func (m Confusion) Plus(o Confusion) Confusion {
	for t := range m {
		for g := range m[t] {
			m[t][g] += o[t][g]
		}
	}
	return m
}

// Total is how many samples were counted.
func (m Confusion) Total() (n int) {
	for t := range m {
		n += m.truth(t)
	}
	return n
}

// truth returns how many samples are of a class, graded how many were given it.
func (m Confusion) truth(c int) int  { return m[c][0] + m[c][1] + m[c][2] }
func (m Confusion) graded(c int) int { return m[0][c] + m[1][c] + m[2][c] }

// Precision is the share of right ones among those graded as c; 0 when nothing
// was.
func (m Confusion) Precision(c Class) float64 { return share(m[c][c], m.graded(int(c))) }

// Recall is the share found of those that are c; 0 when none is.
func (m Confusion) Recall(c Class) float64 { return share(m[c][c], m.truth(int(c))) }

// F1 is the harmonic mean of precision and recall of a class, in [0, 1].
func (m Confusion) F1(c Class) float64 {
	return share(2*m[c][c], m.graded(int(c))+m.truth(int(c)))
}

// MacroF1 is the mean of the F1 of the three classes, in [0, 1].
func (m Confusion) MacroF1() float64 {
	return (m.F1(High) + m.F1(Mid) + m.F1(Low)) / Classes
}

// Accuracy is the share of right ones, in [0, 1].
func (m Confusion) Accuracy() float64 {
	return share(m[0][0]+m[1][1]+m[2][2], m.Total())
}

// Kappa is Cohen's kappa with quadratic weights (Cohen 1968): 1 when all are
// right, 0 for agreement by chance, below 0 for worse. Taking High for Low
// counts four times as much as taking it for Mid. It is 0 where truth and grade
// are both of one class only.
func (m Confusion) Kappa() float64 {
	n := float64(m.Total())
	var seen, chance float64
	for t := range m {
		for g := range m[t] {
			w := float64((t - g) * (t - g))
			seen += float64(w * float64(m[t][g]))
			chance += float64(w*float64(m.truth(t))) * float64(m.graded(g)) / n
		}
	}
	if !(chance > 0) {
		return 0
	}
	return 1 - seen/chance
}

// share returns part/whole, 0 of nothing.
func share(partition, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(partition) / float64(whole)
}
