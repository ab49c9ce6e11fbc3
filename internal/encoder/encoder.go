// Package encoder turns a sentence into 512 numbers, so that sentences of like meaning have
// vectors of a high cosine.
//
// It runs the Universal Sentence Encoder Lite (Cer and others, 2018), a transformer of two
// blocks for English, on one processor and without cgo.
//
// The text becomes pieces of words (tokenizer.go), the pieces go through the transformer
// (transformer.go), and the mean over all positions through one tanh layer. A model is one
// file of signed bytes, with a scale for every 64 of them (file.go). The program carries one,
// which Default opens: package tfjs reads what it was made from, and kinodex-lab encoder
// makes it.
//
// Vectors are for comparing with one another. Between architectures of processors they differ
// in the seventh digit, because sums run in another order.
package encoder

import (
	"errors"
	"fmt"
	"math"
	"sync"
)

const (
	// Dimensions is how many numbers a vector has.
	Dimensions = 512
	// MaxTokens is how many tokens of a text are read. What follows is ignored.
	MaxTokens = 128
)

// Encoder encodes texts with one model. It is never changed once made: any number of goroutines
// may use it.
type Encoder struct {
	vocabulary vocabulary
	embedding  embedding
	residual   layer // what the first block adds its attention to
	blocks     [len(blockShapes)]block
	projection layer // from the mean of all positions to the vector
	signal     []float32
	scratches  sync.Pool // of *scratch
}

// Open reads a packed model. It keeps data, which must not be changed afterwards.
func Open(data []byte) (*Encoder, error) {
	m, table, err := unpack(data)
	if err != nil {
		return nil, fmt.Errorf("open the sentence encoder: %w", err)
	}
	return newEncoder(m, table), nil
}

// Encoder returns an encoder with the weights as they are, in float32. It keeps m.
func (m *Model) Encoder() (*Encoder, error) {
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("make a sentence encoder: %w", err)
	}
	return newEncoder(m, floatTable(m.Embedding)), nil
}

func newEncoder(m *Model, table embedding) *Encoder {
	e := &Encoder{vocabulary: newVocabulary(m.Pieces), embedding: table, signal: positionSignal(m.Timescales)}
	e.residual = newLayer(m.Residual, embeddingSize, Dimensions)
	for i, b := range m.Blocks {
		e.blocks[i] = newBlock(b, blockShapes[i])
	}
	e.projection = newLayer(m.Projection, Dimensions, Dimensions)
	e.scratches.New = func() any { return new(scratch) }
	return e
}

// Tokens returns the numbers of the pieces that a text is read as, at most MaxTokens.
func (e *Encoder) Tokens(text string) []int32 {
	return e.vocabulary.tokens(text)
}

// Encode returns the vector of a text: Dimensions numbers whose squares sum to 1, so that the
// dot product of two vectors is their cosine. It is nil where the text has no token.
func (e *Encoder) Encode(text string) []float32 {
	tokens := e.Tokens(text)
	if len(tokens) == 0 {
		return nil
	}
	s := e.scratches.Get().(*scratch)
	defer e.scratches.Put(s)
	vector := make([]float32, Dimensions)
	e.transform(vector, tokens, s)
	return vector
}

// Model is a trained model in float32, as Pack writes it. Every matrix has a row for each
// output.
type Model struct {
	Pieces     []Piece   // of which the first controlPieces are never read in a text
	Embedding  []float32 // a row of embeddingSize numbers for each piece
	Timescales []float32 // the inverse scales of the sines that tell positions apart
	Residual   Dense
	Blocks     [len(blockShapes)]Block
	Projection Dense
}

// Piece is a part of a word, with the logarithm of how probable it is.
type Piece struct {
	Text  string
	Score float32
}

// Dense is a layer of which every output is a sum over all inputs.
type Dense struct{ Weights, Bias []float32 }

// Norm is a layer normalisation.
type Norm struct{ Scale, Bias []float32 }

// Block is one transformer block.
type Block struct {
	AttentionNorm Norm
	QKV           Dense // queries, keys and values
	Attention     Dense // what the heads found, joined
	ForwardNorm   Norm
	Up, Down      Dense // the feed-forward part
}

const (
	embeddingSize = 256
	controlPieces = 6
	hiddenSize    = 1536 // of the feed-forward part
	// maxPieces is more than any vocabulary has. It bounds what Open reads.
	maxPieces = 1 << 16
	// maxPieceBytes is the longest piece that a file can hold.
	maxPieceBytes = math.MaxUint8
)

// blockShapes says how many numbers a position has before each block.
var blockShapes = [...]int{embeddingSize, Dimensions}

// tensor is one part of a model: where it is, and its shape.
type tensor struct {
	of         *[]float32
	rows, cols int
}

// matrices lists what is quantised, in the order of the file.
func (m *Model) matrices() []tensor {
	all := []tensor{
		{&m.Embedding, len(m.Pieces), embeddingSize},
		{&m.Residual.Weights, Dimensions, embeddingSize},
	}
	for i := range m.Blocks {
		b, width := &m.Blocks[i], blockShapes[i]
		all = append(all,
			tensor{&b.QKV.Weights, 3 * width, width},
			tensor{&b.Attention.Weights, Dimensions, width},
			tensor{&b.Up.Weights, hiddenSize, Dimensions},
			tensor{&b.Down.Weights, Dimensions, hiddenSize},
		)
	}
	return append(all, tensor{&m.Projection.Weights, Dimensions, Dimensions})
}

// vectors lists what stays float32, in the order of the file.
func (m *Model) vectors() []tensor {
	all := []tensor{
		{&m.Timescales, 1, embeddingSize / 2},
		{&m.Residual.Bias, 1, Dimensions},
	}
	for i := range m.Blocks {
		b, width := &m.Blocks[i], blockShapes[i]
		all = append(all,
			tensor{&b.AttentionNorm.Scale, 1, width},
			tensor{&b.AttentionNorm.Bias, 1, width},
			tensor{&b.QKV.Bias, 1, 3 * width},
			tensor{&b.Attention.Bias, 1, Dimensions},
			tensor{&b.ForwardNorm.Scale, 1, Dimensions},
			tensor{&b.ForwardNorm.Bias, 1, Dimensions},
			tensor{&b.Up.Bias, 1, hiddenSize},
			tensor{&b.Down.Bias, 1, Dimensions},
		)
	}
	return append(all, tensor{&m.Projection.Bias, 1, Dimensions})
}

// check reports what keeps a model from being used.
func (m *Model) check() error {
	if err := checkPieces(m.Pieces); err != nil {
		return err
	}
	for i, t := range append(m.matrices(), m.vectors()...) {
		if len(*t.of) != t.rows*t.cols {
			return fmt.Errorf("tensor %d has %d numbers, not %d×%d", i, len(*t.of), t.rows, t.cols)
		}
		if !allFinite(*t.of) {
			return fmt.Errorf("tensor %d: %w", i, errNotFinite)
		}
	}
	return nil
}

func checkPieces(pieces []Piece) error {
	if len(pieces) <= controlPieces || len(pieces) > maxPieces {
		return fmt.Errorf("the vocabulary has %d pieces, not %d to %d", len(pieces), controlPieces+1, maxPieces)
	}
	for i, p := range pieces {
		if err := p.check(); err != nil {
			return fmt.Errorf("piece %d: %w", i, err)
		}
	}
	return nil
}

func allFinite(numbers []float32) bool {
	for _, x := range numbers {
		if !isFinite(x) {
			return false
		}
	}
	return true
}

// isFinite reports whether x is a number and not infinite: those differ from themselves, or
// their difference does.
func isFinite(x float32) bool { return x-x == 0 }

var errNotFinite = errors.New("a number is not finite")
