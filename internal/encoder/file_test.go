package encoder

import (
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// sealed returns a copy of a file with the checksum of what is in it.
func sealed(data []byte) []byte {
	data = slices.Clone(data)
	order.PutUint32(data[checksumAt:], crc32.Checksum(data[16:], castagnoli))
	return data
}

func TestADamagedFileIsRefused(t *testing.T) {
	whole, err := learned(rand.New(rand.NewPCG(7, 8))).Pack()
	if err != nil {
		t.Fatal(err)
	}
	number := func(at int, x uint32) func([]byte) []byte {
		return func(d []byte) []byte { order.PutUint32(d[at:], x); return sealed(d) }
	}
	pieces := int(order.Uint32(whole[16:]))
	lengths := headerSize + 4*pieces
	floats := len(whole) - (&Model{Pieces: make([]Piece, pieces)}).tensorBytes() // where the vectors begin
	nan := math.Float32bits(float32(math.NaN()))
	for name, damage := range map[string]func([]byte) []byte{
		"nothing in it":             func([]byte) []byte { return nil },
		"half a header":             func(d []byte) []byte { return d[:headerSize/2] },
		"a header alone":            func(d []byte) []byte { return sealed(d[:headerSize]) },
		"half a vocabulary":         func(d []byte) []byte { return sealed(d[:lengths+3]) },
		"a piece that is cut":       func(d []byte) []byte { return sealed(d[:lengths+pieces+3]) },
		"half its weights":          func(d []byte) []byte { return sealed(d[:len(d)/2]) },
		"a byte less":               func(d []byte) []byte { return sealed(d[:len(d)-1]) },
		"a byte more":               func(d []byte) []byte { return sealed(append(d, 0)) },
		"another beginning":         func(d []byte) []byte { d[0]++; return d },
		"another version":           number(8, version+1),
		"a weight that changed":     func(d []byte) []byte { d[len(d)-1]++; return d },
		"a piece that changed":      func(d []byte) []byte { d[lengths+pieces]++; return d },
		"more pieces than it holds": number(16, maxPieces),
		"more pieces than may be":   number(16, math.MaxUint32),
		"fewer pieces than control": number(16, controlPieces),
		"a score that is no number": number(headerSize, nan),
		"a piece without letters":   func(d []byte) []byte { d[lengths+6] = 0; return sealed(d) },
		"a piece of another length": func(d []byte) []byte { d[lengths+6]++; return sealed(d) },
		"a piece that is no UTF-8":  func(d []byte) []byte { d[lengths+pieces] = 0xff; return sealed(d) },
		"a bias that is no number":  number(floats, nan),
		"a scale that is no number": number(len(whole)-Dimensions*Dimensions-4, nan),
	} {
		if _, err := Open(damage(slices.Clone(whole))); err == nil {
			t.Errorf("a file with %s is opened", name)
		}
	}
	if _, err := Open(sealed(whole)); err != nil {
		t.Errorf("a file that was not damaged: %v", err)
	}
}

func TestLevelsAreTheNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	const cols = 2 * runLength
	weights := make([]float32, 3*cols)
	for i := range weights {
		weights[i] = float32(random.NormFloat64()) * float32(i/runLength) // the first run is all zero
	}
	data := appendQuantised(nil, weights)
	q := quantised{scales: data[:len(weights)/runLength*4], levels: data[len(weights)/runLength*4:], cols: cols}
	for i, got := range q.numbers() {
		run := weights[i/runLength*runLength:][:runLength]
		half := max(slices.Max(run), -slices.Min(run)) / maxLevel / 2
		if diff := got - weights[i]; diff > half*1.001 || -diff > half*1.001 {
			t.Errorf("weight %d is %v instead of %v, further than %v", i, got, weights[i], half)
		}
	}
}

// Whatever is in a file whose checksum is right, opening it ends, and what it opens encodes.
func FuzzOpen(f *testing.F) {
	small := learned(rand.New(rand.NewPCG(11, 12)))
	data, err := small.Pack()
	if err != nil {
		f.Fatal(err)
	}
	weights := small.tensorBytes()
	f.Add(data[16:len(data)-weights], true)
	f.Add(data[16:len(data)-weights], false)
	f.Add(data[16:17], false)
	f.Add([]byte{}, true)
	f.Fuzz(func(t *testing.T, body []byte, weighty bool) {
		file := append(slices.Clone(data[:16]), body...)
		if weighty { // as many weights as the number of pieces asks for, all of them zero
			if len(body) >= 4 && order.Uint32(body) < 1000 {
				file = append(file, make([]byte, (&Model{Pieces: make([]Piece, order.Uint32(body))}).tensorBytes())...)
			}
		}
		e, err := Open(sealed(file))
		if err != nil {
			return
		}
		if v := e.Encode("a film noir"); len(v) != Dimensions && v != nil {
			t.Fatalf("%d numbers", len(v))
		}
	})
}
