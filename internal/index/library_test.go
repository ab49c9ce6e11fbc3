package index

import (
	"os"
	"testing"

	"kinodex/internal/pack"
)

// indexFile names a pack file with an index of real films (the text file of a
// library) for benchmarks.
const indexFile = "KINODEX_TEST_INDEX"

// BenchmarkLibrary asks real questions of a real index.
func BenchmarkLibrary(b *testing.B) {
	path := os.Getenv(indexFile)
	if path == "" {
		b.Skip(indexFile + " names no index")
	}
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	about, err := pack.Numbers[uint32](f, "index/about")
	if err != nil || len(about) != 2 {
		b.Fatal("no index in ", path, err)
	}
	r := pack.NewReader(f)
	ix := Read(r, int(about[1]))
	if err := r.Err(); err != nil {
		b.Fatal(err)
	}
	for _, q := range []struct{ class, text string }{
		{"title", "the dark knight"}, {"title+year", "heat 1995"}, {"part", "kill a mockingbird"},
		{"director+keyword", "christopher nolan dream"}, {"plot", "hobbit ring fellowship"},
		{"typo", "the shawshank redemptoin"}, {"typo", "gladiatr"}, {"beginning", "lord of the ri"},
		{"common", "man"}, {"common", "the"}, {"common", "the man"}, {"common", "war love story"},
		{"common", "it"}, {"common", "drama"},
	} {
		b.Run(q.class+"/"+q.text, func(b *testing.B) {
			var m Matches
			b.ReportAllocs()
			for b.Loop() {
				ix.Search(q.text, &m)
			}
			b.ReportMetric(float64(len(m.Docs)), "docs")
		})
	}
}
