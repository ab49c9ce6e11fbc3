package tfjs

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// weight is one entry of a manifest.
type weight struct {
	Name  string  `json:"name"`
	Dtype string  `json:"dtype"`
	Shape []int   `json:"shape"`
	size  int     // how many numbers the shards have of it
	value float32 // of all of them; they are counted up where it is 0
}

// published has the entries of a model's manifest, and its vocabulary.
type published struct {
	weights    []weight
	vocabulary string
	cut        int // bytes that the last shard lacks
}

// model is a small vocabulary with the graph as it is published.
func model() *published {
	const apply, module = "module_apply_default/Encoder_en/KonaTransformer/Encode/", "module/Encoder_en/"
	p := &published{vocabulary: `[["?",0],["b",0],["c",0],["d",0],["e",0],["f",0],["▁film",-3.5],[":",null]]`}
	add := func(name string, shape ...int) {
		size := 1
		for _, side := range shape {
			size *= side
		}
		p.weights = append(p.weights, weight{Name: name, Dtype: "float32", Shape: shape, size: size})
	}
	constant := func(name string, value float32) {
		p.weights = append(p.weights, weight{Name: name, Dtype: "float32", Shape: []int{}, size: 1, value: value})
	}
	p.weights = append(p.weights, weight{Name: "an axis", Dtype: "int32", Shape: []int{3}, size: 3})
	add("module/Embeddings_en", 10, 256)
	add(apply+"TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1", 1, 128)
	add(apply+"Layer_0/TransformerLayer/dense/kernel/ConcatPartitions/concat", 256, 512)
	add(apply+"Layer_0/TransformerLayer/dense/bias/ConcatPartitions/concat", 512)
	for i, width := range []int{256, 512} {
		layer := []string{"Layer_0", "Layer_1"}[i] + "/TransformerLayer/"
		for _, norm := range []struct {
			name  string
			width int
		}{{"", width}, {"FFN/", 512}} {
			add(apply+layer+norm.name+"layer_prepostprocess/layer_norm/layer_norm_scale/ConcatPartitions/concat", norm.width)
			add(apply+layer+norm.name+"layer_prepostprocess/layer_norm/layer_norm_bias/ConcatPartitions/concat", norm.width)
		}
		add(module+"KonaTransformer/Encode/"+layer+"MultiheadAttention/qkv_transform_single/kernel/part_0", 1, 1, width, 3*width)
		add(apply+layer+"MultiheadAttention/qkv_transform_single/bias/ConcatPartitions/concat", 3*width)
		add(module+"KonaTransformer/Encode/"+layer+"MultiheadAttention/output_transform_single/kernel/part_0", 1, 1, width, 512)
		add(apply+layer+"MultiheadAttention/output_transform_single/bias/ConcatPartitions/concat", 512)
		add(apply+"TransformerStack/"+layer+"FFN/conv1/Tensordot/Reshape_1", 512, 1536)
		add(apply+layer+"FFN/conv1/bias/ConcatPartitions/concat", 1536)
		add(apply+"TransformerStack/"+layer+"FFN/conv2/Tensordot/Reshape_1", 1536, 512)
		add(apply+layer+"FFN/conv2/bias/ConcatPartitions/concat", 512)
	}
	add(module+"hidden_layers/tanh_layer_0/weights", 512, 512)
	add(module+"hidden_layers/tanh_layer_0/bias", 512)
	constant(apply+"TransformerStack/Layer_0/TransformerLayer/MultiheadAttention/mul/y", .125)
	constant(apply+"TransformerStack/Layer_1/TransformerLayer/MultiheadAttention/mul/y", float32(math.Sqrt(1./128)))
	constant(apply+"TransformerStack/Layer_1/TransformerLayer/FFN/layer_prepostprocess/layer_norm/Cast/x", 1e-6)
	constant("module_apply_default/Encoder_en/hidden_layers/l2_normalize/Maximum/y", 1e-12)
	return p
}

// find returns the entry whose name ends so.
func (p *published) find(end string) *weight {
	i := slices.IndexFunc(p.weights, func(w weight) bool { return strings.HasSuffix(w.Name, end) })
	return &p.weights[i]
}

// number is what the number at a place of a tensor is.
func number(place int) float32 { return float32(place%997) / 997 }

// files writes the model in two shards, of which the first ends within a number.
func (p *published) files(t *testing.T) fstest.MapFS {
	t.Helper()
	var data []byte
	for _, w := range p.weights {
		for i := range w.size {
			x := w.value
			if x == 0 {
				x = number(i)
			}
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	manifest, err := json.Marshal(map[string]any{"weightsManifest": []any{map[string]any{"paths": []string{"shard1", "shard2"}, "weights": p.weights}}})
	if err != nil {
		t.Fatal(err)
	}
	half := len(data)/2 + 1
	return fstest.MapFS{
		"vocab.json": {Data: []byte(p.vocabulary)}, "model.json": {Data: manifest},
		"shard1": {Data: data[:half]}, "shard2": {Data: data[half : len(data)-p.cut]},
	}
}

func TestMatricesGetARowForEachOutput(t *testing.T) {
	m, err := Read(model().files(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Pieces) != 8 || m.Pieces[6].Text != "▁film" || m.Pieces[6].Score != -3.5 || m.Pieces[7].Score != 0 {
		t.Errorf("the vocabulary is %v", m.Pieces)
	}
	if len(m.Embedding) != 8*256 || m.Embedding[300] != number(300) {
		t.Errorf("the embedding has %d numbers", len(m.Embedding))
	}
	for _, c := range []struct {
		name    string
		weights []float32
		in, out int
	}{
		{"residual", m.Residual.Weights, 256, 512}, {"queries, keys and values", m.Blocks[0].QKV.Weights, 256, 768},
		{"attention", m.Blocks[1].Attention.Weights, 512, 512}, {"up", m.Blocks[0].Up.Weights, 512, 1536},
		{"down", m.Blocks[1].Down.Weights, 1536, 512}, {"projection", m.Projection.Weights, 512, 512},
	} {
		if len(c.weights) != c.in*c.out || c.weights[5*c.in+7] != number(7*c.out+5) {
			t.Errorf("%s: %d numbers, the weight of input 7 in output 5 is another", c.name, len(c.weights))
		}
	}
	if _, err := m.Encoder(); err != nil {
		t.Error(err)
	}
}

func TestAnotherModelIsRefused(t *testing.T) {
	for name, change := range map[string]func(*published){
		"a vocabulary that is no JSON":         func(p *published) { p.vocabulary = "[" },
		"a piece without a score":              func(p *published) { p.vocabulary = `[["a"]]` },
		"a score that is a word":               func(p *published) { p.vocabulary = `[["a","b"]]` },
		"more pieces than rows":                func(p *published) { p.vocabulary = `[["a",0]` + strings.Repeat(`,["a",0]`, 10) + "]" },
		"an embedding of one row":              func(p *published) { p.find("Embeddings_en").Shape = []int{2560} },
		"no bias of a layer":                   func(p *published) { p.find("conv2/bias/ConcatPartitions/concat").Name = "other" },
		"a bias of integers":                   func(p *published) { p.find("tanh_layer_0/bias").Dtype = "int32" },
		"a matrix that is a vector":            func(p *published) { p.find("tanh_layer_0/weights").Shape = []int{512 * 512} },
		"several matrices in the place of one": func(p *published) { p.find("tanh_layer_0/weights").Shape = []int{2, 256, 512} },
		"another scale of attention":           func(p *published) { p.find("Layer_1/TransformerLayer/MultiheadAttention/mul/y").value = .125 },
		"another epsilon":                      func(p *published) { p.find("layer_norm/Cast/x").value = 1e-5 },
		"a side below nothing":                 func(p *published) { p.find("an axis").Shape = []int{-3} },
		"a side without an end":                func(p *published) { p.find("an axis").Shape = []int{math.MaxInt} },
		"sides whose product overflows":        func(p *published) { p.find("an axis").Shape = slices.Repeat([]int{1 << 20}, 4) },
		"a shard that is cut":                  func(p *published) { p.cut = 1 },
	} {
		p := model()
		change(p)
		if _, err := Read(p.files(t)); err == nil {
			t.Errorf("a model with %s is read", name)
		}
	}
	for _, missing := range []string{"vocab.json", "model.json", "shard2"} {
		files := model().files(t)
		delete(files, missing)
		if _, err := Read(files); err == nil {
			t.Errorf("a model without %s is read", missing)
		}
	}
}

// KINODEX_ENCODER_MODEL names the folder dist of the npm package that the program's model is
// made from, and KINODEX_ENCODER_CHECK texts with vectors of the model's own program.
func TestThePublishedModel(t *testing.T) {
	dir := os.Getenv("KINODEX_ENCODER_MODEL")
	if dir == "" {
		t.Skip("KINODEX_ENCODER_MODEL names no folder")
	}
	m, err := Read(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if embedded, err := os.ReadFile("../weights.bin"); err != nil || !bytes.Equal(embedded, packed) {
		t.Errorf("weights.bin is not what kinodex-lab encoder makes of %s (%v)", dir, err)
	}
	file := os.Getenv("KINODEX_ENCODER_CHECK")
	if file == "" {
		t.Skip("KINODEX_ENCODER_CHECK names no file")
	}
	var check struct {
		Cases []struct {
			Text   string
			Tokens []int32
			Vector []float32
		}
	}
	if err := readJSON(os.DirFS("/"), strings.TrimPrefix(file, "/"), &check); err != nil || len(check.Cases) == 0 {
		t.Fatalf("%d cases: %v", len(check.Cases), err)
	}
	e, err := m.Encoder()
	if err != nil {
		t.Fatal(err)
	}
	var furthest float64
	for _, c := range check.Cases {
		if got := e.Tokens(c.Text); !slices.Equal(got, c.Tokens) {
			t.Errorf("%q has the tokens %v, not %v", c.Text, got, c.Tokens)
		}
		for i, x := range e.Encode(c.Text) {
			far := math.Abs(float64(x - c.Vector[i]))
			if furthest = max(furthest, far); far > 1e-4 {
				t.Errorf("number %d of %q is %v, not %v", i, c.Text, x, c.Vector[i])
			}
		}
	}
	t.Logf("%d texts, no number is further than %.2g", len(check.Cases), furthest)
}
