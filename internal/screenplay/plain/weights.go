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
	rows         []row    // by feature
	step1, step2 []square // by how two lines meet
	second       bool
}

// row holds the weights of one feature for every label, three to a number, so
// that they are added three at a time: each in laneBits bits and moved up by
// laneZero, which keeps it positive.
type row [lanes]uint64

const (
	lanes    = (int(labels) + 2) / 3
	laneBits = 21
	laneZero = 128
	laneMask = 1<<laneBits - 1
)

func (r *row) set(y int, weight int8) {
	r[y/3] |= uint64(int(weight)+laneZero) << (y % 3 * laneBits)
}

// of takes the sum for one label out of the sum of n rows.
func (r *row) of(y, n int) int32 {
	return int32(r[y/3]>>(y%3*laneBits)&laneMask) - int32(n)*laneZero
}

// square is by the label below and then the label above.
type square [labels * labels]int16

// sizeOf gives the number of features of the first n groups.
func sizeOf(n int) int {
	sum := 0
	for _, size := range groupSizes[:n] {
		sum += size
	}
	return sum
}

// groupsOf is how many groups of features a reading uses.
func groupsOf(second bool) int {
	if second {
		return len(groupSizes)
	}
	return firstGroups
}

// readingSize is the number of bytes of a reading's weights.
func readingSize(second bool) int {
	return sizeOf(groupsOf(second))*int(labels) + (meets1+meets2)*stepSize
}

const stepSize = int(labels) * int(labels)

// newWeights takes the weights of a reading out of a table.
func newWeights(table string, second bool) weights {
	if second {
		table = table[readingSize(false):]
	}
	w := weights{
		rows: make([]row, sizeOf(groupsOf(second))), step1: make([]square, meets1), step2: make([]square, meets2), second: second,
	}
	at := 0
	next := func() int8 {
		at++
		return int8(table[at-1])
	}
	for i := range w.rows {
		for y := range int(labels) {
			w.rows[i].set(y, next())
		}
	}
	for i := range w.step1 {
		for k := range w.step1[i] {
			w.step1[i][k] = int16(next()) - unsaid[k]
		}
	}
	for i := range w.step2 {
		for k := range w.step2[i] {
			w.step2[i][k] = int16(next())
		}
	}
	return w
}
