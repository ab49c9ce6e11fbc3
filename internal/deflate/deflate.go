// Package deflate compresses texts that are alike once, so that any of them, in any order, join
// into one DEFLATE stream (RFC 1951) at the cost of a copy.
//
// A Coder is trained on a sample of the texts. It has two things that all of them share: phrases,
// which are byte strings that many texts have, and one Huffman code. A text is coded as runs of
// bits, which are literals and matches within the text in that Huffman code, and phrases between
// them. A Stream copies the runs; for a phrase it writes a match to where the phrase stood last,
// which it alone knows, or the phrase itself where it did not stand within the last 32 kB.
//
//   - phrases.go finds phrases, by byte pair encoding
//   - parse.go codes a text, by the cheapest path through it
//   - huffman.go makes and writes the Huffman code
//   - stream.go joins coded texts
//   - binary.go writes and reads a Coder
//
// A text may have a mark, a byte that stands for what is known only when texts are joined.
//
// It imports the standard library alone. Start reading at Train and Stream.
package deflate

import "math/bits"

// Bounds of DEFLATE.
const (
	window     = 32 << 10 // how far back a match may lie
	minMatch   = 4        // in bytes; a match of three seldom pays
	maxMatch   = 258
	literals   = 256
	endOfBlock = 256
	lengths    = 29 // codes of lengths, behind endOfBlock
	distances  = 30
)

// shortestPhrase is how many bytes a phrase has at least: a shorter one hardly saves anything.
const shortestPhrase = 8

// Coder codes texts. It is read only once it is trained, and safe for concurrent use.
type Coder struct {
	mark    byte
	phrases []phrase
	// literal is the literals and endOfBlock, length the lengths of matches with their extra bits,
	// distance the distances of matches without them.
	literal  [literals + 1]code
	length   [maxMatch + 1]code
	distance [distances]code
	// sizes are the lengths in bits of all codes, in the order of DEFLATE.
	sizes      [literals + 1 + lengths + distances]uint8
	header     []byte // of a block
	headerBits int

	nowhere []place // by phrase, as a Stream begins

	// index is the phrases by the hash of their first bytes, the longest first; nil in a coder that
	// was read from a file.
	index [][]uint16
}

// phrase is a byte string that many texts have. coded is the phrase as a text of shorter phrases,
// which have lower numbers.
type phrase struct {
	text  string
	coded []byte

	// What an Encoder needs to know, and a Stream does not: the phrase as tokens, how often of 256
	// times it did not stand in the window, and what it costs in bits.
	tokens  []token
	missing int
	cost    int32
}

// code is bits to be written, the first in the lowest place.
type code struct {
	bits uint32
	size uint8
}

// lengthBase is the shortest match of each code of a length, lengthExtra how many bits follow it
// (RFC 1951 3.2.5).
var (
	lengthBase  = [lengths]int{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra = [lengths]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
)

// lengthCode returns the number of the code of a length from 3 to maxMatch.
func lengthCode(n int) int {
	i := lengths - 1
	for lengthBase[i] > n {
		i--
	}
	return i
}

// distanceCode returns the number of the code of a distance from 1 to window, and how many extra
// bits follow it; these are the lowest of distance-1.
func distanceCode(d int) (number, extra int) {
	if d <= 4 {
		return d - 1, 0
	}
	top := bits.Len(uint(d-1)) - 1
	return 2*top + (d-1)>>(top-1)&1, top - 1
}
