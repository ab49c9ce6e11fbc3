// Package tfjs reads the Universal Sentence Encoder Lite as it is published for TensorFlow.js:
// a graph whose constants are in shards of float32, and a vocabulary.
package tfjs

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"kinodex/internal/encoder"
)

// Read reads vocab.json, model.json and the shards that it names. It knows the one graph, and
// checks the constants that the encoder has in its code.
func Read(dir fs.FS) (*encoder.Model, error) {
	m := &encoder.Model{}
	var err error
	if m.Pieces, err = readVocabulary(dir); err != nil {
		return nil, fmt.Errorf("read the vocabulary: %w", err)
	}
	g, err := readGraph(dir)
	if err != nil {
		return nil, fmt.Errorf("read the graph: %w", err)
	}
	g.fill(m)
	g.checkConstants()
	if g.err != nil {
		return nil, fmt.Errorf("read the weights: %w", g.err)
	}
	return m, nil
}

// readVocabulary reads pairs of a piece and its score. A score that is null counts as 0, as
// it does in the sums of the model's own program.
func readVocabulary(dir fs.FS) ([]encoder.Piece, error) {
	var pairs [][2]json.RawMessage
	if err := readJSON(dir, "vocab.json", &pairs); err != nil {
		return nil, err
	}
	pieces := make([]encoder.Piece, len(pairs))
	for i, pair := range pairs {
		p := &pieces[i]
		if err := errors.Join(json.Unmarshal(pair[0], &p.Text), json.Unmarshal(pair[1], &p.Score)); err != nil {
			return nil, fmt.Errorf("piece %d: %w", i, err)
		}
	}
	return pieces, nil
}

func readJSON(dir fs.FS, name string, into any) error {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// graph has the constants of a graph by name, and the first error of those that were asked for.
type graph struct {
	tensors map[string][]float32
	shapes  map[string][]int
	err     error
}

// readGraph reads the float32 constants; the others are shapes and axes.
func readGraph(dir fs.FS) (*graph, error) {
	var manifest struct {
		WeightsManifest []struct {
			Paths   []string
			Weights []struct {
				Name, Dtype string
				Shape       []int
			}
		}
	}
	if err := readJSON(dir, "model.json", &manifest); err != nil {
		return nil, err
	}
	g := &graph{tensors: map[string][]float32{}, shapes: map[string][]int{}}
	for _, group := range manifest.WeightsManifest {
		var data []byte
		for _, path := range group.Paths {
			shard, err := fs.ReadFile(dir, path)
			if err != nil {
				return nil, err
			}
			data = append(data, shard...)
		}
		for _, w := range group.Weights {
			size, ok := byteSize(w.Shape, len(data))
			if !ok {
				return nil, fmt.Errorf("%s has the shape %v, for which the shards are too short", w.Name, w.Shape)
			}
			if w.Dtype == "float32" {
				g.tensors[w.Name], g.shapes[w.Name] = floats(data[:size]), w.Shape
			}
			data = data[size:]
		}
	}
	return g, nil
}

// byteSize returns how many bytes the numbers of a tensor take, each an int32 or a float32, and
// whether there are so many.
func byteSize(shape []int, available int) (int, bool) {
	size := 4
	for _, side := range shape {
		if side < 0 || side > 0 && size > available/side {
			return 0, false
		}
		size *= side
	}
	return size, size <= available
}

func floats(data []byte) []float32 {
	numbers := make([]float32, len(data)/4)
	for i := range numbers {
		numbers[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return numbers
}

const (
	applied   = "module_apply_default/Encoder_en/KonaTransformer/Encode/"
	variables = "module/Encoder_en/"
	joined    = "/ConcatPartitions/concat"
)

// fill takes the tensors of a model.
func (g *graph) fill(m *encoder.Model) {
	// The embedding has two rows more than there are pieces, which no token has.
	const table = "module/Embeddings_en"
	embedding, shape := g.vector(table), g.shapes[table]
	if len(shape) != 2 || shape[0] < len(m.Pieces) {
		g.fail("the embedding has fewer rows than there are pieces")
		return
	}
	m.Embedding = embedding[:len(m.Pieces)*shape[1]]
	m.Timescales = g.vector(applied + "TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1")
	first := applied + "Layer_0/TransformerLayer/dense/"
	m.Residual = encoder.Dense{Weights: g.transposed(first + "kernel" + joined), Bias: g.vector(first + "bias" + joined)}
	for i := range m.Blocks {
		m.Blocks[i] = g.block(i)
	}
	last := variables + "hidden_layers/tanh_layer_0/"
	m.Projection = encoder.Dense{Weights: g.transposed(last + "weights"), Bias: g.vector(last + "bias")}
}

func (g *graph) block(i int) encoder.Block {
	layer := fmt.Sprintf("Layer_%d/TransformerLayer/", i)
	norm := func(of string) encoder.Norm {
		name := applied + layer + of + "layer_prepostprocess/layer_norm/layer_norm_"
		return encoder.Norm{Scale: g.vector(name + "scale" + joined), Bias: g.vector(name + "bias" + joined)}
	}
	attention := func(of string) encoder.Dense {
		name := "MultiheadAttention/" + of
		return encoder.Dense{
			Weights: g.transposed(variables + "KonaTransformer/Encode/" + layer + name + "/kernel/part_0"),
			Bias:    g.vector(applied + layer + name + "/bias" + joined),
		}
	}
	forward := func(of string) encoder.Dense {
		return encoder.Dense{
			Weights: g.transposed(applied + "TransformerStack/" + layer + "FFN/" + of + "/Tensordot/Reshape_1"),
			Bias:    g.vector(applied + layer + "FFN/" + of + "/bias" + joined),
		}
	}
	return encoder.Block{
		AttentionNorm: norm(""), QKV: attention("qkv_transform_single"), Attention: attention("output_transform_single"),
		ForwardNorm: norm("FFN/"), Up: forward("conv1"), Down: forward("conv2"),
	}
}

// checkConstants holds the constants of the graph against those that the encoder computes with.
func (g *graph) checkConstants() {
	stack := applied + "TransformerStack/"
	for name, want := range map[string]float64{
		stack + "Layer_0/TransformerLayer/MultiheadAttention/mul/y":                   1 / math.Sqrt(64),
		stack + "Layer_1/TransformerLayer/MultiheadAttention/mul/y":                   1 / math.Sqrt(128),
		stack + "Layer_1/TransformerLayer/FFN/layer_prepostprocess/layer_norm/Cast/x": 1e-6,
		"module_apply_default/Encoder_en/hidden_layers/l2_normalize/Maximum/y":        1e-12,
	} {
		if v := g.vector(name); len(v) != 1 || v[0] != float32(want) {
			g.fail(fmt.Sprintf("%s is %v, not %g", name, v, want))
		}
	}
}

func (g *graph) fail(what string) {
	if g.err == nil {
		g.err = errors.New(what)
	}
}

// vector returns the numbers of a tensor.
func (g *graph) vector(name string) []float32 {
	v, ok := g.tensors[name]
	if !ok {
		g.fail("the graph has no " + name)
	}
	return v
}

// transposed returns a matrix of the graph, which has a row for each input, with a row for each
// output.
func (g *graph) transposed(name string) []float32 {
	numbers, shape := g.vector(name), g.shapes[name]
	if len(shape) < 2 {
		g.fail(name + " is no matrix")
		return nil
	}
	in, out := shape[len(shape)-2], shape[len(shape)-1]
	if in*out != len(numbers) {
		g.fail(name + " is more than one matrix")
		return nil
	}
	t := make([]float32, len(numbers))
	for i := range in {
		for o := range out {
			t[o*in+i] = numbers[i*out+o]
		}
	}
	return t
}
