package encoder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
)

// A packed model is one file, whose integers and floats are little-endian:
//
//	 0   8 bytes  "kinodexE"
//	 8   uint32   version of the format, 1
//	12   uint32   CRC-32C of everything that follows
//	16   uint32   n, how many pieces the vocabulary has
//	20   float32  n scores
//	     uint8    n lengths of pieces
//	     bytes    the pieces, one after another
//	     float32  the vectors, in the order of Model.vectors
//	     …        the matrices, in the order of Model.matrices, each as
//	     float32  a scale for each run of runLength numbers, row by row
//	     int8     the numbers, divided by the scale of their run, row by row
//
// The sizes of vectors and matrices follow from n, so that the whole file has one right size.
const (
	magic      = "kinodexE"
	version    = 1
	checksumAt = 12
	headerSize = 20
	// runLength is how many weights share a scale. With one scale for a whole row, vectors of
	// some texts have a cosine of only .997 with those in float32, with runs .999 or more. Scales
	// are then a sixteenth of the file.
	runLength = 64
	maxLevel  = math.MaxInt8
)

var (
	order      = binary.LittleEndian
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	errCut     = errors.New("the file is cut")
)

// Pack returns the model as a file that Open reads.
func (m *Model) Pack() ([]byte, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("pack the sentence encoder: %w", err)
	}
	data := append([]byte(magic), make([]byte, headerSize-len(magic))...)
	order.PutUint32(data[8:], version)
	order.PutUint32(data[16:], uint32(len(m.Pieces)))
	for _, p := range m.Pieces {
		data = order.AppendUint32(data, math.Float32bits(p.Score))
	}
	for _, p := range m.Pieces {
		data = append(data, byte(len(p.Text)))
	}
	for _, p := range m.Pieces {
		data = append(data, p.Text...)
	}
	for _, t := range m.vectors() {
		for _, x := range *t.of {
			data = order.AppendUint32(data, math.Float32bits(x))
		}
	}
	for _, t := range m.matrices() {
		data = appendQuantised(data, *t.of)
	}
	order.PutUint32(data[checksumAt:], crc32.Checksum(data[16:], castagnoli))
	return data, nil
}

// appendQuantised appends the scales of all runs and then the levels. Columns are multiples of
// runLength, so that no run belongs to two rows.
func appendQuantised(data []byte, weights []float32) []byte {
	levels := make([]byte, 0, len(weights))
	for start := 0; start < len(weights); start += runLength {
		run := weights[start : start+runLength]
		scale := scaleOf(run)
		data = order.AppendUint32(data, math.Float32bits(scale))
		for _, w := range run {
			levels = append(levels, byte(level(w, scale)))
		}
	}
	return append(data, levels...)
}

// scaleOf returns the scale with which the largest number of a run has the highest level.
func scaleOf(run []float32) float32 {
	var top float32
	for _, w := range run {
		top = max(top, w, -w)
	}
	return top / maxLevel
}

// level returns the level whose product with scale is nearest to w.
func level(w, scale float32) int8 {
	if scale == 0 {
		return 0
	}
	return int8(max(-maxLevel, min(maxLevel, math.RoundToEven(float64(w/scale)))))
}

// quantised is a matrix as it is in the file.
type quantised struct {
	scales, levels []byte
	cols           int
}

// row writes the numbers of row i.
func (q quantised) row(dst []float32, i int32) {
	levels := q.levels[int(i)*q.cols:][:q.cols]
	scales := q.scales[int(i)*q.cols/runLength*4:]
	for len(levels) > 0 {
		scale := math.Float32frombits(order.Uint32(scales))
		for j, b := range levels[:runLength] {
			dst[j] = float32(int8(b)) * scale
		}
		dst, levels, scales = dst[runLength:], levels[runLength:], scales[4:]
	}
}

// numbers returns all rows.
func (q quantised) numbers() []float32 {
	all := make([]float32, len(q.levels))
	for i := range len(all) / q.cols {
		q.row(all[i*q.cols:], int32(i))
	}
	return all
}

// unpack reads a file. The embedding stays as it is in data, since a text needs few of its
// rows; the other matrices become float32, as products need them.
func unpack(data []byte) (*Model, quantised, error) {
	rest, pieces, err := openHeader(data)
	if err != nil {
		return nil, quantised{}, err
	}
	m := &Model{}
	if m.Pieces, rest, err = readPieces(rest, pieces); err != nil {
		return nil, quantised{}, err
	}
	if want := m.tensorBytes(); len(rest) != want {
		return nil, quantised{}, fmt.Errorf("%d bytes of weights, not %d", len(rest), want)
	}
	for _, t := range m.vectors() {
		if *t.of, err = readFloats(rest[:t.rows*4*t.cols]); err != nil {
			return nil, quantised{}, err
		}
		rest = rest[t.rows*4*t.cols:]
	}
	var table quantised
	for _, t := range m.matrices() {
		scales := t.rows * t.cols / runLength * 4
		q := quantised{scales: rest[:scales], levels: rest[scales:][:t.rows*t.cols], cols: t.cols}
		rest = rest[scales+len(q.levels):]
		if _, err := readFloats(q.scales); err != nil {
			return nil, quantised{}, err
		}
		if t.of == &m.Embedding {
			table = q
			continue
		}
		*t.of = q.numbers()
	}
	return m, table, nil
}

// openHeader checks the header and returns what follows it, and the number of pieces.
func openHeader(data []byte) (rest []byte, pieces int, err error) {
	switch {
	case len(data) < headerSize:
		return nil, 0, errCut
	case string(data[:len(magic)]) != magic:
		return nil, 0, errors.New("the file is no packed sentence encoder")
	case order.Uint32(data[8:]) != version:
		return nil, 0, fmt.Errorf("the format has version %d, not %d", order.Uint32(data[8:]), version)
	case order.Uint32(data[checksumAt:]) != crc32.Checksum(data[16:], castagnoli):
		return nil, 0, errors.New("the file is damaged: its checksum differs")
	}
	n := order.Uint32(data[16:])
	if n > maxPieces {
		return nil, 0, fmt.Errorf("the vocabulary has %d pieces, more than %d", n, maxPieces)
	}
	return data[headerSize:], int(n), nil
}

// readPieces reads n pieces and returns what follows them.
func readPieces(data []byte, n int) ([]Piece, []byte, error) {
	if len(data) < 5*n {
		return nil, nil, errCut
	}
	scores, err := readFloats(data[:4*n])
	if err != nil {
		return nil, nil, err
	}
	lengths, rest := data[4*n:5*n], data[5*n:]
	pieces := make([]Piece, n)
	for i, length := range lengths {
		if len(rest) < int(length) {
			return nil, nil, errCut
		}
		pieces[i] = Piece{Text: string(rest[:length]), Score: scores[i]}
		rest = rest[length:]
	}
	return pieces, rest, checkPieces(pieces)
}

// tensorBytes returns how many bytes the vectors and matrices of a model have in a file.
func (m *Model) tensorBytes() int {
	total := 0
	for _, t := range m.vectors() {
		total += 4 * t.rows * t.cols
	}
	for _, t := range m.matrices() {
		total += t.rows * t.cols / runLength * (4 + runLength)
	}
	return total
}

func readFloats(data []byte) ([]float32, error) {
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(order.Uint32(data[4*i:]))
		if !isFinite(numbers[i]) {
			return nil, errNotFinite
		}
	}
	return numbers, nil
}
