package embedding

import (
	_ "embed"
	"encoding/binary"
	"hash/crc32"
	"math"
	"sync"

	"kinodex/internal/encoder"
)

// packedProjection is how what the encoder makes is cut to Size numbers, as float32, little-endian, in rows of
// encoder.Dimensions: first the mean over the texts of many films, which all of them have in common and
// which therefore tells nothing, then the principal components of what is left. kinodex-lab projection
// makes it of the texts of a library.
//
//go:embed projection.bin
var packedProjection []byte

// projection is packedProjection as numbers.
var projection = sync.OnceValue(func() []float32 {
	rows := make([]float32, len(packedProjection)/4)
	for i := range rows {
		rows[i] = math.Float32frombits(binary.LittleEndian.Uint32(packedProjection[4*i:]))
	}
	return rows
})

// model tells vectors of the program's encoder and projection apart from those of others.
var model = sync.OnceValue(func() uint32 {
	sum := encoder.Checksum()
	return crc32.Update(sum, crc32.MakeTable(crc32.Castagnoli), packedProjection)
})

// project returns the vector of what the encoder makes of a text; nil for nil.
func project(encoded []float32) []int8 {
	if encoded == nil {
		return nil
	}
	row := func(i int) []float32 { return projection()[i*encoder.Dimensions:][:encoder.Dimensions] }
	var cut [Size]float64
	mean, length := row(0), 0.0
	for i := range cut {
		for j, x := range row(i + 1) {
			cut[i] += float64(x) * float64(encoded[j]-mean[j])
		}
		length += cut[i] * cut[i]
	}
	vector := make([]int8, Size)
	if length == 0 {
		return vector
	}
	scale := unit / math.Sqrt(length)
	for i, x := range cut {
		vector[i] = int8(math.Round(x * scale))
	}
	return vector
}
