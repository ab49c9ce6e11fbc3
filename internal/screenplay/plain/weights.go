package plain

import (
	_ "embed"
	"sync"
)

// plainWeightsFile is the trained table: for the first reading and then for the
// second, a row of one signed byte per label for every feature, then a square
// of labels (the label of the line below, then of the line above) for every way
// two lines meet. TestTrainPlain makes it.
//
//go:embed weights.bin
var plainWeightsFile string

// plainWeights reads the table, once.
var plainWeights = sync.OnceValue(func() [2]weights {
	return [2]weights{newWeights(plainWeightsFile, false), newWeights(plainWeightsFile, true)}
})

// weights are those of one reading.
type weights struct {
	unary                []unaryWeights    // by feature
	pairwise1, pairwise2 []pairwiseWeights // by how two lines meet
	secondPass           bool
}

// row holds the weights of one feature for every label, three to a number, so
// that they are added three at a time: each in laneBits bits and moved up by
// laneZero, which keeps it positive.
type unaryWeights [lanes]uint64

const (
	lanes    = (int(labelCount) + 2) / 3
	laneBits = 21
	laneBias = 128
	laneMask = 1<<laneBits - 1
)

func (r *unaryWeights) set(y int, weight int8) {
	r[y/3] |= uint64(int(weight)+laneBias) << (y % 3 * laneBits)
}

// of takes the sum for one label out of the sum of n rows.
func (r *unaryWeights) of(y, n int) int32 {
	return int32(r[y/3]>>(y%3*laneBits)&laneMask) - int32(n)*laneBias
}

// square is by the label below and then the label above.
type pairwiseWeights [labelCount * labelCount]int16

// sizeOf gives the number of features of the first n groups.
func featureCount(n int) int {
	sum := 0
	for _, size := range groupSizes[:n] {
		sum += size
	}
	return sum
}

// groupsOf is how many groups of features a reading uses.
func groupsOfPass(second bool) int {
	if second {
		return len(groupSizes)
	}
	return firstPassGroups
}

// readingSize is the number of bytes of a reading's weights.
func passSize(second bool) int {
	return featureCount(groupsOfPass(second))*int(labelCount) + (pairwise1Count+pairwise2Count)*pairwiseSize
}

const pairwiseSize = int(labelCount) * int(labelCount)

// newWeights takes the weights of a reading out of a table.
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
