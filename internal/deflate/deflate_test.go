package deflate_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"kinodex/internal/deflate"
)

const mark = '\x01'

// records returns texts such as a service has: objects of the same members, with some of what other
// objects have, too.
func records(n int, seed uint64) [][]byte {
	r := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("river night harbour letter winter stranger garden engine summer mirror captain orchard signal lantern bridge")
	some := func(n int) string {
		var all []string
		for range n {
			all = append(all, words[r.IntN(len(words))])
		}
		return strings.Join(all, " ")
	}
	texts := make([][]byte, n)
	for i := range texts {
		var b bytes.Buffer
		fmt.Fprintf(&b, `{"id":"tt%07d","title":"%s","year":%d,"genres":["Drama","%s"],"overview":"%s.","cast":[`,
			r.IntN(1e7), some(2), 1920+r.IntN(100), []string{"Comedy", "Crime", "War"}[r.IntN(3)], some(5+r.IntN(30)))
		for k := range r.IntN(6) {
			if k > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"%s","character":null,"profile_url":"https://images.example/w185/%d.jpg"}`, some(2), r.Uint64())
		}
		fmt.Fprintf(&b, `],"provenance":{"ratings.filmdb":{"metric_type":"user_rating","market":"worldwide","period":"%d"}},"links":{"self":"%c/films/%d","similar":"%c/films/%d/similar"}}`,
			2020+r.IntN(4), mark, i, mark, i)
		texts[i] = b.Bytes()
	}
	return texts
}

// joined codes and joins texts, and returns the stream and the text that it should have.
func joined(t testing.TB, c *deflate.Coder, e *deflate.Encoder, texts [][]byte, base string) (stream, whole []byte) {
	t.Helper()
	var s deflate.Stream
	s.Begin([]byte("before"), c, base)
	add := func(text string) {
		s.Text([]byte(text))
		whole = append(whole, text...)
	}
	add(`{"data":[`)
	for i, text := range texts {
		if i > 0 {
			add(",")
		}
		plain := bytes.ReplaceAll(text, []byte{mark}, []byte(base))
		if n, ok := s.Coded(e.Append(nil, text)); !ok || n != len(plain) {
			t.Fatalf("text %d has %d bytes, %v, want %d", i, n, ok, len(plain))
		}
		whole = append(whole, plain...)
	}
	add(`],"meta":{"total":1}}`)
	stream, ok := bytes.CutPrefix(s.End(whole), []byte("before"))
	if !ok {
		t.Fatal("what stood before the stream is gone")
	}
	return stream, whole
}

// reads fails the test unless a stream has a text.
func reads(t testing.TB, stream, want []byte) {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r) // which compares the checksum
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%d bytes, %v, want %d", len(got), err, len(want))
	}
}

// Whatever is joined, in whatever order and with whatever in place of the mark, is read as it was.
func TestJoinedTextsAreReadAsTheyWere(t *testing.T) {
	known := records(400, 1)
	c := deflate.Train(known[:200], mark)
	e := c.Encoder()
	r := rand.New(rand.NewPCG(3, 4))
	for _, base := range []string{"", "x", "http://a", "https://kinodex.example", "https://" + strings.Repeat("long.", 100) + "example"} {
		for _, n := range []int{0, 1, 2, 50, 300} { // the last are longer than DEFLATE's window
			texts := make([][]byte, n)
			for i := range texts {
				texts[i] = known[r.IntN(len(known))]
			}
			stream, whole := joined(t, c, e, texts, base)
			reads(t, stream, whole)
		}
	}
}

// What was flushed can be read before the stream ends, and what follows it still refers to it.
func TestAStreamCanBeReadAsFarAsItWasFlushed(t *testing.T) {
	known := records(400, 1)
	c := deflate.Train(known[:200], mark)
	e := c.Encoder()
	const base = "https://kinodex.example"
	for _, every := range []int{1, 3, 50, 1000} {
		var s deflate.Stream
		var stream, whole, text []byte
		s.Begin(nil, c, base)
		for i, k := range known {
			s.Coded(e.Append(nil, k))
			text = append(text, bytes.ReplaceAll(k, []byte{mark}, []byte(base))...)
			if i%every < every-1 {
				continue
			}
			stream = append(stream, s.Flush(text)...)
			whole, text = append(whole, text...), text[:0]
			if i%10 > 0 {
				continue
			}
			got := make([]byte, len(whole))
			r, err := gzip.NewReader(bytes.NewReader(stream))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.ReadFull(r, got); err != nil || !bytes.Equal(got, whole) {
				t.Fatalf("after %d texts: %v", i+1, err)
			}
			stream = append(stream, s.Flush(nil)...) // which has nothing more to say
		}
		stream = append(stream, s.End(text)...)
		reads(t, stream, append(whole, text...))
		var alone deflate.Stream
		alone.Begin(nil, c, base)
		for _, k := range known {
			alone.Coded(e.Append(nil, k))
		}
		if whole := alone.End(append(whole, text...)); every >= 50 && len(stream) > len(whole)*21/20 {
			t.Errorf("flushed every %d texts: %d bytes, %d without", every, len(stream), len(whole))
		}
	}
}

// A coder codes texts that are nothing like its sample, too.
func TestAnyTextCanBeCoded(t *testing.T) {
	random := make([]byte, 3000)
	r := rand.New(rand.NewPCG(5, 6))
	for i := range random {
		random[i] = byte(r.Uint32())
	}
	sample := records(100, 1)
	for name, c := range map[string]*deflate.Coder{"trained": deflate.Train(sample, mark), "of no sample": deflate.Train(nil, mark), "of one text": deflate.Train(sample[:1], mark)} {
		for what, text := range map[string][]byte{
			"nothing": {}, "a byte": {'a'}, "random bytes": random, "the mark alone": {mark}, "marks": bytes.Repeat([]byte{mark}, 1000),
			"one byte again and again": bytes.Repeat([]byte{'a'}, 100_000), "more than the window": bytes.Repeat(random, 30),
			"an alphabet": []byte("añ字🎬"), "matches across marks": bytes.Repeat([]byte("/a/film/of/marks\x01"), 300),
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				stream, whole := joined(t, c, c.Encoder(), [][]byte{text, sample[0], text, text}, "https://kinodex.example")
				reads(t, stream, whole)
			})
		}
	}
}

// Joining is for answers that are about as small as if they had been compressed as a whole.
func TestJoinedTextsAreNotMuchLongerThanCompressedOnes(t *testing.T) {
	known := records(300, 1)
	c := deflate.Train(known[:200], mark)
	stream, whole := joined(t, c, c.Encoder(), known[200:250], "https://kinodex.example")
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w.Write(whole)
	w.Close()
	if len(stream)*10 > b.Len()*12 {
		t.Errorf("%d bytes joined, %d compressed as a whole", len(stream), b.Len())
	}
}

// A coder that was kept joins texts to the same bytes, and the same sample gives the same coder.
func TestACoderIsKept(t *testing.T) {
	known := records(300, 1)
	c := deflate.Train(known[:200], mark)
	kept, err := c.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := deflate.Train(known[:200], mark).AppendBinary(nil)
	if err != nil || !bytes.Equal(kept, again) {
		t.Errorf("the same sample gave another coder: %v", err)
	}
	read, err := deflate.Read(kept)
	if err != nil {
		t.Fatal(err)
	}
	want, whole := joined(t, c, c.Encoder(), known[200:], "https://kinodex.example")
	got, _ := joined(t, read, c.Encoder(), known[200:], "https://kinodex.example")
	if !bytes.Equal(got, want) {
		t.Error("the coder that was read joins to other bytes")
	}
	reads(t, got, whole)
}

// Damage is refused or gives other bytes, and nothing worse.
func TestDamageIsBorne(t *testing.T) {
	known := records(120, 1)
	c := deflate.Train(known, mark)
	kept, _ := c.AppendBinary(nil)
	r := rand.New(rand.NewPCG(7, 8))
	refused := 0
	for range 2000 {
		damaged := bytes.Clone(kept)
		damaged[r.IntN(len(damaged))] ^= byte(1 + r.IntN(255))
		if _, err := deflate.Read(damaged); err != nil {
			refused++
			if !errors.Is(err, deflate.ErrDamaged) {
				t.Fatal(err)
			}
		}
	}
	for n := range len(kept) {
		if _, err := deflate.Read(kept[:n]); !errors.Is(err, deflate.ErrDamaged) {
			t.Fatalf("%d bytes of a coder: %v", n, err)
		}
	}
	if refused == 0 {
		t.Error("no damaged coder was refused")
	}
	coded := c.Encoder().Append(nil, known[0])
	for n := range len(coded) {
		var s deflate.Stream
		s.Begin(nil, c, "base")
		if _, ok := s.Coded(coded[:n]); ok {
			t.Fatalf("%d of %d bytes of a text pass", n, len(coded))
		}
	}
}

// Nothing that stands where a coded text should stand makes a stream panic.
func FuzzCoded(f *testing.F) {
	known := records(120, 1)
	c := deflate.Train(known, mark)
	e := c.Encoder()
	for _, text := range known[:20] {
		f.Add(e.Append(nil, text))
	}
	f.Fuzz(func(t *testing.T, coded []byte) {
		var s deflate.Stream
		s.Begin(nil, c, "https://kinodex.example")
		s.Coded(coded)
		s.Coded(coded)
	})
}

// Texts of a kind are coded once, with a coder that is trained on some of them, and joined at will.
func Example() {
	texts := [][]byte{[]byte(`{"title":"M","year":1931,"url":"*/m"}`), []byte(`{"title":"Metropolis","year":1927,"url":"*/metropolis"}`)}
	coder := deflate.Train(texts, '*')
	encoder := coder.Encoder()

	whole := []byte(`[{"title":"Metropolis","year":1927,"url":"https://films.example/metropolis"},{"title":"M","year":1931,"url":"https://films.example/m"}]`)
	var s deflate.Stream
	s.Begin(nil, coder, "https://films.example")
	s.Text([]byte("["))
	s.Coded(encoder.Append(nil, texts[1]))
	s.Text([]byte(","))
	s.Coded(encoder.Append(nil, texts[0]))
	s.Text([]byte("]"))
	r, _ := gzip.NewReader(bytes.NewReader(s.End(whole)))
	b, err := io.ReadAll(r)
	fmt.Println(string(b), err)
	// Output:
	// [{"title":"Metropolis","year":1927,"url":"https://films.example/metropolis"},{"title":"M","year":1931,"url":"https://films.example/m"}] <nil>
}

func BenchmarkStream(b *testing.B) {
	known := records(250, 1)
	c := deflate.Train(known[:200], mark)
	e := c.Encoder()
	var coded [][]byte
	for _, text := range known[200:] {
		coded = append(coded, e.Append(nil, text))
	}
	_, whole := joined(b, c, e, known[200:], "https://kinodex.example")
	var s deflate.Stream
	var room []byte
	b.SetBytes(int64(len(whole)))
	b.ReportAllocs()
	for b.Loop() {
		s.Begin(room[:0], c, "https://kinodex.example")
		for _, text := range coded {
			s.Coded(text)
		}
		room = s.End(whole)
	}
}

func BenchmarkEncoder(b *testing.B) {
	known := records(250, 1)
	e := deflate.Train(known[:200], mark).Encoder()
	var room []byte
	b.SetBytes(int64(len(known[200])))
	for b.Loop() {
		room = e.Append(room[:0], known[200])
	}
}
