package people

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"kinodex/internal/catalog"
)

// openLarge gives the people of the library generation in the folder
// KINODEX_DATA_LIBRARY, or of 30,000 invented films.
func openLarge(b *testing.B) *Collection {
	dir := os.Getenv("KINODEX_DATA_LIBRARY")
	if dir == "" {
		films, sights := invented(1, 30_000)
		return build(b, films, sights, nil)
	}
	c, err := catalog.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	start := time.Now()
	p, err := Open(filepath.Join(dir, File), c)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d people opened in %v", p.Len(), time.Since(start))
	b.Cleanup(func() { p.Close() })
	return p
}

// BenchmarkSearch asks for lists.
func BenchmarkSearch(b *testing.B) {
	p := openLarge(b)
	all := p.everyone()
	slugs := []string{}
	for i := range 40 {
		slugs = append(slugs, all[i*len(all)/80].Slug)
	}
	for _, c := range []struct {
		name   string
		q      Query
		offset int
	}{
		{"everyone", Query{}, 0},
		{"everyone, far down", Query{}, p.Len() - 50},
		{"a name", Query{Name: "robert de niro"}, 0},
		{"a part of a name", Query{Name: "ann"}, 0},
		{"a letter", Query{Name: "a"}, 0},
		{"nobody", Query{Name: "qqqqq"}, 0},
		{"a genre", Query{Genre: "sci"}, 0},
		{"a popularity", Query{MinPopularity: ptr(20.0)}, 0},
		{"a name of a genre", Query{Name: "smith", Genre: "drama"}, 0},
		{"forty of them", Query{Among: slugs}, 0},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			took := make([]time.Duration, 0, 1<<16)
			for b.Loop() {
				start := time.Now()
				p.Search(c.q, c.offset, 50)
				if len(took) < cap(took) {
					took = append(took, time.Since(start))
				}
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds())/1000, "p99-µs")
		})
	}
}

// BenchmarkFind gets people with their films, by each kind of id.
func BenchmarkFind(b *testing.B) {
	p := openLarge(b)
	all := p.everyone()
	for i := 0; b.Loop(); i++ {
		one, ok := p.Find(all[i*7919%len(all)].Slug)
		if !ok {
			b.Fatal("gone")
		}
		p.Films(*one)
	}
}

// BenchmarkBuild makes the file of a library's films anew, without what the
// sources say of who is who.
func BenchmarkBuild(b *testing.B) {
	p := openLarge(b)
	for b.Loop() {
		builder := NewBuilder(p)
		var took time.Duration
		for d := range catalog.Doc(p.catalog.Len()) {
			f, err := p.catalog.Film(d)
			if err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			builder.Add(d, f)
			took += time.Since(start)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		path := filepath.Join(b.TempDir(), File)
		start := time.Now()
		if err := builder.Write(b.Context(), path, nil); err != nil {
			b.Fatal(err)
		}
		wrote := time.Since(start)
		runtime.ReadMemStats(&after)
		info, _ := os.Stat(path)
		b.Logf("added in %v, written in %v, %d KiB; %d MiB of heap when all films are in, %d MiB allocated while writing",
			took, wrote, info.Size()>>10, before.HeapAlloc>>20, (after.TotalAlloc-before.TotalAlloc)>>20)
	}
}
