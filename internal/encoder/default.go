package encoder

import (
	_ "embed"
	"sync"
)

// packed is the model of the program. kinodex-lab encoder makes it, and a test of package tfjs
// holds it against the model it is made from.
//
//go:embed weights.bin
var packed []byte

// Default returns the encoder with the model of the program. It is opened at the first call,
// which takes 10 ms and 20 MB of memory (go test -bench Open ./internal/encoder).
var Default = sync.OnceValues(func() (*Encoder, error) { return Open(packed) })

// Checksum tells the program's model apart from any other: vectors of different models do not compare.
func Checksum() uint32 { return order.Uint32(packed[checksumAt:]) }
