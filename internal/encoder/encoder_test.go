package encoder

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

func defaultEncoder(t testing.TB) *Encoder {
	t.Helper()
	e, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// cosine of two vectors of length 1.
func cosine(a, b []float32) float64 {
	var sum float64
	for i, x := range a {
		sum += float64(x) * float64(b[i])
	}
	return sum
}

// The values are of this implementation, at a time when its vectors in float32 were those of the
// model's own program to six digits.
func TestSentencesHaveTheirVectors(t *testing.T) {
	for _, c := range []struct {
		text   string
		tokens []int32
		begins []float32
	}{
		{"An old lighthouse keeper adopts a stray dog.", []int32{829, 446, 663, 2528, 373, 46, 6121, 7, 11, 638, 2674, 959, 6},
			[]float32{-0.021189, 0.040611, 0.020444, 0.051118, -0.050094, 0.052031, 0.050496, -0.037475}},
		{"ghosts on a night train", []int32{7017, 7, 25, 11, 597, 1871},
			[]float32{0.054239, 0.026679, 0.022198, -0.040351, -0.031088, 0.031039, -0.036527, -0.003400}},
		{"Two sisters, one violin & a secret", []int32{2882, 2082, 7, 8, 66, 998, 478, 97, 370, 11, 2816},
			[]float32{0.014034, -0.029111, 0.003434, -0.037509, -0.017427, 0.027315, 0.003338, -0.032359}},
		{"не по-английски", []int32{30, 7960, 7954, 30, 0, 7948, 24, 7950, 7960, 0, 7955, 0, 7979, 0, 7955},
			[]float32{0.042381, -0.012781, -0.026985, -0.035977, -0.041900, 0.039515, -0.022467, -0.057397}},
		{"  ", []int32{30, 30, 30},
			[]float32{0.014722, -0.049959, 0.049924, 0.049810, 0.049670, -0.049596, 0.049546, -0.049627}},
	} {
		e := defaultEncoder(t)
		if got := e.Tokens(c.text); !slices.Equal(got, c.tokens) {
			t.Errorf("%q has the tokens %v, not %v", c.text, got, c.tokens)
		}
		got := e.Encode(c.text)[:len(c.begins)]
		for i, want := range c.begins {
			if math.Abs(float64(got[i]-want)) > 1e-5 {
				t.Errorf("the vector of %q begins with %v, not %v", c.text, got, c.begins)
				break
			}
		}
	}
}

// KINODEX_ENCODER_CHECK names a file with texts, and their tokens and vectors as the model's own
// program gives them.
func TestVectorsAreThoseOfTheModel(t *testing.T) {
	file := os.Getenv("KINODEX_ENCODER_CHECK")
	if file == "" {
		t.Skip("KINODEX_ENCODER_CHECK names no file")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var check struct {
		Cases []struct {
			Text   string
			Tokens []int32
			Vector []float32
		}
	}
	if err := json.Unmarshal(data, &check); err != nil {
		t.Fatal(err)
	}
	if len(check.Cases) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	e, least := defaultEncoder(t), 1.0
	for _, c := range check.Cases {
		if got := e.Tokens(c.Text); !slices.Equal(got, c.Tokens) {
			t.Errorf("%q has the tokens %v, not %v", c.Text, got, c.Tokens)
		}
		cos := cosine(e.Encode(c.Text), c.Vector)
		if least = min(least, cos); cos < .999 {
			t.Errorf("the vector of %q has a cosine of %.5f with that of the model", c.Text, cos)
		}
	}
	t.Logf("%d texts, the least cosine is %.5f", len(check.Cases), least)
}

func TestLikeMeaningsAreNearer(t *testing.T) {
	e := defaultEncoder(t)
	for _, c := range []struct{ text, near, far string }{
		{"a man lives the same day again and again", "stuck in a time loop", "a chef opens a restaurant"},
		{"astronauts are stranded on Mars", "survival in space", "a wedding in Tuscany"},
		{"bank robbery", "a gang of thieves plans a heist", "a boy and his dolphin"},
		{"something funny for the whole family", "light comedy with children", "a brutal war film"},
	} {
		v := e.Encode(c.text)
		if near, far := cosine(v, e.Encode(c.near)), cosine(v, e.Encode(c.far)); near <= far {
			t.Errorf("%q has a cosine of %.3f with %q, and of %.3f with %q", c.text, near, c.near, far, c.far)
		}
	}
}

func TestVectorsHaveLengthOne(t *testing.T) {
	e := defaultEncoder(t)
	for _, text := range []string{"", "a", "時計", "\xff\xfe", strings.Repeat("long ", 1000)} {
		v := e.Encode(text)
		if length := cosine(v, v); len(v) != Dimensions || math.Abs(length-1) > 1e-6 {
			t.Errorf("the vector of %.20q has %d numbers and the squared length %v", text, len(v), length)
		}
	}
}

// Memory that one run leaves behind must not show in the next, whose text is shorter or longer.
func TestManyEncodeAtTheSameTime(t *testing.T) {
	e := defaultEncoder(t)
	texts := []string{"", "heist", "a love story in the rain", strings.Repeat("a town with a secret ", 10), "robots"}
	want := make([][]float32, len(texts))
	for i, text := range texts {
		want[i] = e.Encode(text)
	}
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 2 * len(texts) {
				n := (i*(g+1) + g) % len(texts)
				if !slices.Equal(e.Encode(texts[n]), want[n]) {
					t.Errorf("%q has another vector beside others", texts[n])
				}
			}
		})
	}
	all.Wait()
}

// learned is a model of noise whose pieces are letters and a few words.
func learned(random *rand.Rand) *Model {
	m := &Model{Pieces: slices.Repeat([]Piece{{Text: "<control>"}}, controlPieces)}
	for c := 'a'; c <= 'z'; c++ {
		m.Pieces = append(m.Pieces, Piece{Text: string(c), Score: -8})
	}
	m.Pieces = append(m.Pieces, Piece{Text: "▁", Score: -6}, Piece{Text: "▁film", Score: -3}, Piece{Text: "noir", Score: -5})
	for _, t := range append(m.matrices(), m.vectors()...) {
		*t.of = make([]float32, t.rows*t.cols)
		for i := range *t.of {
			(*t.of)[i] = float32(random.NormFloat64() / math.Sqrt(float64(t.cols)))
		}
	}
	return m
}

func TestAPackedModelIsNearlyTheModel(t *testing.T) {
	m := learned(rand.New(rand.NewPCG(1, 2)))
	exact, err := m.Encoder()
	if err != nil {
		t.Fatal(err)
	}
	data, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"film noir", "a film of a film", "Ω"} {
		if a, b := exact.Tokens(text), opened.Tokens(text); !slices.Equal(a, b) {
			t.Errorf("%q has the tokens %v, and %v when packed", text, a, b)
		}
		if cos := cosine(exact.Encode(text), opened.Encode(text)); cos < .999 {
			t.Errorf("%q has another vector when packed: their cosine is %.5f", text, cos)
		}
	}
}

func TestAModelThatCannotBeIsRefused(t *testing.T) {
	whole := learned(rand.New(rand.NewPCG(3, 4)))
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(*Model){
		"no vocabulary":         func(m *Model) { m.Pieces = nil },
		"only control pieces":   func(m *Model) { m.Pieces = m.Pieces[:controlPieces] },
		"an empty piece":        func(m *Model) { m.Pieces[7].Text = "" },
		"a long piece":          func(m *Model) { m.Pieces[7].Text = strings.Repeat("a", maxPieceBytes+1) },
		"a piece of no text":    func(m *Model) { m.Pieces[7].Text = "\xff" },
		"a score of nothing":    func(m *Model) { m.Pieces[7].Score = nan },
		"a short embedding":     func(m *Model) { m.Embedding = m.Embedding[1:] },
		"no bias":               func(m *Model) { m.Projection.Bias = nil },
		"an infinite timescale": func(m *Model) { m.Timescales = append(slices.Clone(m.Timescales[1:]), float32(math.Inf(1))) },
	} {
		m := *whole
		m.Pieces = slices.Clone(whole.Pieces)
		spoil(&m)
		if _, err := m.Pack(); err == nil {
			t.Errorf("a model with %s is packed", name)
		}
		if _, err := m.Encoder(); err == nil {
			t.Errorf("a model with %s is used", name)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	e := defaultEncoder(b)
	for _, n := range []int{2, 5, 10, 20, 60, 128} {
		text := strings.TrimSpace(strings.Repeat("film ", n))
		if got := len(e.Tokens(text)); got != n {
			b.Fatalf("%d tokens, not %d", got, n)
		}
		b.Run(fmt.Sprintf("%d tokens", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				e.Encode(text)
			}
		})
	}
}

func BenchmarkTokens(b *testing.B) {
	e := defaultEncoder(b)
	text := strings.Repeat("A shark terrorises a beach town in summer. ", 12)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		e.Tokens(text)
	}
}

func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Open(packed); err != nil {
			b.Fatal(err)
		}
	}
}
