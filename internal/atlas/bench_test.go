package atlas

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/serve/encode"
)

// openLarge builds the atlas of the catalogue in the folder KINODEX_DATA_LIBRARY, or of
// 50,000 invented films.
func openLarge(b *testing.B) *Atlas {
	dir := os.Getenv("KINODEX_DATA_LIBRARY")
	if dir == "" {
		x, _ := build(b, invented(1, 50_000))
		return x
	}
	c, err := catalog.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	builder := NewBuilder()
	var took time.Duration
	for d := range c.Len() {
		f, err := c.Film(catalog.Doc(d))
		if err != nil {
			b.Fatal(err)
		}
		start := time.Now()
		builder.Add(catalog.Doc(d), f)
		took += time.Since(start)
	}
	path := filepath.Join(b.TempDir(), File)
	start := time.Now()
	if err := builder.Write(b.Context(), path, nil); err != nil {
		b.Fatal(err)
	}
	info, _ := os.Stat(path)
	b.Logf("%d films added in %v, written in %v, %d KiB", c.Len(), took, time.Since(start), info.Size()>>10)
	start = time.Now()
	x, err := Open(path, c)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("opened in %v", time.Since(start))
	b.Cleanup(func() { x.Close() })
	return x
}

// BenchmarkAsk asks the atlas about the whole world, and about any band and range
// of decades.
func BenchmarkAsk(b *testing.B) {
	x := openLarge(b)
	r := rand.New(rand.NewPCG(1, 1))
	questions := map[string][]Question{"the world": {{Top: 100}}, "the world, top 200": {{Top: 200}}, "the world, top 10": {{Top: 10}}}
	for i := range 300 {
		q := Question{Top: 100, Band: []string{"all", "S", "A", "B", "C", "D", "E"}[i%7]}
		if r.IntN(2) == 0 {
			q.DecadeMin = ptr(float64(1920 + 10*r.IntN(11)))
		}
		if r.IntN(2) == 0 {
			q.DecadeMax = ptr(float64(1920 + 10*r.IntN(11)))
		}
		if q.Check() == nil {
			questions["any"] = append(questions["any"], q)
		}
	}
	for _, name := range []string{"the world", "the world, top 200", "the world, top 10", "any"} {
		b.Run(name, func(b *testing.B) {
			var buf []byte
			took := make([]time.Duration, 0, 1<<16)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				buf, _ = encode.Append(buf[:0], x.Ask(questions[name][i%len(questions[name])]).World, "https://kinodex.example")
				if len(took) < cap(took) {
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-µs")
			b.ReportMetric(float64(len(buf)), "bytes")
		})
	}
}

// BenchmarkStats writes the statistics, as an answer does.
func BenchmarkStats(b *testing.B) {
	x := openLarge(b)
	var buf []byte
	for name, v := range map[string]any{"stats": x.Stats(), "coverage": x.Coverage()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				buf, _ = encode.Append(buf[:0], v, "")
			}
		})
	}
}
