package plain

import (
	_ "embed"
	"sync"
)

// plainWeightsFile is the trained model: the averaged weights of a structured
// perceptron (Collins 2002; averaging as in Freund & Schapire 1999), as signed
// bytes, -128 to 127.
//
// It holds the first pass and then the second. Each pass holds labelCount
// weights for every unary feature, then a matrix of labelCount² weights (label
// below, label above) for every value of the two pairwise features.
// TestTrainPlain makes it; TestTheTablesFit checks its size.
//
//go:embed weights.bin
var plainWeightsFile string

// plainWeights returns the weights of the first and of the second pass. They
// are decoded once, at the first call, and are read-only: any number of
// goroutines may use them.
var plainWeights = sync.OnceValue(func() [2]weights {
	return [2]weights{newWeights(plainWeightsFile, false), newWeights(plainWeightsFile, true)}
})

// weights are the weights of one pass: unary by feature, pairwise1 and
// pairwise2 by the two features of a pair of neighbouring lines. They are
// never changed once made.
type weights struct {
	unary                []unaryWeights    // by feature
	pairwise1, pairwise2 []pairwiseWeights // by how two lines meet
	secondPass           bool
}

// unaryWeights holds the weights of one feature for all labels, three labels
// in each integer (SIMD within a register): every weight takes laneBits bits
// and is raised by laneBias, so that it is never negative. Rows are summed by
// adding the integers. A lane holds sums of up to 2^21 / 256 = 8,192 rows
// without overflow; a line has one row for each feature group.
type unaryWeights [lanes]uint64

const (
	lanes    = (int(labelCount) + 2) / 3
	laneBits = 21
	laneBias = 128
	laneMask = 1<<laneBits - 1
)

// set stores the weight of label y. Each label may be set once: the lanes
// start at zero.
func (r *unaryWeights) set(y int, weight int8) {
	r[y/3] |= uint64(int(weight)+laneBias) << (y % 3 * laneBits)
}

// of returns the sum of the weights of label y from the sum of n rows.
func (r *unaryWeights) of(y, n int) int32 {
	return int32(r[y/3]>>(y%3*laneBits)&laneMask) - int32(n)*laneBias
}

// pairwiseWeights is a matrix of weights, by label below times labelCount plus
// label above. They are wider than a byte because pairPenalty is taken off.
type pairwiseWeights [labelCount * labelCount]int16

// featureCount returns how many features the first n groups have together.
func featureCount(n int) int {
	sum := 0
	for _, size := range groupSizes[:n] {
		sum += size
	}
	return sum
}

// groupsOfPass returns how many groups of features a pass uses.
func groupsOfPass(second bool) int {
	if second {
		return len(groupSizes)
	}
	return firstPassGroups
}

// passSize returns how many bytes the weights of a pass take in weights.bin.
func passSize(second bool) int {
	return featureCount(groupsOfPass(second))*int(labelCount) + (pairwise1Count+pairwise2Count)*pairwiseSize
}

const pairwiseSize = int(labelCount) * int(labelCount)

// newWeights decodes the weights of one pass from the bytes of weights.bin.
// pairPenalty is taken off pairwise1 once, here. It panics when the table is
// too short.
func newWeights(table string, second bool) weights {
	if second {
		table = table[passSize(false):]
	}
	w := weights{
		unary: make([]unaryWeights, featureCount(groupsOfPass(second))), pairwise1: make([]pairwiseWeights, pairwise1Count), pairwise2: make([]pairwiseWeights, pairwise2Count), secondPass: second,
	}
	at := 0
	next := func() int8 {
		at++
		return int8(table[at-1])
	}
	for i := range w.unary {
		for y := range int(labelCount) {
			w.unary[i].set(y, next())
		}
	}
	for i := range w.pairwise1 {
		for k := range w.pairwise1[i] {
			w.pairwise1[i][k] = int16(next()) - pairPenalty[k]
		}
	}
	for i := range w.pairwise2 {
		for k := range w.pairwise2[i] {
			w.pairwise2[i][k] = int16(next())
		}
	}
	return w
}
