package encoder

import "math"

const (
	heads = 4
	// normEpsilon keeps the normalisation of a position whose numbers are all alike finite.
	normEpsilon = 1e-6
	// lengthEpsilon is the least square of a length that vectors are divided by.
	lengthEpsilon = 1e-12
)

// layer is a Dense that is ready to be applied.
type layer struct {
	weights matrix
	bias    []float32
}

func newLayer(d Dense, in, out int) layer {
	return layer{weights: matrix{data: d.Weights, rows: out, cols: in, stride: in}, bias: d.Bias}
}

// apply sets every row of y to the layer's outputs of a row of x.
func (l layer) apply(y, x matrix) {
	multiply(y, x, l.weights)
	for i := range y.rows {
		row := y.row(i)
		for j, b := range l.bias {
			row[j] += b
		}
	}
}

// block is a Block that is ready to be applied.
type block struct {
	width                      int // numbers a position has before it
	attentionNorm, forwardNorm Norm
	qkv, attention, up, down   layer
}

func newBlock(b Block, width int) block {
	return block{
		width: width, attentionNorm: b.AttentionNorm, forwardNorm: b.ForwardNorm,
		qkv: newLayer(b.QKV, width, 3*width), attention: newLayer(b.Attention, width, Dimensions),
		up: newLayer(b.Up, Dimensions, hiddenSize), down: newLayer(b.Down, hiddenSize, Dimensions),
	}
}

// positionSignal returns the sines and cosines that are added to the embedding of the token at
// each position.
func positionSignal(timescales []float32) []float32 {
	signal := make([]float32, MaxTokens*embeddingSize)
	for i := range MaxTokens {
		row := signal[i*embeddingSize:][:embeddingSize]
		for j, scale := range timescales {
			sin, cos := math.Sincos(float64(float32(i) * scale))
			row[j], row[len(timescales)+j] = float32(sin), float32(cos)
		}
	}
	return signal
}

// embedding is the table of the vectors of pieces.
type embedding interface {
	row(dst []float32, piece int32)
}

// floatTable is an embedding as it was trained.
type floatTable []float32

func (t floatTable) row(dst []float32, piece int32) {
	copy(dst, t[int(piece)*embeddingSize:][:embeddingSize])
}

// scratch is the memory of one run through the transformer, which the next one uses again.
type scratch struct{ numbers []float32 }

// activations are the matrices that a run writes to: a row for each position.
type activations struct {
	embedded matrix // tokens, at their positions
	sums     matrix // what the layers so far add up to
	normed   matrix // sums after a normalisation, and what a layer adds to them
	joined   matrix // the outputs of all heads
	wide     matrix // queries, keys and values, and the inside of the feed-forward part
	scores   matrix // of one head: how much a position attends to each
	values   matrix // of one head, transposed
}

// activations returns room for n positions. What is in it is undefined.
func (s *scratch) activations(n int) activations {
	const perPosition = embeddingSize + 3*Dimensions + hiddenSize + Dimensions/heads
	if total := n * (perPosition + n); cap(s.numbers) < total {
		s.numbers = make([]float32, total)
	}
	rest := s.numbers[:cap(s.numbers)]
	take := func(rows, cols int) matrix {
		m := dense(rest[:rows*cols], cols)
		rest = rest[rows*cols:]
		return m
	}
	return activations{
		embedded: take(n, embeddingSize), sums: take(n, Dimensions), normed: take(n, Dimensions), joined: take(n, Dimensions),
		wide: take(n, hiddenSize), scores: take(n, n), values: take(Dimensions/heads, n),
	}
}

// transform writes the vector of a sequence of tokens, of which there are 1 to MaxTokens.
// Nothing is padded, so that the masks of the graph have nothing to do.
func (e *Encoder) transform(vector []float32, tokens []int32, s *scratch) {
	a := s.activations(len(tokens))
	for i, piece := range tokens {
		row := a.embedded.row(i)
		e.embedding.row(row, piece)
		for j, x := range e.signal[i*embeddingSize:][:embeddingSize] {
			row[j] = 2*row[j] + x // the embedding alone, and again with the signal
		}
	}
	e.residual.apply(a.sums, a.embedded)
	e.blocks[0].apply(a.embedded, a)
	e.blocks[1].apply(a.sums, a)
	e.project(vector, a)
}

// apply adds the attention of a block to a.sums, and then its feed-forward part. The attention
// is over the positions of from.
func (b *block) apply(from matrix, a activations) {
	normed, qkv, joined := a.normed.reshape(b.width), a.wide.reshape(3*b.width), a.joined.reshape(b.width)
	b.attentionNorm.apply(normed, from)
	b.qkv.apply(qkv, normed)
	size := b.width / heads
	for h := range heads {
		attend(joined.columns(h*size, size), qkv.columns(h*size, size), qkv.columns(b.width+h*size, size),
			qkv.columns(2*b.width+h*size, size), a)
	}
	b.attention.apply(a.normed, joined)
	add(a.sums, a.normed)

	b.forwardNorm.apply(a.normed, a.sums)
	b.up.apply(a.wide, a.normed)
	for i, x := range a.wide.data {
		a.wide.data[i] = max(x, 0)
	}
	b.down.apply(a.normed, a.wide)
	add(a.sums, a.normed)
}

// attend sets every row of out to the mean of the values, weighted by how well its query and
// their keys agree: the attention of one head.
func attend(out, queries, keys, values matrix, a activations) {
	scale := float32(1 / math.Sqrt(float64(queries.cols)))
	for i := range queries.rows {
		for j, x := range queries.row(i) {
			queries.row(i)[j] = x * scale
		}
	}
	multiply(a.scores, queries, keys)
	for i := range a.scores.rows {
		softmax(a.scores.row(i))
	}
	turned := matrix{data: a.values.data, rows: values.cols, cols: values.rows, stride: values.rows}
	values.transpose(turned)
	multiply(out, a.scores, turned)
}

// softmax makes weights of scores, whose sum is 1.
func softmax(scores []float32) {
	top, sum := scores[0], float64(0)
	for _, x := range scores {
		top = max(top, x)
	}
	for i, x := range scores {
		w := math.Exp(float64(x - top))
		scores[i] = float32(w)
		sum += w
	}
	for i := range scores {
		scores[i] /= float32(sum)
	}
}

// apply sets every row of y to that of x with mean 0 and variance 1, then scaled and shifted.
func (n Norm) apply(y, x matrix) {
	for i := range x.rows {
		in, out := x.row(i), y.row(i)
		var sum, squares float64
		for _, v := range in {
			sum += float64(v)
		}
		mean := float32(sum / float64(len(in)))
		for j, v := range in {
			out[j] = v - mean
			squares += float64(out[j]) * float64(out[j])
		}
		inverse := float32(1 / math.Sqrt(squares/float64(len(in))+normEpsilon))
		for j, v := range out {
			out[j] = v*inverse*n.Scale[j] + n.Bias[j]
		}
	}
}

// add adds x to y.
func add(y, x matrix) {
	for i, v := range x.data {
		y.data[i] += v
	}
}

// project writes the vector: the mean over all positions, through one layer, with length 1.
func (e *Encoder) project(vector []float32, a activations) {
	mean := matrix{data: a.normed.data[:Dimensions], rows: 1, cols: Dimensions, stride: Dimensions}
	copy(mean.data, a.sums.row(0))
	for i := 1; i < a.sums.rows; i++ {
		for j, v := range a.sums.row(i) {
			mean.data[j] += v
		}
	}
	for j := range mean.data {
		mean.data[j] /= float32(a.sums.rows)
	}
	e.projection.apply(dense(vector, Dimensions), mean)
	var squares float64
	for i, v := range vector {
		t := math.Tanh(float64(v))
		vector[i] = float32(t)
		squares += t * t
	}
	length := math.Sqrt(max(squares, lengthEpsilon))
	for i := range vector {
		vector[i] = float32(float64(vector[i]) / length)
	}
}
